package query

import "cartaz/builder/search/internal/index"

// Trace notes where the lists of a plan come from, for explanations. A nil trace notes nothing, so
// that a query pays one comparison for each of its lists.
type Trace struct {
	Lists []Origin // of Plan.Lists, by number
}

// Origin says what one list is of.
type Origin struct {
	Section   index.Section // the dictionary
	Key       string        // there; of a list that was joined for the query the prefix
	Rule      string        // that led to it
	Terms     int           // how many lists were joined for the query, else 0
	Documents int
}

// list notes that list number at of the plan is the entry i of a dictionary.
func (t *Trace) list(at int, d *index.Dictionary, i int, rule string) {
	if t != nil {
		t.Lists = append(t.Lists[:at], Origin{Section: d.Section(), Key: string(d.Key(i)),
			Rule: rule, Documents: d.Count(i)})
	}
}

// joined notes that list number at was joined from those of words with a prefix.
func (t *Trace) joined(at int, prefix []byte, terms, documents int) {
	if t != nil {
		o := Origin{Section: index.Terms, Key: string(prefix), Terms: terms, Documents: documents}
		t.Lists = append(t.Lists[:at], o)
	}
}
