package match

import (
	"cartaz/builder/search/internal/format"
	"cartaz/builder/search/text"
)

// Kind says how a token was found, the best first. Within a kind the field decides.
type Kind int

// The kinds.
const (
	Exact  Kind = iota
	Alias       // another form: plural or singular, joined or parted, a synonym, a compound of it
	Prefix      // the last token is the beginning of the word found
	Edit1       // one edit away
	Edit2
	Kinds // how many there are
)

// Clause is one condition that a document must satisfy: a token of the query or a filter.
type Clause struct {
	Lists     [Kinds]Span // of Plan.Lists; a document in any of them satisfies the clause
	Parts     []Part      // so does one that has all of these
	Documents int         // that satisfy it, at most
	Token     int         // in Plan.Tokens; -1 for a filter
	Filter    int         // of a filter: its number, see Filters
	bound     bool        // the token is found with a neighbour only, see boundTo
	guessed   bool        // Parts are read from a word that nobody has
	corrected bool        // Lists have what the token stands for in a mistyped text
}

// IsFilter reports whether the clause is a filter, which gives no points.
func (c *Clause) IsFilter() bool { return c.Token < 0 }

// Part is one part of a hyphenated word, which may stand apart in the document.
type Part struct {
	Whole, Prefix Span // of Plan.Lists
	Documents     int
}

// Filter is one filter of a query: a value of a dictionary of facets, in any case.
type Filter struct {
	Section format.Section
	Value   string // "" for none
	Until   string // for the values from Value to it; "" for Value alone
}

// Filters are all filters of a query. They are numbered: first Values, then the days.
type Filters struct {
	Values      [facetFilters]Filter
	From, Until uint32 // a day of the document lies between them; both 0 for no filter
}

const (
	// facetFilters is how many filters are values of dictionaries.
	facetFilters = 9
	// DaysFilter is the number of the filter by days.
	DaysFilter = facetFilters
)

// AppendKey appends the form in which the value is looked up, nothing for no filter.
func (f *Filter) AppendKey(dst []byte) []byte {
	if f.Section == format.States {
		return text.AppendStateKey(dst, f.Value)
	}
	return text.AppendKey(dst, f.Value)
}

// Plan is what a query asks for, and the lists that answer it. All of its memory serves the next
// query again.
type Plan struct {
	Parsed
	Lists   []List
	Clauses []Clause
	Terms   format.Dictionary
	Trace   *Trace // nil but for explanations

	index       *Index
	prefixes    format.Dictionary
	key         []byte // a folded filter, or a derived term
	phrase      []byte // words of the query joined
	inflections text.Inflections
	forms       otherForms
	parts       []Part
	joined      [][]uint64 // of joined lists, in use up to joinedUsed
	joinedUsed  int
	cuts        [maxJoined]int // where the words begin that a word of the query may be joined from
	tries       int            // that are left to find them
	kana        kanaWord       // the last that was looked up
	date        dateList       // the last that was looked up
	trying      bool           // it is one of many ways to take a text apart
	speller
}

// begin forgets the plan, not the tokens.
func (p *Plan) begin(x *Index) {
	p.Release()
	p.index, p.Terms, p.prefixes = x, format.Words(x.file), x.file.Dictionary(format.Prefixes)
	p.budget, p.kana, p.date = spellingBudget, kanaWord{}, dateList{}
	for i := range p.writings {
		p.writings[i].list = noList
	}
}

// Release lets go of the index.
func (p *Plan) Release() {
	clear(p.Lists) // they point into the index
	p.Lists, p.parts, p.Clauses, p.joinedUsed = p.Lists[:0], p.parts[:0], p.Clauses[:0], 0
	p.respelled = p.respelled[:0]
	p.forms.first = p.forms.first[:0]
}

// addFilter adds the documents of one facet value, or of several in a row. It returns false when
// there are none.
func (p *Plan) addFilter(n int, f *Filter, key []byte) bool {
	d := p.index.file.Dictionary(f.Section)
	lists := Span{len(p.Lists), len(p.Lists)}
	if f.Until != "" {
		for i := d.LowerBound(0, d.Len(), key); i < d.Len() && string(d.Key(i)) <= f.Until; i++ {
			p.addList(&d, i)
		}
	} else if i, ok := d.Find(key); ok {
		p.addList(&d, i)
	}
	lists.Hi = len(p.Lists)
	return p.addFilterClause(n, lists)
}

// addDays adds the documents with a day from from to until. It returns false when there are none.
func (p *Plan) addDays(from, until uint32) bool {
	listDays(p, from, until)
	return p.addFilterClause(DaysFilter, Span{len(p.Lists) - 1, len(p.Lists)})
}

