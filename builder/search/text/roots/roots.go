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

// Set is the roots of one word. All bytes lie in arrays, so that a query allocates nothing.
type Set struct {
	text  [4096]byte
	ends  [160]int
	kinds [160]Kind
	n     int
}

// Reset forgets all roots.
func (s *Set) Reset() { s.n = 0 }

// Len is the number of roots.
func (s *Set) Len() int { return s.n }

// At returns root i, good until the next Reset.
func (s *Set) At(i int) ([]byte, Kind) {
	start := 0
	if i > 0 {
		start = s.ends[i-1]
	}
	return s.text[start:s.ends[i]], s.kinds[i]
}

// Add adds a root that is made of two parts, and reports whether there is room for it.
func Add[Text string | []byte](s *Set, kind Kind, root []byte, end Text) bool {
	start := 0
	if s.n > 0 {
		start = s.ends[s.n-1]
	}
	until := start + len(root) + len(end)
	if s.n == len(s.ends) || until > len(s.text) {
		return false
	}
	copy(s.text[start+copy(s.text[start:], root):], end)
	s.ends[s.n], s.kinds[s.n] = until, kind
	s.n++
	return true
}

// Meet returns the root that a word of a query has in common with another word, of kinds that are
// akin, and whether there is one.
func (s *Set) Meet(other *Set, akin func(a, b Kind) bool) ([]byte, bool) {
	for i := range s.n {
		root, kind := s.At(i)
		for k := range other.n {
			if its, of := other.At(k); string(its) == string(root) && akin(kind, of) {
				return root, true
			}
		}
	}
	return nil, false
}
