package text

import (
	"bytes"
	"slices"
	"strings"
)

// The forms of a word meet at query time: the index holds words as they are written, and a query
// word is expanded to the forms that may stand for it. Nothing linguistic is stored but which
// languages an index was built for.
//
// Two words meet when they share a base; a word is one of its own bases. The rules of a language
// are pairs of endings (endings.go): ingressos, flores, canções in Portuguese, animaux and
// musicienne in French. German words also meet when one of them writes ae, oe or ue for ä, ö or ü,
// and Russian words when one declension or conjugation may have both (text/russian). A pair which
// would often join unrelated words is left out: a lost match is repaired by typing the other form,
// a wrong one buries the right ones.
//
// A number also finds its ordinals: who looks for the second edition types 2 where the name has 2ª.
// An ordinal does not find the number: measured, "13th international conference" then found
// conferences on the 13 of a month.

// ordinals are the endings of a folded ordinal number: 2ª, 2º, 1st, 2nd, 3rd, 4th.
var ordinals = [...]string{"a", "o", "st", "nd", "rd", "th"}

// frenchOrdinals are those of French; the endings of one row say the same: 17e, 17ème.
var frenchOrdinals = [][]string{{"e", "eme"}, {"er", "re", "ere"}}

// maxOrdinal is the most digits of an ordinal number; more are years and amounts.
const maxOrdinal = 3

func fitsS(stem, plural []byte) bool {
	if stem[len(stem)-1] == 's' {
		return false
	}
	if len(stem) == 2 { // djs, mcs, tvs, but neither mês nor gás
		return !isVowel(stem[0]) && !isVowel(stem[1])
	}
	switch string(plural) {
	// Words whose final s is their own, and that without it are some other word.
	case "news", "deus", "mais", "pois", "dois", "seis", "tres", "antes", "menos", "plus", "this",
		"caos", "kids": // the Kid is somebody
		return false
	}
	return true
}

func fitsES(stem, _ []byte) bool {
	switch c := stem[len(stem)-1]; c {
	case 'r', 'z', 's', 'x':
		return true
	case 'h':
		return stem[len(stem)-2] == 'c' || stem[len(stem)-2] == 's'
	}
	return false
}

func isVowel(c byte) bool {
	switch c {
	case 'a', 'e', 'i', 'o', 'u', 'y':
		return true
	}
	return false
}

// Inflections is a small set of words. All bytes lie in one buffer, so that a warm set allocates
// nothing.
type Inflections struct {
	text []byte
	ends []int
	bent int // how many are no other words of a row

	russian *russianForms // nil until the first Russian word
	verbs   *verbForms    // nil until the first word of a language with verbs
}

func (f *Inflections) reset() { f.text, f.ends, f.bent = f.text[:0], f.ends[:0], 0 }

// Len is the number of words.
func (f *Inflections) Len() int { return len(f.ends) }

// Bent is the number of the words that come first: those before the other words of rows.
func (f *Inflections) Bent() int { return f.bent }

// At returns word i, good until the next Expand.
func (f *Inflections) At(i int) []byte {
	start := 0
	if i > 0 {
		start = f.ends[i-1]
	}
	return f.text[start:f.ends[i]]
}

// Shared returns the beginning that all words have, a part of the first.
func (f *Inflections) Shared() []byte {
	if f.Len() == 0 {
		return nil
	}
	shared := f.At(0)
	for i := 1; i < f.Len(); i++ {
		w := f.At(i)
		for !bytes.HasPrefix(w, shared) {
			shared = shared[:len(shared)-1]
		}
	}
	return shared
}

// add puts stem+ending into the set. It reports whether that is new.
func (f *Inflections) add(stem []byte, ending string) bool {
	start := len(f.text)
	f.text = append(append(f.text, stem...), ending...)
	return f.end(start)
}

// addText puts a word into the set.
func (f *Inflections) addText(word string) {
	start := len(f.text)
	f.text = append(f.text, word...)
	f.end(start)
}

// end ends the word that begins there, unless the set has it. It reports whether it is new.
func (f *Inflections) end(start int) bool {
	from, n := 0, len(f.text)-start
	for _, until := range f.ends {
		// Of words of one length most have the same stem and differ at the end.
		if until-from == n && (n == 0 || f.text[until-1] == f.text[len(f.text)-1]) &&
			string(f.text[from:until]) == string(f.text[start:]) {
			f.text = f.text[:start]
			return false
		}
		from = until
	}
	f.ends = append(f.ends, len(f.text))
	return true
}

// Expand fills f with what a folded query word w may stand for: first w, then its bases, then the
// other forms of all these; for a number of up to three digits its ordinals; and the words of the
// rows that w stands in.
func (f *Inflections) Expand(r *Rules, w []byte) {
	f.reset()
	f.add(w, "")
	f.expand(r, w)
	f.bent = f.Len()
	f.addRow(r, w)
	if r.languages&Russian != 0 {
		addInternational(f, w)
	}
}

func (f *Inflections) expand(r *Rules, w []byte) {
	if n := digits(w); n > 0 {
		f.addOrdinals(r, w, n)
		return
	}
	switch {
	case isLatin(w):
		f.addForms(r, 0)
		if r.languages&German != 0 {
			f.addUmlauts(r)
			addSpellings(f, r)
		}
		addVerbs(f, r.verbs, w, false)
	case r.languages&Russian != 0:
		f.addRussian(w)
	}
}

