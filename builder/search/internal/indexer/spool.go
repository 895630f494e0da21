package indexer

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
)

// Spool is the storage for data that a Writer will need again: the fragments of each document and,
// between documents, full blocks of the term stream. It is written from its start to its end, then
// only read.
type Spool interface {
	io.Writer
	io.ReaderAt
}

type spoolFile struct {
	file Spool
	out  *bufio.Writer
	size uint64
}

func newSpoolFile(file Spool) spoolFile {
	return spoolFile{file: file, out: bufio.NewWriterSize(file, 1<<16)}
}

func (s *spoolFile) write(b []byte) error {
	if _, err := s.out.Write(b); err != nil {
		return fmt.Errorf("write the spool: %w", err)
	}
	s.size += uint64(len(b))
	return nil
}

// finish must be called between the last write and the first read.
func (s *spoolFile) finish() error {
	if err := s.out.Flush(); err != nil {
		return fmt.Errorf("write the spool: %w", err)
	}
	return nil
}

// read fills b with the bytes that were written at a place.
func (s *spoolFile) read(b []byte, at uint64) error {
	if n, err := s.file.ReadAt(b, int64(at)); n < len(b) {
		return fmt.Errorf("read the spool: %w", err)
	}
	return nil
}

// memoryFile is a spool in memory, for callers without a file.
type memoryFile struct{ bytes.Buffer }

func (m *memoryFile) ReadAt(b []byte, at int64) (int, error) {
	return bytes.NewReader(m.Bytes()).ReadAt(b, at)
}
