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

// WorkNumber returns the number of the work, in figures, that a token of one word is the ordinal
// of, where a work that is numbered stands behind it in the query: 8 for the 8th, or the eighth, of
// "8th symphony". It returns "" for others.
func (t *Parsed) WorkNumber(token *Token) string {
	if token.First+1 >= len(t.Words) || token.Kind != PlainWord || token.Parts > 0 {
		return ""
	}
	number := text.NumberOf(t.rules, t.Slice(token.Text))
	for i := token.First + 1; i < len(t.Words) && number != ""; i++ {
		if music.IsWork(t.Word(i)) {
			return number
		}
	}
	return ""
}

// addNumber adds the list of the number of a work that a token is the ordinal of.
func addNumber(p *Plan, t *Token) {
	if number := p.WorkNumber(t); number != "" {
		p.key = append(p.key[:0], number...)
		p.addTerm(p.key)
	}
}
