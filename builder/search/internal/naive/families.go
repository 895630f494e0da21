package naive

import (
	"slices"
	"strings"
	"sync"

	"cartaz/builder/search/text"
	"cartaz/builder/search/text/families"
	"cartaz/builder/search/text/roots"
	"cartaz/builder/search/text/russian"
)

// rootOf is a root of a word and what the word is then.
type rootOf struct {
	root string
	kind roots.Kind
}

// russianRoots are all of a Russian word. They take long, so they are found once.
func russianRoots(w string) []rootOf {
	all, ok := knownRoots.Load(w)
	if !ok {
		all, _ = knownRoots.LoadOrStore(w, findRoots(w))
	}
	return all.([]rootOf)
}

var knownRoots sync.Map // of words: []rootOf

func findRoots(w string) (all []rootOf) {
	for _, s := range russian.Suffixes {
		var cut []string
		for i := range russian.Classes {
			c := &russian.Classes[i]
			if c.Name != s.Name || s.First != "*" && s.First != c.Endings[0] || c.Prefixes {
				continue
			}
			stems := stemsIn(c, w, russianEnd.FindStringSubmatch(w))
			if plain, ok := withoutSya(w); ok && c.IsVerb() {
				stems = append(stems, stemsIn(c, plain, nil)...)
			}
			for _, suffix := range s.Suffixes {
				for _, stem := range stems {
					if root, ok := strings.CutSuffix(stem, suffix); ok {
						cut = append(cut, root)
					}
				}
			}
		}
		for _, root := range slices.Clone(cut) {
			for _, change := range russian.RootChanges {
				if before, ok := strings.CutSuffix(root, change[0]); ok {
					cut = append(cut, before+change[1])
				}
			}
		}
		for _, root := range slices.Clone(cut) {
			at := max(strings.LastIndex(root, "а"), strings.LastIndex(root, "я"))
			if s.Graded && at > 0 {
				cut = append(cut, root[:at]+"о"+root[at+len("а"):])
			}
		}
		for _, root := range cut {
			if len([]rune(root)) >= russian.LeastRoot {
				all = append(all, rootOf{root, s.Kind})
			}
		}
	}
	return all
}

// withoutSya is a reflexive verb without what makes it one.
func withoutSya(w string) (string, bool) {
	return strings.CutSuffix(strings.Replace(w+" ", "сь ", "ся ", 1), "ся ")
}

// areKin reports whether two words are made of one stem.
func (l *language) areKin(a, b string) bool {
	for _, f := range families.All {
		if l.languages&text.LanguageOf(f.Language) == 0 {
			continue
		}
		for _, one := range slices.Concat(f.Heavy, f.Light) {
			for _, other := range slices.Concat(f.Heavy, f.Light) {
				stem, ok := strings.CutSuffix(a, one)
				if ok && len(stem) >= f.Least && stem+other == b &&
					(slices.Contains(f.Heavy, one) || slices.Contains(f.Heavy, other)) {
					return true
				}
			}
		}
	}
	return false
}

// hasKin reports whether families can help a query that nothing has: in German and Russian always,
// in others where some document has a word of the family of a word, and of each word that stands
// nowhere.
func hasKin(n *Naive, wanted []item) (some bool) {
	if n.languages&(text.German|text.Russian) != 0 {
		return true
	}
	for _, w := range wanted {
		has := false
		for t := range n.vocab {
			has = has || w.plain && (t != w.word && n.areKin(w.word, t) ||
				n.areOfOneVerb(w.word, t) || isClose(&n.language, w.word, t) || w.serial &&
				!strings.ContainsAny(t, "0123456789") && n.forms(w.word, t, n.vocab[t]))
		}
		if !has && n.nowhere(w) {
			return false
		}
		some = some || has
	}
	return some
}

// areAkin reports whether two words are of one family, and of kinds that are akin.
func areAkin(a, b string, akin func(a, b roots.Kind) bool) bool {
	if !isRussian(a) || !isRussian(b) {
		return false
	}
	others := russianRoots(b)
	return slices.ContainsFunc(russianRoots(a), func(one rootOf) bool {
		return slices.ContainsFunc(others, func(other rootOf) bool {
			return one.root == other.root && akin(one.kind, other.kind)
		})
	})
}

// isRelated reports whether a word is of the family of another, or of what that one is in the other
// aspect.
func (l *language) isRelated(word, found string, akin func(a, b roots.Kind) bool) bool {
	if areAkin(word, found, akin) {
		return true
	}
	bases := l.asked(word)
	for _, row := range aspects() {
		if !slices.Contains(row.words, word) && !(isRussian(word) && meet(row.stems, bases)) {
			continue
		}
		if slices.Contains(row.words, found) || isRussian(found) &&
			meet(row.stems, l.asked(found)) || slices.ContainsFunc(row.words,
			func(other string) bool { return areAkin(other, found, akin) }) {
			return true
		}
	}
	return false
}

// aspectRow is a row of words that say the same, and the stems of those in all of their classes.
type aspectRow struct{ words, stems []string }

var aspects = sync.OnceValue(func() (rows []aspectRow) {
	for _, words := range russian.Aspects() {
		row := aspectRow{words: words}
		for _, word := range words {
			row.stems = append(row.stems, citations(word)...)
		}
		rows = append(rows, row)
	}
	return rows
})
