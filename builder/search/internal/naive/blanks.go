package naive

import (
	"slices"
	"strings"
	"unicode/utf8"

	"cartaz/builder/search/text"
)

// withBlank is a text with a blank inside the only word that nobody has, where most documents have
// the two words and all others; where none has, without words for kinds. asked says that the text
// was read without these before. It returns what the text asks for then; ok is false where none
// has.
func withBlank(n *Naive, l *language, query string, wanted []item, clipped, asked bool) (
	parted []item, ok bool,
) {
	lost := slices.DeleteFunc(slices.Clone(wanted), func(w item) bool { return !n.nowhere(w) })
	if n.languages&text.Japanese != 0 || len(lost) != 1 || !lost[0].single() {
		return nil, false
	}
	read := func(l *language, query string) []item {
		all := l.items(query, n.longest)
		if clipped {
			clip(n, all)
		}
		return all
	}
	most := 0
	for _, skipping := range []bool{false, true} {
		if skipping && (asked || most > 0) {
			break
		}
		for _, way := range blanksIn(n, query, lost[0], skipping) {
			all := read(l, way)
			if skipping {
				fewer, kinds := *l, kindsOf(n, all)
				if kinds == nil {
					continue
				}
				fewer.stops = slices.Concat(l.stops, kinds)
				all = read(&fewer, way)
			}
			if documents := n.count(all); documents > most {
				parted, most = all, documents
			}
		}
	}
	return parted, most > 0
}

// blanksIn are the ways to write a text with a blank inside a word that make two of documents; with
// kinds also those for kinds.
func blanksIn(n *Naive, query string, lost item, kinds bool) (ways []string) {
	skipped := slices.Clone(n.kinds)
	for _, code := range n.languages.Codes() {
		skipped = append(skipped, text.PlaceWords(text.LanguageOf(code))...)
	}
	known := func(w string) bool { return hasWord(n, w) || kinds && slices.Contains(skipped, w) }
	word := lost.word
	folded := string(text.AppendSearch(nil, query))
	for at, r := range word {
		first, second := word[:at], word[at:]
		a, b := utf8.RuneCountInString(first), utf8.RuneCountInString(second)
		long := a >= 3 && b >= 3 && a+b >= 8
		if isDigits(first) != isDigits(second) {
			long = isDigits(second)
		}
		if kindOf(r) != 'm' && long && known(first) && known(second) {
			ways = append(ways, strings.Join([]string{folded[:lost.at], first, " ", second,
				folded[lost.at+len(word):]}, ""))
		}
	}
	return ways
}

func isDigits(word string) bool { return word != "" && strings.Trim(word, "0123456789") == "" }

// hasWord reports whether some document has a word as it stands.
func hasWord(n *Naive, word string) bool {
	return slices.ContainsFunc(n.docs, func(d document) bool { return d.words[word] > 0 })
}
