package text

import "strings"

// The light rules for Russian remove one ending of case, number or gender, the longest that leaves
// three letters (after L. Dolamic and J. Savoy, "Indexing and stemming approaches for the Czech
// language" and their light stemmer for Russian, 2009). Nothing that makes another word of a word
// is removed: орган, органный and организация stay apart. Words meet when their stems are the same.

// russianEndings are folded: ё is е, й is и.
var russianEndings = strings.Fields("а ы у е о и я ю ь ом ем ам ям ами ями ах ях ов ев еи ои ью " +
	"ия ии ию ие ием иям иями иях иеи ья ье ая яя ое ее ые ыи ого его ому ему ым им ых их ую юю " +
	"ыми ими ою ею")

// RussianEndings returns the endings that are removed, folded.
func RussianEndings() []string { return russianEndings }

// russianWhole are beginnings of words whose final е belongs to the stem.
var russianWhole = [...]string{"музе", "юбиле", "трофе"}

// RussianWhole returns the beginnings of words whose final е belongs to the stem.
func RussianWhole() []string { return russianWhole[:] }

// leastRussian is the least that is left of a word, in bytes: three letters.
const leastRussian = 6

// russianStem returns how much of a folded word is its stem.
func russianStem(w []byte) int {
	cut := len(w)
	for _, e := range russianEndings {
		if n := len(w) - len(e); n >= leastRussian && n < cut && string(w[n:]) == e {
			cut = n
		}
	}
	for _, whole := range russianWhole {
		if len(w) > len(whole) && string(w[:len(whole)]) == whole && cut < len(whole) {
			cut = len(whole)
		}
	}
	return cut
}

// appendFleeting appends the other stem of a word without an ending that may have a vowel only
// there: выставк of выставок, танц of танец. There is none of a word with an ending.
func appendFleeting(dst, w []byte) []byte {
	n := len(w)
	if n < 8 || russianStem(w) < n { // two letters, the vowel and another
		return dst
	}
	switch end := string(w[n-4:]); end {
	case "ок", "ек", "ец":
		return append(append(dst, w[:n-4]...), end[2:]...)
	}
	return dst
}

// addRussian adds the words that share a stem with w.
func (f *Inflections) addRussian(w []byte) {
	if !isCyrillic(w) {
		return
	}
	var buf [2 * MaxToken]byte
	fleeting := appendFleeting(buf[:0], w)
	f.addOfStem(w[:russianStem(w)])
	f.addOfStem(fleeting)
}

// addOfStem adds the words of a stem.
func (f *Inflections) addOfStem(stem []byte) {
	if len(stem) < leastRussian {
		return
	}
	var words, others [2 * MaxToken]byte
	try := func(word []byte) {
		if len(word) <= MaxToken && (string(word[:russianStem(word)]) == string(stem) ||
			string(appendFleeting(others[:0], word)) == string(stem)) {
			f.add(word, "")
		}
	}
	try(append(words[:0], stem...))
	for _, e := range russianEndings {
		try(append(append(words[:0], stem...), e...))
	}
	n := len(stem) - 2
	for _, vowel := range [...]string{"о", "е"} {
		try(append(append(append(words[:0], stem[:n]...), vowel...), stem[n:]...))
	}
}

// isCyrillic reports whether a word has only letters of two bytes that begin as those of Russian.
func isCyrillic(w []byte) bool {
	if len(w)%2 != 0 {
		return false
	}
	for i := 0; i < len(w); i += 2 {
		if w[i] != 0xd0 && w[i] != 0xd1 {
			return false
		}
	}
	return true
}
