package match

import (
	"math/bits"

	"cartaz/builder/search/internal/format"
	"cartaz/builder/search/text"
	"cartaz/builder/search/text/wordmap"
)

// countriesOf returns the entries of the dictionary of countries by their names. Those of several
// words are left out: a token is one.
func countriesOf(file *format.File) *wordmap.Map[int] {
	countries, entries := file.Dictionary(format.Countries), map[string]int{}
	for i := range countries.Len() {
		name := text.AppendSearch(nil, string(countries.Label(i)))
		tokens := text.NewTokenizer(name)
		token, ok := tokens.Next()
		if _, known := entries[string(name)]; ok && token.IsWord() && !known &&
			token.End-token.Start == len(name) {
			entries[string(name)] = i
		}
	}
	m := wordmap.Of(entries)
	return &m
}

// CountryOf returns the documents of the country that a token names, and false where it names none:
// italy.
func (p *Plan) CountryOf(t *Token) (list List, ok bool) {
	if !t.Joinable() {
		return List{}, false
	}
	entry, ok := p.index.countries().Get(p.Slice(t.Text))
	if !ok {
		return List{}, false
	}
	countries := p.index.file.Dictionary(format.Countries)
	postings, ok := countries.Postings(entry)
	return List{Postings: postings}, ok
}

// addCountry lets what takes place in a country that a token names count as if it had the word in
// its name: who types italy means it before Harold in Italy. exact are the lists of the token as it
// is, without which it is no word of the documents.
func addCountry(p *Plan, t *Token, exact *Span) {
	there, ok := p.CountryOf(t)
	if !ok || exact.Empty() {
		return
	}
	docs := p.index.file.Docs()
	all := p.newJoined(docs).joined[:format.WordsFor(docs)]
	there.Gather(all)
	named := p.newJoined(docs)
	for i, documents := range all {
		sets := named.FieldSets(i)
		for field := range sets {
			sets[field] = documents
		}
		named.Count += bits.OnesCount64(documents)
	}
	from := len(p.Lists)
	for at := exact.Lo; at < exact.Hi; at++ {
		p.Trace.again(len(p.Lists), at)
		p.Lists = append(p.Lists, p.Lists[at])
	}
	p.Trace.again(len(p.Lists), exact.Lo)
	p.Lists = append(p.Lists, named)
	*exact = Span{from, len(p.Lists)}
}