// digits is how many digits a word begins with.
func digits(w []byte) (n int) {
	for n < len(w) && '0' <= w[n] && w[n] <= '9' {
		n++
	}
	return n
}

func (f *Inflections) addOrdinals(r *Rules, w []byte, n int) {
	switch {
	case n > maxOrdinal:
	case n == len(w):
		for _, ending := range r.ordinals {
			f.add(w, ending)
		}
	default:
		for _, same := range r.sameth {
			if !slices.Contains(same, string(w[n:])) {
				continue
			}
			for _, ending := range same {
				f.add(w[:n], ending)
			}
		}
	}
}

// NumberOf returns the number that an ordinal is, in figures, nil for other words: first, 1st,
// nona, 9a. It stands for the number before a work that is numbered, see music.Works. It is good
// as long as the word is.
func NumberOf(r *Rules, word []byte) []byte {
	n := digits(word)
	if n == 0 {
		number, _ := r.ordinalWords.Get(word)
		return number
	}
	if n < len(word) && n <= maxOrdinal && slices.Contains(ordinals[:], string(word[n:])) {
		return word[:n]
	}
	return nil
}

// isLatin reports whether a word has only the letters that the pairs of endings are made of.
func isLatin(w []byte) bool {
	for _, c := range w {
		if c < 'a' || c > 'z' {
			return false
		}
	}
	return true
}

// findBases fills f with a word and its bases.
func (f *Inflections) findBases(r *Rules, w []byte) {
	f.reset()
	f.add(w, "")
	f.addBases(r, 0)
}

// addBases adds the bases of word number from.
func (f *Inflections) addBases(r *Rules, from int) {
	for _, e := range r.ofBent.of(f.At(from)) {
		w := f.At(from) // read anew: add may have moved the buffer
		if stem, ok := cutEnding(w, e.Bent, e.Least); ok && e.fits(stem, w) {
			f.add(stem, e.Base)
		}
	}
}

// endingIndex has endings by the last two letters, a to z, of the words that may have them, in the
// order of the tables. A word of one letter has none.
type endingIndex [26 * 26][]*Ending

// add adds a rule to the words that may end so.
func (x *endingIndex) add(e *Ending, end string) {
	for i := range x {
		last := string([]byte{'a' + byte(i/26), 'a' + byte(i%26)})
		if strings.HasSuffix(last, end) || strings.HasSuffix(end, last) {
			x[i] = append(x[i], e)
		}
	}
}

// of returns the endings that a word may have.
func (x *endingIndex) of(w []byte) []*Ending {
	if len(w) < 2 {
		return nil
	}
	a, b := w[len(w)-2]-'a', w[len(w)-1]-'a'
	if a >= 26 || b >= 26 {
		return nil
	}
	return x[int(a)*26+int(b)]
}

// addForms adds the bases of word number from, then the other forms of it and of these.
func (f *Inflections) addForms(r *Rules, from int) {
	bases := f.Len()
	f.addBases(r, from)
	end := f.Len()
	f.addBent(r, from)
	for k := bases; k < end; k++ {
		f.addBent(r, k)
	}
}

// addBent adds the words of which word number k is a base.
func (f *Inflections) addBent(r *Rules, k int) {
	for _, e := range r.ofBase.of(f.At(k)) {
		stem, ok := cutEnding(f.At(k), e.Base, e.Least)
		if !ok {
			continue
		}
		start := len(f.text)
		f.text = append(append(f.text, stem...), e.Bent...)
		if bent := f.text[start:]; e.fits(bent[:len(stem)], bent) {
			f.end(start)
		} else {
			f.text = f.text[:start]
		}
	}
}

// addUmlauts adds the forms of the first word with ä, ö and ü, which are folded to a, o and u,
// where it has ae, oe and ue; and the word with an e behind one of these letters.
func (f *Inflections) addUmlauts(r *Rules) {
	var buf [MaxToken]byte
	w := f.At(0)
	if plain := AppendUmlauts(buf[:0], w); len(plain) < len(w) {
		before := f.Len()
		f.add(plain, "")
		if f.Len() > before {
			f.addForms(r, before)
		}
		f.addRow(r, plain)
		return
	}
	for i := 0; i < len(w); i++ {
		if strings.IndexByte("aou", w[i]) >= 0 && !followsVowel(w, i) {
			start := len(f.text)
			f.text = append(append(append(f.text, w[:i+1]...), 'e'), w[i+1:]...)
			f.end(start)
		}
		w = f.At(0)
	}
}

// AppendUmlauts appends a folded word as it is folded when ae, oe and ue, unless they follow a
// vowel or q, are written as ä, ö and ü: mueller gives muller, neue and quelle stay.
func AppendUmlauts(dst, w []byte) []byte {
	for i := 0; i < len(w); i++ {
		dst = append(dst, w[i])
		if i+1 < len(w) && w[i+1] == 'e' && strings.IndexByte("aou", w[i]) >= 0 &&
			!followsVowel(w, i) {
			i++
		}
	}
	return dst
}

// followsVowel reports whether a letter stands behind a vowel or q, where an e behind it makes no
// umlaut of it.
func followsVowel(w []byte, i int) bool { return i > 0 && (isVowel(w[i-1]) || w[i-1] == 'q') }

func cutEnding(w []byte, end string, least int) ([]byte, bool) {
	n := len(w) - len(end)
	if n < least || string(w[n:]) != end {
		return nil, false
	}
	return w[:n], true
}
