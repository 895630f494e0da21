package match

import (
	"cartaz/builder/search/internal/format"
	"cartaz/builder/search/text"
)

// addPhrases adds the lists of the synonyms of more than two tokens of the query of which token n
// is one.
func (p *Plan) addPhrases(n int) {
	tokens := p.Tokens
	longest := min(p.index.longestMember(), len(tokens))
	for size := 3; size <= longest; size++ {
		for from := max(0, n-size+1); from <= min(n, len(tokens)-size); from++ {
			p.phrase = p.phrase[:0]
			for i := from; i < from+size; i++ {
				if !tokens[i].Joinable() {
					p.phrase = p.phrase[:0]
					break
				}
				p.phrase = append(p.phrase, p.Slice(tokens[i].Text)...)
			}
			if len(p.phrase) > 0 {
				p.AddDerived(format.SynonymOf, text.Clip(p.phrase, text.MaxToken))
			}
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

// knownParts returns the parts of a word that somebody wrote with a hyphen.
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
	if cut < format.MinPart || cut > len(word)-format.MinPart {
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
	exact, alias := p.addWord(word, true)
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
