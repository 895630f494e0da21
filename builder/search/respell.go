package search

import (
	"slices"
	"strings"
	"unicode"
)

// Spelled is a word of a query as it was understood.
type Spelled struct {
	Text      string // as typed, or, corrected, a word of the index, folded
	Corrected bool
}

// Respell says how a query was understood whose answer is corrected and not empty (see Answer): the words of its text, those that
// were mistyped replaced by what the first document of the answer, doc, has instead. It returns nothing for other queries. It
// costs about as much as Search, and allocates.
func (x *Index) Respell(q Query) (words []Spelled, doc uint32) {
	s := &scratch{trace: new(trace)}
	ids := x.answer(s, q, 0, 1, nil)
	if !s.corrected || len(ids) == 0 {
		return nil, 0
	}
	s.few.docs = ids
	s.few.begin()
	instead := map[string]string{}
	for i := range s.units {
		if u := &s.units[i]; !u.filter() {
			if word, ok := s.correction(u); ok {
				instead[string(s.textOf(u))] = word
			}
		}
	}
	var own scratch
	for field := range strings.FieldsSeq(head(q.Text, maxQuery)) {
		own.parse(field)
		if len(own.wanted) == 1 {
			at := own.wanted[0].text
			if word, ok := instead[string(own.text[at.lo:at.hi])]; ok {
				words = append(words, Spelled{Text: word, Corrected: true})
				continue
			}
		}
		words = append(words, Spelled{Text: field})
	}
	return words, ids[0]
}

// correction is the word that the one document in s.few has instead of that of the unit; false when it has that one or a
// form of it.
func (s *scratch) correction(u *unit) (string, bool) {
	s.scoreFew(u, nil)
	points := s.few.points[0]
	for _, k := range [...]kind{oneEdit, twoEdit} {
		for i := u.leaves[k].lo; i < u.leaves[k].hi; i++ {
			clear(s.few.class)
			s.leaves[i].score(&s.few, nil, s.few.class, &ownClass)
			if c := s.few.class[0]; c > 0 && pointsOf[k][c] == points {
				return s.trace.leaves[i].word(), true
			}
		}
	}
	return "", false
}

// Keywords returns the words that a query for the text must find, as they are typed, without what stands around them: stop words
// and pictograms only when there is nothing else. A hyphenated word is one. Only as much is read as of a query.
func Keywords(text string) []string {
	var s scratch
	var words, others []string
	for field := range strings.FieldsSeq(head(text, maxQuery)) {
		s.parse(field)
		signs := len(s.wanted) > 0 && hasSigns(s.textOf(&unit{wanted: len(s.wanted) - 1}))
		field = strings.TrimFunc(field, func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r) && !unicode.IsSymbol(r) && !(signs && r == '#')
		})
		switch {
		case len(s.wanted) == 0 || len(words) == maxWords:
		case slices.ContainsFunc(s.wanted, func(w wanted) bool { return w.kind != picture && !s.isStop(&w) }):
			words = append(words, field)
		default:
			others = append(others, field)
		}
	}
	if len(words) == 0 {
		return others[:min(len(others), maxWords)]
	}
	return words
}
