package text

import (
	"unicode"
	"unicode/utf8"
)

// Clip cuts s to at most n bytes, at the beginning of a rune. If s is not UTF-8 and no rune begins
// in the last four bytes, it cuts at n.
func Clip[T ~string | ~[]byte](s T, n int) T {
	if len(s) <= n {
		return s
	}
	for i := range min(utf8.UTFMax, n+1) {
		if utf8.RuneStart(s[n-i]) {
			return s[:n-i]
		}
	}
	return s[:n]
}

// IsReadable reports whether a character is visible and does not change the line around it. Control
// characters, characters that change the direction of writing and invisible ones are not readable,
// except joiners.
func IsReadable(r rune) bool {
	return unicode.IsGraphic(r) || unicode.Is(unicode.Join_Control, r)
}

// NextRun returns the byte range of the next run of letters, numbers and combining marks in s from
// at on, or an empty range at the end of s. A mark that follows no letter is skipped. It cuts text
// of any case, folded or not, as people see its words: to compare names with messages. What is
// searched is cut by analysis.Tokenizer.
func NextRun(s []byte, at int) (start, end int) {
	inRun := func(r rune) bool {
		return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsNumber(r) ||
			unicode.IsMark(r))
	}
	for start = at; start < len(s); {
		r, n := utf8.DecodeRune(s[start:])
		if inRun(r) && !unicode.IsMark(r) {
			break
		}
		start += n
	}
	for end = start; end < len(s); {
		r, n := utf8.DecodeRune(s[end:])
		if !inRun(r) {
			break
		}
		end += n
	}
	return start, end
}

// Words returns the runs of a text as NextRun finds them.
func Words(s string) (words []string) {
	for b, at := []byte(s), 0; ; {
		start, end := NextRun(b, at)
		if start == end {
			return words
		}
		words = append(words, s[start:end])
		at = end
	}
}
