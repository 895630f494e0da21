// Package roots has what words of one family share. They say nearly the same of what is looked for,
// but are other words: Verwaltung and verwalten, загрузка and загружать. Two words are of one
// family when they have a root in common: what is left of a word without the suffixes that make a
// word of its kind of another. Each language finds roots by suffixes of its own: see german.Roots
// and russian.Roots.
package roots

import "strings"

// Kind is what a root was the root of.
type Kind uint8

// The kinds.
const (
	Noun      Kind = iota
	Adjective      // книжный
	Verb           // загружать, verwalten
	Deed           // загрузка, рисование, Verwaltung
	Action         // конвертация
	Agent          // проигрыватель, сканер, Verwalter
)

// akin are the kinds that a word of each kind of a query finds. Of two nouns without a suffix
// neither meets the other. Who types книжный may look for a книга, who types книга looks for no
// Книжный фестиваль: see russian.Attributes.
var akin = [...]string{Noun: "\x02\x03\x05", Adjective: "\x00\x02\x03",
	Verb: "\x00\x01\x02\x03\x04\x05", Deed: "\x00\x01\x02\x03\x04\x05", Action: "\x02\x03\x05",
	Agent: "\x00\x02\x03\x04"}

// AreAkin reports whether a word of one kind finds a word of another with the same root.
func AreAkin(a, b Kind) bool { return strings.IndexByte(akin[a], byte(b)) >= 0 }

// AreDeeds is AreAkin where one of the kinds is a verb or what is done: сканер and сканировать, but
// no школьник and школа.
func AreDeeds(a, b Kind) bool { return (a.isDeed() || b.isDeed()) && AreAkin(a, b) }

func (k Kind) isDeed() bool { return k == Verb || k == Deed || k == Action }

// Kinds is a set of kinds.
type Kinds uint8

// Has reports whether a kind is in the set.
func (s Kinds) Has(k Kind) bool { return s>>k&1 != 0 }

// Akin returns the kinds of the words that a word of one of the kinds finds, see AreAkin.
func (s Kinds) Akin() Kinds { return akinTo[s] }

// AkinDeeds returns those of AreDeeds.
func (s Kinds) AkinDeeds() Kinds { return deedsTo[s] }

const kinds = int(Agent) + 1

var akinTo, deedsTo = kindsThat(AreAkin), kindsThat(AreDeeds)

// kindsThat has for each set of kinds those that one of them finds.
func kindsThat(akin func(a, b Kind) bool) (all [1 << kinds]Kinds) {
	for set := range all {
		for a := range Kind(kinds) {
			for b := range Kind(kinds) {
				if Kinds(set).Has(a) && akin(a, b) {
					all[set] |= 1 << b
				}
			}
		}
	}
	return all
}

// Set is the roots of one word, each once. All bytes lie in arrays, so that a query allocates
// nothing.
type Set struct {
	text  [4096]byte
	ends  [160]int
	kinds [160]Kinds
	n     int
}

// Reset forgets all roots.
func (s *Set) Reset() { s.n = 0 }

// Len is the number of roots.
func (s *Set) Len() int { return s.n }

// At returns root i, good until the next Reset, and what it is the root of.
func (s *Set) At(i int) ([]byte, Kinds) {
	start := 0
	if i > 0 {
		start = s.ends[i-1]
	}
	return s.text[start:s.ends[i]], s.kinds[i]
}

// Add adds a root that is made of two parts, if there is room for it.
func Add[Text string | []byte](s *Set, kind Kind, root []byte, end Text) {
	start := 0
	if s.n > 0 {
		start = s.ends[s.n-1]
	}
	until := start + len(root) + len(end)
	if s.n == len(s.ends) || until > len(s.text) {
		return
	}
	copy(s.text[start+copy(s.text[start:], root):], end)
	from := 0
	for i, its := range s.ends[:s.n] {
		if its-from == until-start && string(s.text[from:its]) == string(s.text[start:until]) {
			s.kinds[i] |= 1 << kind
			return
		}
		from = its
	}
	s.ends[s.n], s.kinds[s.n] = until, 1<<kind
	s.n++
}
