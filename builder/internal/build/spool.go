package build

import (
	"fmt"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/memo"
)

// spool keeps checked records on disk between the two passes, so that memory
// does not grow with what events say. They lie in the brand's memo, which keeps
// those of unchanged items for the next build.
type spool struct{ memo *memo.Memo }

// put appends a record that this build alone needs.
func (s spool) put(rec *catalog.Record) (memo.Ref, error) {
	ref, err := s.memo.Put(nil, appendRecord(nil, rec))
	if err != nil {
		return ref, fmt.Errorf("spool record %d: %w", rec.ID, err)
	}
	return ref, nil
}

// get reads a record back. After the first get nothing may be put any more
// without a flush; it is safe for many goroutines at once.
func (s spool) get(ref memo.Ref) (*catalog.Record, error) {
	b := make([]byte, ref.Length)
	if err := s.memo.ReadAt(b, ref.Offset); err != nil {
		return nil, fmt.Errorf("spool: %w", err)
	}
	rec, err := readRecord(b)
	if err != nil {
		return nil, fmt.Errorf("spool: %w", err)
	}
	return rec, nil
}

func (s spool) flush() error { return s.memo.Flush() }

func (s spool) close() error { return s.memo.Close() }
