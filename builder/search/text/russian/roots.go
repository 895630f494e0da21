package russian

import (
	"strings"

	"cartaz/builder/search/text/roots"
)

// Words of one family (package roots) meet when nothing is found otherwise: рисование and рисовать,
// загрузка and загружать, книжный and книга. The suffixes are those of S. A. Kuznetsov, "Great
// Dictionary of the Russian Language", and "Russian Grammar" of 1980.

// LeastRoot is the least letters of a root.
const LeastRoot = 3

// Suffix is what is cut from stems to find their roots. Of Graded ones the а or я before, the last,
// may be о in the root: настраива-, настро-.
type Suffix struct {
	Name, First string // of the classes: their name and first ending, "*" for any
	Kind        roots.Kind
	Suffixes    []string
	Graded      bool
}

// Suffixes are those of each class.
var Suffixes = []Suffix{
	{"neuter", "ие", roots.Deed, strings.Fields("ан ян ен т ирован"), false},
	{"neuter", "ие", roots.Deed, strings.Fields("ыван иван"), true},
	{"feminine", "а", roots.Deed, strings.Fields("к овк"), false},
	{"feminine", "ь", roots.Deed, []string{""}, false},
	{"feminine", "ь", roots.Noun, strings.Fields("ост"), false},
	{"feminine", "ия", roots.Action, strings.Fields("ац яц"), false},
	{"masculine", "ь", roots.Agent, strings.Fields("ател ител тел"), false},
	{"masculine", "ь", roots.Agent, strings.Fields("ывател ивател"), true},
	{"masculine", "", roots.Agent, strings.Fields("ор ер атор ятор щик чик ник ик ок"), false},
	{"feminine", "а", roots.Agent, strings.Fields("ниц"), false},
	{"masculine", "*", roots.Noun, []string{""}, false},
	{"feminine", "*", roots.Noun, []string{""}, false},
	{"neuter", "*", roots.Noun, []string{""}, false},
	{"adjective", "*", roots.Adjective,
		strings.Fields("н ов ев ск альн ельн тельн ивн онн енн ическ еск"), false},
	{"verb", "*", roots.Verb, []string{""}, false},
	{"verb", "ть", roots.Verb, strings.Fields("а я е ва"), false},
	{"verb", "ть", roots.Verb, strings.Fields("ыва ива"), true},
	{"verb", "овать", roots.Verb, strings.Fields("ир"), false},
}

// RootChanges are the last letters of roots before suffixes, and what they were.
var RootChanges = [][2]string{
	{"ж", "г"}, {"ж", "з"}, {"ж", "д"}, {"ч", "к"}, {"ч", "ц"}, {"ч", "т"}, {"ш", "х"}, {"ш", "с"},
	{"щ", "ст"}, {"щ", "ск"}, {"щ", "т"}, {"жд", "д"}, {"бл", "б"}, {"вл", "в"}, {"мл", "м"},
	{"пл", "п"}, {"ц", "к"}, {"ь", ""},
}

// Roots are those of one word.
type Roots struct {
	set    roots.Set
	reader stemReader
	begins []beginning // see lookAhead
	akin   []akinRoot
	graded []byte // beginnings with а or я for о
}

// Len is the number of different roots.
func (r *Roots) Len() int { return r.set.Len() }

// Read finds the roots of a folded word of Cyrillic letters.
func (r *Roots) Read(w []byte) {
	r.set.Reset()
	r.reader.least, r.reader.most = 0, len(w)
	r.reader.each(w, func(s Stem) bool {
		return eachRoot(s, func(root []byte, suffix *Suffix) bool {
			r.addChanged(root, suffix)
			return false
		})
	})
	r.lookAhead()
}

// addChanged adds a root, and what it was before its last letters changed.
func (r *Roots) addChanged(root []byte, s *Suffix) {
	r.addGraded(root, "", s)
	for _, change := range rootChangesAt[lastLetter(root)] {
		if before, ok := cut(root, change[0]); ok {
			r.addGraded(before, change[1], s)
		}
	}
}

// addGraded adds a root that is made of two parts, and of graded ones that with о, too.
func (r *Roots) addGraded(root []byte, end string, s *Suffix) {
	var buf [2 * maxWord]byte
	all := append(append(buf[:0], root...), end...)
	if len(all) < LeastRoot*letter {
		return
	}
	roots.Add(&r.set, s.Kind, all, "")
	if at := lastGraded(all); s.Graded && at > 0 {
		copy(all[at:], "о")
		roots.Add(&r.set, s.Kind, all, "")
	}
}

// lastGraded is where the last а or я stands in a root, 0 for none behind its first letter.
func lastGraded(root []byte) int {
	for at := len(root) - letter; at > 0; at -= letter {
		if v := string(root[at : at+letter]); v == "а" || v == "я" {
			return at
		}
	}
	return 0
}

// Shared returns the letters that all words of the family begin with: those of the roots before
// what changes in them, the last letter or two, and о for а.
func (r *Roots) Shared() []byte {
	if r.Len() == 0 {
		return nil
	}
	first, _ := r.set.At(0)
	n := len(first)
	for i := range r.Len() {
		root, _ := r.set.At(i)
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
