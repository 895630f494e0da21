// Package suggest explains a search next to its results: the reading of a mistyped term, and, if
// nothing is found, the query and other searches that find something. Pages show it as chips
// ([Help]), agents as sentences ([Helper.Notes]).
package suggest

import (
	"slices"
	"strconv"
	"strings"

	"cartaz/builder/search"
	"cartaz/builder/text"
	"cartaz/edge/internal/answer/listquery"
	"cartaz/edge/internal/phrases"
)

// maxNext is the largest number of events after the days asked for.
const maxNext = 3

// Help explains a search next to its results. It is computed only for answers to corrected words,
// and for partial and empty answers, and costs some further searches.
type Help struct {
	Corrected string // the term as it was understood
	Found     string // the words of the term that a partial answer has
	Missing   string // … and the words that it lacks
	Asked     string // the term and the filters, as their chips name them
	Offers    []Offer
	Next      []uint32 // the first events after the days asked for, by the other filters
}

// Offer is a search that finds something.
type Offer struct {
	Label string
	Query search.Query
	Count int
}

// Helper computes the [Help] for a search by running further searches on the same index.
type Helper struct{ *listquery.Reader }

// Help returns the help for an answer. filters are the filters of the query.
func (s *Helper) Help(q *listquery.Query, o search.Outcome, filters []listquery.Filter) (h Help) {
	switch {
	case o.Reading == search.Corrected, o.Reading == search.Retyped:
		first, _ := s.Names.Index.Search(q.Query, 0, 1, nil)
		for i, w := range o.Found {
			o.Found[i] = s.spelling(first, w)
		}
		h.Corrected = strings.Join(o.Found, " ")
	case o.Reading == search.Partial:
		h.Found, h.Missing = strings.Join(o.Found, " "), strings.Join(o.Missing, " ")
	case o.Total == 0:
		labels := make([]string, len(filters))
		for i, f := range filters {
			labels[i] = f.Label
		}
		h.Asked = strings.Join(labels, ", ")
		s.retry(&h, q.Query, filters)
		if q.Typed.Text != "" {
			s.offerOne(&h, s.Texts.Quoted(q.Typed.Text), q.Literal())
		}
	}
	return h
}

// Notes returns the sentences about a search for an agent: the parts that were not understood, the
// reading of a mistyped term, and, if nothing is found, the query and the other searches, each with
// its results and its address, which begins with list, the address of all events.
func (s *Helper) Notes(q *listquery.Query, help Help, list string) []string {
	notes, t := append([]string{}, q.Wrong...), s.Texts
	if q.Typed.Text != "" {
		literal := q.Literal()
		notes = append(notes, t.ReadAs.Text(t.Quoted(q.Typed.Text))+" "+t.Literally+": "+
			list+listquery.Encode(&literal, 1))
	}
	if help.Corrected != "" {
		notes = append(notes, t.NoMatch.Text(t.Quoted(q.Text))+" "+t.ResultsFor+" "+
			t.Quoted(help.Corrected)+" "+t.AndSimilar)
	}
	if help.Missing != "" {
		notes = append(notes, t.Partial.Text(t.Quoted(help.Found), t.Quoted(help.Missing)))
	}
	if help.Asked != "" {
		notes = append(notes, t.NoMatch.Text(help.Asked))
	}
	for _, o := range help.Offers {
		notes = append(notes, o.Label+": "+strconv.Itoa(o.Count)+" "+
			list+listquery.Encode(&o.Query, 1))
	}
	return notes
}

// spelling returns a folded word as the first event that has it with accents writes it, or
// unchanged if none does.
func (s *Helper) spelling(events []uint32, folded string) string {
	for _, doc := range events {
		item, _ := s.Names.Index.JSON(doc) // Index.Err says what is damaged
		for _, word := range text.Words(string(item)) {
			if lower := strings.ToLower(word); lower != folded && text.Fold(word) == folded {
				return lower
			}
		}
	}
	return folded
}

// retry looks for searches that find something, the likeliest first: after the days asked for, with
// a name near one that no event has, without one of several filters, for the words alone or, if
// there is nothing yet, with one filter alone. Searches that drop more than they name say "only".
func (s *Helper) retry(h *Help, q search.Query, filters []listquery.Filter) {
	if q.To != 0 {
		later := q
		later.From = q.To + 1
		later.To = 0
		later.ByDate = true
		label := s.Filters(&search.Query{From: later.From})[0].Label
		if s.offerOne(h, label, later) > 0 {
			h.Next, _ = s.Names.Index.Search(later, 0, maxNext, nil)
		}
	}
	for i, f := range phrases.Fields {
		kind, value := phrases.Kind(i), f.Get(&q)
		_, known := s.Names.Label(kind, value)
		if known || value == "" || strings.Contains(value, "\n") {
			continue
		}
		for _, near := range s.Names.Near(kind, value) {
			label, _ := s.Say(f, near)
			with, alone := q, search.Query{}
			f.Set(&with, near)
			f.Set(&alone, near)
			if s.offerOne(h, label, with) == 0 {
				s.offerOne(h, s.Texts.Only.Text(label), alone)
			}
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
}

// offerOne offers a search if it finds something, and returns the number of results.
func (s *Helper) offerOne(h *Help, label string, q search.Query) int {
	n := s.Count(q)
	if n > 0 && !slices.ContainsFunc(h.Offers, func(o Offer) bool { return o.Query == q }) {
		h.Offers = append(h.Offers, Offer{label, q, n})
	}
	return n
}
