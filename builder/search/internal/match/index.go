package match

import (
	"math/bits"
	"sync"
	"sync/atomic"

	"cartaz/builder/search/internal/format"
	"cartaz/builder/search/text"
	"cartaz/builder/search/text/names"
	"cartaz/builder/search/text/wordmap"
)

// Index is a file with what queries remember of it. It is safe for concurrent use.
type Index struct {
	file *format.File
	// buckets of the words of each number of letters, made when first asked for.
	buckets [format.MaxLetters + 1]atomic.Pointer[bucketTable]
	// longestMember of a group of synonyms, in words; looked up when first asked for.
	longestMember func() int
	// derived has the entry of Terms where each kind of derived terms begins; it is looked up when
	// first asked for.
	derived func() *[format.FirstWordByte + 1]int
	// kanaWords and kanaParts have the words in kana of Terms, and the parts of such words, by
	// their ends; read when first asked for.
	kanaWords, kanaParts func() *kanaEnds
	// ownKind is what nearly all events of the catalogue are: a row of text.EventKinds, -1 for
	// none; counted when first asked for.
	ownKind func() int
	// ownWords are the words of that row.
	ownWords func() [][]byte
	// countries are the entries of Countries by their names of one word, folded.
	countries func() *wordmap.Map[int]
}

// NewIndex returns the Index of a file.
func NewIndex(file *format.File) *Index {
	groups := format.SynonymGroups{File: file}
	x := &Index{file: file, longestMember: sync.OnceValue(groups.LongestMember),
		derived: sync.OnceValue(func() *[format.FirstWordByte + 1]int { return kindsOf(file) }),
		ownKind: sync.OnceValue(func() int { return ownKindOf(file) })}
	x.ownWords = sync.OnceValue(func() (words [][]byte) {
		if own := x.ownKind(); own >= 0 {
			for _, word := range text.EventKinds(file.Rules().Languages())[own] {
				words = append(words, []byte(word))
			}
		}
		return words
	})
	x.countries = sync.OnceValue(func() *wordmap.Map[int] { return countriesOf(file) })
	x.kanaWords = sync.OnceValue(func() *kanaEnds {
		terms, begins := file.Dictionary(format.Terms), x.derived()
		return newKanaEnds(&terms, begins[format.KanaWord], begins[format.KanaWord+1])
	})
	x.kanaParts = sync.OnceValue(func() *kanaEnds {
		prefixes := file.Dictionary(format.Prefixes)
		lo, hi := prefixes.WithPrefix(0, []byte{format.KanaWord})
		return newKanaEnds(&prefixes, lo, hi)
	})
	return x
}

// kindsOf returns the entry of Terms where each kind of derived terms begins.
func kindsOf(file *format.File) *[format.FirstWordByte + 1]int {
	begins := new([format.FirstWordByte + 1]int)
	terms := file.Dictionary(format.Terms)
	for kind := range begins {
		begins[kind] = terms.LowerBound(0, file.FirstWord(), []byte{byte(kind)})
	}
	return begins
}

// HasWord reports whether a document has the word as it stands.
func (x *Index) HasWord(word []byte) bool {
	terms := format.Words(x.file)
	_, ok := terms.FindIn(x.file.FirstWord(), terms.Len(), word)
	return ok
}

// abroadShare: a country or city where more than one in so many documents takes place is that of
// the catalogue. Who types its name asks for names that have it: Orquestra Jovem do Brasil.
const abroadShare = 2

// namesakes: see cityOf.
const namesakes = 3

// countriesOf returns the entries of the dictionary of countries by their names. Those of several
// words are left out, since a token is one, and so is the country of the catalogue.
func countriesOf(file *format.File) *wordmap.Map[int] {
	countries, entries := file.Dictionary(format.Countries), map[string]int{}
	for i := range countries.Len() {
		name := text.AppendSearch(nil, string(countries.Label(i)))
		tokens := text.NewTokenizer(name)
		token, ok := tokens.Next()
		if _, known := entries[string(name)]; ok && token.IsWord() && !known &&
			token.End-token.Start == len(name) && countries.Count(i)*abroadShare <= file.Docs() {
			entries[string(name)] = i
		}
	}
	m := wordmap.Of(entries)
	return &m
}

// PlaceOf returns the documents of the country that a token names, or of the city that is all of
// the query, and the dictionary that has it. It returns false where the token names none.
func PlaceOf(p *Plan, t *Token) (list List, in format.Section, ok bool) {
	if !t.Joinable() {
		return List{}, 0, false
	}
	entry, ok := p.index.countries().Get(p.Slice(t.Text))
	if !ok {
		list, ok = cityOf(p, t)
		return list, format.Cities, ok
	}
	countries := p.index.file.Dictionary(format.Countries)
	postings, ok := countries.Postings(entry)
	return List{Postings: postings}, format.Countries, ok
}

// cityOf returns the documents of the city that is all of the query: beside other words vitória is
// a victory. It returns false where less than one in namesakes of what has the word is there, since
// Rust is a town, and for the city of the catalogue.
func cityOf(p *Plan, t *Token) (list List, ok bool) {
	if len(p.Tokens) > 1 {
		return List{}, false
	}
	word, cities := p.Slice(t.Text), p.index.file.Dictionary(format.Cities)
	entry, ok := cities.Find(word)
	if !ok {
		return List{}, false
	}
	term, known := p.Terms.FindIn(p.index.file.FirstWord(), p.Terms.Len(), word)
	postings, ok := cities.Postings(entry)
	return List{Postings: postings}, ok && known &&
		postings.Count*abroadShare <= p.index.file.Docs() &&
		postings.Count*namesakes >= p.Terms.Count(term)
}

// CountryOf returns the documents of the country of the city that everybody means by a token, and
// its code, see names.CountryOf.
func CountryOf(p *Plan, t *Token) (list List, code string, ok bool) {
	code, ok = names.CountryOf(p.Slice(t.Text))
	if !ok || !t.Joinable() {
		return List{}, "", false
	}
	countries := p.index.file.Dictionary(format.Countries)
	entry, ok := countries.Find([]byte(code))
	if !ok {
		return List{}, "", false
	}
	postings, ok := countries.Postings(entry)
	return List{Postings: postings}, code, ok
}

// addPlace lets what takes place in a country or city that a token names count as if it had the
// word in its name: who types italy means it before Harold in Italy. exact are the lists of the
// token as it is, without which it is no word of the documents.
func addPlace(p *Plan, t *Token, exact *Span) {
	there, _, ok := PlaceOf(p, t)
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
