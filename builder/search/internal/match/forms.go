package match

import "cartaz/builder/search/text"

// otherForms is what a plan knows of other forms of the words of a query, beside the lists of them.
type otherForms struct {
	found      []int // entries of Terms: other forms of the last word looked up, rows aside
	first      []int // those of the first token
	attributes text.Inflections
	family     *text.Family // nil until a query needs it
	related    bool         // words stand for all of their family
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

// maxFamily is how many terms that begin as a family does are looked at; of more none are.
const maxFamily = 1024

// relate lets words stand for all of their family (see text.Family), and reports whether there are
// such in the languages of the index. It does so once for a text.
func relate(p *Plan) bool {
	if p.forms.related || !text.HasFamilies(p.rules) {
		return false
	}
	p.forms.related = true
	return true
}

// addFamily adds the lists of the words of the same family.
func addFamily(p *Plan, word []byte) {
	if !p.forms.related {
		return
	}
	if p.forms.family == nil {
		p.forms.family = new(text.Family)
	}
	family := p.forms.family
	if !family.Read(word) {
		return
	}
	lo, hi := p.Terms.WithPrefix(p.index.file.FirstWord(), family.Shared())
	for i := lo; i < hi && hi-lo <= maxFamily; i++ {
		if family.Has(p.Terms.Key(i)) {
			p.addList(&p.Terms, i)
		}
	}
}
