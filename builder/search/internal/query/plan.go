package query

import (
	"bytes"
	"unicode/utf8"

	"cartaz/builder/search/analysis"
	"cartaz/builder/search/internal/index"
	"cartaz/builder/search/internal/spell"
	"cartaz/builder/text"
)

// Index is a file with its Analyzer. It is safe for concurrent use.
type Index struct {
	File     *index.File
	Analyzer *analysis.Analyzer
}

// HasWord reports whether a document has exactly this word.
func (x *Index) HasWord(word []byte) bool {
	terms := x.File.Dictionary(index.Terms)
	_, ok := terms.FindIn(x.File.FirstWord(), terms.Len(), word)
	return ok
}

// MatchType is how a token was found, the best first. Within a type the field decides.
type MatchType int

// The match types.
const (
	Exact   MatchType = iota
	Variant           // another form, a synonym, joined or split
	Prefix            // the last token begins the word found; or a compound has a form of it
	Edit1             // one edit away
	Edit2
	MatchTypes // their number
)

// Clause is one condition that a document must satisfy: a token of the query or a filter.
type Clause struct {
	Lists     [MatchTypes]Span // of Plan.Lists; a document in any of them satisfies the clause
	Documents int              // upper bound of the documents that satisfy it
	Token     int              // in Plan.Tokens; -1 for a filter
	Filter    int              // for a filter: its number, see Filters
	corrected bool             // Lists include words that a misspelled token may mean
}

// IsFilter reports whether the clause is a filter, which gives no points.
func (c *Clause) IsFilter() bool { return c.Token < 0 }

// Plan holds the conditions of a query, and the postings that answer it. Its memory is reused for
// the next query.
type Plan struct {
	Parsed
	Lists   []List
	Clauses []Clause
	Terms   index.Dictionary
	Reading Reading

	x          *Index
	prefixes   index.Dictionary
	term       []byte            // a folded filter, or a derived term
	variants   analysis.Variants // of the token
	pairs      analysis.Variants // joined forms of it and its neighbour
	joined     [][]byte          // joined lists, in use up to joinedUsed
	joinedUsed int
	budget     int // dictionary words that may still be compared, see spell.Budget
}

// begin clears the plan, but not the tokens.
func (p *Plan) begin(x *Index) {
	p.Release()
	p.x, p.Terms, p.prefixes = x, x.File.Dictionary(index.Terms), x.File.Dictionary(index.Prefixes)
	p.budget = spell.Budget
}

// Release drops the references to the index.
func (p *Plan) Release() {
	clear(p.Lists) // they point into the index
	p.Lists = p.Lists[:0]
	p.Clauses = p.Clauses[:0]
	p.joinedUsed = 0
}

// AddToken adds the clause of token n, taking its spelling as correct. A clause without documents
// may still be corrected. The name of a place after other words means where an event is, so it is
// not looked up in descriptions.
func (p *Plan) AddToken(n int) {
	t := &p.Tokens[n]
	word, c, place := p.Slice(t.Text), Clause{Token: n}, false
	c.Lists[Exact].Lo = len(p.Lists)
	p.addTerm(word, "")
	c.Lists[Exact].Hi = len(p.Lists)
	c.Lists[Variant].Lo = len(p.Lists)
	if t.Kind == Word {
		p.addVariants(word, func(term []byte, rule string) {
			place = place || rule == analysis.PlaceRule && n > 0
			p.addTerm(term, rule)
		})
		from := len(p.Lists)
		p.addJoined(n)
		p.addSynonyms(n)
		p.AddDerived(index.Shingle, word, "joined")
		for i := from; i < len(p.Lists); i++ {
			p.Lists[i].phrase = true
		}
		if p.x.Analyzer.HasCompounds() {
			p.addCompounds()
		}
	}
	if p.Reading == Relaxed {
		p.addTranslations(n)
	}
	c.Lists[Variant].Hi = len(p.Lists)
	c.Lists[Prefix].Lo = len(p.Lists)
	p.addPrefixes(n)
	c.Lists[Prefix].Hi = len(p.Lists)
	for i := c.Lists[Exact].Lo; place && i < len(p.Lists); i++ {
		p.Lists[i].Least = index.InPlace
	}
	for _, lists := range c.Lists {
		c.Documents += p.documents(lists)
	}
	p.Clauses = append(p.Clauses, c)
}

