package match

import (
	"bytes"
	"math/bits"

	"cartaz/builder/search/internal/format"
	"cartaz/builder/search/text"
)

// known is the answer to a question that is asked once.
type known uint8

const (
	unknown known = iota
	no
	yes
)

// opensSynonym reports whether a synonym that stands for something begins with the letters of a
// token, as those of all phrases do that begin with it. It is looked up once.
func opensSynonym(p *Plan, t *Token) bool {
	if t.opens == unknown {
		t.opens = no
		begins := p.index.derived()
		p.key = append(append(p.key[:0], format.SynonymOf), p.Slice(t.Text)...)
		end := begins[format.SynonymOf+1]
		i := p.Terms.LowerBound(begins[format.SynonymOf], end, p.key)
		if i < end && bytes.HasPrefix(p.Terms.Key(i), p.key) {
			t.opens = yes
		}
	}
	return t.opens == yes
}

// addPhrases adds the lists of the synonyms of more than two tokens of the query of which token n
// is one, and of two where one of them is hyphenated, or has an apostrophe: doll's house.
func (p *Plan) addPhrases(n int) {
	tokens := p.Tokens
	longest := min(p.index.longestMember(), len(tokens))
	for size := 2; size <= longest; size++ {
		for from := max(0, n-size+1); from <= min(n, len(tokens)-size); from++ {
			if !opensSynonym(p, &tokens[from]) {
				continue
			}
			p.phrase = p.phrase[:0]
			parts := 0
			for i := from; i < from+size; i++ {
				parts += tokens[i].Parts
				if tokens[i].Kind != PlainWord {
					p.phrase = p.phrase[:0]
					break
				}
				p.phrase = append(p.phrase, p.Slice(tokens[i].Text)...)
			}
			if len(p.phrase) > 0 && (size > 2 || parts > 0) {
				p.AddDerived(format.SynonymOf, text.Clip(p.phrase, text.MaxToken))
			}
		}
	}
}

// boundTo returns the joined form of a token and its neighbour in the query, where the two mean
// little apart (see text.Belong) and follow each other somewhere: then they must. It is empty for
// others.
func boundTo(p *Plan, n int) Span {
	for i := max(0, n-1); i <= n && i+1 < len(p.Tokens); i++ {
		a, b := &p.Tokens[i], &p.Tokens[i+1]
		if joined := a.Next; !joined.Empty() &&
			(len(p.Slice(a.Text)) > 1 || a.after == b.before) &&
			text.Belong(p.rules, p.Slice(a.Text), p.Slice(b.Text)) &&
			beginsName(p, i) && !isDate(p, a, b) &&
			hasDerived(p, format.Neighbours, p.Slice(joined)) {
			return joined
		}
	}
	return Span{}
}

// addSurname adds the documents of a person that have the surname in their name, as exact ones:
// works of Richard Strauss go before concerts that he conducts. The first name is bound to it.
func addSurname(p *Plan, n int, c *Clause, joined Span) {
	if n == 0 || p.Tokens[n-1].Next != joined ||
		!text.IsGiven(p.rules, p.Slice(p.Tokens[n-1].Text)) {
		return
	}
	from, docs := len(p.Lists), p.index.file.Docs()
	word := p.Slice(p.Tokens[n].Text)
	p.addTerm(word)
	surname := namesOf(p, Span{from, len(p.Lists)})
	p.Lists = p.Lists[:from]
	p.AddDerived(format.Neighbours, p.Slice(joined))
	person := p.newJoined(docs)
	for i := from; i < len(p.Lists); i++ {
		person.join(&p.Lists[i].Postings, docs)
	}
	p.Lists, surname.Count = p.Lists[:from], 0
	for i := range format.WordsFor(docs) {
		sets, all := surname.FieldSets(i), person.FieldSets(i)[0]
		for field := range sets {
			sets[field] &= all
		}
		surname.Count += bits.OnesCount64(sets[0])
	}
	if surname.Count == 0 {
		return
	}
	p.Trace.joined(from, word, 1, surname.Count)
	p.Lists = append(p.Lists, surname)
	c.Lists[Exact] = Span{from, len(p.Lists)}
}

