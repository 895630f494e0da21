package rank

import (
	"cartaz/builder/search/internal/format"
	"cartaz/builder/search/internal/match"
	"cartaz/builder/search/text"
	"cartaz/builder/search/text/music"
)

// tieBreaker is a list of documents that go before others of the same score.
type tieBreaker struct {
	list   match.List
	weight int // a power of two
	origin match.Origin
}

// PlanTies looks up the lists of the tie-breakers. A mistyped word is what it may stand for there,
// so that its answer has the order of the one to the word typed right.
func (r *Ranker) PlanTies(m *match.Matches) {
	r.Release()
	for i := range m.Tokens {
		if next := m.Tokens[i].Next; !next.Empty() {
			r.addTie(m, format.Neighbours, m.Slice(next))
			r.addInverted(m, &m.Tokens[i], &m.Tokens[i+1])
		}
	}
	number := r.addNumber(m)
	if len(m.Tokens) > 0 {
		r.addTail(m)
		first, last := &m.Tokens[0], &m.Tokens[len(m.Tokens)-1]
		r.addTie(m, format.NameBegins, edge(m, first, 0))
		for _, term := range m.Respelled(first) {
			r.addTie(m, format.NameBegins, m.Terms.Key(term))
		}
		r.addTie(m, format.NameEnds, edge(m, last, max(0, last.Parts-1)))
		for _, term := range m.Respelled(last) {
			r.addTie(m, format.NameEnds, m.Terms.Key(term))
		}
	}
	r.addWork(m, number)
	r.addAuthor(m)
	addSpellings(r, m)
	addPlaces(r, m)
	match.EachOwnPair(m, func(first, second []byte) { r.addJoined(m, first, second) })
	for i := range m.Tokens {
		if !m.Tokens[i].Next.Empty() {
			r.addRespelled(m, &m.Tokens[i], &m.Tokens[i+1])
		}
	}
	if len(m.BentFirst()) > 0 {
		r.addBent(m)
	}
}

// addInverted adds the neighbours that two tokens are in the other order, as catalogues write what
// people say: "piano quintet" and Quintet, Piano.
func (r *Ranker) addInverted(m *match.Matches, a, b *match.Token) {
	r.joined = text.AppendJoined(r.joined[:0], m.Slice(b.Text), m.Slice(a.Text))
	at := len(m.Lists)
	m.AddDerived(format.Neighbours, r.joined)
	r.take(m, match.Span{Lo: at, Hi: len(m.Lists)}, invertedTie)
}

// addNumber adds the names and places where the first number of the query stands behind the sign
// for number: of "beethoven 9" the Symphony No. 9 goes before the Trio op. 9. It returns the token
// of the number, see findNumber.
func (r *Ranker) addNumber(m *match.Matches) int {
	n := r.findNumber(m)
	if n < 0 {
		return n
	}
	for _, sign := range music.NumberSigns {
		r.joined = append(append(r.joined[:0], sign...), r.number...)
		r.addTie(m, format.Neighbours, r.joined)
	}
	return n
}

// addWork adds the names where the first number of the query is that of the work which the query
// names: of "third piano concerto" the Concerto, Piano, No. 3 goes before one beside a Symphony
// No. 3; or of whom it names before an ordinal: Beethoven's Symphony No. 9 for "beethoven ninth".
// What stands before a number in figures is its neighbour already. n is the token of the number.
func (r *Ranker) addWork(m *match.Matches, n int) {
	if n < 0 {
		return
	}
	if n > 0 && match.WorkNumber(&m.Parsed, n) != nil {
		r.addJoined(m, m.Slice(m.Tokens[n-1].Text), r.number)
	}
	for i := range m.Tokens {
		if work := m.Slice(m.Tokens[i].Text); music.IsWork(work) {
			if i+1 != n {
				r.addJoined(m, work, r.number)
			}
			return
		}
	}
}

// findNumber returns which token of the query is the first number beside others, and sets r.number
// to its figures; -1 for none.
func (r *Ranker) findNumber(m *match.Matches) int {
	for i := 0; i < len(m.Tokens) && len(m.Tokens) > 1; i++ {
		if number := match.WorkNumber(&m.Parsed, i); number != nil {
			r.number = append(r.number[:0], number...)
			return i
		}
		if word := m.Slice(m.Tokens[i].Text); music.IsNumber(word) {
			r.number = append(r.number[:0], word...)
			return i
		}
	}
	return -1
}

// addBent adds the names that begin with another form of the first word. It comes last, since the
// others are not asked whether they fit.
func (r *Ranker) addBent(m *match.Matches) {
	for _, term := range m.BentFirst() {
		if r.fits(nameBeginsTie) {
			r.addTie(m, format.NameBegins, m.Terms.Key(term))
		}
	}
}

// edge is the first or last word of a token.
func edge(m *match.Matches, t *match.Token, part int) []byte {
	if t.Kind == match.Gram {
		return m.Slice(t.Text)
	}
	return m.Word(t.First + part)
}

