package naive

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"cartaz/builder/search/text"
	"cartaz/builder/search/text/verbs"
)

// verbForm says that a word is a form of a verb, or a noun made of it.
type verbForm struct {
	verb string
	kind verbs.Kind
}

var conjugated sync.Map // of *verbs.Table: map[string][]verbForm

// formsIn are all forms of all verbs of a table.
func formsIn(table *verbs.Table) map[string][]verbForm {
	if all, ok := conjugated.Load(table); ok {
		return all.(map[string][]verbForm)
	}
	all := map[string][]verbForm{}
	for i, v := range table.Verbs {
		name := "verb " + table.Language + strconv.Itoa(i)
		for _, part := range v.Parts {
			group := table.Groups[part.Group]
			for _, ending := range group.Endings {
				w, apart := part.Stem+ending, table.Apart
				if group.Kind == verbs.Noun {
					apart = table.NoNouns
				}
				if !apart[w] {
					all[w] = append(all[w], verbForm{name, group.Kind})
				}
			}
		}
	}
	conjugated.Store(table, all)
	return all
}

// verbsOf are the verbs of some tables that a word is a form of.
func verbsOf(tables []*verbs.Table, w string) (all []verbForm) {
	for _, table := range tables {
		all = append(all, formsIn(table)[w]...)
	}
	return all
}

// verbBases are the verbs that a word is a form of, each as a base.
func (l *language) verbBases(w string) (all []string) {
	for _, form := range verbsOf(text.VerbsOf(l.languages), w) {
		all = append(all, form.verb)
	}
	return all
}

// isUnsureVerb reports whether a base of a word is a verb that it may be no form of.
func (l *language) isUnsureVerb(w, base string) bool {
	if !strings.HasPrefix(base, "verb ") {
		return false
	}
	for _, form := range verbsOf(text.VerbsOf(l.languages), w) {
		if form.verb == base && form.kind == verbs.Form {
			return false
		}
	}
	return true
}

// isClose reports whether a word says nearly what another one does, or is the number that it is the
// ordinal of.
func isClose(l *language, word, other string) bool {
	return inOneRow(text.CloseRows(l.languages), word, other) ||
		ordinalNumber(l.languages, word) == other
}

// soundAlike reports whether two words are names that sound alike.
func soundAlike(languages text.Languages, a, b string) bool {
	return languages&^(text.Russian|text.Japanese) != 0 && inOneRow(homophones(), a, b)
}

func inOneRow(rows [][]string, a, b string) bool {
	return slices.ContainsFunc(rows, func(row []string) bool {
		return slices.Contains(row, a) && slices.Contains(row, b)
	})
}

// areOfOneVerb reports whether two words are forms of one verb, or nouns made of it.
func (l *language) areOfOneVerb(a, b string) bool {
	tables := text.FamiliesOf(l.languages)
	for _, one := range verbsOf(tables, a) {
		for _, other := range verbsOf(tables, b) {
			if one.verb == other.verb {
				return true
			}
		}
	}
	return false
}
