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
	roots.Set
	readings Readings
}

// Read finds the roots of a folded word.
func (r *Roots) Read(w []byte) {
	r.Reset()
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
	added, _ := r.At(r.Len() - 1)
	for at := len(added) - letter; at > 0; at -= letter {
		if v := string(added[at : at+letter]); v == "а" || v == "я" {
			if r.add(added, "", s.Kind) {
				graded, _ := r.At(r.Len() - 1)
				copy(graded[at:], "о")
			}
			return
		}
	}
}

func (r *Roots) add(root []byte, end string, kind roots.Kind) bool {
	return len(root)+len(end) >= LeastRoot*letter && roots.Add(&r.Set, kind, root, end)
}

// Shared returns the letters that all words of the family begin with: those of the roots before
// what changes in them, the last letter or two, and о for а.
func (r *Roots) Shared() []byte {
	if r.Len() == 0 {
		return nil
	}
	first, _ := r.At(0)
	n := len(first)
	for i := range r.Len() {
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

// MayMeet reports whether a word begins as one of the roots does before what may change in it. It
// is a quick no: most words that begin as the family does share too little with any root.
func (r *Roots) MayMeet(w []byte) bool {
	for i := range r.Len() {
		root, _ := r.At(i)
		end := len(root) - letter
		if endsIn(root[:end], "сьи") {
			end -= letter
		}
		for at := letter; at < end; at += letter {
			if v := string(root[at : at+letter]); v == "о" {
				end = at
			}
		}
		if len(w) < end+letter || string(w[:end]) != string(root[:end]) {
			continue
		}
		next := string(w[end : end+letter])
		if next == string(root[end:end+letter]) || strings.Contains("жчшщцьеоиая", next) {
			return true
		}
	}
	return false
}
