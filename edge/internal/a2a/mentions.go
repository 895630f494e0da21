package a2a

import (
	"strings"

	"cartaz/builder/search"
	"cartaz/edge/internal/answer/listquery"
)

// mention is one reading of the words words[first:end] of a message.
type mention struct {
	kind       listquery.Kind
	first, end int
	value      string
	cue        cue
}

// cue says how clearly the word before a name announces its kind.
type cue uint8

const (
	noCue      cue = iota
	weakCue        // "de": a place, or what something is about
	strongCue      // "em", "by"
	certainCue     // "estado de": it is this and nothing else
)

// findNames finds the names that the index has. Every run of words of the message is looked up, so
// the work grows with the message and not with the index.
func (r *messageParser) findNames(names *listquery.Names) {
	venues := map[[2]int]string{} // the key by the words of the message, "" for several venues
	for n, offset := range r.offsets {
		for last := n; last < len(r.offsets) && last-n < names.Longest(); last++ {
			end := len(r.normalized)
			if last+1 < len(r.offsets) {
				end = r.offsets[last+1]
			}
			for kind, value := range names.Find(r.normalized[offset:end]) {
				m := mention{kind, r.wordOf[n], r.wordOf[last] + 1, value, noCue}
				if kind == listquery.Venue {
					at := [2]int{m.first, m.end}
					if _, several := venues[at]; several {
						m.value = ""
					}
					venues[at] = m.value
				} else if r.announced(&m) {
					r.mentions = append(r.mentions, m)
				}
			}
		}
	}
	// A name that several venues have stays a word to search for, and so finds the events of all of
	// them.
	for at, key := range venues {
		if m := (mention{listquery.Venue, at[0], at[1], key, noCue}); key != "" && r.announced(&m) {
			r.mentions = append(r.mentions, m)
		}
	}
}

// announced sets the cue of a name and reports whether the name counts. A name of one word is often
// a common word (Nice, Mobile, a house called Samba), so it needs more: a city the end of the
// message or a capital, any other kind a cue. A name that does not count stays a word to search for
// and still finds its events, because the search also covers names.
func (r *messageParser) announced(m *mention) bool {
	several := m.end-m.first > 1
	if m.kind == listquery.Organization {
		switch before := r.wordBefore(m.first); {
		case makerCues[before]:
			m.cue = strongCue
		case ofCues[before] && m.first > 1 && makers[r.wordBefore(m.first-1)]:
			m.cue = weakCue
		}
		return several || m.cue > noCue
	}
	m.cue = r.placeCue(m.first)
	switch m.kind {
	case listquery.Venue:
		return several || m.cue == strongCue
	case listquery.Country:
		return m.cue > noCue || r.endsPhrase(m.end-1)
	case listquery.City:
		return several || m.cue > noCue || r.endsPhrase(m.first) ||
			m.first > 0 && !r.isAllCapitals() && r.words[m.first].capital
	}
	return false
}

// placeCue says how clearly the word before the i-th word announces a place. French "à" does, but
// not "a", an article of English and Portuguese.
func (r *messageParser) placeCue(i int) cue {
	w := r.wordBefore(i)
	switch {
	case w == "a" && strings.EqualFold(r.text[r.words[i-1].start:r.words[i-1].end], "à"):
		return strongCue
	case inCues[w]:
		return strongCue
	case ofCues[w]:
		return weakCue
	}
	return noCue
}

// maxStateWords is the number of words in "Rio Grande do Sul".
const maxStateWords = 4

// findStates finds names of states. Two letters are an abbreviation when they are capitals or
// follow a cue for a place; otherwise "to", "se", "am" and the like are words. A name that is also
// a common word ("para") counts only with its accents.
func (r *messageParser) findStates(index *search.Index) {
	shouting := r.isAllCapitals()
	for first := range r.words {
		for n := 1; n <= maxStateWords && first+n <= len(r.words); n++ {
			last := r.words[first+n-1]
			key, ok := index.StateKey(r.text[r.words[first].start:last.end])
			if !ok {
				continue
			}
			w := r.words[first]
			before := r.wordBefore(first)
			c := r.placeCue(first)
			named := stateCues[before] || ofCues[before] && first > 1 &&
				stateCues[r.wordBefore(first-1)]
			if named {
				c = certainCue
			}
			if n == 1 && w.folded == key {
				if r.isJoined(first) || !(w.upper && !shouting) && (stopWords[w.folded] ||
					c == noCue && !r.endsCity(first)) {
					continue
				}
			} else if n == 1 && stopWords[w.folded] &&
				strings.ToLower(r.text[w.start:w.end]) == w.folded {
				continue
			}
			r.mentions = append(r.mentions,
				mention{listquery.State, first, first + n, strings.ToUpper(key), c})
		}
	}
}