// beginsName reports whether a token may be the first of the words that it belongs to. A first name
// may be where nothing but another is before it: the Paulo of São Paulo jazz is none.
func beginsName(p *Plan, n int) bool {
	return n == 0 || !text.IsGiven(p.rules, p.Slice(p.Tokens[n].Text)) ||
		text.IsGiven(p.rules, p.Slice(p.Tokens[n-1].Text))
}

// addInitials adds the lists of the names of people that a token and the word behind it are short
// for: r strauss, js bach. The last letter decides, which stands beside the surname; of two or more
// only where nobody has them as a word.
func addInitials(p *Plan, n int, word []byte, found bool) {
	if n+1 == len(p.Tokens) || found && len(word) > 1 {
		return
	}
	a, b := &p.Tokens[n], &p.Tokens[n+1]
	if a.Next.Empty() || a.after != b.before {
		return
	}
	for _, name := range text.GivenOf(p.rules, word) {
		p.phrase = append(append(p.phrase[:0], name...), p.Slice(b.Text)...)
		p.AddDerived(format.Neighbours, text.Clip(p.phrase, text.MaxToken))
	}
}

// isWrittenSo reports whether the parts of a token that a hyphen joins, and not a slash or the
// like, are neighbours somewhere: k-pop, and K-Pop or K Pop. Then they mean nothing apart.
func isWrittenSo(p *Plan, t *Token, word []byte) bool {
	for i := 1; i < t.Parts; i++ {
		if at := p.Words[t.First+i].Start; p.text[at-1] != '-' {
			return false
		}
	}
	return t.Parts == 2 && hasDerived(p, format.Neighbours, word)
}

// addHomophones adds the lists of the names that sound as a word of a query does.
func addHomophones(p *Plan, word []byte) {
	for _, name := range text.Homophones(p.rules, word) {
		if name != string(word) {
			p.key = append(p.key[:0], name...)
			p.addTerm(p.key)
		}
	}
}

// hyphenParts returns the parts of a hyphenated token, or nothing when one of them is nowhere.
func (p *Plan) hyphenParts(t *Token) []Part {
	from := len(p.parts)
	for i := range t.Parts {
		if !p.addPart(p.Word(t.First+i), t.Prefix && i == t.Parts-1) {
			p.parts = p.parts[:from]
			return nil
		}
	}
	return p.parts[from:]
}

// knownParts returns the parts of a word that somebody wrote with a hyphen, unless they are
// neighbours somewhere: see isWrittenSo.
func (p *Plan) knownParts(word []byte) []Part {
	if len(word) < 2*format.MinPart {
		return nil
	}
	p.key = append(append(append(p.key[:0], format.Hyphenated), word...), format.Hyphenated)
	begins := p.index.derived()
	end := begins[format.Hyphenated+1]
	i := p.Terms.LowerBound(begins[format.Hyphenated], end, p.key)
	if i >= end {
		return nil
	}
	key := p.Terms.Key(i)
	if len(key) != len(p.key)+1 || string(key[:len(p.key)]) != string(p.key) {
		return nil
	}
	cut := int(key[len(p.key)])
	if cut < format.MinPart || cut > len(word)-format.MinPart ||
		hasDerived(p, format.Neighbours, word) {
		return nil
	}
	from := len(p.parts)
	if !p.addPart(word[:cut], false) || !p.addPart(word[cut:], false) {
		p.parts = p.parts[:from]
		return nil
	}
	return p.parts[from:]
}

// addPart adds one part. It returns false when that is nowhere.
func (p *Plan) addPart(word []byte, prefix bool) bool {
	exact, alias := p.addWord(word, allForms)
	addCompounds(p, 0, p.inflections.Len())
	part := Part{Whole: Span{exact.Lo, max(alias.Hi, len(p.Lists))}}
	part.Prefix.Lo = len(p.Lists)
	if prefix && letters(word) >= format.MinPrefix {
		prefixUnion{p}.addPrefix(word)
	}
	part.Prefix.Hi = len(p.Lists)
	part.Documents = p.documents(part.Whole) + p.documents(part.Prefix)
	p.parts = append(p.parts, part)
	return part.Documents > 0
}
