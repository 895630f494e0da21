package search

import (
	"encoding/binary"
	"fmt"
)

// tokenStream holds the terms of all documents in the order of the documents. Terms are numbered as they appear, so
// frequent ones have short numbers, and a posting takes two bytes where a list of documents per term takes four and
// half of that again for its growth. Full blocks go to the spool.
type tokenStream struct {
	block int // how many bytes make a full one
	full  []tokenBlock
	open  []byte // the block that is being filled
	buf   []byte
}

type tokenBlock struct {
	start uint64 // in the spool
	size  int
	sum   uint32
}

// tokenBlockSize is large enough to make blocks few.
const tokenBlockSize = 1 << 20

// add appends one document: the number of its terms, then each term with its class.
func (s *tokenStream) add(to *spool, terms []uint32, classes []class) error {
	s.buf = binary.AppendUvarint(s.buf[:0], uint64(len(terms)))
	for _, t := range terms {
		s.buf = binary.AppendUvarint(s.buf, uint64(t)<<docShift|uint64(classes[t]))
	}
	if len(s.open) > 0 && len(s.open)+len(s.buf) > s.block {
		s.full = append(s.full, tokenBlock{start: to.size, size: len(s.open), sum: checksum(s.open)})
		if err := to.write(s.open); err != nil {
			return err
		}
		s.open = s.open[:0]
	}
	s.open = append(s.open, s.buf...)
	return nil
}

// each calls f with every posting, in the order of the documents.
func (s *tokenStream) each(from *spool, f func(doc uint32, term uint32, c class)) error {
	doc := uint32(0)
	for _, at := range s.full {
		s.buf = sized(s.buf, at.size)
		if err := from.read(s.buf, at.start); err != nil {
			return err
		}
		if checksum(s.buf) != at.sum {
			return fmt.Errorf("read the spool: %w", ErrCorrupt)
		}
		doc = eachToken(s.buf, doc, f)
	}
	eachToken(s.open, doc, f)
	return nil
}

// eachToken goes through a block whose first document is doc and returns the document behind it.
func eachToken(b []byte, doc uint32, f func(doc uint32, term uint32, c class)) uint32 {
	for len(b) > 0 {
		terms, n := binary.Uvarint(b)
		b = b[n:]
		for range terms {
			v, n := binary.Uvarint(b)
			b = b[n:]
			f(doc, uint32(v>>docShift), class(v&(1<<docShift-1)))
		}
		doc++
	}
	return doc
}
