package match

import (
	"slices"

	"cartaz/builder/search/text"
)

// otherForms is what a plan knows of other forms of the words of a query, beside the lists of them.
type otherForms struct {
	found   []int            // entries of Terms: other forms of the last word looked up, rows aside
	first   []int            // those of the first token
	others  text.Inflections // of another kind: attributes, or of one verb
	family  *text.Family     // nil until a query needs it
	related bool             // words stand for all of their family
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
	adjectives := &p.forms.others
	adjectives.ExpandAttribute(p.rules, word)
	for i := range adjectives.Len() {
		p.addTerm(adjectives.At(i))
	}
}

// maxFamily is how many terms that begin as a family does are looked at; of more none are.
const maxFamily = 1024

// relate lets words stand for all of their family (see text.Family and text.EachStem), and reports
// whether there may be such. It does so once for a text.
func relate(p *Plan) bool {
	if p.forms.related {
		return false
	}
	p.forms.related = p.rules.HasAttributes() || hasKin(p)
	return p.forms.related
}

// hasKin reports whether families with a list of words can help a query that nothing has: some
// document has one for a word of the query, and for each that stands nowhere. Russian
// families have no such list.
func hasKin(p *Plan) bool {
	some := false
	for i := range p.Clauses {
		if c := &p.Clauses[i]; !c.IsFilter() && c.Documents == 0 {
			if some = isAkin(p, &p.Tokens[c.Token]); !some {
				return false
			}
		}
	}
	for i := 0; i < len(p.Clauses) && !some; i++ {
		c := &p.Clauses[i]
		some = !c.IsFilter() && isAkin(p, &p.Tokens[c.Token])
	}
	return some
}

// isAkin reports whether some document has a word that is made of the same stem as a token, or of
// the same verb.
func isAkin(p *Plan, t *Token) (is bool) {
	if t.Kind != PlainWord {
		return false
	}
	word := p.Slice(t.Text)
	eachKin(p, word, func(int) { is = true })
	ofVerbs := &p.forms.others
	text.ExpandFamily(ofVerbs, p.rules, word)
	for i := 0; i < ofVerbs.Len() && !is; i++ {
		is = p.index.HasWord(ofVerbs.At(i))
	}
	return is
}

// addFamily adds the lists of the words of the same family.
func addFamily(p *Plan, word []byte) {
	eachKin(p, word, func(entry int) { p.addList(&p.Terms, entry) })
	ofVerbs := &p.forms.others
	text.ExpandFamily(ofVerbs, p.rules, word)
	for i := range ofVerbs.Len() {
		p.addTerm(ofVerbs.At(i))
	}
	if !p.rules.HasAttributes() { // of Russian
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

// maxKin is how many terms that begin with a stem are read; of more, endings are looked up.
const maxKin = 24

// eachKin calls visit with the entries of the words that are made of the same stem as a word.
func eachKin(p *Plan, word []byte, visit func(entry int)) {
	text.EachStem(p.rules, word, func(stem []byte, endings [2][]string) {
		lo, hi := p.Terms.WithPrefix(p.index.file.FirstWord(), stem)
		if hi-lo <= maxKin {
			for i := lo; i < hi; i++ {
				key := p.Terms.Key(i)
				ending := string(key[len(stem):])
				if (slices.Contains(endings[0], ending) || slices.Contains(endings[1], ending)) &&
					string(key) != string(word) {
					visit(i)
				}
			}
			return
		}
		for _, some := range endings {
			for _, ending := range some {
				p.key = append(append(p.key[:0], stem...), ending...)
				if i, ok := p.Terms.FindIn(lo, hi, p.key); ok && string(p.key) != string(word) {
					visit(i)
				}
			}
		}
	})
}
