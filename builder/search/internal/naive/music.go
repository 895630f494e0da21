package naive

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"cartaz/builder/search/text"
	"cartaz/builder/search/text/music"
	"cartaz/builder/search/text/names"
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

// numberTies are those of the first number among words: behind a sign, and as that of a work.
func numberTies(d *document, wanted []item) (sum int) {
	for n, w := range wanted {
		number := w.ordinal
		if number == "" && shortNumber.MatchString(w.word) {
			number = w.word
		}
		if number == "" || len(wanted) < 2 {
			continue
		}
		for _, sign := range numberSigns {
			sum += 4 * min(d.neighbours[sign+number], 1)
		}
		if w.ordinal != "" && n > 0 {
			sum += 4 * min(d.neighbours[wanted[n-1].word+number], 1)
		}
		if work := slices.IndexFunc(wanted, isWork); work >= 0 && work+1 != n {
			sum += 4 * min(d.neighbours[wanted[work].word+number], 1)
		}
		return sum
	}
	return 0
}

func isWork(w item) bool { return slices.Contains(music.Works(), w.word) }

// authorTies are those of the first word before the first work behind two words, and of names as
// others spell them before or behind other words.
func authorTies(n *Naive, d *document, wanted []item) (sum int) {
	work := ""
	for i, w := range wanted {
		if i > 1 && w.single() && isWork(w) {
			if wanted[0].single() {
				work = w.word
				sum += 4 * min(d.neighbours[wanted[0].word+work], 1)
			}
			break
		}
	}
	for i, w := range wanted {
		for _, row := range names.Spellings() {
			if !n.latin || !w.single() || !slices.Contains(row, w.word) {
				continue
			}
			for _, other := range row {
				if other == w.word {
					continue
				}
				if i > 0 && wanted[i-1].next != "" {
					sum += 4 * min(d.neighbours[wanted[i-1].word+other], 1)
				}
				if w.next != "" {
					sum += 4 * min(d.neighbours[other+wanted[i+1].word], 1)
				}
				if i == 0 && work != "" {
					sum += 4 * min(d.neighbours[other+work], 1)
				}
			}
		}
	}
	return sum
}

var (
	shortNumber = regexp.MustCompile("^[0-9]{1,3}$")
	numberSigns = []string{"no", "n", "nr"}
)

// allTitles are the titles of works, each with the same without articles behind it, if that has two
// words or more.
var allTitles = sync.OnceValue(func() (groups [][][]string) {
	for _, group := range names.Titles() {
		var both [][]string
		for _, title := range group {
			words := strings.Fields(text.Fold(title))
			left := slices.DeleteFunc(slices.Clone(words),
				func(word string) bool { return slices.Contains(text.Articles(), word) })
			if len(left) > 1 && len(left) < len(words) {
				both = append(both, []string{title, strings.Join(left, " ")})
			} else {
				both = append(both, []string{title})
			}
		}
		groups = append(groups, both)
	}
	return groups
})

// worksOf are the titles of works in some languages as members of groups, and joined.
type worksOf struct {
	groups [][]string
	joined map[string]bool // with those that are the same everywhere
}

// knownWorks has the worksOf languages: tests make many catalogues.
var knownWorks sync.Map

// titlesOf are those titles, without those of more than five words or of a short one.
func titlesOf(l *language) worksOf {
	if known, ok := knownWorks.Load(l.languages); ok {
		return known.(worksOf)
	}
	var groups [][]string
	for _, group := range allTitles() {
		var kept []string
		for _, both := range group {
			if !l.latin {
				both = both[:1]
			}
			for _, title := range both {
				m := l.asMember(title)
				if length(m) <= 5 && (length(m) > 1 || len([]rune(m)) >= 7) {
					kept = append(kept, m)
				}
			}
		}
		groups = append(groups, kept)
	}
	joined := map[string]bool{}
	for _, title := range slices.Concat(groups...) {
		joined[strings.ReplaceAll(title, " ", "")] = true
	}
	for _, title := range names.SameEverywhere() {
		joined[strings.ReplaceAll(l.asMember(title), " ", "")] = true
	}
	known, _ := knownWorks.LoadOrStore(l.languages, worksOf{groups, joined})
	return known.(worksOf)
}
