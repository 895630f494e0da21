package a2a

import (
	"cmp"
	"slices"
	"strings"

	"cartaz/builder/search"
)

// Query is a message as it was understood, in the parameters of the API.
type Query struct {
	Text         string `json:"q,omitempty"`
	City         string `json:"city,omitempty"`         // as it is usually written
	State        string `json:"state,omitempty"`        // abbreviation, upper case
	Organization string `json:"organization,omitempty"` // slug

	// Dates says that words for a date were dropped, More that further places or
	// organisers were: the API takes one of each.
	Dates bool `json:"-"`
	More  bool `json:"-"`
}

// Limits of what is read of a message. Beyond them nobody states a wish.
const (
	maxText  = 2048 // bytes
	maxWords = 128
)

// Understand reads a message with the names that the index has. Its work is
// bounded by the size of the index's dictionaries times that of the message, in
// practice one pass over the names of cities and organisers.
func Understand(text string, index *search.Index) Query {
	r := newReader(text)
	r.findCities(index)
	r.findOrganizations(index)
	r.findStates(index)
	var q Query
	r.choose(&q)
	q.Dates = r.dropDates()
	q.Text = r.rest()
	return q
}

// place is what a name in a message names.
type place uint8

const (
	city place = iota
	state
	organization
)

// find is one reading of some words of a message: words[first:end].
type find struct {
	kind       place
	first, end int
	value      string
	cue        cue
}

// cue says how clearly the word before a name announces it.
type cue uint8

const (
	none      cue = iota
	weak          // "de": a place, or what something is about
	strong        // "em", "by"
	announced     // "estado de": it is this and nothing else
)

// reader reads one message.
type reader struct {
	text  string
	words []word
	plain string // folded words without conjunctions, each between blanks
	at    []int  // for each word of plain: where it begins there
	of    []int  // and which of words it is
	finds []find
	buf   []byte
}

func newReader(text string) *reader {
	r := &reader{text: head(text, maxText)}
	r.words = splitWords(r.text, maxWords)
	plain := []byte{' '}
	for i := range r.words {
		if isConjunction(r.words[i].folded) {
			continue
		}
		r.at, r.of = append(r.at, len(plain)), append(r.of, i)
		plain = append(append(plain, r.words[i].folded...), ' ')
	}
	r.plain = string(plain)
	return r
}

// occurrences calls f with the words of the message that a name is found in.
func (r *reader) occurrences(name []byte, f func(first, end int)) {
	r.buf = appendPlain(r.buf[:0], name)
	if len(r.buf) < 2 || !strings.Contains(r.plain, string(r.buf)) {
		return
	}
	count := strings.Count(string(r.buf), " ") - 1
	for from := 0; ; {
		i := strings.Index(r.plain[from:], string(r.buf))
		if i < 0 {
			return
		}
		from += i + 1
		if n, ok := slices.BinarySearch(r.at, from); ok {
			f(r.of[n], r.of[n+count-1]+1)
		}
	}
}

// before is the folded word before the i-th, "" at the beginning.
func (r *reader) before(i int) string {
	if i == 0 {
		return ""
	}
	return r.words[i-1].folded
}

// findCities looks for cities. A name of one word that nothing announces may be
// a word like any other (Nice, Mobile): it counts at the end of the message, or
// when capitals set it apart. Left among the words, it is still found, as events
// are searched by their city, too.
func (r *reader) findCities(index *search.Index) {
	shouting := r.isShouting()
	for label := range index.Cities() {
		r.occurrences(label, func(first, end int) {
			c := placeCue(r.before(first))
			if c == none && end-first == 1 && !r.pauses(first) && (first == 0 || shouting || !r.words[first].capital) {
				return
			}
			r.finds = append(r.finds, find{city, first, end, string(label), c})
		})
	}
}

func placeCue(w string) cue {
	switch {
	case isInCue(w):
		return strong
	case isOfCue(w):
		return weak
	}
	return none
}

// findOrganizations looks for organisers. A name of one word is often a word
// like any other (a house called Samba), so it counts only behind a word that
// announces an organiser.
func (r *reader) findOrganizations(index *search.Index) {
	for slug, label := range index.Organizations() {
		r.occurrences(label, func(first, end int) {
			c := none
			switch {
			case isMakerCue(r.before(first)):
				c = strong
			case isOfCue(r.before(first)) && first > 1 && isMaker(r.before(first-1)):
				c = weak
			}
			if end-first > 1 || c > none {
				r.finds = append(r.finds, find{organization, first, end, string(slug), c})
			}
		})
	}
}

// maxStateWords is the number of words in "Rio Grande do Sul".
const maxStateWords = 4

