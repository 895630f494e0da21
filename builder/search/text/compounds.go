package text

import (
	"bytes"
	"slices"
	"strings"

	"cartaz/builder/search/text/german"
)

// German writes a compound as one word, whose last part, the head, says what it is: a Flohmarkt is
// a Markt. Its parts are found by the words of the catalogue itself (dictionary-based decompounding
// as C. Monz and M. de Rijke measured it, "Shallow Morphological Analysis in Monolingual
// Information Retrieval for Dutch, German, and Italian", CLEF 2001):
//
//	weihnachtsmarkt   weihnacht + s + markt   markt is a word of the catalogue, or a form of one
//	flohmarkt         floh + markt            also when floh is none: markt is long enough
//	juristenball      juristen + ball         also when juristen is none: it is long
//	adressen          -                       adr is no word, and essen may be an ending
//	rathaus           rat + haus              only when rat is a word: both are short
//	kinderlesung      kinder + lesung         lesung is a word from then on: kinder is one
//	nähkurs           näh + kurs              nähen is a word: a stem of a verb may stand first
//	ausstellung       -                       aus is a particle, so stellung is no part
//
// The words of a small catalogue are few, so those that German makes most of its compounds of are
// known beside them (german.go). The head is the longest that stands behind a word, and when none
// does the longest that there is; it may be a compound in turn. Between the parts may stand one of
// the linking elements of Duden, Die Grammatik, "Fugenelemente".

const (
	// leastPart is the shortest head, surePart the shortest that may stand behind what is no word
	// of the catalogue, unless that is of longModifier letters; leastModifier the least before a
	// head.
	leastPart     = 4
	surePart      = 5
	longModifier  = 7
	leastModifier = 3
)

// germanLinks may stand between two parts, in the order in which they are tried.
var germanLinks = [...]string{"", "s", "n", "en", "es", "er", "e", "ens"}

// germanParticles are prefixes of words, folded: what begins with one of these is no compound of it
// (Duden, Die Grammatik: untrennbare und trennbare Verbpräfixe und -partikeln).
var germanParticles = strings.Fields("ab an auf aus be bei dar durch ein emp ent er " +
	"fort ge gegen her hin hinter los miss mit nach neben nieder ober uber um un unter ur ver " +
	"voll vor weg wider wieder zer zu zuruck zusammen zwischen")

// GermanLinks returns what may stand between two parts of a compound, in the order in which they
// are tried.
func GermanLinks() []string { return germanLinks[:] }

// GermanParticles returns the prefixes of words, folded, that are no part of a compound.
func GermanParticles() []string { return germanParticles }

// HasCompounds reports whether one of the languages writes compounds as one word.
func (r *Rules) HasCompounds() bool { return r.languages&German != 0 }

// Split reads a folded word as a compound of a modifier and the longest head behind it, both of
// which known says to be words or forms of words; when there is none, of the longest head. Then the
// modifier is empty, and the head is when the word is no compound. The head is a slice of the word,
// and so is the modifier but for the stem of a verb, which gets its ending. A modifier may lack its
// final e: Schule, Schulhof; that is a form of it, too.
func (r *Rules) Split(w []byte, known func(part []byte) bool) (modifier, head []byte) {
	if !r.HasCompounds() || !isLatin(w) {
		return nil, nil
	}
	for cut := leastModifier; cut+leastPart <= len(w); cut++ {
		before, end := w[:cut], w[cut:]
		if isParticle(before) || !slices.ContainsFunc(before, isVowel) || !known(end) {
			continue
		}
		if modifier = modifierOf(before, known); len(modifier) > 0 {
			return modifier, end
		}
		if len(head) == 0 && (len(end) >= surePart || len(before) >= longModifier) &&
			!isBent(end) {
			head = end
		}
	}
	return nil, head
}

// modifierOf returns what stands before a head, without the element that links it. Of a verb whose
// stem is so short that no ending is cut from it otherwise, it returns the whole: näh(en), mal(en).
func modifierOf(before []byte, known func(part []byte) bool) []byte {
	for _, link := range germanLinks {
		if w, ok := cutEnding(before, link, leastModifier); ok && known(w) {
			return w
		}
	}
	if len(before) == leastModifier {
		if verb := append(slices.Clip(before), "en"...); known(verb) {
			return verb
		}
	}
	return nil
}

// isBent reports whether a head is short and ends in en. Behind what is no word that is more often
// the end of a verb or a plural: Adressen are no Essen, and beginnen is not innen.
func isBent(head []byte) bool {
	return len(head) <= surePart && bytes.HasSuffix(head, []byte("en"))
}

func isParticle(w []byte) bool {
	_, found := slices.BinarySearch(germanParticles, string(w))
	return found
}

// Vocabulary is the words that parts of compounds are looked for in.
type Vocabulary struct {
	rules        *Rules
	words        map[string]struct{}
	bases, heads map[string]struct{} // of words; of what only stands behind words
	forms        Inflections
}

