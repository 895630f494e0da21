package search

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"cartaz/builder/search/analysis"
	"cartaz/builder/search/internal/index"
	"cartaz/builder/search/internal/query"
	"cartaz/builder/search/internal/spell"
	"cartaz/builder/search/lang"
	"cartaz/builder/text"
)

// Interpretations of a text that finds nothing, for callers that offer other searches. All of it
// costs more than a search, and allocates.

// Spelled is a word of a query as it was understood.
type Spelled struct {
	Text      string // as typed, or, corrected, a word of the index, folded
	Corrected bool
}

// Respell says how a query was understood whose answer is corrected and not empty (see Answer): the
// words of its text, those that were misspelled replaced by what the first document of the answer,
// doc, has instead. It returns nothing for other queries.
func (x *Index) Respell(q Query) (words []Spelled, doc uint32) {
	q.ByDate = false // the best document says best what was meant
	e := x.Explain(q, 0, 1)
	if !e.Corrected || len(e.Hits) == 0 {
		return nil, 0
	}
	corrections := map[string]string{}
	for _, m := range e.Hits[0].Matches {
		if m.Points <= maxEditPoints && m.Found != "" {
			corrections[m.Word] = m.Found
		}
	}
	for field := range strings.FieldsSeq(text.Clip(q.Text, query.MaxQuery)) {
		var own query.Parsed
		own.Parse(field, x.query.Analyzer, false)
		if len(own.Tokens) == 1 {
			if word, ok := corrections[string(own.Slice(own.Tokens[0].Text))]; ok {
				words = append(words, Spelled{Text: word, Corrected: true})
				continue
			}
		}
		words = append(words, Spelled{Text: field})
	}
	return words, e.Hits[0].ID
}

// maxEditPoints is what a word that was corrected is worth at most.
const maxEditPoints = 6

// Keywords returns the words that a query for the text must find in an index of these languages, as
// they are typed, without what stands around them: stop words and pictograms only when there is
// nothing else. A hyphenated word is one. Only as much is read as of a query.
func Keywords(typed string, languages lang.Set) []string {
	var p query.Parsed
	var words, others []string
	for field := range strings.FieldsSeq(text.Clip(typed, query.MaxQuery)) {
		p.Parse(field, languages.Analyzer(), false)
		n := len(p.Tokens)
		signs := n > 0 && analysis.HasSigns(p.Slice(p.Tokens[n-1].Text))
		field = strings.TrimFunc(field, func(r rune) bool {
			inWord := unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) ||
				unicode.IsSymbol(r)
			return !inWord && !(signs && r == '#')
		})
		switch {
		case n == 0 || len(words) == query.MaxTokens:
		case slices.ContainsFunc(p.Tokens, func(t query.Token) bool { return !p.Skips(&t) }):
			words = append(words, field)
		default:
			others = append(others, field)
		}
	}
	if len(words) == 0 {
		return others[:min(len(others), query.MaxTokens)]
	}
	return words
}

// leastPart is the shortest part, in letters, of a word that is read as two.
const leastPart = 2

// Apart reads a word as two that documents have, in every way there is: somebody left the blank
// out. Stop words and parts of a single letter are none. It returns nothing for a text of several
// words, or of none of an alphabet.
func (x *Index) Apart(word string) (pairs []string) {
	var p query.Parsed
	p.Parse(word, x.query.Analyzer, false)
	if len(p.Tokens) != 1 || p.Tokens[0].Kind != query.Word {
		return nil
	}
	isPart := func(w []byte) bool {
		return utf8.RuneCount(w) >= leastPart && !x.query.Analyzer.IsStop(w) && x.query.HasWord(w)
	}
	joined := p.Slice(p.Tokens[0].Text)
	for i := range joined {
		if a, b := joined[:i], joined[i:]; utf8.RuneStart(b[0]) && isPart(a) && isPart(b) {
			pairs = append(pairs, string(a)+" "+string(b))
		}
	}
	return pairs
}

// Retyped returns the text that a query without results may stand for when it was typed on the
// wrong keyboard, or transliterated (analysis.Retypings): the first that finds something as typed,
// else the first that does corrected; "" for none.
func Retyped(x *Index, typed string) string {
	corrected := ""
	for _, other := range analysis.Retypings(text.Clip(typed, query.MaxQuery)) {
		_, o := x.Answer(Query{Text: other}, 0, 0, nil)
		switch {
		case o.Total == 0:
		case !o.Corrected:
			return other
		case corrected == "":
			corrected = other
		}
	}
	return corrected
}

// CityAlias returns the city that a text names in another language or by a synonym. It is as
// Label has it.
func (x *Index) CityAlias(name string) (string, bool) {
	var buf [128]byte
	key := text.AppendKey(buf[:0], name)
	if len(key) == 0 || len(key) > analysis.MaxToken {
		return "", false
	}
	if member, err := x.query.Analyzer.Synonym(string(key)); err == nil {
		_, others := x.file.GroupOf(index.JoinedMember(member))
		for _, other := range others {
			if label, ok := x.Label(Cities, other); ok {
				return label, true
			}
		}
	}
	var names analysis.Variants
	x.query.Analyzer.Expand(&names, key)
	for i := range names.Len() {
		name, rule := names.At(i)
		if label, ok := x.Label(Cities, string(name)); ok && rule == analysis.PlaceRule {
			return label, true
		}
	}
	return "", false
}

// CityNear returns the city whose name is written nearly like a text, by as many edits as words may
// differ; of those the one of fewest edits, then of most documents. It is as Label has it.
func (x *Index) CityNear(name string) (string, bool) {
	var buf [128]byte
	key := text.AppendKey(buf[:0], name)
	if len(key) == 0 || len(key) > analysis.MaxToken {
		return "", false
	}
	d := x.file.Dictionary(index.Cities)
	entry, ok := spell.Nearest(&d, key)
	if !ok {
		return "", false
	}
	label := d.Label(entry)
	return string(label), len(label) > 0
}
