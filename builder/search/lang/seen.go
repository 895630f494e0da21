package lang

import (
	"slices"
	"sync"
	"unicode"

	"cartaz/builder/search/analysis"
	"cartaz/builder/text"
)

// Seen counts the languages of the texts of a catalogue. The zero value has seen no text.
type Seen struct {
	texts  int
	counts [len(codes)]int
	stops  [len(codes)]int // stop words in all texts
}

const (
	// leastStops is the number of stop words that a text must have to count as written in a
	// language, and stopShare their least share of its words, one in stopShare. Prose has one in
	// three; names and lists of artists have few.
	leastStops = 3
	stopShare  = 8
	// seenShare is the share of texts, one in seenShare, that must be written in a language.
	seenShare = 10
	// leastTexts is the least number of these texts.
	leastTexts = 2
	// leastHiragana is the number of hiragana letters that a text must have to count as Japanese,
	// the only language that uses them.
	leastHiragana = 5
)

// Add reads one text: it counts for the language with the largest number of its stop words, if
// these are enough, and for no language if two have the same number; a text in hiragana counts as
// Japanese.
func (s *Seen) Add(written string) {
	s.texts++
	hiragana := 0
	for _, r := range written {
		if unicode.Is(unicode.Hiragana, r) {
			hiragana++
		}
	}
	folded := text.AppendFold(nil, written)
	var stops [len(codes)]int
	words := 0
	for token, word := range analysis.Tokens(folded) {
		if token.IsWord() {
			words++
			for _, i := range stopsIn()[string(word)] {
				stops[i]++
			}
		}
	}
	for i, n := range stops {
		s.stops[i] += n
	}
	for i := range codes {
		if 1<<i == Japanese && hiragana >= leastHiragana {
			s.counts[i]++
			return
		}
	}
	i, n, second := most(&stops)
	if n >= leastStops && n*stopShare >= words && n > second {
		s.counts[i]++
	}
}

// most returns the language of the greatest count, and the two greatest counts.
func most(counts *[len(codes)]int) (i, n, second int) {
	sorted := slices.Sorted(slices.Values(counts[:]))
	n, second = sorted[len(sorted)-1], sorted[len(sorted)-2]
	return slices.Index(counts[:], n), n, second
}

// stopsIn has the numbers of the languages of each stop word.
var stopsIn = sync.OnceValue(func() map[string][]int {
	in := map[string][]int{}
	for i, code := range codes {
		for _, word := range tableOf(code).Stop {
			in[word] = append(in[word], i)
		}
	}
	return in
})

// Languages returns the languages in which enough texts are written. If there are none, because the
// texts are too short, it returns the language with the most stop words in all texts together, if
// they are enough and a quarter more than those of any other.
func (s *Seen) Languages() (all Set) {
	for i, n := range s.counts {
		if n >= leastTexts && n*seenShare >= s.texts {
			all |= 1 << i
		}
	}
	i, n, second := most(&s.stops)
	if all == 0 && n >= leastStops*leastTexts && n*4 >= second*5 {
		all = 1 << i
	}
	return all
}
