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

// addNumber adds the list of the number that an ordinal is, where a work that is numbered stands
// behind it in the query.
func addNumber(p *Plan, t *Token, word []byte) {
	if t.First+1 == len(p.Words) {
		return
	}
	number := text.NumberOf(p.rules, word)
	for i := t.First + 1; i < len(p.Words) && number != ""; i++ {
		if music.IsWork(p.Word(i)) {
			p.key = append(p.key[:0], number...)
			p.addTerm(p.key)
			return
		}
	}
}
