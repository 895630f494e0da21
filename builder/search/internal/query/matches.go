package query

import (
	"bytes"
	"math/bits"
	"slices"
	"strings"

	"cartaz/builder/search/analysis"
	"cartaz/builder/search/internal/index"
	"cartaz/builder/text"
)

// Filter is one filter of a query: a value of a dictionary of facets, in any case.
type Filter struct {
	Name    string
	Section index.Section
	Value   string // or several values, any of which matches, separated by line feeds
	Until   string // for the values from Value to it; "" for Value alone
}

// Filters holds all filters of a query. Values are numbered from 0.
type Filters struct {
	Values      []Filter
	From, Until uint32 // a day of the document is between them; both 0 for no filter
	Early, Late int    // the hours at which a session may begin; both 0 for any
}

// DaysFilter is the number of the filter by days.
const DaysFilter = -1

// AppendKey appends the form in which the value is looked up, or nothing for no filter.
func (f *Filter) AppendKey(dst []byte) []byte {
	if f.Section == index.States {
		return analysis.AppendStateKey(dst, f.Value)
	}
	return text.AppendKey(dst, f.Value)
}

// Matches is a plan and the documents that satisfy it.
type Matches struct {
	Plan
	Docs  int      // documents of the index
	Total int      // documents that satisfy all clauses so far
	Live  []uint64 // these, one bit for each document; good unless Total is Docs or 0

	phrase, apart []uint64 // see retainPhrase
	sums          []uint64 // see partial, as for the next field
	parts         []part
	hits          []uint64 // the documents of one clause
}

// Find finds the documents that satisfy a text and filters. It returns false if the query asks for
// nothing. It tries the readings in order until the text, without filters, finds something in the
// whole index. If there is rock, but none in the city that is asked for, the answer is empty.
func (m *Matches) Find(x *Index, query string, filters *Filters) bool {
	m.Parse(query, x.Analyzer, false)
	elsewhere := false // the text finds something that the filters exclude
	for m.Reading = Typed; m.Reading < Corrected; m.Reading++ {
		if m.Reading == Relaxed {
			m.relax(x)
		}
		asked, done := m.try(x, filters)
		if m.Total > 0 || done && len(m.Tokens) == 0 {
			if m.Reading == Relaxed && m.understand() {
				m.Reading = Corrected
			}
			return asked
		}
		elsewhere = elsewhere || done
	}
	if !elsewhere {
		if m.intersectCorrected(); m.Total == 0 && m.Docs > 0 {
			m.Reading++
			m.partial()
		}
		if other := analysis.Retyped(text.Clip(query, MaxQuery)); m.Total == 0 && other != "" {
			m.Reading = Retyped
			m.Parse(other, x.Analyzer, true)
			_, elsewhere = m.try(x, filters)
		}
		if m.Total > 0 || elsewhere {
			return true
		}
	}
	m.Reading = Typed
	m.Parse(query, x.Analyzer, false)
	m.try(x, filters)
	return true
}

// try answers the query as it was parsed. done is false if its words find nothing anywhere.
func (m *Matches) try(x *Index, filters *Filters) (asked, done bool) {
	m.begin(x)
	m.Docs, m.Total = x.File.Docs(), 0
	filtered, possible := m.addFilters(filters)
	if len(m.Tokens) == 0 || !possible {
		if possible && filtered {
			m.intersect()
		}
		return filtered || len(m.Tokens) > 0, true
	}
	for n := range m.Tokens {
		m.AddToken(n)
	}
	return true, m.intersect() || filtered && m.anywhere()
}

// relax reads the query again: without optional words, with the parts of compounds, cut where words
// of a script without spaces may end, and without a bigram that is not in the index if other
// bigrams cover both of its letters, since it spans two words.
func (m *Matches) relax(x *Index) {
	m.Parse(m.query, x.Analyzer, true)
	known := func(i int) bool { return x.HasWord(m.Slice(m.Tokens[i].Text)) }
	var across []int // bigrams that span two words
	for i := 1; i+1 < len(m.Tokens); i++ {
		before := &m.Tokens[i-1]
		t := &m.Tokens[i]
		after := &m.Tokens[i+1]
		grams := before.Kind == Gram && t.Kind == Gram && after.Kind == Gram
		overlap := before.Text.Hi > t.Text.Lo && after.Text.Lo < t.Text.Hi
		if grams && overlap && !known(i) && known(i-1) && known(i+1) {
			across = append(across, t.At)
		}
	}
	m.keep("not in the index", func(t Token) bool { return !slices.Contains(across, t.At) })
	m.splitCompounds(x)
	for i := range m.Tokens {
		t := &m.Tokens[i]
		if n := x.Analyzer.Ordinal(m.Slice(t.Text)); n > 0 {
			t.Text.Hi, t.Prefix = t.Text.Lo+n, false
		}
	}
}

