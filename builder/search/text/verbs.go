package text

import (
	"slices"

	"cartaz/builder/search/text/verbs"
)

// Forms of one verb meet when the query has one that only a verb has: editar, editando and editaron
// find edita, edite and editado, which nouns look like (copia, canto) and which find none of them.
// They find the nouns made of the verb, too: edición, editor. Who types editor looks for one, and
// finds editar where nothing is found otherwise. See package verbs.

// Portuguese verbs find their forms, too, only where nothing is found otherwise: see ExpandFamily.

// VerbsOf returns the tables of verbs of some languages.
func VerbsOf(l Languages) (tables []*verbs.Table) {
	if l&Spanish != 0 {
		tables = append(tables, verbs.Spanish())
	}
	return tables
}

// FamiliesOf returns the tables of verbs whose words stand for each other where nothing is found.
func FamiliesOf(l Languages) []*verbs.Table {
	tables := VerbsOf(l)
	if l&Portuguese != 0 {
		tables = append(tables, verbs.Portuguese())
	}
	return tables
}

// verbForms is what the forms of one verb need.
type verbForms struct {
	readings verbs.Readings
	form     []byte
	seen     wordSet
}

// ExpandFamily fills f with the words that are of a verb as a folded word w is, which may be a form
// of the verb or a noun made of it: edición, editor, editar, edita; with those that say nearly the
// same: oficina, aula; and with the number that w is the ordinal of: 5 for 5th. They are other
// words, so they are looked for only when a text finds nothing otherwise.
func ExpandFamily(f *Inflections, r *Rules, w []byte) {
	f.reset()
	if isLatin(w) {
		addVerbs(f, r.families, w, true)
	}
	near, _ := r.close.Get(w)
	for _, word := range near {
		f.addText(word)
	}
	if number := NumberOf(r, w); number != nil {
		f.add(number, "")
	}
}

// addVerbs adds the other forms of the verbs that a word is a form of, if nothing else looks so;
// of a family all words of the verbs that it is a word of.
func addVerbs(f *Inflections, tables []*verbs.Table, w []byte, family bool) {
	if len(tables) == 0 || len(w) > MaxToken {
		return
	}
	if f.verbs == nil {
		f.verbs = new(verbForms)
	}
	u := f.verbs
	begun := false
	add := func(form []byte) { u.seen.add(f, form) }
	for _, table := range tables {
		u.readings.Read(table, w)
		for _, reading := range u.readings.All() {
			if !family && reading.Kind != verbs.Form {
				continue
			}
			if !begun {
				begun = true
				u.seen.resetTo(f)
			}
			u.form = table.EachWord(reading.Verb, u.form, add)
		}
	}
}

// add adds a word to f, unless it has it or the word is too long.
func (s *wordSet) add(f *Inflections, form []byte) {
	if len(form) > MaxToken {
		return
	}
	start := len(f.text)
	f.text = append(f.text, form...)
	f.ends = append(f.ends, len(f.text))
	if n := len(f.ends) - 1; !s.isNew(f, n) {
		f.text, f.ends = f.text[:start], f.ends[:n]
	}
}

// resetTo begins with the words of f.
func (s *wordSet) resetTo(f *Inflections) {
	s.reset()
	for i := range f.Len() {
		s.isNew(f, i)
	}
}

// verbOf names the verb that a word and another are of.
func verbOf(r *Rules, word, form []byte) (rule string) {
	var of, its verbs.Readings
	for _, table := range r.families {
		of.Read(table, word)
		its.Read(table, form)
		for _, a := range of.All() {
			for _, b := range its.All() {
				name := table.Verbs[a.Verb].Infinitive
				switch {
				case a.Verb != b.Verb:
				case a.Kind == verbs.Form && slices.Contains(r.verbs, table):
					return table.Language + " forms of " + name
				default:
					rule = table.Language + " family of " + name
				}
			}
		}
	}
	return rule
}
