package answer

import (
	"encoding/json"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/release/resultpage"
	"cartaz/builder/search"
	"cartaz/builder/search/text"
)

// The bounds of what a page without results tries.
const (
	maxTries   = 3  // searches for some of the words that it offers
	maxFields  = 12 // words of the text that are looked at for such a name
	maxRun     = 4  // words that may name a city or an organiser
	minNearest = 3  // letters of such a name: shorter ones are words of a language
	maxLike    = 20 // events that may be in the city that is meant
)

// help is what a page of results says beside the results: how a mistyped term
// was understood, or which searches would find something where this one does
// not. It is worked out for these two kinds of answers only, and costs some
// further searches.
type help struct {
	flags     resultpage.Flags
	corrected string // the term as it was understood
	unknown   string // words that find nothing, in quotation marks

	everywhere, noQ, noCity, noState, noOrg int // results of the search without something

	without           []offer // without one of the filters that the API does not have
	tries             [maxTries]offer
	nearCity, nearOrg offer
}

// offer is a search that finds something.
type offer struct {
	label string
	query search.Query
	count int
}

// helper works out the help of pages of results, by further searches of the same index.
type helper struct {
	index *search.Index
	texts *texts
}

// help works out what to say with an answer, nil for nothing.
func (s *helper) help(q *listQuery, o search.Outcome, refined []refinement) *help {
	h := new(help)
	switch {
	case o.Total > 0 && o.Corrected:
		if h.corrected = s.respell(q.Query); h.corrected != "" {
			h.flags |= resultpage.Corrected
		}
	case o.Total == 0:
		s.retry(h, q.Query, refined)
	default:
		return nil
	}
	return h
}

// respell is how a mistyped term was understood, spelled as the first result has
// it; "" when nothing of it can be told.
func (s *helper) respell(q search.Query) string {
	words, doc := s.index.Respell(q)
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
func (s *helper) spelling(doc uint32, folded string) string {
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
func (s *helper) event(doc uint32) (e catalog.Event) {
	if text, err := s.index.JSON(doc); err == nil && json.Unmarshal(text, &e) != nil {
		return catalog.Event{}
	}
	return e
}

// count is the number of results of a search.
func (s *helper) count(q search.Query) int {
	_, total := s.index.Search(q, 0, 0, nil)
	return total
}

// retry looks for searches that find something.
func (s *helper) retry(h *help, q search.Query, refined []refinement) {
	filters := len(refined)
	for _, value := range [...]string{q.City, q.State, q.Organization} {
		if value != "" {
			filters++
		}
	}
	if q.Text != "" && filters > 0 {
		if h.everywhere = s.count(search.Query{Text: q.Text}); h.everywhere > 0 {
			h.flags |= resultpage.Everywhere
		}
		without := q
		without.Text, without.ByDate = "", false
		h.noQ = s.offer(h, resultpage.WithoutQ, without)
	}
	if filters > 1 {
		for _, f := range [...]struct {
			in    string
			count *int
			flag  resultpage.Flags
			drop  func(*search.Query)
		}{
			{q.City, &h.noCity, resultpage.WithoutCity, func(q *search.Query) { q.City = "" }},
			{q.State, &h.noState, resultpage.WithoutState, func(q *search.Query) { q.State = "" }},
			{q.Organization, &h.noOrg, resultpage.WithoutOrg,
				func(q *search.Query) { q.Organization = "" }},
		} {
			if f.in != "" {
				without := q
				f.drop(&without)
				*f.count = s.offer(h, f.flag, without)
			}
		}
	}
	if filters > 1 || q.Text != "" {
		s.withoutEach(h, q, refined)
	}
	if h.everywhere == 0 && q.Text != "" {
		s.retryWords(h, q.Text)
		s.nameInWords(h, q.Text)
	}
	s.nearestCity(h, q)
}

// withoutEach offers the search without each of the filters that the API does not have.
func (s *helper) withoutEach(h *help, q search.Query, refined []refinement) {
	for i := range refined {
		o := offer{label: s.texts.Without.Text(refined[i].label), query: q}
		refined[i].drop(&o.query)
		if o.count = s.offer(h, 0, o.query); o.count > 0 {
			h.without = append(h.without, o)
		}
	}
}

// offer counts the results of a search that has its own place on the page.
func (s *helper) offer(h *help, flag resultpage.Flags, q search.Query) int {
	n := s.count(q)
	if n > 0 {
		h.flags |= flag | resultpage.HasTries
	}
	return n
}

// fillHelp appends the raw value of a slot that only help fills.
func (v *listView) fillHelp(dst []byte, slot resultpage.Slot) []byte {
	h := v.help
	switch slot {
	case resultpage.SlotCorrected:
		return append(dst, h.corrected...)
	case resultpage.SlotCorrectedAddress:
		q := v.q.Query
		q.Text = h.corrected
		return v.appendSearch(dst, q)
	case resultpage.SlotUnknown:
		return append(dst, h.unknown...)
	case resultpage.SlotEverywhereCount:
		return v.appendNumber(dst, h.everywhere)
	case resultpage.SlotNoQCount:
		return v.appendNumber(dst, h.noQ)
	case resultpage.SlotNoCityCount:
		return v.appendNumber(dst, h.noCity)
	case resultpage.SlotNoStateCount:
		return v.appendNumber(dst, h.noState)
	case resultpage.SlotNoOrgCount:
		return v.appendNumber(dst, h.noOrg)
	case resultpage.SlotNearCity, resultpage.SlotNearCityAddress, resultpage.SlotNearCityCount:
		return v.appendOffer(dst, &h.nearCity, slot-resultpage.SlotNearCity)
	case resultpage.SlotNearOrg, resultpage.SlotNearOrgAddress, resultpage.SlotNearOrgCount:
		return v.appendOffer(dst, &h.nearOrg, slot-resultpage.SlotNearOrg)
	}
	n := slot - resultpage.SlotTry1
	return v.appendOffer(dst, &h.tries[n/3], n%3)
}

// appendOffer appends the label, the address or the count of a search: they
// have slots in that order.
func (v *listView) appendOffer(dst []byte, o *offer, part resultpage.Slot) []byte {
	switch part {
	case 0:
		return append(dst, o.label...)
	case 1:
		return v.appendSearch(dst, o.query)
	}
	return v.appendNumber(dst, o.count)
}

// appendSearch appends the address of the first page of a search.
func (v *listView) appendSearch(dst []byte, q search.Query) []byte {
	return appendQuery(v.appendPath(dst), &q, 1)
}
