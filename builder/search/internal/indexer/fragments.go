package indexer

import (
	"bufio"
	"fmt"
	"hash/crc32"
	"io"
	"slices"

	"cartaz/builder/search/internal/index"
)

// fragmentBytes writes the blobs of all documents, from the spool or, of carried documents, from
// the base, and makes the fragment table what it will be on disk.
func (a *indexAssembler) fragmentBytes() error {
	if err := a.spool.finish(); err != nil {
		return err
	}
	if _, err := a.spool.file.Seek(0, io.SeekStart); err != nil {
		return fmt.Errorf("rewind the spool: %w", err)
	}
	r := blobReader{in: bufio.NewReaderSize(a.spool.file, 1<<18), base: a.base}
	at := uint64(0)
	for id := range a.docs {
		entry := a.fragments[id*index.FragmentEntrySize:][:index.FragmentEntrySize]
		blobs, err := r.blobs(entry)
		if err != nil {
			return err
		}
		a.out.write(blobs)
		index.LE.PutUint64(entry, at)
		at += uint64(len(blobs))
	}
	if r.sum != a.blobSum {
		return fmt.Errorf("read the spool: %w", index.ErrCorrupt)
	}
	return nil
}

// blobReader reads the blobs of documents in their order, and passes over the term stream between
// them in the spool.
type blobReader struct {
	in   *bufio.Reader // of the spool
	base *base
	at   uint64 // in the spool
	sum  uint32 // of the blobs in the spool
	buf  []byte
}

// blobs returns the blobs of the document with that entry, good until the next call.
func (r *blobReader) blobs(entry []byte) ([]byte, error) {
	r.buf = r.buf[:0]
	if old, ok := carried(entry); ok {
		for form := range index.Forms {
			b, err := r.base.file.Fragment(old, form)
			if err != nil {
				return nil, fmt.Errorf("base: %w", err)
			}
			r.buf = append(r.buf, b...)
		}
		return r.buf, nil
	}
	size := 0
	for form := range index.Forms {
		size += int(form.Size(entry))
	}
	start := index.LE.Uint64(entry)
	r.buf = slices.Grow(r.buf, size)[:size]
	if _, err := r.in.Discard(int(start - r.at)); err != nil {
		return nil, fmt.Errorf("read the spool: %w", err)
	}
	if _, err := io.ReadFull(r.in, r.buf); err != nil {
		return nil, fmt.Errorf("read the spool: %w", err)
	}
	r.at = start + uint64(size)
	r.sum = crc32.Update(r.sum, index.Castagnoli, r.buf)
	return r.buf, nil
}
