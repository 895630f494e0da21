// Package families says which words of Portuguese, English and French are made of one stem: the
// verb, who does it, and what comes of it (dançar, dançarino; conducting, conductor; jardiner,
// jardinage), and diminutives (livrinho). Words end so by chance, too (corner and corn), so these
// are looked for only where a text finds nothing otherwise.
//
// The endings are those of the grammars: Cunha and Cintra, "Nova Gramática do Português
// Contemporâneo", chapter 6; Quirk et al., "A Comprehensive Grammar of the English Language",
// appendix I; Grevisse and Goosse, "Le Bon Usage", on derivation.
package families

import (
	"slices"
	"strings"
)

// Family is a set of endings that may follow one stem. Two words of a stem are akin when one of
// them has a heavy ending: a light one alone says too little (canto, canta).
type Family struct {
	Language     string // its ISO 639-1 code
	Least        int    // letters of the stem
	Heavy, Light []string
}

// LeastStem is the fewest letters of a stem.
const LeastStem = 4

// All are the families.
var All = []Family{
	family("pt", 4, `ar acao acoes ador adora adores adoras adeira adeiras agem agens amento amentos
		ando ado ada ados adas ante antes`, "a as e es o os"),
	family("pt", 4, "er edor edora edores edoras endo ido ida imento imentos", "a as e es o os"),
	family("pt", 4, "ir icao icoes idor idora idores idoras imento imentos indo ido ida",
		"a as e es o os"),
	family("pt", 4, "inho inha inhos inhas ista istas", "a as e es o os"),
	family("pt", 4, "zinho zinha zinhos zinhas ista istas", "- s"),
	family("en", 4, "ing er ers or ors", ""),
	family("en", 5, "ing er ers or ors ion ions ment ments", "- e ed es s"),
	family("en", 4, "ist ists ian ians", "- a e o s"),
	family("en", 5, "ique iques", "ic ics"),
	family("fr", 4, `er age ages ateur ateurs ation ations atrice atrices ee ees ement ements eur eurs
		euse euses`, "- e es s"),
	family("fr", 4, "ette ettes iste istes", "- e es s"),
	family("fr", 4, "ir issage issages issement issements isseur isseurs", "- e es s"),
}

func family(language string, least int, heavy, light string) Family {
	f := Family{Language: language, Least: least, Heavy: strings.Fields(heavy),
		Light: strings.Fields(light)}
	for i := range f.Light {
		f.Light[i] = strings.TrimPrefix(f.Light[i], "-")
	}
	return f
}

// Set is the families of some languages, by the ends of words.
type Set struct {
	byLast [256][]suffix // by the last byte of a word, the shortest first
}

// suffix is an ending of a family.
type suffix struct {
	ending string
	of     *Family
	heavy  bool
}

// NewSet returns the families of the languages for whose codes has is true.
func NewSet(has func(language string) bool) *Set {
	s := new(Set)
	for i := range All {
		f := &All[i]
		if !has(f.Language) {
			continue
		}
		for _, ending := range f.Heavy {
			s.add(suffix{ending, f, true})
		}
		for _, ending := range f.Light {
			s.add(suffix{ending, f, false})
		}
	}
	for c := range s.byLast {
		slices.SortStableFunc(s.byLast[c],
			func(a, b suffix) int { return len(a.ending) - len(b.ending) })
	}
	return s
}

// add adds an ending; all letters may stand before one of none.
func (s *Set) add(one suffix) {
	if n := len(one.ending); n > 0 {
		c := one.ending[n-1]
		s.byLast[c] = append(s.byLast[c], one)
		return
	}
	for c := byte('a'); c <= 'z'; c++ {
		s.byLast[c] = append(s.byLast[c], one)
	}
}

// EachStem calls visit with each stem of at most so many bytes that a folded word may have, the
// longest first, its family, and the endings of the words that are akin to it, until visit returns
// false.
func (s *Set) EachStem(word []byte, most int,
	visit func(f *Family, stem []byte, endings [2][]string) bool) {
	if len(word) < LeastStem {
		return
	}
	for _, one := range s.byLast[word[len(word)-1]] {
		n := len(word) - len(one.ending)
		if n > most || n < one.of.Least || string(word[n:]) != one.ending {
			continue
		}
		endings := [2][]string{one.of.Heavy, one.of.Light}
		if !one.heavy {
			endings[1] = nil
		}
		if !visit(one.of, word[:n], endings) {
			return
		}
	}
}
