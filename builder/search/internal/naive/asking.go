package naive

import (
	"slices"

	"cartaz/builder/search/text"
)

// unasked reads a text without what only asks, if that is a part of it and not all.
func (n *Naive) unasked(query string, wanted []item) (
	shortest string, without language, skipped bool,
) {
	asks := func(w item) bool { return w.single() && slices.Contains(n.asking, w.word) }
	if !slices.ContainsFunc(wanted, func(w item) bool { return !asks(w) }) {
		return "", without, false
	}
	shortest = query
	for i := range query {
		tail := text.Fold(query[i:])
		if i > 0 && len(shortest) == len(query) && slices.Contains(n.askingEnds, tail) {
			shortest = query[:i]
		}
	}
	if len(shortest) == len(query) && !slices.ContainsFunc(wanted, asks) {
		return "", without, false
	}
	without = n.language
	without.stops = slices.Concat(n.stops, n.asking)
	return shortest, without, true
}

// hasKinds reports whether a text has words for kinds of events, and others, of which each stands
// somewhere.
func hasKinds(n *Naive, wanted []item) bool {
	kind := func(w item) bool { return w.single() && slices.Contains(n.kinds, w.word) }
	others := slices.DeleteFunc(slices.Clone(wanted), kind)
	return 0 < len(others) && len(others) < len(wanted) && !slices.ContainsFunc(others, n.nowhere)
}
