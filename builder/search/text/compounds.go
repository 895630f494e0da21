package text

import (
	"slices"
	"strings"
)

// German writes a compound as one word, whose last part, the head, says what it is: a Flohmarkt is
// a Markt. Its parts are found by the words of the catalogue itself (dictionary-based decompounding
// as C. Monz and M. de Rijke measured it, "Shallow Morphological Analysis in Monolingual
// Information Retrieval for Dutch, German, and Italian", CLEF 2001):
//
//	weihnachtsmarkt   weihnacht + s + markt   markt is a word of the catalogue, or a form of one
//	flohmarkt         floh + markt            also when floh is none: markt is long enough
//	rathaus           rat + haus              only when rat is a word: haus is short
//	ausstellung       -                       aus is a particle, so stellung is no part
//
// The head is the longest that there is; it may be a compound in turn. Between the parts may stand
// one of the linking elements of Duden, Die Grammatik, "Fugenelemente".

const (
	// leastPart is the shortest head, and surePart the shortest that may stand behind what is no
	// word of the catalogue; leastModifier the shortest that may stand before a head.
	leastPart     = 4
	surePart      = 5
	leastModifier = 3
)

// germanLinks may stand between two parts, in the order in which they are tried.
var germanLinks = [...]string{"", "s", "n", "en", "es", "er", "e", "ens"}

// germanDropped may be missing at the end of a part: Schule, Schulhof.
const germanDropped = "e"

// germanParticles are prefixes of words, folded: what begins with one of these is no compound of it
// (Duden, Die Grammatik: untrennbare und trennbare Verbpräfixe und -partikeln).
var germanParticles = strings.Fields("ab an auf aus be bei dar durch ein emp ent er fort ge gegen " +
	"her hin hinter los miss mit nach neben nieder ober uber um un unter ur ver voll vor weg wider " +
	"wieder zer zu zuruck zusammen zwischen")

// GermanLinks returns what may stand between two parts of a compound, in the order in which they
// are tried.
func GermanLinks() []string { return germanLinks[:] }

// GermanParticles returns the prefixes of words, folded, that are no part of a compound.
func GermanParticles() []string { return germanParticles }

// Part is one part of a compound.
type Part struct {
	text   []byte // of the compound
	ending string // that the compound dropped
}

// Append appends the part as a word.
func (p Part) Append(dst []byte) []byte { return append(append(dst, p.text...), p.ending...) }

// HasCompounds reports whether one of the languages writes compounds as one word.
func (r *Rules) HasCompounds() bool { return r.languages&German != 0 }

// Split reads a folded word as a compound of a modifier and the longest head that known says to be
// a word, or a form of one. The modifier has no text when it is no such word. ok is false when the
// word is no compound.
func (r *Rules) Split(w []byte, known func(p Part) bool) (modifier, head Part, ok bool) {
	if !r.HasCompounds() || !isLatin(w) {
		return modifier, head, false
	}
	for cut := leastModifier; cut+leastPart <= len(w); cut++ {
		before, head := w[:cut], Part{text: w[cut:]}
		if isParticle(before) || !slices.ContainsFunc(before, isVowel) || !known(head) {
			continue
		}
		modifier = modifierOf(before, known)
		if len(modifier.text) > 0 || len(head.text) >= surePart {
			return modifier, head, true
		}
	}
	return modifier, head, false
}

// modifierOf returns what stands before a head, without the element that links it.
func modifierOf(before []byte, known func(p Part) bool) Part {
	for _, link := range germanLinks {
		if w, ok := cutEnding(before, link, leastModifier); ok && known(Part{text: w}) {
			return Part{text: w}
		}
	}
	if p := (Part{text: before, ending: germanDropped}); known(p) {
		return p
	}
	return Part{}
}

func isParticle(w []byte) bool {
	_, found := slices.BinarySearch(germanParticles, string(w))
	return found
}

// Vocabulary is the words that parts of compounds are looked for in.
type Vocabulary struct {
	rules *Rules
	bases map[string]struct{}
	forms Inflections
	word  []byte
}

// NewVocabulary returns an empty one.
func NewVocabulary(r *Rules) *Vocabulary {
	return &Vocabulary{rules: r, bases: map[string]struct{}{}}
}

// Add adds a folded word. Stop words and those of less than three letters or other scripts are left
// out.
func (v *Vocabulary) Add(w []byte) {
	if len(w) < leastModifier || !isLatin(w) || v.rules.IsStop(w) {
		return
	}
	v.forms.findBases(v.rules, w)
	for i := range v.forms.Len() {
		if base := v.forms.At(i); len(base) >= leastModifier {
			v.bases[string(base)] = struct{}{}
		}
	}
}

// knows reports whether a part is a form of a word that was added.
func (v *Vocabulary) knows(p Part) bool {
	v.word = p.Append(v.word[:0])
	v.forms.findBases(v.rules, v.word)
	for i := range v.forms.Len() {
		if _, ok := v.bases[string(v.forms.At(i))]; ok {
			return true
		}
	}
	return false
}

// EachPart calls f with the parts of a compound that are words, or forms of words, that were added:
// the head, what stands before it, and the same of the head in turn. f must not retain its
// argument.
func (v *Vocabulary) EachPart(w []byte, f func(part []byte)) {
	var buf [MaxToken + len(germanDropped)]byte
	for {
		modifier, head, ok := v.rules.Split(w, v.knows)
		if !ok {
			return
		}
		if len(modifier.text) > 0 {
			f(modifier.Append(buf[:0]))
		}
		f(head.text)
		w = head.text
	}
}
