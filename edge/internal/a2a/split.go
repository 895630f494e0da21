package a2a

import (
	"unicode"
	"unicode/utf8"

	"cartaz/builder/search"
)

// word is one word of a message.
type word struct {
	start, end int    // in the text
	folded     string // as the index compares words
	capital    bool   // begins with one
	upper      bool   // capitals only, at least two letters
	taken      bool   // read as something else than a word to search for
}

// splitWords cuts a text into its first words: runs of letters and digits with
// their marks.
func splitWords(text string, most int) []word {
	var words []word
	for at := 0; at < len(text) && len(words) < most; {
		r, n := utf8.DecodeRuneInString(text[at:])
		if !inWord(r) || unicode.IsMark(r) {
			at += n
			continue
		}
		w := word{start: at, upper: true, capital: unicode.IsUpper(r)}
		letters := 0
		for at < len(text) {
			r, n := utf8.DecodeRuneInString(text[at:])
			if !inWord(r) {
				break
			}
			if unicode.IsLetter(r) {
				letters++
				w.upper = w.upper && unicode.IsUpper(r)
			}
			at += n
		}
		w.end = at
		w.upper = w.upper && letters > 1
		w.folded = search.Fold(text[w.start:w.end])
		words = append(words, w)
	}
	return words
}

// appendPlain appends a name as the reader compares it: a blank, then each
// folded word but conjunctions with a blank behind it.
func appendPlain(dst, name []byte) []byte {
	dst = append(dst, ' ')
	start := len(dst)
	dst = search.AppendFold(dst, string(name))
	folded := dst[start:]
	out, begin := start, -1
	for at := 0; at <= len(folded); {
		r, n := rune(-1), 1
		if at < len(folded) {
			r, n = utf8.DecodeRune(folded[at:])
		}
		switch {
		case at < len(folded) && inWord(r):
			if begin < 0 {
				begin = at
			}
		case begin >= 0:
			if w := folded[begin:at]; !isConjunction(string(w)) {
				// Written over what was read: words only get closer together.
				out += copy(dst[out:], w)
				if out == len(dst) {
					dst = append(dst, ' ')
				} else {
					dst[out] = ' '
				}
				out++
			}
			begin = -1
		}
		at += n
	}
	return dst[:out]
}

func inWord(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r))
}

// head cuts a text to n bytes, at the beginning of a letter.
func head(text string, n int) string {
	if len(text) <= n {
		return text
	}
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n]
}
