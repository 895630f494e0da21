package match

import (
	"cartaz/builder/search/text"
	"cartaz/builder/search/text/music"
)

// Works of music are told apart by numbers and keys: Dvořák's 8th symphony is Symphony No. 8, in G
// major.

// isKey reports whether a token is the letter of a key.
func isKey(t *Parsed, token *Token) bool {
	next := token.First + 1
	return next < len(t.Words) && !t.Words[next].Hyphenated &&
		text.IsKey(t.rules, t.Slice(token.Text), t.Word(next))
}

// WorkNumber returns the number of the work, in figures, that token n is the ordinal of: 8 for the
// 8th, or the eighth, where a work that is numbered stands behind it (8th symphony) or no other
// token does (beethoven 8th). It returns nil for others.
func WorkNumber(t *Parsed, n int) []byte {
	number := ordinalOf(t, &t.Tokens[n])
	if number != nil && n+1 < len(t.Tokens) && !isBeforeWork(t, &t.Tokens[n]) {
		return nil
	}
	return number
}

// ordinalOf returns the number, in figures, that a token of one word is the ordinal of.
func ordinalOf(t *Parsed, token *Token) []byte {
	if token.Kind != PlainWord || token.Parts > 0 {
		return nil
	}
	return text.NumberOf(t.rules, t.Slice(token.Text))
}

// isBeforeWork reports whether a work that is numbered stands behind a token in the query.
func isBeforeWork(t *Parsed, token *Token) bool {
	for i := token.First + 1; i < len(t.Words); i++ {
		if music.IsWork(t.Word(i)) {
			return true
		}
	}
	return false
}

// addNumber adds the list of the number of a work that a token is the ordinal of, if the query
// names the work: 5th is an avenue, too.
func addNumber(p *Plan, t *Token) {
	if number := ordinalOf(&p.Parsed, t); number != nil && isBeforeWork(&p.Parsed, t) {
		p.addTerm(number)
	}
}

// isSerial reports whether a token is a figure behind other words: the 7 of bruckner 7 is no count,
// as that of 7 songs is, and stands for seven only where nothing has the figure, see addFamily. In
// German it may be a part of a word.
func isSerial(t *Parsed, token *Token) bool {
	return len(t.Tokens) > 1 && token == &t.Tokens[len(t.Tokens)-1] && token.Joinable() &&
		isNumber(t.Slice(token.Text)) && !t.rules.HasCompounds()
}

// eachNumberWord calls visit with the entries of the words for a figure, until visit returns false.
func eachNumberWord(p *Plan, figure []byte, visit func(entry int) bool) {
	p.forms.others.Expand(p.rules, figure)
	for i := p.forms.others.Bent(); i < p.forms.others.Len(); i++ {
		word := p.forms.others.At(i)
		entry, ok := p.Terms.FindIn(p.index.file.FirstWord(), p.Terms.Len(), word)
		if ok && !visit(entry) {
			return
		}
	}
}
