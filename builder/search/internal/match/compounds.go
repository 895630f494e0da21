package match

import (
	"cartaz/builder/search/internal/format"
	"cartaz/builder/search/text"
)

// addCompounds adds the lists of the compounds that one of the forms from to until-1 of the word,
// which p.inflections has, is a part of: of Markt those with a Flohmarkt, of the form Märkte those
// with Flohmärkte. Form 0 is the word itself.
func addCompounds(p *Plan, from, until int) {
	if !p.rules.HasCompounds() {
		return
	}
	lo, hi := p.prefixes.WithPrefix(0, compoundKey(p, p.inflections.Shared()))
	for i := from; i < until && lo < hi; i++ {
		if entry, ok := p.prefixes.FindIn(lo, hi, compoundKey(p, p.inflections.At(i))); ok {
			p.addList(&p.prefixes, entry)
		}
	}
}

// compoundKey is where the compounds stand that a word is a part of. It is good until p.key
// changes.
func compoundKey(p *Plan, part []byte) []byte {
	p.key = append(append(p.key[:0], format.CompoundPart), part...)
	return p.key
}

// compoundParts returns the parts of a compound that nobody has as one word, which may stand apart:
// of Kinderkonzert the words Kinder and Konzert. There are none where one part is no word.
func compoundParts(p *Plan, word []byte) []Part {
	modifier, head := p.rules.Split(word, func(part []byte) bool { return isWord(p, part) })
	if len(modifier) == 0 {
		modifier, head = text.SplitRussian(p.rules, word)
	}
	if len(modifier) == 0 {
		return nil
	}
	from := len(p.parts)
	if !p.addPart(modifier, false) || !p.addPart(head, false) {
		p.parts = p.parts[:from]
		return nil
	}
	return p.parts[from:]
}

// addTogether adds the lists of the compounds that token n is with the one before it or behind it,
// see text.ExpandCompound.
func addTogether(p *Plan, n int) {
	if !p.rules.HasAttributes() {
		return
	}
	compound := &p.forms.others
	for i := max(1, n); i <= min(n+1, len(p.Tokens)-1); i++ {
		pair := [...]*Token{&p.Tokens[i-1], &p.Tokens[i]}
		for k := range pair {
			head, first := pair[k], pair[1-k]
			if !head.Joinable() || !first.Joinable() {
				break
			}
			text.ExpandCompound(compound, p.rules, p.Slice(head.Text), p.Slice(first.Text))
			for form := range compound.Len() {
				p.addTerm(compound.At(form))
			}
		}
	}
}

// isWord reports whether some document has a part of a compound, or a form of it, as a word or as a
// part of another compound: of Fahrradtour, where there is a Radtour, both parts.
func isWord(p *Plan, part []byte) bool {
	p.inflections.Expand(p.rules, part)
	shared := p.inflections.Shared()
	lo, hi := p.Terms.WithPrefix(p.index.file.FirstWord(), shared)
	from, until := p.prefixes.WithPrefix(0, compoundKey(p, shared))
	for i := range p.inflections.Len() {
		form := p.inflections.At(i)
		_, known := p.Terms.FindIn(lo, hi, form)
		if !known && from < until {
			_, known = p.prefixes.FindIn(from, until, compoundKey(p, form))
		}
		if known {
			return true
		}
	}
	return false
}

// addGram adds the lists of a pair of letters. Of one in a run of one script: where a run of the
// document begins as that run does, they are in a word that begins so; elsewhere they may lie
// across the border of two words, as 民会 in 市民会館.
func addGram(p *Plan, c *Clause, t *Token) {
	if addKana(p, c, t) {
		hi := addOthers(p, p.Words[t.First])
		c.Lists[Alias].Hi = hi
		return
	}
	letters := p.Slice(t.Text)
	c.Lists[Exact].Lo = len(p.Lists)
	if t.Run.Empty() {
		p.addTerm(letters)
	} else {
		p.AddDerived(format.RunBegins, p.Slice(t.Run))
	}
	c.Lists[Exact].Hi = len(p.Lists)
	c.Lists[Alias] = Span{len(p.Lists), addOthers(p, p.Words[t.First])}
	c.Lists[Prefix].Lo = len(p.Lists)
	if !t.Run.Empty() {
		p.addTerm(letters)
	}
	c.Lists[Prefix].Hi = len(p.Lists)
}
