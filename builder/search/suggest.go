package search

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"cartaz/builder/search/internal/format"
	"cartaz/builder/search/internal/match"
	"cartaz/builder/search/text"
)

// What is meant by a text that finds nothing, for those who offer other searches. All of it costs
// more than a search, and allocates.

// Spelled is a word of a query as it was understood.
type Spelled struct {
	Text      string // as typed, or, corrected, a word of the index, folded
	Corrected bool
}

// Respell says how a query was understood whose answer is corrected and not empty (see Answer): the
// words of its text, those that were mistyped replaced by what the first document of the answer,
// doc, has instead. It returns nothing for other queries. It answers the query again, since a plan
// that outlived its Answer would hold its buffers and the mapping.
func (x *Index) Respell(q Query) (words []Spelled, doc uint32) {
	b := &queryBuffers{Matches: match.Matches{Plan: match.Plan{Trace: new(match.Trace)}}}
	q.ByDate = false // the best document says best what was meant
	ids := b.answer(x, &q, 0, 1, nil)
	if !b.Corrected || len(ids) == 0 {
		return nil, 0
	}
	corrections := map[string]string{}
	for token, reason := range b.ranker.Explain(&b.Matches, ids)[0].Clauses {
		if reason.Kind == match.Edit1 || reason.Kind == match.Edit2 {
			typed := string(b.Slice(wholeOf(&b.Tokens[token])))
			corrections[typed] = b.Trace.Lists[reason.List].Word()
		}
	}
	var own match.Parsed
	for field := range strings.FieldsSeq(text.Clip(q.Text, match.MaxQuery)) {
		own.Parse(field, x.file.Rules())
		if n := len(own.Tokens); n > 0 && own.Tokens[n-1].Kana == own.Tokens[0].Kana {
			word, ok := corrections[string(own.Slice(wholeOf(&own.Tokens[0])))]
			if kana := !own.Tokens[0].Kana.Empty(); ok && (n == 1 || kana) {
				words = append(words, Spelled{Text: word, Corrected: true})
				continue
			}
		}
		words = append(words, Spelled{Text: field})
	}
	return words, ids[0]
}

// wholeOf is what is corrected as one: a word, or that of kana which a pair of letters belongs to.
func wholeOf(t *match.Token) match.Span {
	if !t.Kana.Empty() {
		return t.Kana
	}
	return t.Text
}

// Keywords returns the words that a query for the text must find in an index of these languages, as
// they are typed, without what stands around them: stop words and pictograms only when there is
// nothing else. A hyphenated word is one. Only as much is read as of a query.
func Keywords(query string, languages text.Languages) []string {
	var p match.Parsed
	var words, others []string
	for field := range strings.FieldsSeq(text.Clip(query, match.MaxQuery)) {
		p.Parse(field, languages.Rules())
		n := len(p.Tokens)
		signs := n > 0 && text.HasSigns(p.Slice(p.Tokens[n-1].Text))
		field = strings.TrimFunc(field, func(r rune) bool {
			inWord := unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) ||
				unicode.IsSymbol(r)
			return !inWord && !(signs && r == '#')
		})
		switch {
		case n == 0 || len(words) == match.MaxTokens:
		case slices.ContainsFunc(p.Tokens,
			func(t match.Token) bool { return t.Kind != match.Pictogram && !p.IsStop(&t) }):
			words = append(words, field)
		default:
			others = append(others, field)
		}
	}
	if len(words) == 0 {
		return others[:min(len(others), match.MaxTokens)]
	}
	return words
}

// Apart reads a word as two that documents have, in every way there is: somebody left the space
// out. Of words that are long enough Search does so itself; a page offers the others. Stop words
// and parts of a single letter are none. It returns nothing for a text of several
// words, or of none of an alphabet.
func (x *Index) Apart(word string) (pairs []string) {
	var p match.Parsed
	p.Parse(word, x.file.Rules())
	if len(p.Tokens) != 1 || !p.Tokens[0].Joinable() {
		return nil
	}
	isPart := func(w []byte) bool {
		return utf8.RuneCount(w) >= format.MinPart && !x.file.Rules().IsStop(w) &&
			x.matcher.HasWord(w)
	}
	joined := p.Slice(p.Tokens[0].Text)
	for i := range joined {
		if a, b := joined[:i], joined[i:]; utf8.RuneStart(b[0]) && isPart(a) && isPart(b) {
			pairs = append(pairs, string(a)+" "+string(b))
		}
	}
	return pairs
}

// Retyped returns what a query that finds nothing may have been meant as when it was typed on the
// wrong keyboard, or transliterated (text.Retypings): of what finds something the first that finds
// it as typed, else the first that finds it corrected; "" for nothing.
func Retyped(x *Index, query string) string {
	corrected := ""
	for _, other := range text.Retypings(text.Clip(query, match.MaxQuery)) {
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

// CityNear returns the city that is meant by a text that names none: a synonym of it, or one that
// is written nearly so, by as many edits as words may differ; of those the one of fewest edits,
// then of most documents. It is as CityLabel has it.
func (x *Index) CityNear(name string) (string, bool) {
	var buf [128]byte
	key := text.AppendKey(buf[:0], name)
	if len(key) == 0 || len(key) > text.MaxToken {
		return "", false
	}
	if member, err := x.file.Rules().Synonym(string(key)); err == nil {
		_, others := format.SynonymGroups{File: x.file}.Of(format.JoinedMember(member))
		for _, other := range others {
			if label, ok := x.CityLabel(other); ok {
				return label, true
			}
		}
	}
	d := x.file.Dictionary(format.Cities)
	entry, ok := match.NearestEntry(&d, key)
	if !ok {
		return "", false
	}
	label := d.Label(entry)
	return string(label), len(label) > 0
}
