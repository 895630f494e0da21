package build

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"

	"cartaz/builder/catalog"
)

// spool keeps checked records on disk between the two passes, so that memory
// does not grow with what events say.
type spool struct {
	file *os.File
	out  *bufio.Writer
	size int64
}

// spoolRef is where a record lies in a spool.
type spoolRef struct {
	offset int64
	length int32
}

// newSpool makes a spool in dir.
func newSpool(dir string) (*spool, error) {
	f, err := tempFile(dir)
	if err != nil {
		return nil, fmt.Errorf("spool: %w", err)
	}
	return &spool{file: f, out: bufio.NewWriterSize(f, 1<<18)}, nil
}

// put appends a record.
func (s *spool) put(rec *catalog.Record) (spoolRef, error) {
	b, err := json.Marshal(rec)
	if err != nil {
		return spoolRef{}, fmt.Errorf("spool record %d: %w", rec.ID, err)
	}
	if _, err := s.out.Write(b); err != nil {
		return spoolRef{}, fmt.Errorf("spool: %w", err)
	}
	ref := spoolRef{s.size, int32(len(b))}
	s.size += int64(len(b))
	return ref, nil
}

// get reads a record back. After the first get nothing may be put any more
// without a flush; it is safe for many goroutines at once.
func (s *spool) get(ref spoolRef) (*catalog.Record, error) {
	b := make([]byte, ref.length)
	if _, err := s.file.ReadAt(b, ref.offset); err != nil {
		return nil, fmt.Errorf("spool: %w", err)
	}
	rec := new(catalog.Record)
	if err := json.Unmarshal(b, rec); err != nil {
		return nil, fmt.Errorf("spool: %w", err)
	}
	return rec, nil
}

func (s *spool) flush() error { return s.out.Flush() }

func (s *spool) close() error { return s.file.Close() }
