package search

import "encoding/binary"

// tokenStream holds the terms of all documents in the order of the documents. Terms are numbered as they appear, so
// frequent ones have short numbers, and a posting takes two bytes where a list of documents per term takes four and
// half of that again for its growth.
type tokenStream struct {
	blocks [][]byte
	buf    []byte
}

// tokenBlock is large enough to make blocks few and small enough to waste little at the end of each.
const tokenBlock = 1 << 20

// add appends one document: the number of its terms, then each term with its class.
func (s *tokenStream) add(terms []uint32, classes []class) {
	s.buf = binary.AppendUvarint(s.buf[:0], uint64(len(terms)))
	for _, t := range terms {
		s.buf = binary.AppendUvarint(s.buf, uint64(t)<<docShift|uint64(classes[t]))
	}
	last := len(s.blocks) - 1
	if last < 0 || cap(s.blocks[last])-len(s.blocks[last]) < len(s.buf) {
		s.blocks = append(s.blocks, make([]byte, 0, max(tokenBlock, len(s.buf))))
		last++
	}
	s.blocks[last] = append(s.blocks[last], s.buf...)
}

// each calls f with every posting, in the order of the documents.
func (s *tokenStream) each(f func(doc uint32, term uint32, c class)) {
	doc := uint32(0)
	for _, b := range s.blocks {
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
	}
}
