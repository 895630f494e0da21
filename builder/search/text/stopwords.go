package text

import (
	"math/bits"
	"strings"
)

// stopWords are skipped in queries that hold others: articles, prepositions and conjunctions,
// folded. The lists are short on purpose: a word that can name something is not in them.
var stopWords = map[Languages]string{
	Portuguese: "a o as os um uma uns umas de do da dos das em no na nos nas num numa por pelo " +
		"pela pelos pelas para pra pro com ao aos e ou que se",
	English: "a the an of in on at to for and or with by from",
	French: "le la les l un une des du de d et en au aux a dans sur sous pour par avec ou que qu " +
		"qui ce cette ces c j n s",
	Spanish: "el la los las un una unos unas de del al a en y e o u con por para que se su sus lo",
	German: "der die das den dem des ein eine einen einem einer eines und oder in im am an auf " +
		"aus bei beim mit nach von vom zu zum zur fur",
	Russian: "и в во на с со к ко о об от до из за по у для или при под над",
}

// StopWords returns the stop words of one language, folded.
func StopWords(language Languages) []string { return strings.Fields(stopWords[language]) }

// elisions are the words that lose their vowel before another and are then written together with
// it.
var elisions = map[Languages]string{
	French: "l d qu c j m n s t jusqu lorsqu puisqu quelqu",
}

// Elisions returns the words of one language that stand before an apostrophe, folded.
func Elisions(language Languages) []string { return strings.Fields(elisions[language]) }

// LanguageSynonyms are the groups that indexes of a language have beside BuiltinSynonyms:
// abbreviations, and the first ordinal numbers as people write them.
func LanguageSynonyms(languages Languages) (groups [][]string) {
	for ; languages != 0; languages &= languages - 1 {
		groups = append(groups, languageSynonyms[1<<bits.TrailingZeros32(uint32(languages))]...)
	}
	return groups
}

var languageSynonyms = map[Languages][][]string{
	Portuguese: {{"júnior", "jr"}, {"santa", "sta"}, {"santo", "sto"}},
	English:    {{"junior", "jr"}, {"first", "1st"}},
	French:     {{"sainte", "ste"}, {"rendez-vous", "rdv"}, {"premier", "1er"}, {"première", "1re"}},
	Spanish: {{"santa", "sta"}, {"santo", "sto"}, {"primer", "1er"}, {"primera", "1a"},
		{"segunda", "2a"}, {"tercera", "3a"}},
}
