package a2a

import (
	"cmp"
	"slices"
	"strings"

	"cartaz/builder/text"
	"cartaz/edge/internal/answer/listquery"
	"cartaz/edge/internal/timewords"
)

// Query is a message as it was understood, in the parameters of a search.
type Query struct {
	Text         string // with the words for time, which the search reads
	City         string // as it is usually written
	State        string // abbreviation, upper case
	Organization string // slug
	Venue        string // key
	Country      string // code, folded

	// Days and hour, only where the search would not read them in Text: From and To as YYYY-MM-DD,
	// After from 1 to 23.
	From, To string
	After    int

	// Dates says that words for a time that means no days were dropped. More says that further
	// places or organisers were dropped: a search takes one of each.
	Dates, More bool
}

// TimeReader finds the words for time in a text; see [answer.Catalogue.ReadTime].
type TimeReader func(text string) timewords.Meaning

// Limits on how much of a message is read. Nobody states a wish after them.
const (
	maxText  = 2048 // bytes
	maxWords = 128
)

// Understand reads a message with the names of an index.
func Understand(text string, names *listquery.Names, readTime TimeReader) Query {
	r := newMessageParser(text)
	r.findNames(names)
	r.findStates(names.Index)
	var q Query
	r.chooseMentions(&q)
	r.markTime(&q, readTime)
	return q
}

// messageParser reads one message.
type messageParser struct {
	text       string
	words      []word
	normalized string // as listquery.AppendName writes names
	offsets    []int  // of each word in normalized
	wordOf     []int  // of each word in normalized: its index in words
	mentions   []mention
}

func newMessageParser(message string) *messageParser {
	r := &messageParser{text: text.Clip(message, maxText)}
	r.words = splitWords(r.text, maxWords)
	var normalized []byte
	for i := range r.words {
		if listquery.IsConjunction(r.words[i].folded) {
			continue
		}
		r.offsets, r.wordOf = append(r.offsets, len(normalized)), append(r.wordOf, i)
		normalized = append(append(normalized, r.words[i].folded...), ' ')
	}
	r.normalized = string(normalized)
	return r
}

// wordBefore is the folded word before the i-th word, "" at the beginning.
func (r *messageParser) wordBefore(i int) string {
	if i == 0 {
		return ""
	}
	return r.words[i-1].folded
}

// endsPhrase reports whether a phrase or the message ends after the word.
func (r *messageParser) endsPhrase(i int) bool {
	return i == len(r.words)-1 || r.text[r.words[i].end] != ' ' && !r.isJoined(i)
}

// isJoined reports whether one sign, and nothing else, separates a word from the next one (AC/DC).
func (r *messageParser) isJoined(i int) bool {
	if i == len(r.words)-1 {
		return false
	}
	between := r.text[r.words[i].end:r.words[i+1].start]
	return len(between) == 1 && strings.Contains("/-&.'", between)
}

// isAllCapitals reports whether the whole message is in capitals, so that capitals mark no name.
func (r *messageParser) isAllCapitals() bool {
	return len(r.words) > 2 && strings.ToUpper(r.text) == r.text
}

// endsCity reports whether a mention of a city ends before the word.
func (r *messageParser) endsCity(word int) bool {
	return slices.ContainsFunc(r.mentions, func(f mention) bool {
		return f.kind == listquery.City &&
			f.end == word
	})
}

// chooseMentions decides between mentions that overlap, and keeps one of each kind.
//
// Overlaps: the longest mention wins. Among equally long mentions the order is: a certain cue, a
// strong cue for an organiser, then city before state before organiser, then the first in the text.
//
// Kinds: the mention with the strongest cue wins, then the first in the text. A second mention with
// an equal cue is dropped, because the API takes one of each kind. A second mention with a weaker
// cue stays a word to search for.
func (r *messageParser) chooseMentions(q *Query) {
	slices.SortStableFunc(r.mentions, func(a, b mention) int {
		return cmp.Or(
			cmp.Compare(b.end-b.first, a.end-a.first),
			compareTrue(a.cue == certainCue, b.cue == certainCue),
			compareTrue(a.kind == listquery.Organization && a.cue == strongCue,
				b.kind == listquery.Organization && b.cue == strongCue),
			cmp.Compare(a.kind, b.kind),
			cmp.Compare(a.first, b.first),
		)
	})
	var chosen []mention
	for _, f := range r.mentions {
		if !slices.ContainsFunc(chosen, func(c mention) bool {
			return f.first < c.end &&
				c.first < f.end
		}) {
			chosen = append(chosen, f)
		}
	}
	slices.SortStableFunc(chosen, func(a, b mention) int {
		return cmp.Or(cmp.Compare(b.cue, a.cue), cmp.Compare(a.first, b.first))
	})
	var best [listquery.Kinds]*mention
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
	for kind, value := range [...]*string{listquery.City: &q.City,
		listquery.State: &q.State, listquery.Organization: &q.Organization,
		listquery.Venue: &q.Venue, listquery.Country: &q.Country} {
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

// markTime sets the text of the query, with the words for time that the search reads.
//
// Names go first: "Sábado" in the name of a venue is no day. What is left of the message is read
// whole, because a phrase may hang on a word that is not searched for, and its words stay in the
// text as they were written. The search reads them there, as it does for a person, and says so.
// When it would read them otherwise without the words around them, the query has days and hour
// itself. Words for time that mean no days ("upcoming") are dropped.
func (r *messageParser) markTime(q *Query, read TimeReader) {
	masked := []byte(r.text)
	for i := range r.words {
		if w := &r.words[i]; w.taken {
			for at := w.start; at < w.end; at++ {
				masked[at] = 'x'
			}
		}
	}
	m := read(text.Clip(string(masked), maxTimeText))
	for _, span := range m.Spans {
		for i := range r.words {
			w := &r.words[i]
			w.time = w.time || w.start < span[1] && span[0] < w.end
		}
	}
	q.Dates = r.dropDates()
	q.Text = r.remainingText()
	again := read(q.Text)
	switch {
	case again.From == m.From && again.To == m.To && again.After == m.After:
	case !m.Found():
		q.Text = `"` + q.Text + `"` // words in quotation marks are not read
	default:
		q.From, q.To, q.After = m.From.String(), m.To.String(), m.After
		for i := range r.words {
			r.words[i].taken = r.words[i].taken || r.words[i].time
		}
		q.Text = r.remainingText()
	}
}

// maxTimeText is how much of a message is read for words for time, in bytes: as much as of the text
// of a search.
const maxTimeText = 256

// dropDates marks words for a time that means no days, and reports whether there were any.
func (r *messageParser) dropDates() bool {
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

func (r *messageParser) matches(first int, phrase []string) bool {
	for i, w := range phrase {
		if r.words[first+i].taken || r.words[first+i].time || r.words[first+i].folded != w {
			return false
		}
	}
	return true
}

// remainingText joins the words that are left to search for, as they were written.
func (r *messageParser) remainingText() string {
	var b strings.Builder
	last := -1
	for i := range r.words {
		w := &r.words[i]
		if w.taken || !w.time && isDropped(w.folded) {
			continue
		}
		if b.Len() > 0 {
			// The sign between two joined words stays, as in AC/DC; the index knows it.
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
