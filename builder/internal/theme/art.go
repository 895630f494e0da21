package theme

import (
	"hash/fnv"
	"strings"
	"unicode"
)

// Art chooses the poster of an event that has no image, by the FNV-1a hash (32
// bit) of its slug: palette a0 to a4 and pattern p0 to p4. The same slug gets
// the same poster for ever.
func Art(slug string) (palette, pattern int) {
	h := fnv.New32a()
	h.Write([]byte(slug)) // a hash.Hash never fails
	sum := h.Sum32()
	return int(sum % 5), int(sum / 5 % 5)
}

// Monogram is the text on a poster: the first letters, in upper case, of the first two words of
// name that are not articles or prepositions, in Portuguese, English, Spanish, French or German.
// Fewer such words give fewer letters. A name of articles and prepositions only gives their first
// letters. A name without a letter gives "".
func Monogram(name string) string {
	words := strings.FieldsFunc(name, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) &&
			!strings.ContainsRune("-'’", r)
	})
	if letters := initials(words, true); letters != "" {
		return letters
	}
	return initials(words, false)
}

func initials(words []string, skip bool) string {
	var b strings.Builder
	taken := 0
	for _, word := range words {
		word = strings.TrimLeftFunc(word, func(r rune) bool {
			return !unicode.IsLetter(r) &&
				!unicode.IsDigit(r)
		})
		first := []rune(word)
		if len(first) == 0 || !unicode.IsLetter(first[0]) ||
			skip && stopWords[strings.ToLower(word)] {
			continue
		}
		b.WriteString(strings.ToUpper(string(first[0])))
		if taken++; taken == 2 {
			break
		}
	}
	return b.String()
}

// stopWords are the articles and prepositions of Portuguese, with their contractions, and of
// English, Spanish, French and German: whatever the language of the site, an event's name may be in
// another.
var stopWords = setOf(`a o as os um uma uns umas
	à às ao aos de do da dos das dum duma em no na nos nas num numa por pelo pela pelos pelas per
	para pra pro com sem sob sobre entre até após ante contra desde perante d'
	the an of in on at by for from to with without and into onto over under about
	el la los las lo unos unas del al con sin
	le les un une des du d' d’ au aux dans sur sous pour par avec sans chez
	der die das den dem des ein eine einen einem einer im am vom zum zur
	auf aus bei für mit nach von über unter zu`)

func setOf(list string) map[string]bool {
	set := make(map[string]bool)
	for _, word := range strings.Fields(list) {
		set[word] = true
	}
	return set
}
