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
	if end := tidyHead(plain, maxRunes+2); end >= 0 {
		plain = plain[:end]
	} else {
		plain = collapsedHead(plain, maxRunes+2)
	}
	if hygiene.Fits(plain, maxRunes) {
		return plain
	}
	short, _ := hygiene.Cut(plain, maxRunes-1)
	short = strings.TrimRightFunc(short, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(",;:.–—-(“\"'", r)
	})
	return short + "…"
}

// tidyHead is the length of the first n runes of s, or of s when it has fewer; -1 when their white
// space is not single spaces between words.
func tidyHead(s string, n int) int {
	last := byte(' ')
	for i := 0; i < len(s); n-- {
		if n == 0 {
			return i
		}
		c := s[i]
		switch {
		case c == ' ' && last == ' ' || c < ' ':
			return -1
		case c < utf8.RuneSelf:
			i++
		default:
			r, size := utf8.DecodeRuneInString(s[i:])
			if unicode.IsSpace(r) {
				return -1
			}
			i += size
		}
		last = c
	}
	if last == ' ' && s != "" {
		return -1
	}
	return len(s)
}

// collapsedHead is the first n runes of s with its white space collapsed.
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