// listDays adds the list of the documents with a day from from to until, as if they had it in their
// description.
func listDays(p *Plan, from, until uint32) {
	table := p.index.file.DaysTable()
	days := p.newJoined(p.index.file.Docs())
	days.Count = table.Gather(from, until,
		func(i int, documents uint64) { days.FieldSets(i)[0] = documents })
	p.Trace.days(len(p.Lists), days.Count)
	p.Lists = append(p.Lists, days)
}

func (p *Plan) addFilterClause(n int, lists Span) bool {
	c := Clause{Token: -1, Filter: n, Documents: p.documents(lists)}
	c.Lists[Exact] = lists
	p.Clauses = append(p.Clauses, c)
	return c.Documents > 0
}

// AddToken adds the clause of token n, typed as it was meant. One without documents may still be
// corrected.
func (p *Plan) AddToken(n int) {
	lookJoined(p)
	t := &p.Tokens[n]
	c := Clause{Token: n}
	if joined := boundTo(p, n); !joined.Empty() {
		addSurname(p, n, &c, joined)
		c.Lists[Alias].Lo = len(p.Lists)
		p.addAliases(n, p.Slice(joined))
		c.Lists[Alias].Hi = len(p.Lists)
		c.Documents, c.bound = p.documents(c.Lists[Alias]), true
		p.Clauses = append(p.Clauses, c)
		return
	}
	word := p.Slice(t.Text)
	switch {
	case t.Kind == Gram:
		addGram(p, &c, t)
	default:
		forms := allForms
		switch {
		case t.Kind != PlainWord:
			forms = noForms
		case isSerial(&p.Parsed, t):
			forms = formsOfItself
		}
		c.Lists[Exact], c.Lists[Alias] = p.addWord(word, forms)
	}
	if n == 0 {
		noteFirst(p, t)
	}
	names, completion := findsNames(p, t, &c), text.CompletesAll
	if t.Prefix && !(c.Lists[Exact].Empty() && c.Lists[Alias].Empty()) {
		if completion = completionOf(p, word, &c); isWhole(&p.Parsed, t) {
			completion = text.CompletesNothing
		}
	}
	if t.Kind == PlainWord {
		if t.Parts == 0 && len(p.writings) > 0 {
			addOthers(p, p.Words[t.First])
		}
		addYear(p, t)
		addMonth(p, n)
		addNumber(p, t)
		addSubjects(p, n, word, Span{c.Lists[Exact].Lo, c.Lists[Alias].Hi})
		addAttribute(p, n, word)
		addTogether(p, n)
		if len(p.Tokens) > 1 {
			addHomophones(p, word)
			addInitials(p, n, word, !c.Lists[Exact].Empty() || !c.Lists[Alias].Empty())
		}
		if p.forms.related {
			addFamily(p, t, false)
		}
		p.addAliases(n, word)
		if names {
			addFamily(p, t, true)
		}
		addCompounds(p, 0, 1)
		c.Lists[Alias].Hi = len(p.Lists)
		c.Lists[Prefix].Lo = len(p.Lists)
		addCompounds(p, 1, p.inflections.Len())
		prefixUnion{p}.addPrefixes(n, word, completion, c.Lists[Exact])
		c.Lists[Prefix].Hi = len(p.Lists)
	}
	switch {
	case t.Parts > 0:
		if !isWrittenSo(p, t, word) {
			c.Parts = p.hyphenParts(t)
		}
	case t.Kind == PlainWord:
		if c.Parts = p.knownParts(word); len(c.Parts) == 0 &&
			p.documents(c.Lists[Exact])+p.documents(c.Lists[Alias]) == 0 {
			if c.Parts = compoundParts(p, word); len(c.Parts) == 0 {
				c.Parts = joinedParts(p, word)
			}
			c.guessed = true
		}
	}
	addPlace(p, t, &c.Lists[Exact])
	countDocuments(p, &c)
	addClipped(p, &c)
	p.Clauses = append(p.Clauses, c)
}

// minJoined is the shortest word, in bytes, that may be two others joined.
const minJoined = 4

// addAliases adds the lists of synonyms and of joined forms.
func (p *Plan) addAliases(n int, word []byte) {
	t := &p.Tokens[n]
	if len(word) >= minJoined {
		p.AddDerived(format.Neighbours, word)
	}
	if opensSynonym(p, t) {
		p.AddDerived(format.SynonymOf, word)
	}
	addJoined(p, t)
	if n > 0 && !p.Tokens[n-1].Next.Empty() && opensSynonym(p, &p.Tokens[n-1]) {
		p.AddDerived(format.SynonymOf, p.Slice(p.Tokens[n-1].Next))
	}
	if !t.Next.Empty() && opensSynonym(p, t) {
		p.AddDerived(format.SynonymOf, p.Slice(t.Next))
	}
	if len(p.Tokens) > 1 {
		p.addPhrases(n)
	}
}

// formsWanted says which forms of a word count.
type formsWanted uint8

