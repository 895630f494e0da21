package naive

import (
	"maps"
	"slices"
	"strings"

	"cartaz/builder/search/text"
)

// countries are the codes of countries by their names of one word, but for one where more than half
// of the documents are. The name of a code is what most
// documents call it, and of equally frequent ones the first.
func countries(n *Naive) map[string]string {
	named, counts := map[string]string{}, map[[2]string]int{}
	var order [][2]string
	for _, d := range n.docs {
		if code := text.Fold(d.Country); code != "" && len(d.CountryNames) > 0 {
			key := [2]string{code, strings.TrimSpace(d.CountryNames[0])}
			if counts[key]++; counts[key] == 1 {
				order = append(order, key)
			}
		}
	}
	best, there := map[string][2]string{}, map[string]int{}
	for _, d := range n.docs {
		there[text.Fold(d.Country)]++
	}
	for _, key := range order {
		if counts[key] > counts[best[key[0]]] {
			best[key[0]] = key
		}
	}
	for _, code := range slices.Sorted(maps.Keys(best)) {
		all := tokens(best[code][1])
		name := text.Fold(best[code][1])
		if 2*there[code] <= len(n.docs) && len(all) == 1 && all[0].kind == 'w' &&
			all[0].text == name && named[name] == "" {
			named[name] = code
		}
	}
	return named
}

// isIn reports whether a document takes place in the country that a word names.
func isIn(n *Naive, d *document, w item) bool {
	code := n.countries[w.word]
	return code != "" && w.single() && text.Fold(d.Country) == code
}
