package index

import "math/bits"

// Postings is one list: which documents hold a term, and in which Field. A sparse list has one
// number for each document, document << DocShift | field, in the order of the documents. A dense
// list has two words for every 64 documents, the low and the high bits of their fields.
type Postings struct {
	data  []byte
	Count int // documents
	Dense bool
}

// At returns posting i of a sparse list; i must be below Count. (listSize made data long enough;
// slices that are made through an array are checked once, not for each byte.)
func (p *Postings) At(i int) uint32 { return LE.Uint32((*[4]byte)(p.data[i*4:])[:]) }

// Bits returns the low and the high bits of the fields of the documents i×64 to i×64+63 in a dense
// list.
func (p *Postings) Bits(i int) (low, high uint64) {
	b := (*[16]byte)(p.data[i*16:])
	return LE.Uint64(b[:8]), LE.Uint64(b[8:])
}

// OrDense adds the documents of a dense list to a bitset of all documents.
func (p *Postings) OrDense(to []uint64) {
	data := p.data[:16*len(to)]
	for i := range to {
		b := (*[16]byte)(data)
		to[i] |= LE.Uint64(b[:8]) | LE.Uint64(b[8:])
		data = data[16:]
	}
}

// NewDense returns an empty dense list in data, of DenseSize bytes.
func NewDense(data []byte) Postings {
	clear(data)
	return Postings{data: data, Dense: true}
}

// Raise adds some of the documents i×64 to i×64+63 to a dense list, given the low and the high bits
// of their fields. If a document has two fields, Raise keeps the greater.
func (p *Postings) Raise(i int, low, high uint64) {
	b := (*[16]byte)(p.data[i*16:])
	l, h := LE.Uint64(b[:8]), LE.Uint64(b[8:])
	LE.PutUint64(b[:8], l&(h|^high)|low&(high|^h))
	LE.PutUint64(b[8:], h|high)
}

// Join raises the documents of another list of an index of docs documents.
func (p *Postings) Join(other *Postings, docs int) {
	if other.Dense {
		for i := range WordsFor(docs) {
			low, high := other.Bits(i)
			p.Raise(i, low, high)
		}
		return
	}
	for i := range other.Count {
		posting := other.At(i)
		doc := int(posting >> DocShift)
		if doc >= docs { // lists may be damaged
			return
		}
		p.Raise(doc/64, uint64(posting&1)<<(doc%64), uint64(posting>>1&1)<<(doc%64))
	}
}

// Has reports whether a document is in the list.
func (p *Postings) Has(doc uint32) bool {
	if p.Dense {
		low, high := p.Bits(int(doc / 64))
		return (low|high)>>(doc%64)&1 != 0
	}
	at := p.Seek(0, doc)
	return at < p.Count && p.At(at)>>DocShift == doc
}

// Seek returns the first posting of a sparse list from at on whose document is not below doc. It
// gallops, then halves.
func (p *Postings) Seek(at int, doc uint32) int {
	lo, step := at, 1
	for lo+step < p.Count && p.At(lo+step)>>DocShift < doc {
		lo += step
		step *= 2
	}
	hi := min(lo+step, p.Count)
	for lo < hi {
		i := (lo + hi) / 2
		if p.At(i)>>DocShift < doc {
			lo = i + 1
		} else {
			hi = i
		}
	}
	return lo
}

// Each calls f with every posting of a sparse or dense list of docs documents, in their order.
func (p *Postings) Each(docs int, f func(doc uint32, field Field)) {
	if !p.Dense {
		for i := range p.Count {
			posting := p.At(i)
			f(posting>>DocShift, Field(posting&FieldMask))
		}
		return
	}
	for i := range WordsFor(docs) {
		low, high := p.Bits(i)
		for set := low | high; set != 0; set &= set - 1 {
			bit := bits.TrailingZeros64(set)
			f(uint32(i*64+bit), Field(low>>bit&1|high>>bit&1<<1))
		}
	}
}

// Append appends a list of postings of an index of docs documents in the form on disk.
func Append(dst []byte, postings []uint32, docs int) []byte {
	if !isDense(len(postings), docs) {
		for _, p := range postings {
			dst = LE.AppendUint32(dst, p)
		}
		if len(postings)%2 > 0 {
			dst = LE.AppendUint32(dst, 0)
		}
		return dst
	}
	start := len(dst)
	dst = append(dst, make([]byte, listSize(len(postings), docs))...)
	b := dst[start:]
	for _, p := range postings {
		doc, field := p>>DocShift, p&FieldMask
		b[doc/64*16+doc%64/8] |= byte(field&1) << (doc % 8)
		b[doc/64*16+8+doc%64/8] |= byte(field>>1) << (doc % 8)
	}
	return dst
}
