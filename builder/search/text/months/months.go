// Package months has the names of the months as people type them, and the small words around them.
//
// The names and abbreviations are those of Unicode CLDR 46 (common/main, Gregorian calendar, wide
// and abbreviated, as in dates and alone), with other usual ones: dez and dic, setiembre, the
// Austrian Jänner (Österreichisches Wörterbuch). All are folded as text.Fold leaves words.
package months

import (
	"slices"
	"strings"

	"cartaz/builder/search/text/wordmap"
)

// Table is the names of the months in one language.
type Table struct {
	Language string // its ISO 639-1 code
	// Rows has a line a month, from January on: the names that are nothing else, a bar, and those
	// that are a word or the name of a person or a place, too (may, marco, марта), with all
	// abbreviations. The latter are months only in a date, see Set.
	Rows string
	// Leads are the words that lead to a month, Links those between the parts of a date, and
	// Articles those that a month has not.
	Leads, Links, Articles string
	// Names are pairs of words, the second the name of a month, that together are none, with a
	// link between them or without.
	Names [][2]string
}

// Tables are all of them. Japanese has none: its months are numbers with a sign behind them.
var Tables = []Table{
	{"pt", `
		janeiro | jan
		fevereiro | fev
		| marco mar
		| abril abr
		maio | mai
		junho | jun
		julho | jul
		agosto | ago
		setembro | set
		outubro | out
		novembro | nov
		dezembro | dez`,
		"em", "de", "o os as do da no na ao pelo um uma", [][2]string{{"rio", "janeiro"}}},
	{"en", `
		january | jan
		february | feb
		| march mar
		| april apr
		| may
		| june jun
		july | jul
		| august aug
		september | sep sept
		october | oct
		november | nov
		december | dec`,
		"in", "of", "the a an", nil},
	{"fr", `
		janvier | janv
		fevrier | fevr fev
		| mars
		| avril avr
		| mai
		juin |
		juillet | juil
		aout |
		septembre | sept
		octobre | oct
		novembre | nov
		decembre | dec`,
		"en", "de", "le la les l du un une", nil},
	{"es", `
		enero | ene
		febrero | feb
		marzo | mar
		| abril abr
		| mayo may
		junio | jun
		| julio jul
		agosto | ago
		septiembre setiembre | sep sept set
		octubre | oct
		noviembre | nov
		diciembre | dic`,
		"en", "de del", "el la los las lo al del un una", nil},
	{"de", `
		januar janner | jan
		februar feber | feb
		marz maerz | mrz
		april | apr
		| mai
		juni | jun
		| juli jul
		| august aug
		september | sep sept
		oktober | okt
		november | nov
		dezember | dez`,
		"im", "", "der die das den dem des ein eine einen", nil},
	{"ru", `
		январь января январе январю январем | янв
		февраль февраля феврале февралю февралем | фев февр
		март марте марту мартом | марта мар
		апрель апреля апреле апрелю апрелем | апр
		мае маю маем | маи мая
		июнь июня июне июню июнем | июн
		июль июля июле июлю июлем | июл
		августе августу августом | август августа авг
		сентябрь сентября сентябре сентябрю сентябрем | сен сент
		октябре октябрю октябрем | октябрь октября окт
		ноябрь ноября ноябре ноябрю ноябрем | ноя нояб
		декабрь декабря декабре декабрю декабрем | дек`,
		"в", "", "", nil},
}

// Month is what a name may stand for.
type Month struct {
	Number int  // 1 is January
	Sure   bool // the name is nothing else in any language of the set
	of     languages
}

// languages are those of Tables that a word belongs to, a bit each.
type languages uint8

// Role is what a small word does beside a month.
type Role int

// The roles.
const (
	Lead    Role = iota // leads to it: in May
	Link                // stands between the parts of a date: 12 de maio de 2026
	Article             // makes a name that is a word, too, that word: the march
	roles
)

// Set has the names of the months in some languages. It does not change, and is safe for concurrent
// use.
type Set struct {
	months  map[string]Month
	byName  wordmap.Map[Month] // the same
	longest int                // name, in bytes
	small   map[string][roles]languages
	named   map[string][]string // of the second word of Table.Names the first
}

// NewSet returns the names in the languages for whose codes has is true.
func NewSet(has func(language string) bool) *Set {
	s := &Set{months: map[string]Month{}, small: map[string][roles]languages{},
		named: map[string][]string{}}
	for i := range Tables {
		t := &Tables[i]
		if !has(t.Language) {
			continue
		}
		of := languages(1) << i
		for n, row := range strings.Split(strings.TrimSpace(t.Rows), "\n") {
			sure, others, _ := strings.Cut(row, "|")
			s.add(strings.Fields(sure), Month{n + 1, true, of})
			s.add(strings.Fields(others), Month{n + 1, false, of})
		}
		for role, words := range [...]string{Lead: t.Leads, Link: t.Links, Article: t.Articles} {
			for _, word := range strings.Fields(words) {
				all := s.small[word]
				all[role] |= of
				s.small[word] = all
			}
		}
		for _, name := range t.Names {
			s.named[name[1]] = append(s.named[name[1]], name[0])
		}
	}
	s.byName = wordmap.Of(s.months)
	return s
}

func (s *Set) add(words []string, m Month) {
	for _, word := range words {
		one := m
		if other, ok := s.months[word]; ok {
			one.Sure, one.of = one.Sure && other.Sure, one.of|other.of
		}
		s.months[word] = one
		s.longest = max(s.longest, len(word))
	}
}

// shortest is the length of the shortest name, in bytes.
const shortest = 3

// Of returns the month that a folded word may name.
func (s *Set) Of(word []byte) (m Month, ok bool) {
	if len(word) < shortest || len(word) > s.longest {
		return Month{}, false
	}
	return s.byName.Get(word)
}

// Has reports whether a folded word has a role beside the name of a month, in a language of that
// name.
func (s *Set) Has(role Role, word []byte, m Month) bool {
	return s.small[string(word)][role]&m.of != 0
}

// IsName reports whether a folded word makes a name that is no month of the name of a month behind
// it, see Table.Names.
func (s *Set) IsName(before, month []byte) bool {
	return slices.Contains(s.named[string(month)], string(before))
}

// Days returns how many days a month has at most.
func Days(month int) int {
	switch month {
	case 2:
		return 29
	case 4, 6, 9, 11:
		return 30
	}
	return 31
}