// maxStemmed is the largest number of terms of a stem that are read; if there are more, none is
// read.
const maxStemmed = 512

// addVariants fills p.variants with the forms that may match a word, and calls add with each of
// them except the word itself.
func (p *Plan) addVariants(word []byte, add func(term []byte, rule string)) {
	p.x.Analyzer.Expand(&p.variants, word)
	for i := 1; i < p.variants.Len(); i++ {
		if form, rule := p.variants.At(i); !p.x.Analyzer.IsStop(form) {
			add(form, rule)
		}
	}
	if stem := p.x.Analyzer.Stem(word); stem != nil {
		lo, hi := p.Terms.WithPrefix(p.x.File.FirstWord(), stem)
		for i := lo; i < hi && hi-lo <= maxStemmed; i++ {
			key := p.Terms.Key(i)
			if !bytes.Equal(key, word) && bytes.Equal(p.x.Analyzer.Stem(key), stem) {
				add(key, "stem "+string(stem))
			}
		}
	}
}

// addTranslations adds the words of other languages for a token, a run of bigrams, or two tokens,
// and words of other scripts that sound like it if no document has the word.
func (p *Plan) addTranslations(n int) {
	run, from := p.run(n), len(p.Lists)
	word := p.text[p.Tokens[run.Lo].Text.Lo:p.Tokens[run.Hi-1].Text.Hi]
	if !p.x.HasWord(word) {
		p.addSounds(word, true)
	}
	before := p.Tokens[max(n, 1)-1].Next
	for _, w := range [...][]byte{word, p.Slice(before), p.Slice(p.Tokens[n].Next)} {
		for _, other := range p.x.Analyzer.Same[string(w)] {
			p.addTerm([]byte(other), "translation")
			p.addVariants([]byte(other), p.addTerm)
			p.AddDerived(index.Shingle, []byte(other), "translation")
		}
	}
	for i := from; i < len(p.Lists); i++ {
		p.Lists[i].other = true
	}
}

// addSounds adds the words of names and places that sound like a word: in its own script words of
// equal sound, in other scripts the nearest in any case. others chooses the other scripts.
func (p *Plan) addSounds(word []byte, others bool) {
	var own, other [analysis.MaxSound]byte
	sound, most := analysis.Sound(own[:0], word), 0
	key := analysis.Skeleton(append(p.term[:0], index.Sound), sound)
	n := len(key)
	at := len(p.Lists)
	latin := word[0] < utf8.RuneSelf
	if n == 1 || len(sound)*2 < utf8.RuneCount(word) { // not a word: zzzz
		return
	}
	if others {
		most = len(sound) / 3
	}
	// Words of the same skeleton are compared; one of four consonants and more may end otherwise.
	if n > 4 {
		key = key[:n-1] // a case may add consonants
	} else {
		key = append(key, index.Sound)
	}
	from, _ := p.x.File.Derived(index.Sound)
	lo, hi := p.Terms.WithPrefix(from, key)
	for i := lo; i < min(hi, lo+maxStemmed); i++ {
		key := p.Terms.Key(i)
		term := key[bytes.LastIndexByte(key, index.Sound)+1:]
		if len(term) == 0 || latin == (term[0] < utf8.RuneSelf) == others {
			continue // without a word it is damaged
		}
		// Only the nearest count: a nearer one replaces those before.
		d := text.Distance(sound, analysis.Sound(other[:0], term), most)
		if d < most {
			most, p.Lists = d, p.Lists[:at]
		}
		if d == most {
			p.addTerm(term, "sound")
			if others {
				p.addVariants(term, p.addTerm)
			}
		}
	}
}

func (p *Plan) addTerm(word []byte, rule string) {
	i, ok := p.Terms.FindIn(p.x.File.FirstWord(), p.Terms.Len(), word)
	if ok && p.addList(&p.Terms, i, rule) && rule == analysis.PlaceRule {
		p.Lists[len(p.Lists)-1].Least = index.InPlace
	}
}