// splitCompounds replaces a compound that no document has by its modifier and its head, if
// documents have both: musikverwaltung finds "Musik verwalten".
func (m *Matches) splitCompounds(x *Index) {
	known := func(word []byte) bool {
		x.Analyzer.Expand(&m.pairs, word)
		for i := range m.pairs.Len() {
			form, _ := m.pairs.At(i)
			m.term = append(append(m.term[:0], index.CompoundPart), form...)
			if _, isPart := m.prefixes.Find(m.term); isPart || x.HasWord(form) {
				return true
			}
		}
		return false
	}
	for i := 0; i < len(m.Tokens) && len(m.Tokens) < MaxTokens; i++ {
		word := m.Slice(m.Tokens[i].Text)
		if m.Tokens[i].Kind != Word || known(word) {
			continue
		}
		var parts []int // lengths: of the modifier, of the head, of parts of the head
		x.Analyzer.EachPart(word, known, func(part []byte) { parts = append(parts, len(part)) })
		if len(parts) > 1 && known(word[:parts[0]]) {
			head := m.Tokens[i]
			head.before = Span{}
			head.after = Span{}
			head.Next = Span{}
			modifier := head
			modifier.Prefix = false
			modifier.Text.Hi = head.Text.Lo + parts[0]
			head.Text.Lo = head.Text.Hi - parts[1]
			m.Tokens = slices.Insert(m.Tokens, i+1, head)
			m.Tokens[i] = modifier
		}
	}
}

// addFilters adds filters. filtered reports whether there are any, possible whether each has a
// document.
func (m *Matches) addFilters(filters *Filters) (filtered, possible bool) {
	possible = true
	for i := range filters.Values {
		f := &filters.Values[i]
		if m.term = f.AppendKey(m.term[:0]); len(m.term) > 0 {
			filtered = true
			possible = m.addFilter(i, *f) && possible
		}
	}
	if filters.From != 0 || filters.Until != 0 {
		filtered = true
		possible = m.addDays(filters) && possible
	}
	return filtered, possible
}

// addFilter adds the documents of facet values. It returns false if there are none.
func (p *Plan) addFilter(n int, f Filter) bool {
	d := p.x.File.Dictionary(f.Section)
	from := len(p.Lists)
	for f.Value = range strings.SplitSeq(f.Value, "\n") {
		p.term = f.AppendKey(p.term[:0])
		for i := d.LowerBound(0, d.Len(), p.term); i < d.Len(); i++ {
			if key := d.Key(i); string(key) > f.Until && !bytes.Equal(key, p.term) {
				break
			}
			p.addList(&d, i, "")
		}
	}
	return p.addFilterClause(n, from)
}

// addDays adds the documents with a day that the filters allow; documents whose sessions are known
// need a session. It returns false if there are none.
func (m *Matches) addDays(f *Filters) bool {
	docs := m.x.File.Docs()
	table := m.x.File.DaysTable()
	marks := m.x.File.Dictionary(index.Marks)
	days := m.newJoined(docs)
	known := Resized(m.hits, index.WordsFor(docs))
	clear(known)
	m.hits, m.term = known, append(m.term[:0], index.SessionsMark...)
	if i, ok := marks.Find(m.term); ok {
		list, _ := marks.Postings(i)
		(&List{Postings: list}).Gather(known)
	}
	days.Count = table.Gather(f.From, f.Until,
		func(i int, documents uint64) { days.Raise(i, documents&^known[i], 0) })
	m.term = index.AppendSessionKey(m.term[:0], f.From, 0)
	for i := marks.LowerBound(0, marks.Len(), m.term); i < marks.Len(); i++ {
		day, hour, ok := index.Session(marks.Key(i))
		if !ok || day > f.Until {
			break
		}
		if list, _ := marks.Postings(i); f.Late == 0 ||
			hour > 0 && f.Early <= hour%24 && hour%24 <= f.Late {
			days.Join(&list, docs)
			days.Count = min(days.Count+list.Count, docs)
		}
	}
	m.Lists = append(m.Lists, days)
	return m.addFilterClause(DaysFilter, len(m.Lists)-1)
}

func (p *Plan) addFilterClause(n, from int) bool {
	c := Clause{Token: -1, Filter: n}
	c.Lists[Exact] = Span{from, len(p.Lists)}
	c.Documents = p.documents(c.Lists[Exact])
	p.Clauses = append(p.Clauses, c)
	return c.Documents > 0
}

// intersect keeps the documents that satisfy all clauses, counts them, and reports whether there
// are any. It goes through the clauses from the rarest and stops when nothing is left; the filters
// come last if several tokens may be a phrase.
func (m *Matches) intersect() bool {
	phrase := m.mayBePhrase()
	slices.SortStableFunc(m.Clauses, func(a, b Clause) int {
		if phrase && a.IsFilter() != b.IsFilter() {
			return b.Token - a.Token
		}
		return a.Documents - b.Documents
	})
	m.All()
	for i := range m.Clauses {
		if !m.Retain(&m.Clauses[i]) {
			return false
		}
		if phrase && i+1 == len(m.Tokens) {
			m.retainPhrase()
		}
	}
	return m.Total > 0
}

