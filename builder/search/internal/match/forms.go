package match

import "cartaz/builder/search/text"

// otherForms is what a plan knows of other forms of the words of a query, beside the lists of them.
type otherForms struct {
	found      []int // entries of Terms: other forms of the last word looked up, rows aside
	first      []int // those of the first token
	attributes text.Inflections
}

// BentFirst returns the entries of Terms that are other forms of the first token, if it is a single
// word of a language that derives: карты for карта. Words of the same row, fotografía for foto, are
// not among them.
func (m *Matches) BentFirst() []int { return m.forms.first }

// noteFirst notes the forms that were found of the first token.
func noteFirst(p *Plan, t *Token) {
	if t.Kind == PlainWord && t.Parts == 0 && p.rules.Derives() {
		p.forms.first = append(p.forms.first[:0], p.forms.found...)
	}
}

// addAttribute adds the lists of the adjectives that a noun behind another word stands for.
func addAttribute(p *Plan, n int, word []byte) {
	if n == 0 || !p.rules.HasAttributes() {
		return
	}
	adjectives := &p.forms.attributes
	adjectives.ExpandAttribute(p.rules, word)
	for i := range adjectives.Len() {
		p.addTerm(adjectives.At(i))
	}
}