// addJoined adds the terms that join a token and its neighbour, in all of their forms: webcams for
// "web cam".
func (p *Plan) addJoined(n int) {
	for _, pair := range [...]Span{p.Tokens[n].before, p.Tokens[n].after} {
		if pair.Empty() || !p.begins(p.Slice(pair)) {
			continue
		}
		p.x.Analyzer.Expand(&p.pairs, p.Slice(pair))
		for k := range p.pairs.Len() {
			form, _ := p.pairs.At(k)
			p.addTerm(form, "joined")
		}
	}
}

// begins reports whether some word begins with a joined form, except for its last letter, which may
// be a plural ending.
func (p *Plan) begins(word []byte) bool {
	word = word[:len(word)-1]
	i := p.Terms.LowerBound(p.x.File.FirstWord(), p.Terms.Len(), word)
	return i < p.Terms.Len() && bytes.HasPrefix(p.Terms.Key(i), word)
}

// addSynonyms adds the postings of the synonyms of a token, and of phrases of the query that
// contain it.
func (p *Plan) addSynonyms(n int) {
	for size := 1; size <= min(analysis.MaxMemberWords, len(p.Tokens)); size++ {
		for from := max(0, n-size+1); from <= min(n, len(p.Tokens)-size); from++ {
			start := len(p.text)
			for i := from; i < from+size && p.Tokens[i].Kind == Word; i++ {
				p.text = append(p.text, p.Slice(p.Tokens[i].Text)...)
			}
			phrase := text.Clip(p.text[start:], analysis.MaxToken)
			p.text = p.text[:start]
			p.AddDerived(index.SynonymOf, phrase, "synonym")
		}
	}
}

// addCompounds adds the postings of the compounds that have one of the variants as a part.
func (p *Plan) addCompounds() {
	for i := range p.variants.Len() {
		part, _ := p.variants.At(i)
		p.term = append(append(p.term[:0], index.CompoundPart), part...)
		if entry, ok := p.prefixes.Find(p.term); ok {
			p.addList(&p.prefixes, entry, "compound")
		}
	}
}

// ShortWord is the length in letters of the longest word that finds no longer words if documents
// have it.
const ShortWord = 3

// addPrefixes adds the postings of the words that begin with the last token. If documents have the
// token itself, it only finds longer words in names and places, or none if it is short: a visitor
// who types mis means the museum, not misses in a description. If a query finds nothing in this
// way, these limits do not apply (Relaxed).
func (p *Plan) addPrefixes(n int) {
	if word := p.Slice(p.Tokens[n].Text); p.Tokens[n].Prefix {
		narrow := p.Reading == Typed && p.x.HasWord(word)
		if !narrow || utf8.RuneCount(word) > ShortWord {
			from := len(p.Lists)
			p.addPrefix(word)
			for i := from; narrow && i < len(p.Lists); i++ {
				p.Lists[i].Least = index.InPlace
			}
		}
	}
}

// fewTerms is the number of postings of a prefix that a query keeps apart. Joining more takes a
// bitset over all documents, which is read once.
const fewTerms = 8

// addPrefix adds the postings of the documents with a word that begins with prefix: the stored
// list, a few lists, or many joined here.
func (p *Plan) addPrefix(prefix []byte) {
	if i, ok := p.prefixes.Find(prefix); ok {
		p.addList(&p.prefixes, i, "")
		return
	}
	lo, hi := p.Terms.WithPrefix(p.x.File.FirstWord(), prefix)
	if hi-lo <= fewTerms {
		for i := lo; i < hi; i++ {
			p.addList(&p.Terms, i, "")
		}
		return
	}
	// The writer stores lists that cost more; an index that asks for more here is damaged.
	docs := p.x.File.Docs()
	budget, count := index.JoinLimit(docs), 0
	joined := p.newJoined(docs)
	for i := lo; i < hi && budget >= 0; i++ {
		postings, _ := p.Terms.Postings(i)
		joined.Join(&postings, docs)
		count += postings.Count
		budget -= index.JoinCost(postings.Count, docs)
	}
	joined.Count = min(count, docs)
	p.Lists = append(p.Lists, joined)
}

