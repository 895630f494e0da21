package query

import "cartaz/builder/search/internal/index"

// List is one list of documents while a query runs: the postings of a term, or the joined postings
// of many terms.
type List struct {
	index.Postings
	// Least is the field from which on the list counts; 0 for any.
	Least index.Field
	// phrase reports that the list may have more words than its token, like a joined word or a
	// synonym.
	phrase bool
	// other reports that its word is not the token: by a slip, its language or its script.
	other bool
	// Section and Entry name the dictionary entry, Rule the rule that led to it, for explanations.
	// A list that was joined for the query has the entry -1.
	Section index.Section
	Entry   int
	Rule    string
}

// Gather adds the documents of the list to a bitset.
func (l *List) Gather(to []uint64) { l.GatherFrom(to, index.InDescription) }

// GatherFrom adds the documents that hold the term in a field or a greater one.
func (l *List) GatherFrom(to []uint64, field index.Field) {
	field = max(field, l.Least)
	switch {
	case l.Dense && field == index.InDescription:
		l.OrDense(to)
	case l.Dense: // the high bit is set in names and places, the low one in names too
		for i := range to {
			low, high := l.Bits(i)
			if field == index.InName {
				high &= low
			}
			to[i] |= high
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

// Resized returns b with n elements of any value.
func Resized[T any](b []T, n int) []T {
	if cap(b) < n {
		return make([]T, n)
	}
	return b[:n]
}
