package match

import (
	"strings"

	"cartaz/builder/search/internal/format"
)

// Trace notes where the lists of a plan come from, for explanations. A nil trace notes nothing, so
// that a query pays one comparison for each of its lists.
type Trace struct {
	Lists []Origin // of Plan.Lists, by number
}

// Origin says what one list is of.
type Origin struct {
	Section   format.Section // the dictionary
	Key       string         // there; of a list that was joined for the query the prefix
	Terms     int            // how many lists were joined for the query, else 0
	Documents int
	Names     bool // of a prefix: only names count
	Writing   bool // of another writing of a part of the query
}

// IsSynonym reports whether the list is that of the synonyms of a word.
func (o *Origin) IsSynonym() bool { return o.Key != "" && o.Key[0] == format.SynonymOf }

// Word is the word that the list is of.
func (o *Origin) Word() string {
	return strings.TrimPrefix(strings.TrimPrefix(o.Key, string(format.SynonymOf)),
		string(format.KanaWord))
}

// list notes that list number at of the plan is the entry i of a dictionary.
func (t *Trace) list(at int, d *format.Dictionary, i int) {
	if t != nil {
		t.Lists = append(t.Lists[:at], Origin{Section: d.Section(), Key: string(d.Key(i)),
			Documents: d.Count(i)})
	}
}

// again notes that list number at is list number of once more.
func (t *Trace) again(at, of int) {
	if t != nil {
		t.Lists = append(t.Lists[:at], t.Lists[of])
	}
}

// days notes that list number at was made from the days of the documents.
func (t *Trace) days(at, documents int) {
	if t != nil {
		t.Lists = append(t.Lists[:at], Origin{Section: format.Days, Documents: documents})
	}
}

// writing notes that list number at is of another writing of a part of the query.
func (t *Trace) writing(at int, other []byte, documents int) {
	if t != nil {
		o := Origin{Section: format.Terms, Key: string(other), Documents: documents, Writing: true}
		t.Lists = append(t.Lists[:at], o)
	}
}

// joined notes that list number at was joined from those of words with a prefix.
func (t *Trace) joined(at int, prefix []byte, terms, documents int) {
	if t != nil {
		o := Origin{Section: format.Terms, Key: string(prefix), Terms: terms, Documents: documents}
		t.Lists = append(t.Lists[:at], o)
	}
}
