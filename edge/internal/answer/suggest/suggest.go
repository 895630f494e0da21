// Package suggest finds the searches that a page of results offers when one finds nothing, and
// tells how a mistyped one was understood.
package suggest

import (
	"encoding/json"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/release/resultpage"
	"cartaz/builder/search"
	"cartaz/builder/text"
	"cartaz/edge/internal/answer/listquery"
	"cartaz/edge/internal/phrases"
)

// The bounds of what a page without results tries.
const (
	maxTries = 3  // searches for some of the words that it offers
	maxLike  = 20 // events that may be in the city that is meant
)

// Help is what a page of results says beside the results: how a mistyped term
// was understood, or which searches would find something where this one does
// not. It is worked out for these two kinds of answers only, and costs some
// further searches.
type Help struct {
	Flags     resultpage.Flags
	Corrected string // the term as it was understood
	Unknown   string // words that find nothing, in quotation marks

	Everywhere, NoQ, NoCity, NoState, NoOrg int // results of the search without something

	Without           []Offer // without one of the filters that the API does not have
	Tries             [maxTries]Offer
	NearCity, NearOrg Offer
}

// Offer is a search that finds something.
type Offer struct {
	Label string
	Query search.Query
	Count int
}

// Helper works out the help of pages of results, by further searches of the same index.
type Helper struct {
	Index *search.Index
	Names *phrases.Names
	Texts *listquery.Texts
}

// Help works out what to say with an answer, nil for nothing.
func (s *Helper) Help(q *listquery.Query, o search.Outcome, filters []listquery.Filter) *Help {
	h := new(Help)
	switch {
	case o.Total > 0 && o.Corrected:
		if h.Corrected = s.respell(q.Query); h.Corrected != "" {
			h.Flags |= resultpage.Corrected
		}
	case o.Total == 0:
		s.retry(h, q.Query, filters)
	default:
		return nil
	}
	return h
}

// respell is how a mistyped term was understood, spelled as the first result has
// it; "" when nothing of it can be told.
func (s *Helper) respell(q search.Query) string {
	words, doc := s.Index.Respell(q)
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
	if text, err := s.Index.JSON(doc); err == nil && json.Unmarshal(text, &e) != nil {
		return catalog.Event{}
	}
	return e
}

// count is the number of results of a search.
func (s *Helper) count(q search.Query) int {
	_, total := s.Index.Search(q, 0, 0, nil)
	return total
}

// retry looks for searches that find something.
func (s *Helper) retry(h *Help, q search.Query, filters []listquery.Filter) {
	used := len(filters)
	for _, value := range [...]string{q.City, q.State, q.Organization} {
		if value != "" {
			used++
		}
	}
	if q.Text != "" && used > 0 {
		if h.Everywhere = s.count(search.Query{Text: q.Text}); h.Everywhere > 0 {
			h.Flags |= resultpage.Everywhere
		}
		without := q
		without.Text, without.ByDate = "", false
		h.NoQ = s.offer(h, resultpage.WithoutQ, without)
	}
	if used > 1 {
		for _, f := range [...]struct {
			in    string
			count *int
			flag  resultpage.Flags
			drop  func(*search.Query)
		}{
			{q.City, &h.NoCity, resultpage.WithoutCity, func(q *search.Query) { q.City = "" }},
			{q.State, &h.NoState, resultpage.WithoutState, func(q *search.Query) { q.State = "" }},
			{q.Organization, &h.NoOrg, resultpage.WithoutOrg,
				func(q *search.Query) { q.Organization = "" }},
		} {
			if f.in != "" {
				without := q
				f.drop(&without)
				*f.count = s.offer(h, f.flag, without)
			}
		}
	}
	if used > 1 || q.Text != "" {
		s.withoutEach(h, q, filters)
	}
	if h.Everywhere == 0 && q.Text != "" {
		s.retryWords(h, q.Text)
		s.nameInWords(h, q.Text)
	}
	s.nearestCity(h, q)
}

// withoutEach offers the search without each of the filters that the API does not have.
func (s *Helper) withoutEach(h *Help, q search.Query, filters []listquery.Filter) {
	for i := range filters {
		o := Offer{Label: s.Texts.Without.Text(filters[i].Label), Query: q}
		filters[i].Drop(&o.Query)
		if o.Count = s.offer(h, 0, o.Query); o.Count > 0 {
			h.Without = append(h.Without, o)
		}
	}
}

// offer counts the results of a search that has its own place on the page.
func (s *Helper) offer(h *Help, flag resultpage.Flags, q search.Query) int {
	n := s.count(q)
	if n > 0 {
		h.Flags |= flag | resultpage.HasTries
	}
	return n
}
