package text

import (
	"math/bits"
	"strings"
	"sync"
	"unicode"

	"cartaz/builder/search/text/wordmap"
)

// Seen counts which languages the texts of a catalogue are written in. The zero value has seen
// none.
type Seen struct {
	texts  int
	counts [len(languageCodes)]int
}

const (
	// leastStops is how many stop words of a language a text must have, and stopShare how many of
	// its words, one in so many, so that it counts as written in that language. Prose has one in
	// three; names and lists of artists have few.
	leastStops = 3
	stopShare  = 8
	// seenShare: one text in so many must be written in a language.
	seenShare = 10
	// leastTexts is how many there must be at least.
	leastTexts = 2
)

// leastHiragana is how many letters of hiragana a text must have so that it counts as Japanese,
// which alone is written so.
const leastHiragana = 5

// Add looks at one text: it counts for the language of which it has the most stop words, if these
// are enough, and for none where two languages have as many; one in hiragana counts as Japanese.
func (s *Seen) Add(text string) {
	s.texts++
	if hasHiragana(text) {
		s.counts[bits.TrailingZeros32(uint32(Japanese))]++
		return
	}
	folded := AppendSearch(nil, text)
	var stops [len(languageCodes)]int
	words := 0
	for tokens := NewTokenizer(folded); ; {
		token, ok := tokens.Next()
		if !ok {
			break
		}
		if !token.IsWord() {
			continue
		}
		words++
		for in := stopsIn()[string(folded[token.Start:token.End])]; in != 0; in &= in - 1 {
			stops[bits.TrailingZeros32(uint32(in))]++
		}
	}
	best, second := 0, 0
	for i, n := range stops {
		if n > stops[best] {
			best = i
		}
	}
	for i, n := range stops {
		if i != best {
			second = max(second, n)
		}
	}
	if n := stops[best]; n >= leastStops && n*stopShare >= words && n > second {
		s.counts[best]++
	}
}

// stopsIn says in which languages a word is a stop word.
var stopsIn = sync.OnceValue(func() map[string]Languages {
	in := map[string]Languages{}
	for i := range languageCodes {
		one := Languages(1 << i)
		for _, word := range StopWords(one) {
			in[word] |= one
		}
	}
	return in
})

// Articles returns the articles, and the prepositions before names, of languages in Latin letters,
// folded; oh, that first lines begin with, and the n of rock n roll. A title has them in an index
// of another language, too, and texts may leave them out: ein deutsches Requiem, Ludwig van
// Beethoven. A query skips them as what only asks.
func Articles() []string {
	return strings.Fields(`the a an der die das den dem des ein eine einen einem einer le la
		les l un une il lo gli i una el los las o os as um uma de di da do
		du del della dello dei degli von van zu zum zur oh n`)
}

// IsArticle reports whether a folded word that asks (see Asks) is one of Articles.
func IsArticle(r *Rules, word []byte) bool {
	return r.articles.Has(word)
}

// Belong reports whether two words, of which the second follows the first, mean little apart: a
// single letter before a word (k pop), unless it is a stop word or an article and no key (A minor),
// an article of a language that is not read (la mer), and, also across stop words, the same word
// twice (Lang Lang), a first name and what stands behind it (IsGiven), and a part of a work with
// its number (Act III).
func Belong(r *Rules, a, b []byte) bool {
	if len(a) == 1 {
		return len(b) > 1 && 'a' <= a[0] && a[0] <= 'z' && !r.IsStop(a) && !r.IsElided(a) ||
			IsKey(r, a, b)
	}
	return string(a) == string(b) && !r.IsStop(a) ||
		len(b) > 1 && IsGiven(r, a) && !r.IsStop(b) || OtherFigures(r, a, b) != "" ||
		isForeign(r, a) && len(b) > 1 && !r.IsStop(b)
}

// foreign are the definite articles that are no word of another language.
var foreign = wordmap.SetOf(strings.Fields("le la les el los las il lo gli der das"))

// isForeign reports whether a word is an article of a language in Latin letters that is not read.
func isForeign(r *Rules, word []byte) bool {
	return r.languages&latin != 0 && foreign.Has(word) && !r.IsStop(word)
}

// Languages returns those that enough of the texts are written in.
func (s *Seen) Languages() (all Languages) {
	for i, n := range s.counts {
		if n >= leastTexts && n*seenShare >= s.texts {
			all |= 1 << i
		}
	}
	return all
}

func hasHiragana(text string) bool {
	n := 0
	for _, r := range text {
		if unicode.Is(unicode.Hiragana, r) {
			n++
		}
	}
	return n >= leastHiragana
}
