package naive

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"cartaz/builder/search/text"
	"cartaz/builder/search/text/music"
)

// isKey reports whether two words are the key of a work.
func isKey(languages text.Languages, letter, word string) bool {
	return languages&text.English != 0 && len(letter) == 1 && strings.Contains("abcdefg", letter) &&
		slices.Contains([]string{"flat", "sharp", "major", "minor"}, word)
}

// readMusic notes which words of a query are the letter of a key, and the numbers of works.
func readMusic(languages text.Languages, wanted []item) {
	for i := range wanted {
		w := &wanted[i]
		if !w.single() {
			continue
		}
		if i+1 < len(wanted) && wanted[i+1].plain {
			next := wanted[i+1].word
			if parts := wanted[i+1].parts; parts != nil {
				next = parts[0]
			}
			w.key = isKey(languages, w.word, next)
		}
		if i+1 == len(wanted) {
			w.ordinal = ordinalNumber(languages, w.word)
		}
		for _, behind := range wanted[i+1:] {
			if slices.ContainsFunc(append(behind.parts, behind.word),
				func(word string) bool { return slices.Contains(music.Works(), word) }) {
				w.number = ordinalNumber(languages, w.word)
				w.ordinal = w.number
			}
		}
	}
}

var ordinalFigures = regexp.MustCompile(`^([0-9]{1,3})(?:[ao]|st|nd|rd|th)$`)

// ordinalNumber is the number of an ordinal in figures.
func ordinalNumber(languages text.Languages, word string) string {
	if m := ordinalFigures.FindStringSubmatch(word); m != nil {
		return m[1]
	}
	return text.OrdinalWords(languages)[word]
}

// otherFigures is the number behind a word that numbers follow in Roman figures where it is in
// Arabic ones, and the other way round.
func otherFigures(l *language, before, number string) string {
	if !l.latin || !slices.Contains(music.Numbered(), before) {
		return ""
	}
	for i, roman := range music.Romans {
		switch number {
		case roman:
			return strconv.Itoa(i + 1)
		case strconv.Itoa(i + 1):
			return roman
		}
	}
	return ""
}

// addNeighbours notes that two words follow each other, a number also in other figures.
func addNeighbours(l *language, d *document, a, b string, class int) {
	d.neighbours[a+b] = max(d.neighbours[a+b], class)
	if other := otherFigures(l, a, b); other != "" {
		d.neighbours[a+other] = max(d.neighbours[a+other], class)
	}
}