// findStates looks for states. Two letters are an abbreviation in capitals, or
// behind a word that announces a place; "to", "se", "am" and the like are words
// first. A name that is a common word too ("para") counts with its accents only.
func (r *reader) findStates(index *search.Index) {
	shouting := r.isShouting()
	for first := range r.words {
		for n := 1; n <= maxStateWords && first+n <= len(r.words); n++ {
			last := r.words[first+n-1]
			key, ok := index.StateKey(r.text[r.words[first].start:last.end])
			if !ok {
				continue
			}
			w := r.words[first]
			before := r.before(first)
			c := placeCue(before)
			named := isStateCue(before) || isOfCue(before) && first > 1 && isStateCue(r.before(first-1))
			if named {
				c = announced
			}
			if n == 1 && w.folded == key {
				if r.joins(first) || !(w.upper && !shouting) && (isDropped(w.folded) || c == none && !r.endsCity(first)) {
					continue
				}
			} else if n == 1 && isDropped(w.folded) && strings.ToLower(r.text[w.start:w.end]) == w.folded {
				continue
			}
			r.finds = append(r.finds, find{state, first, first + n, strings.ToUpper(key), c})
		}
	}
}

// pauses says whether the sentence ends or pauses behind a word.
func (r *reader) pauses(i int) bool {
	return i == len(r.words)-1 || r.text[r.words[i].end] != ' ' && !r.joins(i)
}

// joins says whether nothing but one sign parts a word from the next (AC/DC).
func (r *reader) joins(i int) bool {
	if i == len(r.words)-1 {
		return false
	}
	between := r.text[r.words[i].end:r.words[i+1].start]
	return len(between) == 1 && strings.Contains("/-&.'", between)
}

// isShouting says that capitals mean nothing, as there is nothing else.
func (r *reader) isShouting() bool {
	return len(r.words) > 2 && strings.ToUpper(r.text) == r.text
}

// endsCity says whether a city was read up to the word.
func (r *reader) endsCity(word int) bool {
	return slices.ContainsFunc(r.finds, func(f find) bool { return f.kind == city && f.end == word })
}

// choose takes the longest reading first; of equally long ones the one that is
// announced as what it is, then city before state before organiser, then the
// first in the text. No word is taken twice, and each kind once: the one
// announced most clearly, then the first. Another one as clear is dropped, since
// the API takes one of each; a less clear one stays a word to search for.
func (r *reader) choose(q *Query) {
	slices.SortStableFunc(r.finds, func(a, b find) int {
		return cmp.Or(
			cmp.Compare(b.end-b.first, a.end-a.first),
			compareTrue(a.cue == announced, b.cue == announced),
			compareTrue(a.kind == organization && a.cue == strong, b.kind == organization && b.cue == strong),
			cmp.Compare(a.kind, b.kind),
			cmp.Compare(a.first, b.first),
		)
	})
	var chosen []find
	for _, f := range r.finds {
		if !slices.ContainsFunc(chosen, func(c find) bool { return f.first < c.end && c.first < f.end }) {
			chosen = append(chosen, f)
		}
	}
	slices.SortStableFunc(chosen, func(a, b find) int {
		return cmp.Or(cmp.Compare(b.cue, a.cue), cmp.Compare(a.first, b.first))
	})
	var best [organization + 1]*find
	for i := range chosen {
		f := &chosen[i]
		if b := best[f.kind]; b == nil {
			best[f.kind] = f
		} else if f.cue < b.cue && f.value != b.value {
			continue
		} else {
			q.More = q.More || f.value != b.value
		}
		for i := f.first; i < f.end; i++ {
			r.words[i].taken = true
		}
	}
	for kind, value := range [...]*string{city: &q.City, state: &q.State, organization: &q.Organization} {
		if best[kind] != nil {
			*value = best[kind].value
		}
	}
}

func compareTrue(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// dropDates marks words for a date, since no date can be searched for, and says
// whether there were any.
func (r *reader) dropDates() bool {
	dropped := false
	for first := range r.words {
		for _, phrase := range datePhrases {
			if end := first + len(phrase); end <= len(r.words) && r.matches(first, phrase) {
				for i := first; i < end; i++ {
					r.words[i].taken = true
				}
				dropped = true
			}
		}
	}
	return dropped
}

func (r *reader) matches(first int, phrase []string) bool {
	for i, w := range phrase {
		if r.words[first+i].taken || r.words[first+i].folded != w {
			return false
		}
	}
	return true
}

// rest is the words that are left to search for, as they were written.
func (r *reader) rest() string {
	var b strings.Builder
	last := -1
	for i := range r.words {
		w := &r.words[i]
		if w.taken || isDropped(w.folded) {
			continue
		}
		if b.Len() > 0 {
			// What joins two words stays, as in AC/DC; the index knows it.
			between := r.text[r.words[last].end:w.start]
			if i != last+1 || len(between) != 1 {
				between = " "
			}
			b.WriteString(between)
		}
		b.WriteString(r.text[w.start:w.end])
		last = i
	}
	return b.String()
}
