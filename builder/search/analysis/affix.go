package analysis

import (
	"slices"
	"strings"
)

// The forms of a word are matched at query time: the index holds words as they are written, and a
// query word is expanded to the forms that may match it. The index stores no linguistic data except
// the languages that it was built for.
//
// Two words match if they share a base; a word is one of its own bases. The rules of a language are
// pairs of endings, as data: ingressos, flores, canções; animaux and musicienne. With
//
//	-oes  -ao  2       canções, canção
//	-s    -    3       festas, festa
//
// "cancoes" has the bases cancao (first rule) and cancoe (second), and finds every word that has
// any of them as a base. A pair that would often join unrelated words is not a rule: a visitor can
// repair a lost match by typing the other form, but wrong matches bury the right ones.

// Affix is one rule: a word that ends in Bent may be a form of the word that ends in Base instead.
type Affix struct {
	Bent, Base string
	Least      int      // bytes before the ending
	Except     []string // words, or endings after *, that are not a form of the other
	Rule       string   // its name in explanations
}

// fits reports whether the rule holds for a bent word.
func (e *Affix) fits(bent []byte) bool {
	for _, word := range e.Except {
		if end, isEnding := strings.CutPrefix(word, "*"); isEnding && len(bent) >= len(end) &&
			string(bent[len(bent)-len(end):]) == end || word == string(bent) {
			return false
		}
	}
	return true
}

// affixIndex holds rules by the ending of words.
type affixIndex map[string][]*Affix

// each calls f with the rules whose ending a word has, the longest ending first, and the text
// before the ending.
func (x affixIndex) each(w []byte, f func(e *Affix, stem []byte)) {
	for n := max(0, len(w)-longestEnding); n <= len(w); n++ {
		for _, e := range x[string(w[n:])] {
			if n >= e.Least {
				f(e, w[:n])
			}
		}
	}
}

// longestEnding is the length of the longest ending that is looked up, in bytes; whole words may be
// longer only if they are an ending of themselves.
const longestEnding = 16

// MaxVariants is the largest number of words for one word of a query.
const MaxVariants = 64

// Variants is a small set of words, each with the rule that it comes from. All bytes are in one
// buffer, so that a warm set allocates nothing. The zero value is ready.
type Variants struct {
	text  []byte
	ends  []int
	rules []string
}

// Len returns the number of words.
func (v *Variants) Len() int { return len(v.ends) }

// At returns word i, valid until the next Expand, and its rule, which is "" for the word itself.
func (v *Variants) At(i int) (term []byte, rule string) {
	start := 0
	if i > 0 {
		start = v.ends[i-1]
	}
	return v.text[start:v.ends[i]], v.rules[i]
}

func (v *Variants) reset() { v.text, v.ends, v.rules = v.text[:0], v.ends[:0], v.rules[:0] }

// add puts stem+ending into the set, unless it is there or the set is full.
func (v *Variants) add(stem []byte, ending, rule string) {
	start, from := len(v.text), 0
	v.text = append(append(v.text, stem...), ending...)
	for _, until := range v.ends {
		if string(v.text[from:until]) == string(v.text[start:]) {
			v.text = v.text[:start]
			return
		}
		from = until
	}
	if len(v.text) == start || len(v.ends) == MaxVariants {
		v.text = v.text[:start]
		return
	}
	v.ends, v.rules = append(v.ends, len(v.text)), append(v.rules, rule)
}

// chain returns the name of a rule that follows another.
func chain(first, second string) string {
	if first == "" || first == second {
		return second
	}
	return first + ", " + second
}

// addBases adds the bases of word k.
func (v *Variants) addBases(a *Analyzer, k int) {
	word, rule := v.At(k)
	a.ofBent.each(word, func(e *Affix, stem []byte) {
		if e.fits(word) {
			v.add(stem, e.Base, chain(rule, e.Rule))
		}
	})
}

// addForms adds the bases of word k, then the other forms of it and of these.
func (v *Variants) addForms(a *Analyzer, k int) {
	bases := v.Len()
	v.addBases(a, k)
	end := v.Len()
	v.addBent(a, k)
	for k := bases; k < end; k++ {
		v.addBent(a, k)
	}
}

// addBent adds the words of which word k is a base.
func (v *Variants) addBent(a *Analyzer, k int) {
	word, rule := v.At(k)
	a.ofBase.each(word, func(e *Affix, stem []byte) {
		var buf [2 * MaxToken]byte
		if bent := append(append(buf[:0], stem...), e.Bent...); e.fits(bent) {
			v.add(stem, e.Bent, chain(rule, e.Rule))
		}
	})
}

// addGroups adds the words of the groups that a word is in.
func (v *Variants) addGroups(a *Analyzer, word []byte) {
	for _, g := range a.groups[string(word)] {
		for _, other := range g.Words {
			v.add(nil, other, g.Rule)
		}
	}
}

// maxOrdinal is the largest number of digits of an ordinal number; longer numbers are years and
// amounts.
const maxOrdinal = 3

// addOrdinals adds to a number its ordinals, since a visitor who looks for the second edition types
// 2 if the name has 2ª, and to an ordinal its other forms: 17e, 17ème. An ordinal does not find the
// number: when it did, "13th international conference" found conferences on the 13th of a month.
func (v *Variants) addOrdinals(a *Analyzer, w []byte, digits int) {
	if digits > maxOrdinal {
		return
	}
	for _, row := range a.Ordinals {
		if digits == len(w) || slices.Contains(row, string(w[digits:])) {
			for _, ending := range row {
				v.add(w[:digits], ending, "ordinal")
			}
		}
	}
}

// digits returns the number of digits that a word begins with.
func digits(w []byte) (n int) {
	for n < len(w) && '0' <= w[n] && w[n] <= '9' {
		n++
	}
	return n
}

// Ordinal returns the number of digits of an ordinal number, or 0 for other words.
func (a *Analyzer) Ordinal(w []byte) int {
	n := digits(w)
	for _, row := range a.Ordinals {
		if 0 < n && n <= maxOrdinal && slices.Contains(row, string(w[n:])) {
			return n
		}
	}
	return 0
}

// Expand fills v with the words that a folded query word may match: first the word itself, then its
// other forms by the rules of endings, the words of its groups, and its other spellings.
func (a *Analyzer) Expand(v *Variants, word []byte) {
	v.reset()
	if len(word) == 0 {
		return
	}
	v.add(word, "", "")
	switch n := digits(word); {
	case n > 0:
		v.addOrdinals(a, word, n)
	case isLatin(word):
		v.addForms(a, 0)
		if a.Respell != nil {
			a.Respell(word, func(other []byte) {
				if before := v.Len(); len(other) <= MaxToken {
					v.add(other, "", "spelling")
					if v.Len() > before {
						v.addForms(a, before)
						v.addGroups(a, other)
					}
				}
			})
		}
	}
	v.addGroups(a, word)
}

// isLatin reports whether a word has only the letters of the pairs of endings.
func isLatin(w []byte) bool {
	for _, c := range w {
		if c < 'a' || c > 'z' {
			return false
		}
	}
	return true
}
