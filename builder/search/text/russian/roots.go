package russian

import "strings"

// Words of one family say nearly the same of what is looked for, but are other words: рисование and
// рисовать, загрузка and загружать, книга and книжный. They meet when nothing is found otherwise.
// Two words are of one family when they have a root in common: what is left of a stem without a
// suffix that makes a word of this kind of another (S. A. Kuznetsov, "Great Dictionary of the
// Russian Language", and "Russian Grammar" of 1980 for the suffixes). Kinds that say the same of
// most roots meet, see akin: of two nouns without a suffix neither meets the other.

// Kind is what a root was the root of.
type Kind uint8

// The kinds.
const (
	Noun      Kind = iota
	Adjective      // книжный
	Verb           // загружать
	Deed           // загрузка, рисование
	Action         // конвертация
	Agent          // проигрыватель, сканер
)

// akin are the kinds that a word of each kind of a query finds. Who types книжный may look for a
// книга, who types книга looks for no Книжный фестиваль: see attributes.
var akin = [...]string{Noun: "\x02\x03\x05", Adjective: "\x00\x02\x03",
	Verb: "\x00\x01\x02\x03\x04\x05", Deed: "\x00\x01\x02\x03\x04\x05", Action: "\x02\x03\x05",
	Agent: "\x00\x02\x03\x04"}

// AreAkin reports whether a word of one kind finds a word of another with the same root.
func AreAkin(a, b Kind) bool { return strings.IndexByte(akin[a], byte(b)) >= 0 }

// LeastRoot is the least letters of a root.
const LeastRoot = 3

// Suffix is what is cut from stems to find their roots. Of Graded ones the а or я before, the last,
// may be о in the root: настраива-, настро-.
type Suffix struct {
	Name, First string // of the classes: their name and first ending, "*" for any
	Kind        Kind
	Suffixes    []string
	Graded      bool
}

// Suffixes are those of each class.
var Suffixes = []Suffix{
	{"neuter", "ие", Deed, strings.Fields("ан ян ен т ирован"), false},
	{"neuter", "ие", Deed, strings.Fields("ыван иван"), true},
	{"feminine", "а", Deed, strings.Fields("к овк"), false},
	{"feminine", "ь", Deed, []string{""}, false},
	{"feminine", "ь", Noun, strings.Fields("ост"), false},
	{"feminine", "ия", Action, strings.Fields("ац яц"), false},
	{"masculine", "ь", Agent, strings.Fields("ател ител тел"), false},
	{"masculine", "ь", Agent, strings.Fields("ывател ивател"), true},
	{"masculine", "", Agent, strings.Fields("ор ер атор ятор щик чик ник ик ок"), false},
	{"feminine", "а", Agent, strings.Fields("ниц"), false},
	{"masculine", "*", Noun, []string{""}, false},
	{"feminine", "*", Noun, []string{""}, false},
	{"neuter", "*", Noun, []string{""}, false},
	{"adjective", "*", Adjective,
		strings.Fields("н ов ев ск альн ельн тельн ивн онн енн ическ еск"), false},
	{"verb", "*", Verb, []string{""}, false},
	{"verb", "ть", Verb, strings.Fields("а я е ва"), false},
	{"verb", "ть", Verb, strings.Fields("ыва ива"), true},
	{"verb", "овать", Verb, strings.Fields("ир"), false},
}

// RootChanges are the last letters of roots before suffixes, and what they were.
var RootChanges = [][2]string{
	{"ж", "г"}, {"ж", "з"}, {"ж", "д"}, {"ч", "к"}, {"ч", "ц"}, {"ч", "т"}, {"ш", "х"}, {"ш", "с"},
	{"щ", "ст"}, {"щ", "ск"}, {"щ", "т"}, {"жд", "д"}, {"бл", "б"}, {"вл", "в"}, {"мл", "м"},
	{"пл", "п"}, {"ц", "к"}, {"ь", ""},
}

// Roots are those of one word. All bytes lie in arrays, so that a query allocates nothing.
type Roots struct {
	text     [4096]byte
	ends     [160]int
	kinds    [160]Kind
	n        int
	readings Readings
}

// Len is the number of roots.
func (r *Roots) Len() int { return r.n }

// At returns root i, good until the next Read.
func (r *Roots) At(i int) ([]byte, Kind) {
	start := 0
	if i > 0 {
		start = r.ends[i-1]
	}
	return r.text[start:r.ends[i]], r.kinds[i]
}

// Read finds the roots of a folded word.
func (r *Roots) Read(w []byte) {
	r.n = 0
	r.readings.Read(w)
	for i := range r.readings.Len() {
		reading, stem := r.readings.At(i)
		c := &Classes[reading.Class]
		for k := range Suffixes {
			s := &Suffixes[k]
			if s.Name != c.Name || s.First != "*" && s.First != c.Endings[0] || c.Prefixes {
				continue
			}
			for _, suffix := range s.Suffixes {
				if root, ok := cut(stem, suffix); ok {
					r.addChanged(root, s)
				}
			}
		}
	}
}

// addChanged adds a root, and what it was before its last letters changed.
func (r *Roots) addChanged(root []byte, s *Suffix) {
	r.addGraded(root, "", s)
	for _, change := range RootChanges {
		if before, ok := cut(root, change[0]); ok {
			r.addGraded(before, change[1], s)
		}
	}
}

// addGraded adds a root that is made of two parts, and of graded ones that with о, too.
func (r *Roots) addGraded(root []byte, end string, s *Suffix) {
	if !r.add(root, end, s.Kind) || !s.Graded {
		return
	}
	added, _ := r.At(r.n - 1)
	for at := len(added) - letter; at > 0; at -= letter {
		if v := string(added[at : at+letter]); v == "а" || v == "я" {
			if r.add(added, "", s.Kind) {
				graded, _ := r.At(r.n - 1)
				copy(graded[at:], "о")
			}
			return
		}
	}
}

func (r *Roots) add(root []byte, end string, kind Kind) bool {
	start := 0
	if r.n > 0 {
		start = r.ends[r.n-1]
	}
	n := len(root) + len(end)
	if n < LeastRoot*letter || r.n == len(r.ends) || start+n > len(r.text) {
		return false
	}
	copy(r.text[start+copy(r.text[start:], root):], end)
	r.ends[r.n], r.kinds[r.n] = start+n, kind
	r.n++
	return true
}

// Meet reports whether a word of a query finds another of its family, and returns the root.
func (r *Roots) Meet(other *Roots) ([]byte, bool) {
	for i := range r.n {
		root, kind := r.At(i)
		for k := range other.n {
			if its, its2 := other.At(k); string(its) == string(root) && AreAkin(kind, its2) {
				return root, true
			}
		}
	}
	return nil, false
}

// Shared returns the letters that all words of the family begin with: those of the roots before
// what changes in them, the last letter or two, and о for а.
func (r *Roots) Shared() []byte {
	if r.n == 0 {
		return nil
	}
	first, _ := r.At(0)
	n := len(first)
	for i := range r.n {
		root, _ := r.At(i)
		end := len(root) - letter
		if _, ok := cut(root[:end], "с"); ok {
			end -= letter
		}
		for at := 2 * letter; at < end; at += letter {
			rest := root[at+letter:]
			if string(root[at:at+letter]) == "о" && !strings.Contains(string(rest), "о") {
				end = at
			}
		}
		n = min(n, end)
		for k := range n {
			if root[k] != first[k] {
				n = k - k%letter
				break
			}
		}
	}
	return first[:n]
}
