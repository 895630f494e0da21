package fetch

import (
	"bytes"
	"crypto/sha256"
	"hash"
	"io"
	"os"

	"cartaz/builder/internal/durable"
)

// spoolMemory is how much of an answer stays in memory; the rest goes to disk.
const spoolMemory = 4 << 20

// spool keeps a whole answer until it is decoded.
type spool struct {
	memory bytes.Buffer
	file   *os.File // nil while memory is enough
	sum    hash.Hash
	size   int64
}

func newSpool() *spool { return &spool{sum: sha256.New()} }

// Write implements io.Writer.
func (s *spool) Write(b []byte) (int, error) {
	s.sum.Write(b)
	s.size += int64(len(b))
	if s.file == nil && s.memory.Len()+len(b) <= spoolMemory {
		return s.memory.Write(b)
	}
	if s.file == nil {
		f, err := durable.Unnamed("")
		if err != nil {
			return 0, err
		}
		s.file = f
	}
	return s.file.Write(b)
}

// reader gives the answer from its start.
func (s *spool) reader() (io.Reader, error) {
	if s.file == nil {
		return bytes.NewReader(s.memory.Bytes()), nil
	}
	if _, err := s.file.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	return io.MultiReader(bytes.NewReader(s.memory.Bytes()), s.file), nil
}

// packed says whether the answer starts like gzip.
func (s *spool) packed() bool { return bytes.HasPrefix(s.memory.Bytes(), []byte(gzipMagic)) }

// close gives memory and disk back.
func (s *spool) close() {
	s.memory = bytes.Buffer{}
	if s.file != nil {
		s.file.Close() // read to its end or given up: there is nothing to lose
		s.file = nil
	}
}
