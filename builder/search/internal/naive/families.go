package naive

import (
	"slices"
	"strings"

	"cartaz/builder/search/text/roots"
	"cartaz/builder/search/text/russian"
)

// rootOf is a root of a word and what the word is then.
type rootOf struct {
	root string
	kind roots.Kind
}

// findRoots are all of a Russian word.
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

// areAkin reports whether two words are of one family, and of kinds that are akin.
func areAkin(a, b string, akin func(a, b roots.Kind) bool) bool {
	if !isRussian(a) || !isRussian(b) {
		return false
	}
	others := findRoots(b)
	return slices.ContainsFunc(findRoots(a), func(one rootOf) bool {
		return slices.ContainsFunc(others, func(other rootOf) bool {
			return one.root == other.root && akin(one.kind, other.kind)
		})
	})
}