const (
	noForms       formsWanted = iota
	formsOfItself             // not the other words of rows, see text.FormRows
	allForms
)

// addWord adds the lists of a word and of those of its forms that are wanted.
func (p *Plan) addWord(word []byte, forms formsWanted) (exact, alias Span) {
	exact.Lo = len(p.Lists)
	p.forms.found = p.forms.found[:0]
	if forms == noForms {
		p.addTerm(word)
		exact.Hi = len(p.Lists)
		return exact, Span{exact.Hi, exact.Hi}
	}
	first := p.index.file.FirstWord()
	if text.ExpandListed(&p.inflections, p.rules, word) {
		lo, hi := p.Terms.WithPrefix(first, text.Beginning(&p.inflections))
		if hi-lo <= maxRead {
			return addRead(p, word, lo, hi)
		}
	}
	p.inflections.Expand(p.rules, word)
	n := p.inflections.Len()
	if forms == formsOfItself {
		n = p.inflections.Bent()
	}
	for i := range n {
		if entry, ok := p.Terms.FindIn(first, p.Terms.Len(), p.inflections.At(i)); ok {
			p.addList(&p.Terms, entry)
			if 0 < i && i < p.inflections.Bent() {
				p.forms.found = append(p.forms.found, entry)
			}
		}
		if i == 0 {
			exact.Hi = len(p.Lists)
		}
	}
	return exact, Span{exact.Hi, len(p.Lists)}
}

// maxRead is how many terms that begin as the forms of a Russian word do are read one by one. Where
// there are more, the forms are looked up.
const maxRead = 128

// addRead is addWord for a word of which the terms from lo to hi-1 are forms that say so, and those
// that p.inflections lists.
func addRead(p *Plan, word []byte, lo, hi int) (exact, alias Span) {
	exact.Lo = len(p.Lists)
	own, ok := p.Terms.FindIn(lo, hi, word)
	if ok {
		p.addList(&p.Terms, own)
	}
	exact.Hi = len(p.Lists)
	found := p.forms.found
	for i := lo; i < hi; i++ {
		if (i != own || !ok) && text.Reads(&p.inflections, p.Terms.Key(i)) {
			p.addList(&p.Terms, i)
			found = append(found, i)
		}
	}
	for i := 1; i < p.inflections.Len(); i++ {
		entry, ok := p.Terms.FindIn(p.index.file.FirstWord(), p.Terms.Len(), p.inflections.At(i))
		if !ok || lo <= entry && entry < hi && text.Reads(&p.inflections, p.Terms.Key(entry)) {
			continue
		}
		p.addList(&p.Terms, entry)
		if i < p.inflections.Bent() {
			found = append(found, entry)
		}
	}
	p.forms.found = found
	return exact, Span{exact.Hi, len(p.Lists)}
}

func (p *Plan) addTerm(word []byte) {
	if i, ok := p.Terms.FindIn(p.index.file.FirstWord(), p.Terms.Len(), word); ok {
		p.addList(&p.Terms, i)
	}
}

// AddDerived adds the list of a derived term and reports whether there is one.
func (p *Plan) AddDerived(kind byte, word []byte) bool {
	begins := p.index.derived()
	lo, hi := begins[kind], begins[kind+1]
	if lo == hi {
		return false
	}
	p.key = append(append(p.key[:0], kind), word...)
	i, ok := p.Terms.FindIn(lo, hi, p.key)
	return ok && p.addList(&p.Terms, i)
}

// AddDerivedPrefixes adds the lists of the derived terms that begin with a word, and returns how
// many; of more than FewTerms it adds none.
func (p *Plan) AddDerivedPrefixes(kind byte, word []byte) Span {
	s := Span{len(p.Lists), len(p.Lists)}
	p.key = append(append(p.key[:0], kind), word...)
	lo, hi := p.Terms.WithPrefix(0, p.key)
	for i := lo; i < hi && hi-lo <= FewTerms; i++ {
		p.addList(&p.Terms, i)
	}
	s.Hi = len(p.Lists)
	return s
}

// hasDerived reports whether there is a derived term.
func hasDerived(p *Plan, kind byte, word []byte) bool {
	begins := p.index.derived()
	p.key = append(append(p.key[:0], kind), word...)
	_, ok := p.Terms.FindIn(begins[kind], begins[kind+1], p.key)
	return ok
}

func (p *Plan) addList(d *format.Dictionary, i int) bool {
	postings, ok := d.Postings(i)
	if ok {
		p.Trace.list(len(p.Lists), d, i)
		p.Lists = append(p.Lists, List{Postings: postings})
	}
	return ok
}

// ClauseOf is the clause of a token, or nil when it has none yet.
func (p *Plan) ClauseOf(token int) *Clause {
	for i := range p.Clauses {
		if p.Clauses[i].Token == token {
			return &p.Clauses[i]
		}
	}
	return nil
}
