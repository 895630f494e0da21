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
	"bytes"
	"strings"
)

// Family is a set of endings that may follow one stem. Two words of a stem are akin when one of
// them has a heavy ending: a light one alone says too little (canto, canta).
type Family struct {
	Language     string // its ISO 639-1 code
	Least        int    // letters of the stem
	Heavy, Light []string
}

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

// EachStem calls visit with each stem that a folded word may have, the family, and the endings of
// the words that are akin to it.
func EachStem(families []Family, word []byte,
	visit func(f *Family, stem []byte, endings [2][]string)) {
	for i := range families {
		f := &families[i]
		for n, own := range [...][]string{f.Heavy, f.Light} {
			for _, ending := range own {
				stem, ok := bytes.CutSuffix(word, []byte(ending))
				if !ok || len(stem) < f.Least {
					continue
				}
				endings := [2][]string{f.Heavy, f.Light}
				if n == 1 {
					endings[1] = nil
				}
				visit(f, stem, endings)
			}
		}
	}
}
