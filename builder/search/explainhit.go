package search

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"cartaz/builder/search/internal/format"
	"cartaz/builder/search/internal/match"
	"cartaz/builder/search/internal/rank"
	"cartaz/builder/search/text"
	"cartaz/builder/search/text/months"
	"cartaz/builder/search/text/music"
)

// Hit is one document of an explanation.
type Hit struct {
	ID   uint32 `json:"id"`   // its number in the index
	Rank int    `json:"rank"` // from 1, 0 when it is not in the answer
	// in the list order, from 1; decides where score and ties are equal
	Position int `json:"position"`
	Score    int `json:"score"` // the points of its matches
	Ties     int `json:"ties"`  // the weights of TieParts
	// Matches has the best find of each word, in the order of Explanation.Words.
	Matches  []Match      `json:"matches,omitempty"`
	TieParts []TieBreaker `json:"tie_parts,omitempty"`
	// Failed are the filters that do not hold for the document, by Filtered.Kind.
	Failed []string `json:"failed,omitempty"`
}

// Match says how a document is found by one word, or that it is not.
type Match struct {
	Word   string `json:"word"`
	Points int    `json:"points"` // 0 when the document is not found by the word
	How    string `json:"how,omitempty"`
	Rule   string `json:"rule,omitempty"` // see Way.Rule
	// Field is "name", "place" (organiser, venue, city or state) or "description"; of parts the
	// least, where a compound that has a part in it counts as one field less.
	Field string `json:"field,omitempty"`
	Found string `json:"found,omitempty"` // the word of the document, folded
	// Near is a word of a document that is not found: it differs by edits that were not tried, as
	// other documents have the words as typed.
	Near string `json:"near,omitempty"`
}

// TieBreaker is one reason to go before others of the same score.
type TieBreaker struct {
	Why    string `json:"why"` // "neighbours", "name begins", "name ends" or "takes place there"
	Text   string `json:"text"`
	Weight int    `json:"weight"`
}

// hits explains documents, given in list order.
func (e *explainer) hits(docs []uint32) map[uint32]Hit {
	holds := e.filtersHold(docs)
	hits := make(map[uint32]Hit, len(docs))
	for n, reasons := range e.ranker.Explain(&e.Matches, docs) {
		hit := Hit{ID: docs[n], Position: int(docs[n]) + 1, Score: reasons.Score,
			Ties: reasons.Ties}
		for token := range reasons.Clauses {
			hit.Matches = append(hit.Matches, e.match(docs[n], token, &reasons.Clauses[token]))
		}
		for _, i := range reasons.Holds {
			hit.TieParts = append(hit.TieParts, e.tiePart(i))
		}
		for _, f := range e.out.Filters {
			if fields := holds[f.Kind]; fields == nil || fields[n] == 0 {
				hit.Failed = append(hit.Failed, f.Kind)
			}
		}
		hits[hit.ID] = hit
	}
	return hits
}

// filtersHold returns, by the name of a filter with documents, for which documents it holds.
func (e *explainer) filtersHold(docs []uint32) map[string][]format.Field {
	holds := map[string][]format.Field{}
	for i := range e.Clauses {
		c := &e.Clauses[i]
		if !c.IsFilter() || c.Lists[match.Exact].Empty() {
			continue
		}
		fields := make([]format.Field, len(docs))
		for list := c.Lists[match.Exact].Lo; list < c.Lists[match.Exact].Hi; list++ {
			for n, field := range rank.Fields(&e.Lists[list], docs) {
				fields[n] = max(fields[n], field)
			}
		}
		holds[filterNames[c.Filter]] = fields
	}
	return holds
}

var fieldNames = [format.Fields]string{
	format.InDescription: "description", format.InPlace: "place", format.InName: "name",
}

// match describes how a document is found by a token, given the reason for its points.
func (e *explainer) match(doc uint32, token int, r *rank.Reason) Match {
	t, c := &e.Tokens[token], e.ClauseOf(token)
	m := Match{Word: e.out.Words[token].Text, Points: int(r.Points)}
	switch {
	case r.Points == 0:
		if !e.Corrected {
			m.Near = e.nearWord(*c, doc)
		}
		return m
	case r.List == rank.ByParts:
		m.How, m.Found = HowParts, e.partsWay(c).Text
	default:
		way := e.way(t, r.Kind, r.List)
		m.How, m.Rule, m.Found = way.How, way.Rule, way.Text
		switch {
		case way.How == HowCompound:
			var field format.Field
			m.Found, field = e.compoundOf(way.Text, doc)
			m.Field = fieldNames[field]
			return m
		case len(way.Of) > 0:
			m.Found = e.member(way.Of, doc, r.Field())
		case way.Terms > 0:
			m.Found = e.wordWith(way.Text, doc, r.Field())
		}
	}
	m.Field = fieldNames[r.Field()]
	if _, _, ok := match.PlaceOf(&e.Plan, t); ok && r.Kind == match.Exact {
		// What takes place there counts as if it had the word in its name.
		if i, ok := e.Terms.Find([]byte(m.Found)); ok {
			m.Field = fieldNames[e.fieldOf(i, doc)]
		}
	}
	return m
}

// compoundOf is the word of a document that has a part in it, and the field of that word, the
// greatest: a list of format.CompoundPart has a lesser one. Of the stem of a verb the part is the
// whole verb.
func (e *explainer) compoundOf(part string, doc uint32) (word string, field format.Field) {
	word = part
	for _, inside := range [...]string{part, strings.TrimSuffix(part, "en")} {
		for i := e.x.file.FirstWord(); i < e.Terms.Len(); i++ {
			key := string(e.Terms.Key(i))
			if len(key) == len(inside) || !strings.Contains(key, inside) {
				continue
			}
			if f := e.fieldOf(i, doc); f > field {
				word, field = key, f
			}
		}
		if field > 0 {
			break
		}
	}
	return word, field
}

