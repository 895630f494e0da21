package russian

import (
	"bytes"
	"slices"

	"cartaz/builder/search/text/roots"
)

// Who looks for the words of a family compares hundreds with the roots of one. Finding the roots of
// each takes long, so the words are read with the tables of tables.go and each root that comes out
// is compared at once.

// beginning is how words of a family begin, before what may change in a root: the letters, and
// which may follow.
type beginning struct {
	letters []byte
	next    letterSet
}

// akinRoot is a root, and of which kinds other words with it are that the word meets; deeds is that
// where one of the two is a verb or what is done.
type akinRoot struct {
	root        []byte
	akin, deeds roots.Kinds
}

// changing are the letters that may stand where those of a root change.
var changing = lettersOf("жчшщцьеоиая")

// lookAhead notes what Meet asks of the roots.
func (r *Roots) lookAhead() {
	r.begins, r.akin, r.graded = r.begins[:0], r.akin[:0], r.graded[:0]
	r.reader.least, r.reader.most = maxWord, 2*maxWord
	for i := range r.set.Len() {
		root, kinds := r.set.At(i)
		r.akin = append(r.akin, akinRoot{root, kinds.Akin(), kinds.AkinDeeds()})
		r.reader.least = min(r.reader.least, len(root)-letter) // a root may have a letter more
		end := len(root) - letter
		if softening.endIn(root[:end]) {
			end -= letter
		}
		next := changing | 1<<lastLetter(root[:end+letter])
		r.addBeginning(root[:end], next)
		for at := len(root) - letter; at > 0 && !grading.endIn(root[:at+letter]); at -= letter {
			if at < end && string(root[at:at+letter]) == "о" {
				r.addGradedBeginning(root[:end], at, "а", next)
				r.addGradedBeginning(root[:end], at, "я", next)
			}
		}
	}
}

// grading are the letters that о may stand for in a root.
var grading = lettersOf("ая")

// addGradedBeginning adds a beginning with another letter at a place.
func (r *Roots) addGradedBeginning(begins []byte, at int, other string, next letterSet) {
	from := len(r.graded)
	r.graded = append(append(append(r.graded, begins[:at]...), other...), begins[at+letter:]...)
	r.addBeginning(r.graded[from:], next)
}

func (r *Roots) addBeginning(letters []byte, next letterSet) {
	for i := range r.begins {
		if b := &r.begins[i]; string(b.letters) == string(letters) {
			b.next |= next
			return
		}
	}
	r.begins = append(r.begins, beginning{letters, next})
}

// EachBeginning calls f with letters that words of the family begin with; each has one of the
// beginnings, and no two have one word in common.
func (r *Roots) EachBeginning(f func(letters []byte)) {
	for i := range r.begins {
		its := r.begins[i].letters
		covered := slices.ContainsFunc(r.begins, func(b beginning) bool {
			return len(b.letters) < len(its) && bytes.HasPrefix(its, b.letters)
		})
		if !covered {
			f(its)
		}
	}
}

// begin reports whether a word has one of the beginnings. It is a quick no: most words that begin
// as the family does share too little with any root.
func (r *Roots) begin(w []byte) bool {
	for i := range r.begins {
		b := &r.begins[i]
		if end := len(b.letters); len(w) > end && string(w[:end]) == string(b.letters) &&
			b.next>>lastLetter(w[:end+letter])&1 != 0 {
			return true
		}
	}
	return false
}

// Meet returns the root that a folded word of Cyrillic letters has in common with the one that was
// read, where their kinds are akin; with deeds, where one of the two is a verb or what is done.
func (r *Roots) Meet(w []byte, deeds bool) (root []byte, ok bool) {
	if !r.begin(w) {
		return nil, false
	}
	r.reader.each(w, func(s Stem) bool {
		return eachRoot(s, func(its []byte, suffix *Suffix) bool {
			root, ok = r.having(its, suffix, deeds)
			return ok
		})
	})
	return root, ok
}

// eachRoot calls visit with what is left of a stem without each of its suffixes until that returns
// true, and reports whether it did.
func eachRoot(s Stem, visit func(root []byte, suffix *Suffix) bool) bool {
	node, ok := 0, s.classes != 0
	for n := len(s.text); ok && n > 0; n -= letter {
		if value := suffixTree[node].value; value > 0 {
			for i := range suffixesOf[value-1] {
				of := &suffixesOf[value-1][i]
				if of.classes&s.classes != 0 && visit(s.text[:n], of.Suffix) {
					return true
				}
			}
		}
		node, ok = suffixTree.before(node, lastLetter(s.text[:n]))
	}
	return false
}

// having returns the root that stands before a suffix, as it stands or before its last letters
// changed, if it is one of the roots.
func (r *Roots) having(w []byte, s *Suffix, deeds bool) (root []byte, ok bool) {
	changes := rootChangesAt[lastLetter(w)]
	for i := range r.akin {
		a := &r.akin[i]
		kinds := a.akin
		if deeds {
			kinds = a.deeds
		}
		if !kinds.Has(s.Kind) {
			continue
		}
		if isMadeOf(a.root, w, "", s.Graded) {
			return a.root, true
		}
		for k := range changes {
			before, ok := cut(w, changes[k][0])
			if ok && isMadeOf(a.root, before, changes[k][1], s.Graded) {
				return a.root, true
			}
		}
	}
	return nil, false
}

// isMadeOf reports whether a root is made of two parts, or with graded of these with о for the last
// а or я.
func isMadeOf(root, w []byte, end string, graded bool) bool {
	if len(w)+len(end) != len(root) {
		return false
	}
	if string(root[:len(w)]) == string(w) && string(root[len(w):]) == end {
		return true
	}
	if !graded {
		return false
	}
	var buf [2 * maxWord]byte
	all := append(append(buf[:0], w...), end...)
	at := lastGraded(all)
	if at == 0 {
		return false
	}
	copy(all[at:], "о")
	return string(all) == string(root)
}

// suffixOf is a suffix of some classes.
type suffixOf struct {
	*Suffix
	classes classSet
}

var (
	// suffixTree has all suffixes, and suffixesOf what its values stand for.
	suffixTree, suffixesOf = readSuffixes()
	// rootChangesAt are the RootChanges by the last letter of what they change.
	rootChangesAt = func() (all [letters + 1][][2]string) {
		for _, change := range RootChanges {
			at := lastLetter([]byte(change[0]))
			all[at] = append(all[at], change)
		}
		return all
	}()
)

func readSuffixes() (tree, [][]suffixOf) {
	var ends []string
	var of [][]suffixOf
	for i := range Suffixes {
		classes := Suffixes[i].classes()
		for _, suffix := range Suffixes[i].Suffixes {
			at := slices.Index(ends, suffix)
			if at < 0 {
				at = len(ends)
				ends, of = append(ends, suffix), append(of, nil)
			}
			of[at] = append(of[at], suffixOf{&Suffixes[i], classes})
		}
	}
	return newTree(ends), of
}

// classes are those whose words may have the suffix.
func (s *Suffix) classes() (all classSet) {
	for i := range Classes[:tables.prefixed] {
		if c := &Classes[i]; s.Name == c.Name && (s.First == "*" || s.First == c.Endings[0]) {
			all |= 1 << i
		}
	}
	return all
}
