package verbs

import (
	"slices"
	"strings"
)

// conjugator adds verbs to a table.
type conjugator struct {
	*Table
	groups map[string][]int
}

// part adds a stem with a group of endings.
func (s *conjugator) part(v *Verb, stem, group string) {
	for _, n := range s.groups[group] {
		v.Parts = append(v.Parts, Part{stem, n})
	}
}

// addIrregular adds verbs with their parts written out.
func (s *conjugator) addIrregular(table string) {
	table = strings.ReplaceAll(table, "\n\t\t", " ")
	for line := range strings.Lines(strings.TrimSpace(table)) {
		names, parts, _ := strings.Cut(line, "=")
		all := strings.Fields(names)
		for i, prefix := range all {
			if i == 0 {
				prefix = ""
			}
			v := Verb{Infinitive: prefix + all[0]}
			for part := range strings.FieldsSeq(parts) {
				stem, group, _ := strings.Cut(part, ".")
				s.part(&v, prefix+stem, group)
			}
			s.add(v)
		}
	}
}

// addNouns adds the nouns of a table: each row has a verb and nouns that are made of it.
func (s *conjugator) addNouns(table string) {
	for row := range strings.SplitSeq(table, ";") {
		words := strings.Fields(row)
		for _, noun := range words[1:] {
			s.addNoun(words[0], noun)
		}
	}
}

// addNoun adds a noun to a verb of the table.
func (s *conjugator) addNoun(verb, noun string) {
	i := slices.IndexFunc(s.Verbs, func(v Verb) bool { return v.Infinitive == verb })
	v := Verb{}
	for _, group := range [...]string{"or", "ion", "ao"} {
		if stem, ok := strings.CutSuffix(noun, group); ok && s.groups["n"+group] != nil {
			s.part(&v, stem, "n"+group)
		}
	}
	switch {
	case len(v.Parts) > 0:
	case strings.ContainsAny(noun[len(noun)-1:], "aeious"):
		s.part(&v, noun, "nv")
	default:
		s.part(&v, noun, "nc")
	}
	s.addParts(i, v.Parts)
}

// changed is a stem with its last vowel changed.
func changed(stem, vowel string) string {
	if vowel == "" {
		return stem
	}
	from := "e"
	switch vowel[0] {
	case 'u':
		from = "ou"
	case 'o':
		from = "u"
	}
	i := strings.LastIndexAny(strings.TrimSuffix(stem, "u"), from)
	return stem[:i] + vowel + stem[i+1:]
}
