package indexer

import (
	"unicode/utf8"

	"cartaz/builder/search/analysis"
	"cartaz/builder/search/internal/index"
)

// addDerived adds a derived term: its kind, and joined words.
func (w *Writer) addDerived(field index.Field, kind byte, words ...[]byte) {
	w.derived = index.AppendPhrase(append(w.derived[:0], kind), words...)
	w.addTerm(field, w.derived)
}

// addShingles adds the shingles of the name or place in w.folded: every two neighbours, every two
// words with only stop words between, and longer members of groups of synonyms. For a description
// it adds the pairs of neighbours, ignoring stop words.
func (w *Writer) addShingles(field index.Field) {
	var previous, content []byte // the word before, and the last word that is not a stop word
	w.words = w.words[:0]
	for token, word := range analysis.Tokens(w.folded) {
		switch {
		case token.Pictogram:
		case token.Unspaced:
			previous, content, w.words = nil, nil, w.words[:0]
		case field == index.InDescription:
			if w.analyzer.IsStop(word) {
				continue
			}
			if word[0] >= utf8.RuneSelf {
				w.addSound(field, word)
			}
			if len(content) > 0 {
				var key [4]byte
				w.addTerm(field, analysis.PairKey(append(key[:0], index.Pair), content, word))
			}
			content = word
		default:
			if len(previous) > 0 {
				w.addDerived(field, index.Shingle, previous, word)
			}
			w.addSound(field, word)
			if !w.analyzer.IsStop(word) {
				if len(content) > 0 && &content[0] != &previous[0] {
					w.addDerived(field, index.Shingle, content, word)
				}
				content = word
				w.addPhrases(field, word)
			}
			previous = word
		}
	}
}

// addSound adds a word by its sound.
func (w *Writer) addSound(field index.Field, word []byte) {
	var buf [analysis.MaxSound]byte
	w.derived = analysis.Skeleton(append(w.derived[:0], index.Sound), analysis.Sound(buf[:0], word))
	if len(w.derived) > 1 {
		w.derived = append(append(w.derived, index.Sound), word...)
		w.addTerm(field, w.derived)
	}
}

// addPhrases adds the members of groups of synonyms, of more than two words, that end with a word,
// which follows the words of w.words.
func (w *Writer) addPhrases(field index.Field, word []byte) {
	w.words = append(w.words, word)
	for n := 3; n <= min(len(w.words), w.synonyms.longest); n++ {
		w.derived = index.AppendPhrase(append(w.derived[:0], index.Shingle),
			w.words[len(w.words)-n:]...)
		if w.synonyms.longer[string(w.derived)] {
			w.addTerm(field, w.derived)
		}
	}
}