// addRespelled adds the neighbours that two tokens are when one of them, or both, are mistyped.
func (r *Ranker) addRespelled(m *match.Matches, a, b *match.Token) {
	for _, term := range m.Respelled(a) {
		r.addJoined(m, m.Terms.Key(term), m.Slice(b.Text))
		for _, next := range m.Respelled(b) {
			r.addJoined(m, m.Terms.Key(term), m.Terms.Key(next))
		}
	}
	for _, next := range m.Respelled(b) {
		r.addJoined(m, m.Slice(a.Text), m.Terms.Key(next))
	}
}

// addJoined adds the neighbours a and b, unless a document could then have more tie-breakers than
// are counted.
func (r *Ranker) addJoined(m *match.Matches, a, b []byte) {
	if !r.fits(neighbourTie) {
		return
	}
	r.joined = text.AppendJoined(r.joined[:0], a, b)
	r.addTie(m, format.Neighbours, r.joined)
}

// fits reports whether one more tie-breaker can be counted, whatever a document has.
func (r *Ranker) fits(weight int) bool {
	for i := range r.ties {
		weight += r.ties[i].weight
	}
	return weight <= maxTies
}

// addAuthor adds the names where the first word of a query stands before the work that it names: of
// "barber violin concerto" Barber's Concerto, Violin goes before Elgar's beside another work of
// Barber.
func (r *Ranker) addAuthor(m *match.Matches) {
	if work := authorsWork(m); work != nil {
		r.addJoined(m, m.Slice(m.Tokens[0].Text), m.Slice(work.Text))
	}
}

// authorsWork is the first word for a work behind two others or more, of which the first may be who
// wrote it; nil for none.
func authorsWork(m *match.Matches) *match.Token {
	for n := 2; n < len(m.Tokens); n++ {
		if t := &m.Tokens[n]; t.Joinable() && music.IsWork(m.Slice(t.Text)) {
			if m.Tokens[0].Joinable() {
				return t
			}
			return nil
		}
	}
	return nil
}

// addSpellings adds the neighbours that a name makes as others spell it, where names of a document
// have it so: of "rachmaninov symphony" Rachmaninoff: Symphony.
func addSpellings(r *Ranker, m *match.Matches) {
	work := authorsWork(m)
	for i := range m.Tokens {
		t := &m.Tokens[i]
		if !t.Joinable() {
			continue
		}
		word := m.Slice(t.Text)
		for _, other := range match.Spellings(&m.Parsed, word) {
			if other == string(word) {
				continue
			}
			r.spelling = append(r.spelling[:0], other...)
			if i > 0 && !m.Tokens[i-1].Next.Empty() {
				r.addJoined(m, m.Slice(m.Tokens[i-1].Text), r.spelling)
			}
			if !t.Next.Empty() {
				r.addJoined(m, r.spelling, m.Slice(m.Tokens[i+1].Text))
			}
			if i == 0 && work != nil {
				r.addJoined(m, r.spelling, m.Slice(work.Text))
			}
		}
	}
}

// addPlaces adds the documents of the countries and cities that tokens name, so that they go before
// names that have the word, and those of the country of the city that everybody means.
func addPlaces(r *Ranker, m *match.Matches) {
	for i := range m.Tokens {
		if list, in, ok := match.PlaceOf(&m.Plan, &m.Tokens[i]); ok {
			addPlace(r, m, list, in, m.Slice(m.Tokens[i].Text))
		}
	}
	if len(m.Tokens) == 1 {
		if list, code, ok := match.CountryOf(&m.Plan, &m.Tokens[0]); ok {
			addPlace(r, m, list, format.Countries, []byte(code))
		}
	}
}

// addPlace adds the documents of a place of that name.
func addPlace(r *Ranker, m *match.Matches, list match.List, in format.Section, name []byte) {
	if !r.fits(neighbourTie) {
		return
	}
	tie := tieBreaker{list: list, weight: neighbourTie}
	if m.Trace != nil {
		tie.origin = match.Origin{Section: in, Key: string(name)}
	}
	r.ties = append(r.ties, tie)
}

// addTail adds the neighbours that a text which ends with a stop word may be on its way to. Of many
// nothing follows.
func (r *Ranker) addTail(m *match.Matches) {
	if tail := m.Tail(); !tail.Empty() {
		r.take(m, m.AddDerivedPrefixes(format.Neighbours, m.Slice(tail)), neighbourTie)
	}
}

// weights of the derived terms that are tie-breakers.
var weights = [...]int{format.Neighbours: neighbourTie, format.NameBegins: nameBeginsTie,
	format.NameEnds: nameEndsTie}

func (r *Ranker) addTie(m *match.Matches, kind byte, word []byte) {
	at := len(m.Lists)
	m.AddDerived(kind, word)
	r.take(m, match.Span{Lo: at, Hi: len(m.Lists)}, weights[kind])
}

// take makes the last lists of the plan tie-breakers.
func (r *Ranker) take(m *match.Matches, lists match.Span, weight int) {
	for i := lists.Lo; i < lists.Hi; i++ {
		tie := tieBreaker{list: m.Lists[i], weight: weight}
		if m.Trace != nil {
			tie.origin = m.Trace.Lists[i]
		}
		r.ties = append(r.ties, tie)
	}
	m.Lists = m.Lists[:lists.Lo]
}