// newJoined returns an empty joined list over all documents.
func (p *Plan) newJoined(docs int) List {
	if p.joinedUsed == len(p.joined) {
		p.joined = append(p.joined, nil)
	}
	data := Resized(p.joined[p.joinedUsed], index.DenseSize(docs))
	p.joined[p.joinedUsed] = data
	p.joinedUsed++
	return List{Postings: index.NewDense(data), Entry: -1}
}

// AddDerived adds the postings of a derived term and reports whether there are any.
func (p *Plan) AddDerived(kind byte, word []byte, rule string) bool {
	if len(word) == 0 {
		return false
	}
	p.term = append(append(p.term[:0], kind), word...)
	lo, hi := p.x.File.Derived(kind)
	i, ok := p.Terms.FindIn(lo, hi, p.term)
	return ok && p.addList(&p.Terms, i, rule)
}

func (p *Plan) addList(d *index.Dictionary, i int, rule string) bool {
	postings, ok := d.Postings(i)
	if ok {
		p.Lists = append(p.Lists,
			List{Postings: postings, Section: d.Section, Entry: i, Rule: rule})
	}
	return ok
}

// In returns the lists of a range.
func (p *Plan) In(lists Span) []List { return p.Lists[lists.Lo:lists.Hi] }

// Gather adds to a set the documents that some lists have in a field or a greater one.
func (p *Plan) Gather(to []uint64, lists Span, from index.Field) {
	for _, l := range p.In(lists) {
		l.GatherFrom(to, from)
	}
}

// documents returns an upper bound of the documents of some lists.
func (p *Plan) documents(lists Span) int {
	n, docs := 0, p.x.File.Docs()
	for _, l := range p.In(lists) {
		n = min(n+l.Count, docs)
	}
	return n
}

// ClauseOf returns the clause of a token, or nil if it has none yet.
func (p *Plan) ClauseOf(token int) *Clause {
	for i := range p.Clauses {
		if p.Clauses[i].Token == token {
			return &p.Clauses[i]
		}
	}
	return nil
}

// correct adds the postings of the words that a misspelled word may mean.
func (p *Plan) correct(c *Clause) {
	word := p.Slice(p.Tokens[c.Token].Text)
	var near [spell.MaxEdits][]int
	spell.Candidates(p.x.File, word, spell.Allowed(word), &p.budget, func(term, edits int) {
		near[edits-1] = append(near[edits-1], term)
	})
	// A short word is one edit away from many others: only words with the same beginning count and,
	// if it is the only word, only in names and places.
	short := utf8.RuneCount(word) < longWord
	for i, k := range [...]MatchType{Edit1, Edit2} {
		c.Lists[k].Lo = len(p.Lists)
		for _, term := range near[i] {
			key := p.Terms.Key(term)
			if (short || k == Edit2) && !bytes.HasPrefix(key, word[:1]) {
				continue
			}
			p.addList(&p.Terms, term, "")
			if !short {
				p.addVariants(key, p.addTerm)
			}
		}
		if k == Edit2 && !short && len(near[0]) == 0 {
			p.addSounds(word, false)
		}
		c.Lists[k].Hi = len(p.Lists)
		for i := c.Lists[k].Lo; i < c.Lists[k].Hi; i++ {
			p.Lists[i].other = true
			if short && (len(p.Tokens) == 1 || utf8.RuneCount(word) == 3) {
				p.Lists[i].Least = index.InPlace
			}
		}
		c.Documents = min(c.Documents+p.documents(c.Lists[k]), p.x.File.Docs())
	}
}

// longWord is the length in letters of the shortest word that matches others in descriptions.
const longWord = 6

// mayCorrect reports whether a token may be misspelled.
func (p *Plan) mayCorrect(t *Token) bool {
	return t.Kind == Word && spell.Allowed(p.Slice(t.Text)) > 0
}

// Meant returns the word that token n stands for when the answer is put in order and explained: the
// correction if no document of the answer has the typed word, or else the typed word.
func (p *Plan) Meant(n int) []byte {
	if meant := p.Tokens[n].meant; meant >= 0 {
		return bytes.TrimLeft(p.Terms.Key(meant), string(index.Shingle))
	}
	return p.Slice(p.Tokens[n].Text)
}
