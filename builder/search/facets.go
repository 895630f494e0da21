package search

import (
	"iter"
	"slices"

	"cartaz/builder/search/analysis"
	"cartaz/builder/search/internal/index"
	"cartaz/builder/text"
)

// Facets holds the values by which documents are filtered, with their keys and the labels that
// people read.
type Facets struct{ file *index.File }

// Facet is one of these facets.
type Facet = index.Section

// The facets that have labels. The key of a city is its folded name, of an organiser the slug, of a
// country the ISO 3166-1 code.
const (
	Cities        = index.Cities
	Organizations = index.Organizations
	Venues        = index.Venues
	Countries     = index.Countries
	Topics        = index.Topics
)

// Label returns the usual spelling of a value, given its key in any case: the spelling that most
// documents have, or the first of equally frequent ones. It returns false if no document has the
// value.
func (x Facets) Label(f Facet, key string) (string, bool) {
	var buf [128]byte
	d := x.file.Dictionary(f)
	i, ok := d.Find(text.AppendKey(buf[:0], key))
	if !ok {
		return "", false
	}
	label := d.Label(i)
	return string(label), len(label) > 0
}

// Values yields the folded key and the label of every value, in the order of the keys. The bytes
// belong to the index: they must not be changed, nor used after it is closed.
func (x Facets) Values(f Facet) iter.Seq2[[]byte, []byte] {
	return func(yield func(key, label []byte) bool) {
		d := x.file.Dictionary(f)
		for i := range d.Len() {
			key, label := d.Key(i), d.Label(i)
			if len(key) > 0 && len(label) > 0 && !yield(key, label) {
				return
			}
		}
	}
}

// StateKey returns the folded abbreviation of a state of documents, given the abbreviation in any
// case or the name of a Brazilian state. It returns false if no document is in that state.
func (x Facets) StateKey(state string) (string, bool) {
	var key [128]byte
	folded := analysis.AppendStateKey(key[:0], state)
	if len(folded) == 0 {
		return "", false
	}
	d := x.file.Dictionary(index.States)
	if _, ok := d.Find(folded); !ok {
		return "", false
	}
	return string(folded), true
}

// Counts returns how many results of a query each city, venue, country, tag and day has, as
// counts["city"]["Recife"]. A facet has at most the most common values (all if most is 0), and more
// is the number of its further values. Days are those with results among the 31 from the later one
// of q.From and q.Today on, up to q.To.
func (x *Index) Counts(q Query, most int) (counts map[string]map[string]int, more map[string]int) {
	var b queryBuffers
	counts = map[string]map[string]int{}
	more = map[string]int{}
	if b.answer(x, &q, 0, 0, nil); b.Total == 0 {
		return counts, more
	}
	for _, f := range Filters {
		if f.Type != OfName || f.Section == index.States || f.Section == Organizations {
			continue
		}
		// The number of documents of the answer in each value, the most common first.
		d := x.file.Dictionary(f.Section)
		n, order := make([]int, d.Len()), []int{}
		for i := range n {
			list, _ := d.Postings(i) // empty if it is damaged
			list.Each(x.Len(), func(doc uint32, _ index.Field) {
				if has(b.Live, doc) {
					n[i]++
				}
			})
			if n[i] > 0 {
				order = append(order, i)
			}
		}
		slices.SortStableFunc(order, func(i, j int) int { return n[j] - n[i] })
		values := map[string]int{}
		for k, i := range order {
			name := string(d.Label(i))
			if values[name] > 0 {
				name = string(d.Key(i))
			}
			values[name] = n[i]
			if k+1 == most {
				more[f.Name] = len(order) - most
				break
			}
		}
		counts[f.Name] = values
	}
	// A day is not a value in a dictionary: each one is a search.
	counts["day"] = map[string]int{}
	if from := max(q.From, q.Today); from > 0 {
		until := from + 30
		if q.To > 0 {
			until = min(until, q.To)
		}
		for day := from; day <= until; day++ {
			q.From, q.To = day, day
			if _, n := x.Search(q, 0, 0, nil); n > 0 {
				counts["day"][day.String()] = n
			}
		}
	}
	return counts, more
}
