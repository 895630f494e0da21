package markup

import (
	"strings"
	"unicode"

	"cartaz/builder/internal/markup/hygiene"
)

// Summary shortens plain text to at most maxRunes runes, "…" included, at the
// end of a word where it can. Text that fits is returned with its white space
// collapsed and nothing else changed; maxRunes below 2 gives "".
func Summary(plain string, maxRunes int) string {
	plain = strings.Join(strings.Fields(plain), " ")
	if maxRunes < 2 {
		return ""
	}
	if _, cut := hygiene.Cut(plain, maxRunes); !cut {
		return plain
	}
	short, _ := hygiene.Cut(plain, maxRunes-1)
	short = strings.TrimRightFunc(short, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(",;:.–—-(“\"'", r)
	})
	return short + "…"
}
