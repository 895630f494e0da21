package search

import "unicode/utf8"

const (
	// maxQuery is how much of a query is read, in bytes as it arrives; a letter that would be cut is left out.
	maxQuery = 256
	// maxWords is how many of its words are read. Parts of a hyphenated word count, and so do pairs of letters in
	// scripts without spaces.
	maxWords = 12
)

// Query is what is asked for. Empty fields are absent; a document must satisfy all others.
type Query struct {
	// Text holds the words to be found. Without a letter or digit it counts as empty.
	Text string
	// City is compared without case, accents and needless space.
	City string
	// State is the abbreviation in any case; the name of a Brazilian state does as well.
	State string
	// Organization is the slug of the producer in any case.
	Organization string
}

// wanted is one thing that a text asks for: a word, a hyphenated word, or a pair of letters.
type wanted struct {
	start, end int // in scratch.text; of a hyphenated word its joined form
	firstPart  int // in scratch.words; of a hyphenated word
	parts      int // 0 unless hyphenated
	gram       bool
	last       bool // also a beginning of words
}

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
	s.dropStopWords()
	if n := len(s.wanted); n > 0 {
		last := &s.wanted[n-1]
		last.last = !last.gram && letters(s.text[last.start:last.end]) >= minPrefix
	}
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
		for _, w := range s.words[first : first+n] {
			s.wanted = append(s.wanted, wanted{start: w.start, end: w.end, gram: w.cjk})
		}
		return
	}
	start := len(s.text)
	for _, w := range s.words[first : first+n] {
		s.text = append(s.text, s.text[w.start:w.end]...)
	}
	end := start + len(clip(s.text[start:], maxWord))
	s.wanted = append(s.wanted, wanted{start: start, end: end, firstPart: first, parts: n})
}

// dropStopWords leaves them only when there is nothing else.
func (s *scratch) dropStopWords() {
	kept := 0
	for _, w := range s.wanted {
		if !s.isStop(w) {
			s.wanted[kept] = w
			kept++
		}
	}
	if kept > 0 {
		s.wanted = s.wanted[:kept]
	}
}

func (s *scratch) isStop(w wanted) bool {
	if w.parts == 0 {
		return isStopWord(s.text[w.start:w.end])
	}
	for _, p := range s.words[w.firstPart : w.firstPart+w.parts] {
		if !isStopWord(s.text[p.start:p.end]) {
			return false
		}
	}
	return true
}

func letters(text []byte) int { return utf8.RuneCount(text) }
