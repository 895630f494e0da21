package adapt

import (
	"cmp"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/lang"
	"cartaz/builder/text"
)

// Texts of ages, folded: one number or two between words, words for all ages, for an upper limit,
// and for numbers that are not years.
var (
	agesText = regexp.MustCompile(`^\D{0,30}?(\d{1,3})(?:\D{1,10}(\d{1,3}))?\D{0,20}$`)
	everyAge = regexp.MustCompile(`^(livre\b|all ages|tou[ts] publics?|todos os publicos|` +
		`todos los publicos|alle alter|alle leeftijden|per tutti)`)
	upToAge = regexp.MustCompile(`^(-|ate |hasta |jusqu|bis |tot |fino |up to |under )`)
	noYears = regexp.MustCompile(`mes\b|mese|mois|month|monat|maand`)
)

// ages returns whom an event is for, or "". v is a text, a number of years or an object (min, max),
// and upTo a separate upper limit.
func ages(v any, upTo string) string {
	said := strings.ToLower(text.Fold(Scalar(v)))
	if o, ok := v.(map[string]any); ok {
		said, upTo = Scalar(o["min"]), Scalar(o["max"])
	}
	if upTo != "" {
		said = cmp.Or(said, "0") + "-" + upTo
	}
	m := agesText.FindStringSubmatch(said)
	switch {
	case everyAge.MatchString(said):
		return "0-"
	case m == nil || noYears.MatchString(said):
		return ""
	case m[2] == "" && upToAge.MatchString(said):
		m[1], m[2] = "0", m[1]
	}
	from, _ := strconv.Atoi(m[1])
	if to, err := strconv.Atoi(m[2]); err == nil && to < 99 {
		return fmt.Sprintf("%d-%d", from, to)
	}
	return fmt.Sprintf("%d-", from)
}

// openAgenda are the letters of its member "accessibility", motor to mental.
var openAgenda = map[string]Field{"mi": "step_free", "hi": "hearing", "vi": "sight", "ii": "mind"}

// access returns who has access, by labels, an object of flags and the flags beside it.
func access(v any, fields map[Field]any) (names []any) {
	said := map[Field]bool{}
	for _, word := range labels(v) {
		said[calls[lang.Key(lang.LastPart(Scalar(word)))].field] = true
	}
	object, _ := v.(map[string]any)
	for name, yes := range object {
		f := cmp.Or(openAgenda[name], calls[lang.Key(name)].field)
		said[f] = said[f] || says(yes)
	}
	for _, name := range catalog.AccessNames {
		f := Field(name)
		if said[f] || says(fields[f]) {
			names = append(names, name)
		}
	}
	return names
}
