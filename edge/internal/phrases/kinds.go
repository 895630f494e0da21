package phrases

import (
	"strings"

	"cartaz/builder/search"
)

// DropKinds takes words for the kind of all events out of a query, such as "conferences" if only
// some events have it in their names. It does not change a query with quotation marks.
func (n *Names) DropKinds(query string) string {
	if strings.ContainsAny(query, Quotes) {
		return query
	}
	r := newReader(query)
	var spans [][2]int
	for i, t := range r.tokens {
		if kind, ok := anyLanguage.Kind[r.word(i)]; ok && kind.n == n.kind() {
			spans = append(spans, [2]int{t.start, t.end})
		}
	}
	if spans == nil {
		return query
	}
	return cut(query, spans)
}

// commonKind returns the number of the kind that all events have, or 0: at least one event in six
// has a word for it, and at most one in twenty of these has a word for another kind.
func (n *Names) commonKind() (kind int) {
	var counts [4]int // of the events that the most common word for a kind finds
	all := 0
	for word, k := range anyLanguage.Kind {
		_, o := n.Index.Answer(search.Query{Text: word}, 0, 0, nil)
		if o.Reading < search.Corrected { // as it is written
			counts[k.n] = max(counts[k.n], o.Total)
		}
	}
	for k, count := range counts {
		all += count
		if count > counts[kind] {
			kind = k
		}
	}
	if most := counts[kind]; most*6 < n.Index.Len() || (all-most)*20 > most {
		return 0
	}
	return kind
}