// NewVocabulary returns one of the words that compounds are most often made of.
func NewVocabulary(r *Rules) *Vocabulary {
	v := &Vocabulary{rules: r, words: map[string]struct{}{}, bases: map[string]struct{}{},
		heads: map[string]struct{}{}}
	if r.HasCompounds() {
		for _, word := range GermanParts() {
			v.Add([]byte(word))
		}
	}
	return v
}

// Add adds a folded word. Stop words and those of less than three letters or other scripts are left
// out.
func (v *Vocabulary) Add(w []byte) {
	if len(w) < leastModifier || !isLatin(w) || v.rules.IsStop(w) {
		return
	}
	v.words[string(w)] = struct{}{}
	v.addBases(v.bases, w)
}

// AddHead adds what stands in a word behind a word, when it is no compound of two words: whatever
// people put behind words is a word as well. It comes after the last Add.
func (v *Vocabulary) AddHead(w []byte) {
	if modifier, _ := v.rules.Split(w, v.isWord); len(modifier) > 0 || !isLatin(w) {
		return
	}
	for cut := len(w) - surePart; cut >= leastPart; cut-- {
		if before := w[:cut]; !isParticle(before) && v.isModifier(before) {
			v.addBases(v.heads, w[cut:])
			return
		}
	}
}

func (v *Vocabulary) addBases(to map[string]struct{}, w []byte) {
	v.forms.findBases(v.rules, w)
	for i := range v.forms.Len() {
		if base := v.forms.At(i); len(base) >= leastModifier {
			to[string(base)] = struct{}{}
		}
	}
}

// isModifier reports whether what stands before a head is a word that was added as it stands, with
// or without a linking element.
func (v *Vocabulary) isModifier(before []byte) bool {
	for _, link := range germanLinks {
		if w, ok := cutEnding(before, link, leastPart); ok {
			if _, ok := v.words[string(w)]; ok {
				return true
			}
		}
	}
	return false
}

// isWord reports whether a part is a form of a word that was added.
func (v *Vocabulary) isWord(part []byte) bool { return v.has(v.bases, part) }

// isHead reports whether it is a form of a head that was added, or of a word, or who or what does
// what a verb says that was added: Tonaufzeichner, where there is aufzeichnen.
func (v *Vocabulary) isHead(part []byte) bool {
	if v.has(v.heads, part) || v.isWord(part) {
		return true
	}
	stem, ok := german.AgentOf(part)
	if !ok || len(stem) < leastPart {
		return false
	}
	verb := append(slices.Clip(stem), "en"...)
	_, ok = v.words[string(verb)]
	return ok
}

func (v *Vocabulary) has(set map[string]struct{}, part []byte) bool {
	v.forms.findBases(v.rules, part)
	for i := range v.forms.Len() {
		if _, ok := set[string(v.forms.At(i))]; ok {
			return true
		}
	}
	return false
}

// EachPart calls f with the parts of a compound that are words, or forms of words, that were added:
// the head, what stands before it, with what links the two and without, and the same of the head in
// turn; of one that is no compound of two words, the head that was added and what stands before it,
// without an s too, which may link the two. f must not retain its argument.
func (v *Vocabulary) EachPart(w []byte, f func(part []byte)) {
	for {
		if before, ok := v.apart(w); ok {
			if before != "" {
				f([]byte(before))
			}
			return
		}
		modifier, head := v.rules.Split(w, v.isWord)
		if len(modifier) == 0 {
			if m, h := v.rules.Split(w, v.isHead); len(m) > 0 || len(head) == 0 {
				modifier, head = m, h
			}
		}
		if len(head) == 0 {
			return
		}
		if len(modifier) > 0 {
			f(modifier)
			v.eachUnlinked(w[:len(w)-len(head)], modifier, f)
		} else {
			// Whatever stands before a head is a word, though nobody else has it: Campingplatz.
			before := w[:len(w)-len(head)]
			f(before)
			if bare, ok := cutEnding(before, "s", leastModifier); ok {
				f(bare)
			}
		}
		f(head)
		w = head
	}
}

// apart reports whether a word is a form of a compound that is no kind of what its last word names,
// and returns the part of it that it has all the same.
func (v *Vocabulary) apart(w []byte) (before string, ok bool) {
	v.forms.findBases(v.rules, w)
	for i := range v.forms.Len() {
		if before, ok = german.Apart()[string(v.forms.At(i))]; ok {
			return before, true
		}
	}
	return "", false
}

// eachUnlinked calls f with the words of which the one before a head is a form but for what links
// the two: of Festplattenbelegung Festplatte, where Festplatten is known. A modifier has no number,
// so who types one of the two means the other as much. Bürgerhaus has no Burg: Bürger is no form.
func (v *Vocabulary) eachUnlinked(before, known []byte, f func(part []byte)) {
	v.forms.findBases(v.rules, known)
	for i := range v.forms.Len() {
		w := v.forms.At(i)
		link, ok := bytes.CutPrefix(before, w)
		if _, isWord := v.words[string(w)]; ok && isWord && len(w) >= leastPart &&
			len(w) < len(known) && slices.Contains(germanLinks[:], string(link)) {
			f(w)
		}
	}
}
