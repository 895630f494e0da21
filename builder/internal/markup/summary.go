package markup

import (
	"strings"
	"unicode"

	"cartaz/builder/internal/markup/hygiene"
	"cartaz/builder/text"
)

// Summary shortens plain text to at most maxRunes runes, "…" included, at the end of a word where
// it can. It changes nothing in text that fits, except for collapsing white space. maxRunes below 2
// gives "".
func Summary(plain string, maxRunes int) string {
	if maxRunes < 2 {
		return ""
	}
	// All that can be shown is in the head, unless most of it is white space.
	plain = strings.Join(strings.Fields(text.Clip(plain, 8*maxRunes)), " ")
	if hygiene.Fits(plain, maxRunes) {
		return plain
	}
	short, _ := hygiene.Cut(plain, maxRunes-1)
	short = strings.TrimRightFunc(short, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(",;:.–—-(“\"'", r)
	})
	return short + "…"
}
