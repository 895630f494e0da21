package search

import (
	"slices"
	"unicode/utf8"
)

const (
	// maxQuery is how much of a query is read, in bytes as it arrives; a letter that would be cut is left out.
	maxQuery = 256
	// maxWords is how many of its words are read. Parts of a hyphenated word count, and so do pairs of letters in
	// scripts without spaces.
	maxWords = 12
)

// Query is what is asked for. Empty fields are absent; a document must satisfy all others.
type Query struct {
	// Text holds the words to be found. Without a letter, digit or pictogram it counts as empty.
	Text string
	// City is compared without case, accents and needless space.
	City string
	// State is the abbreviation in any case; the name of a Brazilian state does as well.
	State string
	// Organization is the slug of the producer in any case.
	Organization string
}

// Asked returns the query without the fields that ask for nothing: a text without a letter, digit or pictogram, a filter
// without a visible character.
func (q Query) Asked() Query {
	var buf [2 * maxQuery]byte
	scan := scanner{text: AppendFold(buf[:0], head(q.Text, maxQuery))}
	if _, ok := scan.next(); !ok {
		q.Text = ""
	}
	for _, f := range q.filters() {
		if len(f.appendKey(buf[:0])) > 0 {
			continue
		}
		switch f.section {
		case cityDict:
			q.City = ""
		case stateDict:
			q.State = ""
		default:
			q.Organization = ""
		}
	}
	return q
}

// wanted is one thing that a text asks for: a word, a hyphenated word, a pair of letters, or a pictogram.
type wanted struct {
	text      span // in scratch.text; of a hyphenated word its joined form
	firstPart int  // in scratch.words; of a hyphenated word, else the word itself
	parts     int  // 0 unless hyphenated
	kind      wantedKind
	last      bool // also a beginning of words

	// The joined form with the words before and after in the text, and with the next one that is no stop word; empty
	// unless both are single words of an alphabet.
	before, after, next span

	respelled span // in scratch.respelled: words that it may stand for when it is mistyped; good in the plan that corrects
}

type wantedKind uint8

const (
	plainWord wantedKind = iota
	gram
	picture
)

// joins reports whether the word may be joined with one that follows.
func (w *wanted) joins() bool { return w.kind == plainWord && w.parts == 0 }

// span is a range of some slice.
type span struct{ lo, hi int }

func (s span) empty() bool { return s.lo == s.hi }

// parse splits a text into what it asks for.
func (s *scratch) parse(text string) {
	s.words, s.wanted = s.words[:0], s.wanted[:0]
	s.text = AppendFold(s.text[:0], head(text, maxQuery))
	for scan := (scanner{text: s.text}); len(s.words) < maxWords; {
		w, ok := scan.next()
		if !ok {
			break
		}
		if w.cjk {
			s.addGrams(w)
		} else {
			s.words = append(s.words, w)
		}
	}
	for i := 0; i < len(s.words); {
		n := 1
		for i+n < len(s.words) && s.words[i+n].glued {
			n++
		}
		s.addWanted(i, n)
		i += n
	}
	for i := range s.wanted[:max(0, len(s.wanted)-1)] {
		joined := s.join(i)
		s.wanted[i].after, s.wanted[i+1].before = joined, joined
	}
	tail := s.stopAtEnd()
	s.dropStopWords()
	n := len(s.wanted)
	if n == 0 {
		return
	}
	for i := range s.wanted[:n-1] {
		s.wanted[i].next = s.join(i)
	}
	last := &s.wanted[n-1]
	s.tail = span{}
	if !tail.empty() && last.text != tail && last.joins() {
		start := len(s.text)
		s.text = appendJoined(s.text, s.text[last.text.lo:last.text.hi], s.text[tail.lo:tail.hi])
		s.tail = span{start, len(s.text)}
	}
	word := s.text[last.text.lo:last.text.hi]
	last.last = last.kind == plainWord && letters(word) >= minPrefix && !hasSigns(word)
}

// stopAtEnd returns the stop word of two letters or more that the text ends with, if there is one.
func (s *scratch) stopAtEnd() span {
	if n := len(s.wanted); n > 0 && s.wanted[n-1].joins() && s.isStop(&s.wanted[n-1]) {
		if at := s.wanted[n-1].text; letters(s.text[at.lo:at.hi]) >= minPrefix {
			return at
		}
	}
	return span{}
}

// join appends the joined form of two wanted words to the text.
func (s *scratch) join(i int) span {
	a, b := &s.wanted[i], &s.wanted[i+1]
	if !a.joins() || !b.joins() {
		return span{}
	}
	start := len(s.text)
	s.text = appendJoined(s.text, s.text[a.text.lo:a.text.hi], s.text[b.text.lo:b.text.hi])
	return span{start, len(s.text)}
}

// head cuts a text to n bytes, at the beginning of a letter if there is one near.
func head(text string, n int) string {
	if len(text) <= n {
		return text
	}
	for i := range utf8.UTFMax {
		if utf8.RuneStart(text[n-i]) {
			return text[:n-i]
		}
	}
	return text[:n]
}

// addGrams turns a run of letters without spaces into its pairs of neighbours; a single letter stays single.
func (s *scratch) addGrams(run word) {
	start := run.start
	first := gramLen(s.text[start:run.end])
	for len(s.words) < maxWords {
		next := 0
		if start+first < run.end {
			next = gramLen(s.text[start+first : run.end])
		}
		if next > 0 || start == run.start {
			s.words = append(s.words, word{start: start, end: start + first + next, cjk: true})
		}
		if next == 0 {
			return
		}
		start, first = start+first, next
	}
}

// addWanted adds n words that hyphens join, or a single one.
func (s *scratch) addWanted(first, n int) {
	if n == 1 || n > maxParts {
		for i := first; i < first+n; i++ {
			w := &s.words[i]
			kind := plainWord
			if w.cjk {
				kind = gram
			} else if w.sign {
				kind = picture
			}
			s.wanted = append(s.wanted, wanted{text: span{w.start, w.end}, firstPart: i, kind: kind})
		}
		return
	}
	start := len(s.text)
	for _, w := range s.words[first : first+n] {
		s.text = append(s.text, s.text[w.start:w.end]...)
	}
	end := start + len(clip(s.text[start:], maxWord))
	s.wanted = append(s.wanted, wanted{text: span{start, end}, firstPart: first, parts: n})
}

// dropStopWords leaves stop words and pictograms only when there is nothing else, stop words before pictograms: who types
// "samba 🥁" wants samba, who types "🥁" wants that.
func (s *scratch) dropStopWords() {
	keep := func(keep func(w *wanted) bool) bool {
		kept := 0
		for i := range s.wanted {
			if keep(&s.wanted[i]) {
				kept++
			}
		}
		if kept == 0 {
			return false
		}
		s.wanted = slices.DeleteFunc(s.wanted, func(w wanted) bool { return !keep(&w) })
		return true
	}
	if !keep(func(w *wanted) bool { return w.kind != picture && !s.isStop(w) }) {
		keep(func(w *wanted) bool { return w.kind != picture })
	}
}

func (s *scratch) isStop(w *wanted) bool {
	if w.parts == 0 {
		return w.kind == plainWord && isStopWord(s.text[w.text.lo:w.text.hi])
	}
	for _, p := range s.words[w.firstPart : w.firstPart+w.parts] {
		if !isStopWord(s.text[p.start:p.end]) {
			return false
		}
	}
	return true
}

func letters(text []byte) int { return utf8.RuneCount(text) }
