package verbs

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"cartaz/builder/search/text/wordmap"
)

// Kind says how surely a form is one of a verb.
type Kind uint8

// The kinds.
const (
	Form Kind = iota // only verbs look so: editar, editando, editaron, editarlo
	Bare             // nouns and adjectives look so, too: copia, marcas, editado
	Noun             // made of the verb: edición, editor, impresora
)

// Group is endings that follow the same stems.
type Group struct {
	Kind    Kind
	Endings []string
}

// Part is a stem of a verb, and the number of the group that follows it, in Table.Groups.
type Part struct {
	Stem  string
	Group int
}

// Verb is what the forms of one are made of. No two parts have a form in common.
type Verb struct {
	Infinitive string
	Parts      []Part
}

// Table has the verbs of a language.
type Table struct {
	Language string // ISO 639-1
	Groups   []Group
	Verbs    []Verb
	Apart    map[string]bool // words that are no form of a verb, but may be a noun made of it
	NoNouns  map[string]bool // words that are no noun made of a verb

	stems    map[string][]stemOf // while verbs are added
	ofStem   wordmap.Map[[]stemOf]
	ofEnding wordmap.Map[uint64] // a bit for each group
	lengths  [256]uint32         // of the endings by their last byte: a bit for each length
}

type stemOf struct{ verb, group uint16 }

// newTable is a table without verbs. A line of groups is a name and endings, "-" for none; those
// with a dot are bare, those with a low line make nouns.
func newTable(language, groups, apart, noNouns string) (t *Table, byName map[string][]int) {
	t = &Table{Language: language, Apart: set(apart), NoNouns: set(noNouns),
		stems: map[string][]stemOf{}}
	byName = map[string][]int{}
	ofEnding := map[string]uint64{}
	groups = strings.ReplaceAll(groups, "\n\t\t", " ")
	for line := range strings.Lines(strings.TrimSpace(groups)) {
		fields := strings.Fields(line)
		var kinds [3][]string
		for _, ending := range fields[1:] {
			kind := Form
			switch ending[0] {
			case '.':
				kind, ending = Bare, ending[1:]
			case '_':
				kind, ending = Noun, ending[1:]
			}
			kinds[kind] = append(kinds[kind], strings.TrimPrefix(ending, "-"))
		}
		for kind, endings := range kinds {
			if len(endings) == 0 {
				continue
			}
			n := len(t.Groups)
			byName[fields[0]] = append(byName[fields[0]], n)
			t.Groups = append(t.Groups, Group{Kind(kind), endings})
			for _, ending := range endings {
				ofEnding[ending] |= 1 << n
				t.addLength(ending)
			}
		}
	}
	if len(t.Groups) > 64 {
		panic(fmt.Sprintf("%d groups of endings", len(t.Groups))) // a table of this package
	}
	t.ofEnding = wordmap.Of(ofEnding)
	return t, byName
}

// addLength notes how long an ending is, of those of its last letter; of none, of all letters.
func (t *Table) addLength(ending string) {
	if len(ending) > 31 {
		panic(fmt.Sprintf("%s: an ending of %d letters", t.Language, len(ending))) // as above
	}
	if ending != "" {
		t.lengths[ending[len(ending)-1]] |= 1 << len(ending)
		return
	}
	for c := range t.lengths {
		t.lengths[c] |= 1
	}
}

func set(words string) map[string]bool {
	all := map[string]bool{}
	for word := range strings.FieldsSeq(words) {
		all[word] = true
	}
	return all
}

// add adds a verb.
func (t *Table) add(v Verb) {
	t.Verbs = append(t.Verbs, Verb{Infinitive: v.Infinitive})
	t.addParts(len(t.Verbs)-1, v.Parts)
}

// done ends a table: nothing is added any more.
func (t *Table) done() *Table {
	t.ofStem, t.stems = wordmap.Of(t.stems), nil
	return t
}

// addParts adds parts to verb number i. What it has already is left out.
func (t *Table) addParts(i int, parts []Part) {
	v := &t.Verbs[i]
	for _, p := range parts {
		if !slices.Contains(v.Parts, p) {
			v.Parts = append(v.Parts, p)
			t.stems[p.Stem] = append(t.stems[p.Stem], stemOf{uint16(i), uint16(p.Group)})
		}
	}
}

// Reading is one way to read a word: as a form of a verb.
type Reading struct {
	Verb int // in Table.Verbs
	Kind Kind
}

// Readings are all ways to read one word. They lie in an array, so that a query allocates nothing.
type Readings struct {
	all [16]Reading
	n   int
}

// All returns the readings, good until the next Read.
func (r *Readings) All() []Reading { return r.all[:r.n] }

// Read finds the verbs that a folded word is a form of.
func (r *Readings) Read(t *Table, w []byte) {
	r.n = 0
	if len(w) == 0 {
		return
	}
	for lengths := t.lengths[w[len(w)-1]]; lengths != 0; lengths &= lengths - 1 {
		n := len(w) - bits.TrailingZeros32(lengths)
		if n <= 0 {
			return
		}
		groups, ok := t.ofEnding.Get(w[n:])
		if !ok {
			continue
		}
		stems, _ := t.ofStem.Get(w[:n])
		for _, of := range stems {
			kind := t.Groups[of.group].Kind
			if groups&(1<<of.group) != 0 && !t.isApart(kind, w) {
				r.add(Reading{int(of.verb), kind})
			}
		}
	}
}

// isApart reports whether a word looks like a form of a kind, and is none.
func (t *Table) isApart(kind Kind, w []byte) bool {
	if kind == Noun {
		return t.NoNouns[string(w)]
	}
	return t.Apart[string(w)]
}

// add adds a reading, the surest of each verb.
func (r *Readings) add(reading Reading) {
	for i := range r.all[:r.n] {
		if have := &r.all[i]; have.Verb == reading.Verb {
			have.Kind = min(have.Kind, reading.Kind)
			return
		}
	}
	if r.n < len(r.all) {
		r.all[r.n] = reading
		r.n++
	}
}

// EachWord calls f with all forms of a verb, some more than once, and the nouns that are made of
// it. f may not retain its argument, which lies in buf; the grown buf is returned.
func (t *Table) EachWord(verb int, buf []byte, f func(word []byte)) []byte {
	for _, p := range t.Verbs[verb].Parts {
		group := &t.Groups[p.Group]
		for _, ending := range group.Endings {
			buf = append(append(buf[:0], p.Stem...), ending...)
			if !t.isApart(group.Kind, buf) {
				f(buf)
			}
		}
	}
	return buf
}