// maxPrefixed is how many words are looked through for the one that a document has.
const maxPrefixed = 1 << 16

// wordWith is the word with that prefix which the document has in that field.
func (e *explainer) wordWith(prefix string, doc uint32, field format.Field) string {
	lo, hi := e.Terms.WithPrefix(e.x.file.FirstWord(), []byte(prefix))
	for i := lo; i < min(hi, lo+maxPrefixed); i++ {
		if e.fieldOf(i, doc) == field {
			return string(e.Terms.Key(i))
		}
	}
	return prefix
}

// member is the member of a group of synonyms that the document has in that field; all of them when
// that is not known.
func (e *explainer) member(of []string, doc uint32, field format.Field) string {
	for _, member := range of {
		if i, ok := e.Terms.Find([]byte(format.MemberTerm(member))); ok &&
			e.fieldOf(i, doc) == field {
			return member
		}
	}
	return strings.Join(of, ", ")
}

// fieldOf is the field in which the document has a term, 0 for none.
func (e *explainer) fieldOf(term int, doc uint32) format.Field {
	postings, ok := e.Terms.Postings(term)
	if !ok {
		return 0
	}
	return rank.Fields(&match.List{Postings: postings}, []uint32{doc})[0]
}

// nearWord is a word of the document that the token of the clause may be a mistyped form of, "" for
// none.
func (e *explainer) nearWord(c match.Clause, doc uint32) string {
	e.Correct(&c)
	for _, k := range [...]match.Kind{match.Edit1, match.Edit2} {
		for i := c.Lists[k].Lo; i < c.Lists[k].Hi; i++ {
			if rank.Fields(&e.Lists[i], []uint32{doc})[0] > 0 {
				return e.Trace.Lists[i].Word()
			}
		}
	}
	return ""
}

// tiePart describes a tie-breaker of the plan.
func (e *explainer) tiePart(i int) TieBreaker {
	weight, origin := e.ranker.Tie(i)
	if origin.Section != format.Terms {
		return TieBreaker{Why: "takes place there", Text: origin.Key, Weight: weight}
	}
	t := TieBreaker{Why: "neighbours", Text: origin.Key[1:], Weight: weight}
	switch origin.Key[0] {
	case format.NameBegins:
		t.Why = "name begins"
	case format.NameEnds:
		t.Why = "name ends"
	default:
		if words := numbered(t.Text); words != "" {
			t.Text = words
			break
		}
		for n := range e.Tokens {
			if e.Tokens[n].Next.Empty() {
				continue
			}
			a, b := &e.Tokens[n], &e.Tokens[n+1]
			words, ok := e.neighbours(a, b, t.Text)
			if !ok {
				words, ok = e.neighbours(b, a, t.Text)
			}
			if ok {
				t.Text = words
				break
			}
		}
	}
	return t
}

// numbered returns a number and the sign or the kind of work before it as two words, "" for other
// neighbours.
func numbered(joined string) string {
	kind := strings.TrimRight(joined, "0123456789")
	number := joined[len(kind):]
	if number != "" && (music.IsNumberSign([]byte(kind)) || music.IsWork([]byte(kind))) {
		return kind + " " + number
	}
	return ""
}

// neighbours are the words that a tie-breaker has joined, as they stand in the query or, mistyped,
// may be meant.
func (e *explainer) neighbours(a, b *match.Token, joined string) (string, bool) {
	texts := func(t *match.Token) []string {
		all := []string{string(e.Slice(t.Text))}
		for _, term := range e.Respelled(t) {
			all = append(all, string(e.Terms.Key(term)))
		}
		return all
	}
	for _, first := range texts(a) {
		for _, second := range texts(b) {
			if string(text.AppendJoined(nil, []byte(first), []byte(second))) == joined {
				return first + " " + second, true
			}
		}
	}
	return "", false
}

// isEventKind reports whether a word is what an event may be called.
func isEventKind(rules *text.Rules, word []byte) bool {
	_, ok := text.EventKind(rules, word)
	return ok
}

// dateOf names the rule by which a token is found by the days of documents, and these days: a year,
// or a month or a day of it in any year.
func dateOf(e *explainer, t *match.Token) (rule, days string) {
	switch {
	case t.Day > 0:
		return "takes place on the day", fmt.Sprintf("%02d-%02d", t.Month, t.Day)
	case t.Month > 0:
		return "takes place in the month", fmt.Sprintf("%02d-01..%02d-%d", t.Month, t.Month,
			months.Days(int(t.Month)))
	}
	year := string(e.Slice(t.Text))
	return "takes place in the year", year + "-01-01.." + year + "-12-31"
}

// whyDropped says why the query does not ask for a word of its text, see Dropped.
func (e *explainer) whyDropped(i int) string {
	rules, word := e.x.file.Rules(), e.Word(i)
	switch {
	case e.Words[i].Pictogram:
		return "pictogram"
	case rules.IsStop(word):
	case text.IsKind(rules, word), isEventKind(rules, word):
		return "kind of event"
	case text.IsPlaceKind(rules, word):
		return "kind of place"
	case e.Asking && text.IsArticle(rules, word):
		return "article"
	case e.Asking && rules.Asks(word):
		return onlyAsks
	case text.IsForm(rules, word):
		return "form of a work"
	case e.Asking && i == len(e.Words)-1 && utf8.RuneCount(word) == 1:
		return "begun"
	}
	return "stop word"
}
