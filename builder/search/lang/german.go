package lang

import (
	"bytes"
	"slices"
	"strings"
)

// German writes a compound as one word, whose last part, the head, says what it is: a Flohmarkt is
// a Markt. Its parts are found by the words of the catalogue itself (dictionary-based
// decompounding, C. Monz and M. de Rijke, CLEF 2001) and by the most common parts of German
// compounds:
//
//	weihnachtsmarkt   weihnacht + s + markt   both are words
//	flohmarkt         floh + markt            also if floh is none: markt is long enough
//	adressen          -                       adr is not a word, and essen may be an ending
//	rathaus           rat + haus              only if rat is a word: both are short
//	ausstellung       -                       aus is a particle, so stellung is not a part
//
// The head is the longest that follows a word or, if none does, the longest that there is; it may
// be a compound in turn. Between the parts may be one of the linking elements of Duden, Die
// Grammatik, "Fugenelemente".

const (
	// leastHead is the length of the shortest head, sureHead of the shortest after a modifier that
	// is not a word; leastModifier is the length of the shortest modifier.
	leastHead     = 4
	sureHead      = 5
	leastModifier = 3
)

// germanLinks holds the links between two parts, in the order in which they are tried.
var germanLinks = strings.Split(",s,n,en,es,er,e,ens", ",")

// germanParticles holds prefixes of words, folded: a word that begins with one of these is no
// compound with it (Duden, Die Grammatik: untrennbare und trennbare Verbpräfixe und -partikeln).
var germanParticles = strings.Fields("ab an auf aus be bei dar durch ein emp ent er fort ge " +
	"gegen her hin hinter los miss mit nach neben nieder ober uber um un unter ur ver voll vor " +
	"weg wider wieder zer zu zuruck zusammen zwischen")

// splitGerman emits the parts of a compound.
func splitGerman(w []byte, isWord func([]byte) bool, emit func(part []byte)) {
	for {
		modifier, head := germanHead(w, isWord)
		if len(head) == 0 {
			return
		}
		if len(modifier) > 0 {
			emit(modifier)
		} else {
			// The text before a head is a word, even if no other text has it: Campingplatz.
			before := w[:len(w)-len(head)]
			emit(before)
			if bare, ok := bytes.CutSuffix(before, []byte("s")); ok && len(bare) >= leastModifier {
				emit(bare)
			}
		}
		emit(head)
		w = head
	}
}

// germanHead reads a word as a modifier and the longest head after it, both of which are words, or
// else as the longest head, with an empty modifier.
func germanHead(w []byte, isWord func([]byte) bool) (modifier, head []byte) {
	for cut := leastModifier; cut+leastHead <= len(w); cut++ {
		before, end := w[:cut], w[cut:]
		if slices.Contains(germanParticles, string(before)) ||
			!bytes.ContainsAny(before, "aeiouy") || !isWord(end) {
			continue
		}
		for _, link := range germanLinks {
			m, ok := bytes.CutSuffix(before, []byte(link))
			if ok && len(m) >= leastModifier && isWord(m) {
				return m, end
			}
		}
		// After an unknown word a short end in -en is mostly the end of a verb or a plural.
		bent := len(end) <= sureHead && bytes.HasSuffix(end, []byte("en"))
		if len(head) == 0 && !bent && len(end) >= sureHead {
			head = end
		}
	}
	return nil, head
}

// respellGerman returns a function that emits the other spellings of a word: with ä, ö and ü, which
// are folded to a, o and u, for ae, oe and ue, or the other way round; and with all parts that have
// two spellings (Photo, Foto; Amtliche Regelung, § 32) in the second, or in the first.
func respellGerman(pairs [][2]string) func(word []byte, emit func([]byte)) {
	var ways [2]*strings.Replacer
	for from := range ways {
		var list []string
		for _, pair := range pairs {
			if from == 1 && strings.HasPrefix(pair[0], pair[1]) {
				list = append(list, pair[0], pair[0]) // written so already
			}
			list = append(list, pair[from], pair[1-from])
		}
		ways[from] = strings.NewReplacer(list...)
	}
	return func(word []byte, emit func([]byte)) {
		if plain := withUmlauts(word); len(plain) < len(word) {
			emit(plain)
		} else {
			for i, c := range word {
				if strings.IndexByte("aou", c) >= 0 && !followsVowel(word, i) {
					emit(slices.Concat(word[:i+1], []byte{'e'}, word[i+1:]))
				}
			}
		}
		for _, way := range ways {
			if other := way.Replace(string(word)); other != string(word) {
				emit([]byte(other))
			}
		}
	}
}

// withUmlauts returns the folded form of a folded word with ä, ö and ü for ae, oe and ue, unless
// they follow a vowel or q: mueller gives muller, neue and quelle stay.
func withUmlauts(w []byte) (plain []byte) {
	for i := 0; i < len(w); i++ {
		plain = append(plain, w[i])
		if i+1 < len(w) && w[i+1] == 'e' && strings.IndexByte("aou", w[i]) >= 0 &&
			!followsVowel(w, i) {
			i++
		}
	}
	return plain
}

func followsVowel(w []byte, i int) bool {
	return i > 0 && strings.IndexByte("aeiouyq", w[i-1]) >= 0
}
