// Package music has what people say of works of music: keys, ordinals, the kinds of works that are
// numbered, and their parts. A symphony is told apart by its number and key: Dvořák's 8th is
// Symphony No. 8, in G major.
package music

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"cartaz/builder/search/text/wordmap"
)

// IsKey reports whether two folded words, of which the second follows the first, are a key, or its
// tonic, as English writes it: A minor, E flat.
func IsKey(letter, word []byte) bool {
	if len(letter) != 1 || letter[0] < 'a' || 'g' < letter[0] {
		return false
	}
	switch string(word) {
	case "flat", "sharp", "major", "minor":
		return true
	}
	return false
}

// Ordinals returns the first ten ordinals of a language (ISO 639-1), folded, each with its number
// in figures; none of a language that has no table here.
func Ordinals(language string) map[string]string {
	m := map[string]string{}
	for line := range strings.Lines(ordinals[language]) {
		if row := strings.Fields(line); len(row) > 0 {
			for _, word := range row[1:] {
				m[word] = row[0]
			}
		}
	}
	return m
}

var ordinals = map[string]string{
	"pt": `
		1 primeira primeiro
		2 segunda segundo
		3 terceira terceiro
		4 quarta quarto
		5 quinta quinto
		6 sexta sexto
		7 setima setimo
		8 oitava oitavo
		9 nona nono
		10 decima decimo`,
	"en": `
		1 first
		2 second
		3 third
		4 fourth
		5 fifth
		6 sixth
		7 seventh
		8 eighth
		9 ninth
		10 tenth`,
}

// Works returns the kinds of works that are numbered, folded.
func Works() []string {
	return strings.Fields(`symphony symphonies sinfonia sinfonias symphonie sinfonie concerto
		concertos concerti concierto konzert quartet quartets quarteto quartetos cuarteto quatuor
		quartett quintet quintets quinteto quintette quintett sonata sonatas sonate suite suites
		trio trios overture rhapsody nocturne`)
}

var isWork = wordmap.SetOf(Works())

// IsWork reports whether a folded word is one of Works.
func IsWork(word []byte) bool { return isWork.Has(word) }

// WorkEnds are the signs between the works of a programme.
const WorkEnds = ";/|"

// longestNumber is the most digits of a number in a series; more are years and amounts.
const longestNumber = 3

// IsNumber reports whether a folded word is a number that may be one of a series.
func IsNumber(word []byte) bool {
	for _, c := range word {
		if c < '0' || c > '9' {
			return false
		}
	}
	return len(word) <= longestNumber
}

// NumberSigns are the words that stand before numbers, folded: No. 9, nº 9, n. 9, Nr. 9.
var NumberSigns = [...]string{"no", "n", "nr"}

// IsNumberSign reports whether a folded word is one of NumberSigns.
func IsNumberSign(word []byte) bool { return slices.Contains(NumberSigns[:], string(word)) }

// Numbered returns what stands before a number that is also written in Roman figures, folded: parts
// of works and of series, and wars. Left out are abbreviations (vol), which other words stand for.
func Numbered() []string { return strings.Fields(numbered) }

const numbered = `act ato acto acte akt part parte partie teil scene cena escena szene book livro
	libro livre chapter capitulo chapitre kapitel episode episodio war guerra guerre weltkrieg`

var isNumbered = sync.OnceValue(func() *wordmap.Set {
	set := wordmap.SetOf(Numbered())
	return &set
})

// Romans are the Roman figures of 1 to 12, folded.
var Romans = [...]string{"i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii"}

// OtherFigures returns the number that follows a folded word of Numbered in other figures, folded:
// iii for 3, and 3 for iii. It is empty for other words, and for numbers above 12.
func OtherFigures(before, number []byte) string {
	if len(number) == 0 || len(number) > len("viii") {
		return ""
	}
	if !isNumbered().Has(before) {
		return ""
	}
	for i, roman := range Romans {
		switch figures := strconv.Itoa(i + 1); string(number) {
		case roman:
			return figures
		case figures:
			return roman
		}
	}
	return ""
}
