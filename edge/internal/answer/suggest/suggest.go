// Package suggest explains a search beside its results: how a mistyped term was understood, and,
// where nothing is found, what was asked and which other searches find something. Pages show it as
// chips ([Help]), agents as sentences ([Helper.Notes]).
package suggest

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/search"
	"cartaz/builder/text"
	"cartaz/edge/internal/answer/listquery"
)

// maxTries bounds the searches for some of the words that are offered, maxNext the events behind
// the days asked for.
const maxTries, maxNext = 3, 3

// Help explains a search beside its results. It is computed only for answers to corrected words and
// for empty answers, and costs some further searches.
type Help struct {
	Corrected string // the term as it was understood
	Unknown   string // words that find nothing, in quotation marks
	Apart     bool   // each word of the term finds something, but no event has all
	Asked     string // the term and the filters, as their chips name them
	Offers    []Offer
	Next      []uint32 // the first events behind the days asked for, by the other filters
}

// Offer is a search that finds something.
type Offer struct {
	Label string
	Query search.Query
	Count int
}

// Helper works out the help of a search, by further searches of the same index.
type Helper struct{ *listquery.Reader }

// Help works out what to say with an answer, nil for nothing. filters are those of the query.
func (s *Helper) Help(q *listquery.Query, o search.Outcome, filters []listquery.Filter) *Help {
	h := new(Help)
	switch {
	case o.Total > 0 && o.Corrected:
		h.Corrected = s.respell(q.Query)
	case o.Total == 0:
		labels := make([]string, len(filters))
		for i, f := range filters {
			labels[i] = f.Label
		}
		h.Asked = strings.Join(labels, ", ")
		s.retry(h, q.Query, filters)
		if q.Typed.Text != "" {
			s.offerOne(h, s.Texts.Quoted(q.Typed.Text), q.Literal())
		}
	default:
		return nil
	}
	return h
}

// Notes are the sentences about a search for an agent: which parts were not understood, how a
// mistyped term was, and, where nothing is found, what was asked, and the other searches, each with
// its results and its address, which begins with list, the address of all events. help may be nil.
func (s *Helper) Notes(q *listquery.Query, help *Help, list string) []string {
	notes, t := append([]string{}, q.Wrong...), s.Texts
	if q.Typed.Text != "" {
		literal := q.Literal()
		notes = append(notes, t.ReadAs.Text(t.Quoted(q.Typed.Text))+" "+t.Literally+": "+
			string(listquery.Append([]byte(list), &literal, 1)))
	}
	if help == nil {
		return notes
	}
	if help.Corrected != "" {
		notes = append(notes, t.NoMatch.Text(t.Quoted(q.Text))+" "+t.ResultsFor+" "+
			t.Quoted(help.Corrected)+" "+t.AndSimilar)
	}
	if help.Asked != "" {
		none := t.NoMatch.Text(help.Asked)
		if help.Unknown != "" {
			none += " " + t.UnknownWords.Text(help.Unknown)
		}
		if help.Apart {
			none += " " + t.WordsApart
		}
		notes = append(notes, none)
	}
	for _, o := range help.Offers {
		notes = append(notes, o.Label+": "+strconv.Itoa(o.Count)+" "+
			string(listquery.Append([]byte(list), &o.Query, 1)))
	}
	return notes
}

// respell is how a mistyped term was understood, spelled as the first result has
// it; "" when nothing of it can be told.
func (s *Helper) respell(q search.Query) string {
	words, doc := s.Names.Index.Respell(q)
	var texts []string
	corrected := false
	for _, w := range words {
		if w.Corrected {
			w.Text, corrected = s.spelling(doc, w.Text), true
		}
		texts = append(texts, w.Text)
	}
	if !corrected {
		return ""
	}
	return strings.Join(texts, " ")
}

// spelling is a folded word as an event writes it, with its accents; folded when
// the event's name and place do not have it.
func (s *Helper) spelling(doc uint32, folded string) string {
	e := s.event(doc)
	texts := []string{e.Name}
	if p := e.Location; p != nil {
		for _, field := range []*string{p.City, p.Name, p.State} {
			if field != nil {
				texts = append(texts, *field)
			}
		}
	}
	for _, field := range texts {
		for _, word := range text.Words(field) {
			if text.Fold(word) == folded {
				return strings.ToLower(word)
			}
		}
	}
	return folded
}

// event reads an item of the JSON list. Damage gives an empty one: the answer
// itself will meet it.
func (s *Helper) event(doc uint32) (e catalog.Event) {
	if text, err := s.Names.Index.JSON(doc); err == nil && json.Unmarshal(text, &e) != nil {
		return catalog.Event{}
	}
	return e
}

// retry looks for searches that find something, the likeliest first: behind the days asked for,
// with a name near one that no event has, without one of several filters, for the words alone or,
// where there is nothing yet, with one filter alone, and for some of the words. Those that leave
// out more than they name say "only".
func (s *Helper) retry(h *Help, q search.Query, filters []listquery.Filter) {
	if q.To != 0 {
		later := q
		later.From, later.To, later.ByDate = q.To+1, 0, q.Text != ""
		label := s.Filters(&search.Query{From: later.From})[0].Label
		if s.offerOne(h, label, later) > 0 {
			h.Next, _ = s.Names.Index.Search(later, 0, maxNext, nil)
		}
	}
	for i := range listquery.Fields {
		f := &listquery.Fields[i]
		value := f.Of(&q)
		if _, known := s.Names.Label(f.Kind, *value); known || *value == "" {
			continue
		}
		for _, near := range s.Names.Near(f.Kind, *value) {
			s.offer(h, s.Chip(f, near), q, func(q *search.Query) { *f.Of(q) = near })
		}
	}
	if len(filters) > 1 { // without the only one it is the list of all
		for _, f := range filters {
			without := q
			f.Drop(&without)
			s.offerOne(h, s.Texts.Without.Text(f.Label), without)
		}
	}
	dead := len(h.Offers) == 0
	for i, f := range filters {
		alone := q
		for j := range filters {
			if i != j {
				filters[j].Drop(&alone)
			}
		}
		if dead || i == 0 && q.Text != "" {
			s.offerOne(h, s.Texts.Only.Text(f.Label), alone)
		}
	}
	if q.Text == "" || s.count(search.Query{Text: q.Text}) > 0 {
		return
	}
	s.retryWords(h, q)
}

// offer offers a search with a change of it, or else, where that finds nothing, the change alone.
func (s *Helper) offer(h *Help, label string, q search.Query, change func(*search.Query)) {
	change(&q)
	if s.offerOne(h, label, q) == 0 {
		q = search.Query{}
		change(&q)
		s.offerOne(h, s.Texts.Only.Text(label), q)
	}
}

// offerOne offers a search if it finds something, and returns the number of results.
func (s *Helper) offerOne(h *Help, label string, q search.Query) int {
	n := s.count(q)
	if n > 0 && !slices.ContainsFunc(h.Offers, func(o Offer) bool { return o.Query == q }) {
		h.Offers = append(h.Offers, Offer{Label: label, Query: q, Count: n})
	}
	return n
}

// count is the number of results of a search.
func (s *Helper) count(q search.Query) int {
	_, total := s.Names.Index.Search(q, 0, 0, nil)
	return total
}
