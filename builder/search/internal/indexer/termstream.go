package indexer

import (
	"encoding/binary"
	"fmt"
	"slices"

	"cartaz/builder/search/internal/index"
)

// termStream holds the terms of all documents in the order of the documents. Terms are numbered as
// they appear, so frequent ones have short numbers, and a posting takes two bytes; a list of
// documents for each term would take four, and half of that again for its growth. Full blocks go to
// the spool.
type termStream struct {
	full []streamBlock
	open []byte // the block that is being filled
	buf  []byte
}

type streamBlock struct {
	start uint64 // in the spool
	size  int
	sum   uint32
}

// streamBlockSize is large enough to make blocks few.
const streamBlockSize = 1 << 20

// add appends one document: the number of its terms, then each term with its field. A block of
// block bytes is full.
func (s *termStream) add(to *spoolFile, terms []uint32, fields []index.Field, block int) error {
	s.buf = binary.AppendUvarint(s.buf[:0], uint64(len(terms)))
	for _, t := range terms {
		s.buf = binary.AppendUvarint(s.buf, uint64(t)<<index.DocShift|uint64(fields[t]))
	}
	if len(s.open) > 0 && len(s.open)+len(s.buf) > block {
		s.full = append(s.full, streamBlock{start: to.size, size: len(s.open),
			sum: index.Checksum(s.open)})
		if err := to.write(s.open); err != nil {
			return err
		}
		s.open = s.open[:0]
	}
	s.open = append(s.open, s.buf...)
	return nil
}

// each calls f with every posting, in the order of the documents.
func (s *termStream) each(from *spoolFile, f func(doc, term uint32, field index.Field)) error {
	doc := uint32(0)
	for _, block := range s.full {
		s.buf = slices.Grow(s.buf[:0], block.size)[:block.size]
		if err := from.read(s.buf, block.start); err != nil {
			return err
		}
		if index.Checksum(s.buf) != block.sum {
			return fmt.Errorf("read the spool: %w", index.ErrCorrupt)
		}
		doc = eachPosting(s.buf, doc, f)
	}
	eachPosting(s.open, doc, f)
	return nil
}

// eachPosting calls f with each posting of a block whose first document is doc, and returns the
// number of the document after the block.
func eachPosting(b []byte, doc uint32, f func(doc, term uint32, field index.Field)) uint32 {
	for len(b) > 0 {
		terms, n := binary.Uvarint(b)
		b = b[n:]
		for range terms {
			v, n := binary.Uvarint(b)
			b = b[n:]
			f(doc, uint32(v>>index.DocShift), index.Field(v&index.FieldMask))
		}
		doc++
	}
	return doc
}
