package indexer

import (
	"bufio"
	"fmt"
	"io"
)

// spoolFile is where a Writer puts what it will need again: the fragments of each document and,
// between documents, full blocks of the term stream. It is written from its start to its end, then
// only read.
type spoolFile struct {
	file io.ReadSeeker
	out  *bufio.Writer
	size uint64
}

func newSpoolFile(file io.ReadWriteSeeker) spoolFile {
	return spoolFile{file: file, out: bufio.NewWriterSize(file, 1<<16)}
}

func (s *spoolFile) write(b []byte) error {
	if _, err := s.out.Write(b); err != nil {
		return fmt.Errorf("write the spool: %w", err)
	}
	s.size += uint64(len(b))
	return nil
}

// finish must come between the last write and the first read.
func (s *spoolFile) finish() error {
	if err := s.out.Flush(); err != nil {
		return fmt.Errorf("write the spool: %w", err)
	}
	return nil
}

// read fills b with what was written at that place.
func (s *spoolFile) read(b []byte, at uint64) error {
	if _, err := s.file.Seek(int64(at), io.SeekStart); err != nil {
		return fmt.Errorf("seek in the spool: %w", err)
	}
	if _, err := io.ReadFull(s.file, b); err != nil {
		return fmt.Errorf("read the spool: %w", err)
	}
	return nil
}

// memoryFile is a spool for those who have no file.
type memoryFile struct {
	data []byte
	pos  int
}

func (m *memoryFile) Write(b []byte) (int, error) {
	m.data = append(m.data[:m.pos], b...)
	m.pos = len(m.data)
	return len(b), nil
}

func (m *memoryFile) Read(b []byte) (int, error) {
	if m.pos == len(m.data) {
		return 0, io.EOF
	}
	n := copy(b, m.data[m.pos:])
	m.pos += n
	return n, nil
}

func (m *memoryFile) Seek(offset int64, whence int) (int64, error) {
	if whence != io.SeekStart || offset < 0 || offset > int64(len(m.data)) {
		return 0, fmt.Errorf("seek to %d from %d: outside the spool", offset, whence)
	}
	m.pos = int(offset)
	return offset, nil
}
