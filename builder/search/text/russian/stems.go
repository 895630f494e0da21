package russian

import "math/bits"

// Stem is one that a word may have, and the classes in which the word is a form of it.
type Stem struct {
	text      []byte
	classes   classSet
	prefixed  uint32 // those of the prefixed verbs, from the first of them
	reflexive bool
}

// Beginning returns the letters that all forms of the stem in its classes begin with.
func (s *Stem) Beginning() []byte {
	n := len(s.text)
	if n == 0 || s.classes&(tables.changing|tables.fleeting[lastLetter(s.text)]) == 0 {
		return s.text
	}
	if n -= letter; softening.endIn(s.text[:n]) {
		n -= letter
	}
	return s.text[:n]
}

// meets reports whether a class is one of two stems.
func (s *Stem) meets(other *Stem) bool {
	return (s.classes&other.classes != 0 || s.prefixed&other.prefixed != 0) &&
		s.reflexive == other.reflexive && string(s.text) == string(other.text)
}

// EachForm calls f with all forms that the stem has in its classes: see Class.EachForm.
func (s *Stem) EachForm(buf []byte, f func(form []byte)) []byte {
	for left := s.classes; left != 0; left &= left - 1 {
		class := bits.TrailingZeros64(uint64(left))
		buf = Classes[class].EachForm(s.text, s.reflexive, buf, f)
	}
	for left := s.prefixed; left != 0; left &= left - 1 {
		class := tables.prefixed + bits.TrailingZeros32(left)
		buf = Classes[class].EachForm(s.text, s.reflexive, buf, f)
	}
	return buf
}

// softening are letters that change with the one behind them, as in ск, ст, or are fleeting before
// it, as ь.
var softening = lettersOf("сьи")

// stemReader finds the stems of words. It has the memory for those that words do not begin with.
type stemReader struct {
	buf [2 * maxWord]byte
	// least and most are the bytes of the stems that are asked for; others may be left out.
	least, most int
}

// maxWord is the most bytes of a word that fits; a longer one takes memory.
const maxWord = 64

// each calls visit with the stems of a folded word of Cyrillic letters until that returns true, and
// reports whether it did. The text of a stem is good until visit returns.
func (r *stemReader) each(w []byte, visit func(s Stem) bool) bool {
	if r.eachOf(w, false, visit) {
		return true
	}
	n := len(w) - len("ся")
	return n > 0 && (string(w[n:]) == "ся" || string(w[n:]) == "сь") && r.eachOf(w[:n], true, visit)
}

func (r *stemReader) eachOf(w []byte, reflexive bool, visit func(s Stem) bool) bool {
	node, ok := 0, true
	for n := len(w); ok && n >= 0; n -= letter {
		// A stem has at most a letter more, or less, than what stands before the ending.
		if n < r.least-letter {
			return false
		}
		if value := tables.endings[node].value; value > 0 && n <= r.most+letter &&
			r.eachStem(w[:n], w[n:], &tables.of[value-1], reflexive, visit) {
			return true
		}
		if n > 0 {
			node, ok = tables.endings.before(node, lastLetter(w[:n]))
		}
	}
	return false
}

// eachStem is each for a word that is a stem, changed or not, and an ending of some classes.
func (r *stemReader) eachStem(w, ending []byte, of *endsOf, reflexive bool,
	visit func(s Stem) bool) bool {
	plain, changed, prefixed := of.plain, of.changed, of.prefixed
	if reflexive {
		plain, changed = plain&tables.verbs, changed&tables.verbs
	}
	if len(ending) == 0 {
		plain = endless(w, plain)
	}
	plain = tables.having(w, plain)
	if prefixed != 0 && !Classes[tables.prefixed].Has(w) {
		prefixed = 0
	}
	if (plain != 0 || prefixed != 0) && visit(Stem{w, plain, prefixed, reflexive}) {
		return true
	}
	if len(w) == 0 {
		return false
	}
	last := lastLetter(w)
	if zero := of.plain & tables.fleeting[last]; zero != 0 && !reflexive && isZero(string(ending)) {
		for _, middle := range zeroMiddles(w) {
			its := append(append(append(r.buf[:0], w[:len(w)-2*letter]...), middle...),
				w[len(w)-letter:]...)
			if of := tables.having(its, zero); of != 0 && visit(Stem{its, of, 0, false}) {
				return true
			}
		}
	}
	for i := 0; changed != 0 && i < len(changesAt[last]); i++ {
		change := &changesAt[last][i]
		if before, ok := cut(w, change[1]); ok {
			its := append(append(r.buf[:0], before...), change[0]...)
			if of := tables.having(its, changed); of != 0 && visit(Stem{its, of, 0, reflexive}) {
				return true
			}
		}
	}
	return false
}

// FormReader finds the forms of one stem.
type FormReader struct {
	reader stemReader
	stem   [1]Stem
}

// Read begins with a stem.
func (r *FormReader) Read(s *Stem) {
	r.stem[0] = *s
	r.reader.askFor(r.stem[:])
}

// IsForm reports whether a folded word of Cyrillic letters is a form of the stem.
func (r *FormReader) IsForm(w []byte) bool { return r.reader.isForm(w, r.stem[:]) }

// endless returns the classes of some of which a word without an ending may be a form.
func endless(w []byte, some classSet) classSet {
	if len(w) < LeastZero*letter {
		return 0
	}
	for _, end := range NoShort {
		if _, ok := cut(w, end); ok {
			return some &^ tables.adjectives
		}
	}
	return some
}

// zeroMiddles returns what may stand in the place of the last vowel of a word without its ending,
// if that vowel is fleeting. There are three kinds: one that only this form has (выставок,
// выставк), one for ь (писем, письм), and one for й behind a vowel (копеек, копеик).
func zeroMiddles(w []byte) []string {
	if len(w) < 3*letter {
		return nil
	}
	before, middle := w[:len(w)-2*letter], string(w[len(w)-2*letter:len(w)-letter])
	switch {
	case middle != "о" && middle != "е":
	case consonants.endIn(before) && middle == "о":
		return zeros[:1]
	case consonants.endIn(before):
		return zeros[:2]
	case middle == "е" && vowels.endIn(before):
		return zeros[2:]
	}
	return nil
}

var zeros = []string{"", "ь", "и"}

// isZero reports whether a vowel may be fleeting before an ending.
func isZero(ending string) bool { return ending == "" || ending == "ь" || ending == "ью" }
