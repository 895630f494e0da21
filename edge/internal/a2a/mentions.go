package a2a

import (
	"strings"

	"cartaz/builder/search"
)

// entityKind is the kind of thing that a name in a message names.
type entityKind uint8

const (
	city entityKind = iota
	state
	organization
	venue
	country
	kinds // how many there are
)

// mention is one reading of the words words[first:end] of a message.
type mention struct {
	kind       entityKind
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

// findCities finds names of cities. A name of one word without a cue may be a common word (Nice,
// Mobile). It counts only at the end of the message, or when a capital marks it as a name. A name
// that does not count stays a word to search for and still finds its events, because the search
// also covers cities.
func (r *messageParser) findCities(index *search.Index) {
	shouting := r.isAllCapitals()
	for label := range index.Cities() {
		r.eachOccurrence(label, func(first, end int) {
			c := r.placeCue(first)
			if c == noCue && end-first == 1 && !r.endsPhrase(first) &&
				(first == 0 || shouting || !r.words[first].capital) {
				return
			}
			r.mentions = append(r.mentions, mention{city, first, end, string(label), c})
		})
	}
}

// placeCue says how clearly the word before the i-th word announces a place. French "à" does, but
// not "a", an article of English and Portuguese.
func (r *messageParser) placeCue(i int) cue {
	w := r.wordBefore(i)
	switch {
	case w == "a" && strings.EqualFold(r.text[r.words[i-1].start:r.words[i-1].end], "à"):
		return strongCue
	case isInCue(w):
		return strongCue
	case isOfCue(w):
		return weakCue
	}
	return noCue
}

// findOrganizations finds names of organisers. A name of one word is often a common word (a house
// called Samba), so it counts only after a cue for an organiser.
func (r *messageParser) findOrganizations(index *search.Index) {
	for slug, label := range index.Organizations() {
		r.eachOccurrence(label, func(first, end int) {
			c := noCue
			switch {
			case isMakerCue(r.wordBefore(first)):
				c = strongCue
			case isOfCue(r.wordBefore(first)) && first > 1 && isMaker(r.wordBefore(first-1)):
				c = weakCue
			}
			if end-first > 1 || c > noCue {
				r.mentions = append(r.mentions, mention{organization, first, end, string(slug), c})
			}
		})
	}
}

// findVenues finds names of venues. A name of one word counts only after a word that announces a
// place, because it is often a common word. A name that several venues have stays a word to search
// for, and so finds the events of all of them.
func (r *messageParser) findVenues(index *search.Index) {
	found := map[[2]int]string{} // the key by the words of the message, "" for several venues
	for key, label := range index.Venues() {
		r.eachOccurrence(label, func(first, end int) {
			at := [2]int{first, end}
			if _, ok := found[at]; ok {
				found[at] = ""
			} else if end-first > 1 || r.placeCue(first) == strongCue {
				found[at] = string(key)
			}
		})
	}
	for at, key := range found {
		if key != "" {
			r.mentions = append(r.mentions, mention{venue, at[0], at[1], key, r.placeCue(at[0])})
		}
	}
}

// findCountries finds names of countries in the language of the catalogue, after a word that
// announces a place or at the end of a phrase.
func (r *messageParser) findCountries(index *search.Index) {
	for code, label := range index.Countries() {
		r.eachOccurrence(label, func(first, end int) {
			if c := r.placeCue(first); c > noCue || r.endsPhrase(end-1) {
				r.mentions = append(r.mentions, mention{country, first, end, string(code), c})
			}
		})
	}
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
			named := isStateCue(before) || isOfCue(before) && first > 1 &&
				isStateCue(r.wordBefore(first-1))
			if named {
				c = certainCue
			}
			if n == 1 && w.folded == key {
				if r.isJoined(first) || !(w.upper && !shouting) && (isStopWord(w.folded) ||
					c == noCue && !r.endsCity(first)) {
					continue
				}
			} else if n == 1 && isStopWord(w.folded) &&
				strings.ToLower(r.text[w.start:w.end]) == w.folded {
				continue
			}
			r.mentions = append(r.mentions, mention{state, first, first + n, strings.ToUpper(key),
				c})
		}
	}
}
