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

// cities are those called by one word, but for one where more than half of the documents are.
func cities(n *Naive) map[string]string {
	there, named := map[string]int{}, map[string]string{}
	for _, d := range n.docs {
		there[string(text.AppendKey(nil, d.City))]++
	}
	for key, docs := range there {
		if all := tokens(key); 2*docs <= len(n.docs) && len(all) == 1 && all[0].text == key {
			named[key] = key
		}
	}
	return named
}

// location is a country or a city.
type location struct{ country, city string }

// placeOf is the country that a word names, or the city that is all of a query, if a third of what
// has the word is there.
func placeOf(n *Naive, w item) (p location) {
	if code := n.countries[w.word]; code != "" || w.beside {
		return location{country: code}
	}
	p.city = n.cities[w.word]
	has, there := 0, 0
	for i := range n.docs {
		if n.docs[i].words[w.word] > 0 {
			has++
		}
		if p.has(&n.docs[i]) {
			there++
		}
	}
	if 3*there < has || has == 0 {
		return location{}
	}
	return p
}

// has reports whether a document takes place there.
func (p location) has(d *document) bool {
	return p.country != "" && text.Fold(d.Country) == p.country ||
		p.city != "" && string(text.AppendKey(nil, d.City)) == p.city
}
