package naive

import (
	"slices"
	"strings"
	"unicode/utf8"

	"cartaz/builder/search/text"
)

// isClipped reports whether a word before the last that nobody has begins one that somebody has.
func isClipped(n *Naive, wanted []item) (some bool) {
	for _, w := range wanted {
		for t := range n.vocab {
			some = some || mayBeClipped(n, w) && strings.HasPrefix(t, w.word) && n.nowhere(w)
		}
	}
	return some && n.languages&text.Japanese == 0
}

// clip reads words before the last that nobody has as beginnings.
func clip(n *Naive, wanted []item) {
	for i := range wanted {
		if w := &wanted[i]; mayBeClipped(n, *w) && n.nowhere(*w) {
			w.last = true
			for t := range n.vocab {
				if strings.HasPrefix(t, w.word) {
					w.begun = append(w.begun, t)
				}
			}
			if len(w.begun) > 64 {
				w.begun = nil
			}
			w.begun = mostLikely(n, w.begun, nil)
		}
	}
}

// mayBeClipped reports whether a word may be a beginning: not one that a text may do without.
func mayBeClipped(n *Naive, w item) bool {
	skipped := slices.Concat(n.asking, n.kinds)
	for _, code := range n.languages.Codes() {
		skipped = append(skipped, text.PlaceWords(text.LanguageOf(code))...)
	}
	return w.single() && !w.last && utf8.RuneCountInString(w.word) >= 4 &&
		strings.Trim(w.word, "+#") == w.word && !isDigits(w.word) &&
		!slices.Contains(skipped, w.word)
}
