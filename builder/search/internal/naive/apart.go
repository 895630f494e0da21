package naive

import (
	"slices"
	"strings"
	"unicode"

	"cartaz/builder/search/text"
)

// How a Japanese text may be cut: between two letters, before a letter that may be a suffix, or by
// leaving out a particle.
const (
	cutWithin   = "\x01"
	cutSuffix   = "\x02"
	cutParticle = "\x03"
)

// place is where a text may be cut: before letter at, leaving out some.
type place struct {
	at, skip int
	how      string
}

// japanese is the script of a folded letter behind one of another: h, k, g for hiragana, or 0.
func japanese(r, before rune) rune {
	switch {
	case r == 'ー' || r == '々' || unicode.Is(unicode.Mn, r):
		return before
	case r >= 'ぁ' && r <= 'ゟ':
		return 'g'
	case r >= 'ァ' && r <= 'ヿ' && r != '・':
		return 'k'
	case unicode.Is(unicode.Han, r):
		return 'h'
	}
	return 0
}

// places are where folded letters may be cut.
func places(letters []rune) (all []place) {
	scripts := make([]rune, len(letters)+1)
	for i, r := range letters {
		scripts[i+1] = japanese(r, scripts[i])
	}
	scripts = scripts[1:]
	particles, ends := text.JapaneseParticles()
	particle := func(from, to int) bool {
		return slices.Contains(particles, string(letters[from:to]))
	}
	inText := func(i int) bool {
		return i >= 0 && i < len(letters) && !slices.Contains([]rune{' ', 'm'}, kindOf(letters[i]))
	}
	for i := 0; i < len(letters); i++ {
		end := i
		for end < len(letters) && scripts[end] == 'g' {
			end++
		}
		afterJapanese := i > 0 && scripts[i-1] != 0
		switch {
		case scripts[i] == 'g' && (i == 0 || scripts[i-1] != 'g'):
			if inText(i-1) && particle(i, end) && inText(end) {
				all = append(all, place{i, end - i, cutParticle})
				scripts[end-1] = 0
				i = end - 1
				continue
			}
			if i > 0 && scripts[i-1] == 'h' &&
				slices.Contains(text.JapaneseDoing(), string(letters[i:end])) {
				all = append(all, place{i, end - i, cutParticle})
				scripts[end-1] = 0
				i = end - 1
				continue
			}
			if afterJapanese {
				all = append(all, place{i, 0, cutWithin})
			}
			if inText(i-1) && strings.ContainsRune(ends, letters[i]) {
				all = append(all, place{i, 1, cutParticle})
			}
			if end > i+1 && strings.ContainsRune(ends, letters[end-1]) && inText(end) {
				all = append(all, place{end - 1, 1, cutParticle})
			}
		case scripts[i] == 'h' && afterJapanese, scripts[i] == 'k' && afterJapanese &&
			scripts[i-1] != 'k':
			switch {
			case letters[i] == '々' || unicode.Is(unicode.Mn, letters[i]):
			case strings.ContainsRune(text.JapaneseSuffixes(), letters[i]):
				all = append(all, place{i, 0, cutSuffix})
			default:
				all = append(all, place{i, 0, cutWithin})
			}
		}
	}
	return all
}

// cuts are the ways to cut a text at n places, as a text with marks of how it was cut.
func cuts(letters []rune, all []place, n int) (ways []string) {
	var choose func(done string, at, from, n int)
	choose = func(done string, at, from, n int) {
		if n == 0 {
			if way := done + string(letters[at:]); partsFit(way) {
				ways = append(ways, way)
			}
			return
		}
		for i := from; i < len(all); i++ {
			if p := all[i]; p.at > at {
				choose(done+string(letters[at:p.at])+p.how, p.at+p.skip, i+1, n-1)
			}
		}
	}
	choose("", 0, 0, n)
	return ways
}

// partsFit reports whether each part that was cut may be a word.
func partsFit(way string) bool {
	runes := []rune(way)
	at := func(i int) string {
		if i < 0 || i >= len(runes) {
			return ""
		}
		return string(runes[i])
	}
	isCut := func(s string) bool { return s != "" && strings.Contains("\x01\x02\x03", s) }
	isWithin := func(s string) bool { return s == cutWithin || s == cutSuffix }
	for i := 0; i < len(runes); i++ {
		end := i
		for end < len(runes) && (kindOf(runes[end]) == 'c' ||
			end > i && kindOf(runes[end]) == 'm') {
			end++
		}
		if end == i {
			continue
		}
		letters, _ := grams(string(runes[i:end]))
		left, right := at(i-1), at(end)
		if len(letters) == 1 && (isCut(left) || isCut(right)) &&
			(!unicode.Is(unicode.Han, runes[i]) ||
				left != cutSuffix && (isWithin(left) || isWithin(right))) {
			return false
		}
		i = end
	}
	return true
}

// apartFrom is a text that nothing has as it is typed with blanks where its words are found apart;
// ok is false when they are not.
func (n *Naive) apartFrom(l *language, query string) (parted string, ok bool) {
	if n.languages&text.Japanese == 0 {
		return "", false
	}
	letters := []rune(text.Fold(query))
	all, tries, leastMisses, most := places(letters), 128, 0, 0
	all = append(all, kanaPlaces(n, letters)...)
	slices.SortStableFunc(all, func(a, b place) int { return a.at - b.at })
	for number := 1; number <= 3 && most == 0; number++ {
		for _, way := range cuts(letters, all, number) {
			if tries--; tries < 0 {
				break
			}
			blanks := strings.NewReplacer(cutWithin, " ", cutSuffix, " ", cutParticle, " ")
			spaced := blanks.Replace(way)
			wanted := l.items(spaced, n.longest)
			misses := 0
			for _, w := range wanted {
				ways := ways{item: w}
				ways.readKana(n, false)
				if w.run != "" && !slices.ContainsFunc(n.docs, func(d document) bool {
					if ways.kanaKnown || ways.kanaStrict {
						return d.kana[w.kana] > 0
					}
					return d.begins[w.run] > 0
				}) {
					misses++
				}
			}
			documents := n.count(wanted)
			if documents > 0 && (most == 0 || misses < leastMisses ||
				misses == leastMisses && documents > most) {
				parted, leastMisses, most = spaced, misses, documents
			}
		}
	}
	return parted, most > 0
}

// count is how many documents have all that is wanted, as it is typed.
func (n *Naive) count(wanted []item) (documents int) {
	var all []ways
	for _, w := range wanted {
		w.trying = true
		all = append(all, n.ways(w, false))
	}
	for i := range n.docs {
		if len(all) > 0 && !slices.ContainsFunc(all,
			func(w ways) bool { return w.points(&n.docs[i]) == 0 }) {
			documents++
		}
	}
	return documents
}
