package naive

import (
	"slices"
	"strings"
	"unicode/utf8"

	"cartaz/builder/search/text"
)

// withBlank is a text with a blank inside the only word that nobody has, where most documents have
// the two words and all others; ok is false where none has.
func withBlank(n *Naive, l *language, query string, wanted []item, clipped bool) (
	spaced string, ok bool,
) {
	lost := slices.DeleteFunc(slices.Clone(wanted), func(w item) bool { return !n.nowhere(w) })
	if n.languages&text.Japanese != 0 || len(lost) != 1 || !lost[0].single() {
		return "", false
	}
	word, most := lost[0].word, 0
	folded := string(text.AppendSearch(nil, query))
	start := lost[0].at
	for at, r := range word {
		first, second := word[:at], word[at:]
		a, b := utf8.RuneCountInString(first), utf8.RuneCountInString(second)
		long := a >= 3 && b >= 3 && a+b >= 8
		if isDigits(first) != isDigits(second) {
			long = isDigits(second)
		}
		if kindOf(r) == 'm' || !long || !hasWord(n, first) || !hasWord(n, second) {
			continue
		}
		way := strings.Join([]string{folded[:start], first, " ", second,
			folded[start+len(word):]}, "")
		all := l.items(way, n.longest)
		if clipped {
			clip(n, all)
		}
		if documents := n.count(all); documents > most {
			spaced, most = way, documents
		}
	}
	return spaced, most > 0
}

func isDigits(word string) bool { return word != "" && strings.Trim(word, "0123456789") == "" }

// hasWord reports whether some document has a word as it stands.
func hasWord(n *Naive, word string) bool {
	return slices.ContainsFunc(n.docs, func(d document) bool { return d.words[word] > 0 })
}
