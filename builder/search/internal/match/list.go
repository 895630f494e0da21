package match

import "cartaz/builder/search/internal/format"

// List is one list of documents while a query runs: the postings of a term, or those of many terms
// joined.
type List struct {
	format.Postings
	// joined, instead of postings, has for each 64 documents one bitset for each field: documents
	// that hold one of the terms in that field or a greater one. So two lists are joined by or.
	joined []uint64
}

// fieldSets is how many bitsets a joined list has for each 64 documents.
const fieldSets = int(format.InName)

// Joined reports whether the list is made of many; only then are there FieldSets, and no postings.
func (l *List) Joined() bool { return l.joined != nil }

// FieldSets returns the bitsets of the documents i×64 to i×64+63 of a joined list. Set f-1 has
// those that hold a term in field f or a greater one.
func (l *List) FieldSets(i int) *[fieldSets]uint64 {
	return (*[fieldSets]uint64)(l.joined[i*fieldSets:])
}

// Gather adds the documents of the list to a bitset.
func (l *List) Gather(to []uint64) {
	switch {
	case l.joined != nil:
		for i := range to {
			to[i] |= l.FieldSets(i)[0]
		}
	case l.Dense:
		l.OrDense(to)
	default:
		for i := range l.Count {
			doc := l.At(i) >> format.DocShift
			if w := doc / 64; w < uint32(len(to)) { // lists may be damaged
				to[w] |= 1 << (doc % 64)
			}
		}
	}
}

// gatherSpots is Gather for a sparse list. It appends which words of the set were zero before.
func (l *List) gatherSpots(to []uint64, spots []uint32) []uint32 {
	for i := range l.Count {
		doc := l.At(i) >> format.DocShift
		w := doc / 64
		if w >= uint32(len(to)) { // lists may be damaged
			continue
		}
		if to[w] == 0 {
			spots = append(spots, w)
		}
		to[w] |= 1 << (doc % 64)
	}
	return spots
}

// GatherAt is Gather for the documents i×64 to i×64+63 of each spot i; it may add others.
func (l *List) GatherAt(to []uint64, spots []uint32) {
	switch {
	case l.joined != nil:
		for _, i := range spots {
			to[i] |= l.FieldSets(int(i))[0]
		}
	case l.Dense:
		for _, i := range spots {
			low, high := l.Bits(int(i))
			to[i] |= low | high
		}
	default:
		l.Gather(to)
	}
}

// GatherFrom adds the documents that hold the term in a field or a greater one.
func (l *List) GatherFrom(to []uint64, field format.Field) {
	switch {
	case field == format.InDescription:
		l.Gather(to)
	case l.joined != nil:
		for i := range to {
			to[i] |= l.FieldSets(i)[field-1]
		}
	case l.Dense && field == format.InPlace:
		for i := range to {
			_, high := l.Bits(i)
			to[i] |= high
		}
	case l.Dense:
		for i := range to {
			low, high := l.Bits(i)
			to[i] |= low & high
		}
	default:
		for i := range l.Count {
			p := l.At(i)
			doc := p >> format.DocShift
			if w := doc / 64; format.Field(p&format.FieldMask) >= field && w < uint32(len(to)) {
				to[w] |= 1 << (doc % 64)
			}
		}
	}
}

// joinNames adds the documents that hold the term in their name to a joined list over so many
// documents, as if every term of theirs stood there.
func (l *List) joinNames(to *List, docs int) {
	if !l.Joined() && !l.Dense {
		for i := range l.Count {
			posting := l.At(i)
			doc := int(posting >> format.DocShift)
			if doc >= docs { // lists may be damaged
				return
			}
			if format.Field(posting&format.FieldMask) == format.InName {
				sets, bit := to.FieldSets(doc/64), uint64(1)<<(doc%64)
				sets[0], sets[1], sets[2] = sets[0]|bit, sets[1]|bit, sets[2]|bit
			}
		}
		return
	}
	for i := range format.WordsFor(docs) {
		var names uint64
		if l.Joined() {
			names = l.FieldSets(i)[format.InName-1]
		} else {
			low, high := l.Bits(i)
			names = low & high
		}
		sets := to.FieldSets(i)
		sets[0], sets[1], sets[2] = sets[0]|names, sets[1]|names, sets[2]|names
	}
}

// reaches reports whether one of so many documents holds the term in a field, which is no
// description, or a greater one.
func (l *List) reaches(field format.Field, docs int) bool {
	if !l.Dense {
		for i := range l.Count {
			if format.Field(l.At(i)&format.FieldMask) >= field {
				return true
			}
		}
		return false
	}
	for i := range format.WordsFor(docs) {
		if _, high := l.Bits(i); high != 0 {
			return true
		}
	}
	return false
}

// hasPlace reports whether one of so many documents holds the term in a place and not in its name.
func (l *List) hasPlace(docs int) bool {
	if !l.Dense {
		for i := range l.Count {
			if format.Field(l.At(i)&format.FieldMask) == format.InPlace {
				return true
			}
		}
		return false
	}
	for i := range format.WordsFor(docs) {
		if low, high := l.Bits(i); high&^low != 0 {
			return true
		}
	}
	return false
}

// join adds postings to a joined list over so many documents.
func (l *List) join(p *format.Postings, docs int) {
	if p.Dense {
		for i := range format.WordsFor(docs) {
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
		doc := int(posting >> format.DocShift)
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

// unite adds what another joined list over the same documents has.
func (l *List) unite(other *List) {
	for i, w := range other.joined {
		l.joined[i] |= w
	}
}

// Resized returns b with n elements, whatever they are.
func Resized[T any](b []T, n int) []T {
	if cap(b) < n {
		return make([]T, n)
	}
	return b[:n]
}

// countDocuments counts the documents that satisfy a clause of a token, at most.
func countDocuments(p *Plan, c *Clause) {
	c.Documents = 0
	for k := Exact; k <= Prefix; k++ {
		c.Documents += p.documents(c.Lists[k])
	}
	if len(c.Parts) > 0 {
		least := c.Parts[0].Documents
		for _, part := range c.Parts[1:] {
			least = min(least, part.Documents)
		}
		c.Documents += least
	}
}

// documents is how many documents some lists have at most.
func (p *Plan) documents(lists Span) int {
	n, docs := 0, p.index.file.Docs()
	for i := lists.Lo; i < lists.Hi; i++ {
		n = min(n+p.Lists[i].Count, docs)
	}
	return n
}
