package phrases

import (
	"strings"

	"cartaz/builder/search"
	"cartaz/builder/text"
)

// otherKind is the number of words for kinds that say more than that there is a show or a
// conference: a catalogue that has such events anywhere knows them.
const otherKind = 4

// kinds returns the words of a query for kinds of events. A query with quotation marks or a choice
// has none.
func kinds(query string, asked func(kind int) bool) (spans [][2]int) {
	if strings.ContainsAny(query, Quotes) || strings.Contains(query, search.Or) {
		return nil
	}
	r := newReader(query)
	for i, t := range r.tokens {
		if kind, end, ok := r.longest(i, anyLanguage.Kind); ok && asked(kind.n) {
			spans = append(spans, [2]int{t.start, r.tokens[end-1].end})
		}
	}
	return spans
}

// DropKinds takes words for the kind of all events out of a query, such as "conferences" if only
// some events have it in their names.
func (n *Names) DropKinds(query string) string {
	if spans := kinds(query, func(kind int) bool { return kind == n.kind() }); spans != nil {
		return cut(query, spans)
	}
	return query
}

// Fewer returns a query without each part that must not empty it, and these parts: words for kinds
// of events, and places that "or" joins with others in the text as it was typed. A kind that is the
// whole query stays if events of the catalogue are of it: "concert" says nothing, "workshop" does.
func (n *Names) Fewer(query, typed string) (rests, parts []string) {
	spans := append(kinds(query, func(int) bool { return true }), elsewhere(query, typed)...)
	for _, span := range spans {
		rest, part := cut(query, [][2]int{span}), query[span[0]:span[1]]
		known := 0
		if rest == "" && anyLanguage.Kind[text.Fold(part)].n == otherKind {
			_, known = n.Index.Search(search.Query{Text: part}, 0, 0, nil)
		}
		if known <= 1 {
			rests, parts = append(rests, rest), append(parts, part)
		}
	}
	return rests, parts
}

// elsewhere returns the spans of a query next to a word for "or" in the text that it was read from.
func elsewhere(query, typed string) (spans [][2]int) {
	r, t := newReader(query), newReader(typed)
	for or := range t.tokens {
		if anyLanguage.Join[t.word(or)].n != 1 {
			continue
		}
		for _, step := range []int{-1, 1} {
			for at := range r.tokens {
				end := at
				for in := or + step; r.word(end) != "" && r.word(end) == t.word(in); in += step {
					end += step
				}
				if end != at {
					first, last := min(at, end-step), max(at, end-step)
					spans = append(spans, [2]int{r.tokens[first].start, r.tokens[last].end})
				}
			}
		}
	}
	return spans
}

// commonKind returns the number of the kind that all events have, or 0: at least one event in six
// has a word for it, and at most one in twenty of these has a word for another kind.
func (n *Names) commonKind() (kind int) {
	var counts [otherKind]int // of the events that the most common word for a kind finds
	all := 0
	for word, k := range anyLanguage.Kind {
		if k.n >= otherKind {
			continue
		}
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
