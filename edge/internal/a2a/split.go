package a2a

import (
	"unicode"

	"cartaz/builder/text"
)

// word is one word of a message.
type word struct {
	start, end int    // in the text
	folded     string // as the index compares words
	capital    bool   // begins with one
	upper      bool   // capitals only, at least two letters
	taken      bool   // read as something else than a word to search for
	time       bool   // of a phrase that means days or an hour
}

// splitWords returns the first words of a message, at most most of them: runs of letters and digits
// with their combining marks.
func splitWords(message string, most int) []word {
	var words []word
	for b, at := []byte(message), 0; len(words) < most; {
		start, end := text.NextRun(b, at)
		if start == end {
			break
		}
		w := word{start: start, end: end, upper: true}
		letters := 0
		for i, r := range message[start:end] {
			w.capital = w.capital || i == 0 && unicode.IsUpper(r)
			if unicode.IsLetter(r) {
				letters++
				w.upper = w.upper && unicode.IsUpper(r)
			}
		}
		w.upper = w.upper && letters > 1
		w.folded = text.Fold(message[start:end])
		words = append(words, w)
		at = end
	}
	return words
}
