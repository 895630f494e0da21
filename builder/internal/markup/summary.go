package markup

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"cartaz/builder/internal/markup/hygiene"
)

// Summary shortens plain text to at most maxRunes runes, "…" included, at the end of a word where
// it can. It changes nothing in text that fits, except for collapsing white space. maxRunes below 2
// gives "".
func Summary(plain string, maxRunes int) string {
	if maxRunes < 2 {
		return ""
	}
	// Two characters more than fit show that text is cut, and what the cut parts.
	plain = collapsedHead(plain, maxRunes+2)
	if hygiene.Fits(plain, maxRunes) {
		return plain
	}
	short, _ := hygiene.Cut(plain, maxRunes-1)
	short = strings.TrimRightFunc(short, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(",;:.–—-(“\"'", r)
	})
	return short + "…"
}

// collapsedHead returns the first n runes of s with its white space collapsed.
func collapsedHead(s string, n int) string {
	out := make([]byte, 0, min(len(s), 2*n))
	gap := false
	for i := 0; i < len(s) && n > 0; {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case unicode.IsSpace(r):
			gap = len(out) > 0
			i += size
		case gap:
			out, gap = append(out, ' '), false
			n--
		default:
			out = append(out, s[i:i+size]...)
			i += size
			n--
		}
	}
	return string(out)
}
