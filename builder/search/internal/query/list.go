package query

import "cartaz/builder/search/internal/index"

// List is one list of documents while a query runs: the postings of a term, or those of many terms
// joined.
type List struct {
	index.Postings
	// joined, instead of postings, has for each 64 documents one bitset for each field: documents
	// that hold one of the terms in that field or a greater one. So two lists are joined by or.
	joined []uint64
	// Least is the field from which on the list counts; 0 for any.
	Least index.Field
	// phrase: it may be of more words than its token, as a joined word and a synonym are.
	phrase bool
	// Section and Entry name the dictionary entry, Rule what led to it, for explanations. A list
	// that was joined for the query has no entry.
	Section index.Section
	Entry   int
	Rule    string
}

// fieldSets is how many bitsets a joined list has for each 64 documents.
const fieldSets = int(index.InName)

// Joined reports whether the list is made of many; only then are there FieldSets, and no postings.
func (l *List) Joined() bool { return l.joined != nil }

// FieldSets returns the bitsets of the documents i×64 to i×64+63 of a joined list. Set f-1 has
// those that hold a term in field f or a greater one.
func (l *List) FieldSets(i int) *[fieldSets]uint64 {
	return (*[fieldSets]uint64)(l.joined[i*fieldSets:])
}

// from are the documents i×64 to i×64+63 of a list that is not sparse which hold a term in a field
// or a greater one.
func (l *List) from(i int, field index.Field) uint64 {
	if l.joined != nil {
		return l.FieldSets(i)[field-1]
	}
	switch low, high := l.Bits(i); field {
	case index.InName:
		return low & high
	case index.InPlace:
		return high
	default:
		return low | high
	}
}

// Gather adds the documents of the list to a bitset.
func (l *List) Gather(to []uint64) { l.GatherFrom(to, index.InDescription) }

// GatherFrom adds the documents that hold the term in a field or a greater one.
func (l *List) GatherFrom(to []uint64, field index.Field) {
	field = max(field, l.Least)
	switch {
	case l.Dense && field == index.InDescription:
		l.OrDense(to)
	case l.Dense || l.Joined():
		for i := range to {
			to[i] |= l.from(i, field)
		}
	default:
		for i := range l.Count {
			p := l.At(i)
			doc := p >> index.DocShift
			w := doc / 64 // lists may be damaged
			if index.Field(p&index.FieldMask) >= field && w < uint32(len(to)) {
				to[w] |= 1 << (doc % 64)
			}
		}
	}
}

// join adds postings to a joined list over so many documents.
func (l *List) join(p *index.Postings, docs int) {
	if p.Dense {
		for i := range index.WordsFor(docs) {
			low, high := p.Bits(i)
			sets := l.FieldSets(i)
			sets[0] |= low | high
			sets[1] |= high
			sets[2] |= low & high
		}
		return
	}
	for i := range p.Count {
		posting := p.At(i)
		doc := int(posting >> index.DocShift)
		if doc >= docs { // lists may be damaged
			return
		}
		low, high := uint64(posting&1), uint64(posting>>1&1)
		sets, bit := l.FieldSets(doc/64), doc%64
		sets[0] |= (low | high) << bit
		sets[1] |= high << bit
		sets[2] |= (low & high) << bit
	}
}

// Resized returns b with n elements, whatever they are.
func Resized[T any](b []T, n int) []T {
	if cap(b) < n {
		return make([]T, n)
	}
	return b[:n]
}