// anywhere reports whether any document has the tokens, without filters; it leaves Total 0.
func (m *Matches) anywhere() bool {
	m.All()
	for i := range m.Clauses {
		if c := &m.Clauses[i]; !c.IsFilter() && !m.Retain(c) {
			return false
		}
	}
	m.Total = 0
	return true
}

// intersectCorrected does what intersect does, for words that may be misspelled. A word is
// corrected only if something is left after the clauses before it: first filters, words that cannot
// be corrected and runs of bigrams, then the others.
func (m *Matches) intersectCorrected() {
	m.All()
	for _, correct := range [...]bool{false, true} {
		for i := range m.Clauses {
			c := &m.Clauses[i]
			if (!c.IsFilter() && m.mayCorrect(&m.Tokens[c.Token])) != correct {
				continue
			}
			if run := m.run(c.Token); run.Hi-run.Lo >= leastRun {
				if c.Token == run.Lo && !m.retainRun(run) {
					return
				}
				continue
			}
			if correct && !c.corrected {
				m.correct(c)
				c.corrected = true
			}
			if !m.Retain(c) {
				return
			}
		}
	}
	m.understand()
}

// understand finds the meaning of each word that no document of the answer has: among the nearest
// terms, the one that most documents have. It reports whether there is such a word.
func (m *Matches) understand() (others bool) {
	for _, c := range m.Clauses {
		for k, best := Exact, 0; k < MatchTypes && best == 0 && !c.IsFilter(); k++ {
			for _, l := range m.In(c.Lists[k]) {
				clear(m.hits)
				l.Gather(m.hits)
				switch n := And(m.hits, m.Live); {
				case n > 0 && !l.other:
					best = m.Docs + 1
					m.Tokens[c.Token].meant = -1
				case n > best:
					best, m.Tokens[c.Token].meant = n, l.Entry
				}
			}
			others = others || m.Tokens[c.Token].meant >= 0
		}
	}
	return others
}

// leastRun is the smallest number of bigrams of a run that may have a wrong letter.
const leastRun = 4

// run returns the run of bigrams that contains token n; each bigram shares a letter with the one
// before.
func (p *Plan) run(n int) Span {
	next := func(i int) bool {
		return 0 < i && i < len(p.Tokens) && p.Tokens[i].Kind == Gram &&
			p.Tokens[i-1].Text.Hi > p.Tokens[i].Text.Lo
	}
	run := Span{n, n + 1}
	for ; next(run.Lo); run.Lo-- {
	}
	for ; next(run.Hi); run.Hi++ {
	}
	return run
}

// retainRun keeps the documents that have the bigrams of a run, except up to two that follow each
// other: the bigrams of one letter.
func (m *Matches) retainRun(run Span) bool {
	if m.Total == 0 {
		return false
	}
	words := index.WordsFor(m.Docs)
	m.Live, m.hits = Resized(m.Live, words), Resized(m.hits, words)
	m.phrase, m.apart = Resized(m.phrase, words), Resized(m.apart, words)
	all, last, before := m.Live, m.phrase, m.apart // nothing missing so far, the last one, others
	m.fill()
	clear(last)
	clear(before)
	for n := run.Lo; n < run.Hi; n++ {
		clear(m.hits)
		m.Gather(m.hits, m.ClauseOf(n).Lists[Exact], index.InDescription)
		for i, h := range m.hits {
			before[i] = before[i]&h | last[i]
			last[i] = all[i]
			all[i] = all[i] & h
		}
	}
	m.Total = 0
	for i := range all {
		all[i] |= last[i] | before[i]
		m.Total += bits.OnesCount64(all[i])
	}
	return m.Total > 0
}

// All starts with all documents.
func (m *Matches) All() { m.Total = m.Docs }

// Retain keeps the documents that satisfy the clause, counts them, and reports whether there are
// any.
func (m *Matches) Retain(c *Clause) bool {
	if c.Documents == 0 {
		m.Total = 0
		return false
	}
	words := index.WordsFor(m.Docs)
	first := m.Total == m.Docs
	m.Live, m.hits = Resized(m.Live, words), Resized(m.hits, words)
	hits := m.hits
	if first {
		hits = m.Live
	}
	clear(hits)
	for _, lists := range c.Lists {
		m.Gather(hits, lists, index.InDescription)
	}
	hits[words-1] &= lastWord(m.Docs)
	m.Total = 0
	live := m.Live[:len(hits)]
	for i, h := range hits {
		if !first {
			h &= live[i]
			live[i] = h
		}
		m.Total += bits.OnesCount64(h)
	}
	return m.Total > 0
}

// lastWord returns the bits of the last word of a set of docs documents. Lists may be damaged.
func lastWord(docs int) uint64 { return ^uint64(0) >> (-uint(docs) % 64) }
