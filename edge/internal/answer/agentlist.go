package answer

import (
	"encoding/json"
	"strings"
	"time"

	"cartaz/builder/catalog"
	"cartaz/builder/resultpage"
	"cartaz/builder/search"
	"cartaz/edge/internal/answer/listquery"
	"cartaz/edge/internal/phrases"
)

// Events is a list of events for programs, whose JSON has these members:
//
//   - data: slug, name, starts_at and city of each event, null if not known, and next_starts_at if
//     it goes on
//   - meta: the numbers of the page, as in the API
//   - query: the filters in use, by the names of the parameters, and url, the address of the page
//   - notes: sentences for people and models, in the brand's language: words that were read as
//     filters, values that were left out, the reading of a mistyped term; and if nothing is found,
//     the search and the searches that find something instead, each with the number of its events
//     and its address. Empty for most searches. They are whole: code that answers an agent passes
//     them on, and adds nothing of the kind itself
//   - not_on_sale: events that are cancelled, closed or over, pass the filters and have all words
//     in their names, each with its date and state as note
//   - facets, if they are asked for: how many of the events are in each city, venue, country, of
//     each tag and on each day, and facets_more: how many further values there are
//   - partial and missing: if no event has all words, the words that the events lack
type Events struct {
	Data  []Listed       `json:"data"`
	Meta  catalog.Meta   `json:"meta"`
	Query map[string]any `json:"query"`
	Notes []string       `json:"notes"`

	Partial bool     `json:"partial,omitempty"`
	Missing []string `json:"missing,omitempty"`

	NotOnSale []resultpage.Past `json:"not_on_sale,omitempty"`

	Facets map[string]map[string]int `json:"facets,omitempty"`
	More   map[string]int            `json:"facets_more,omitempty"`

	URL  string `json:"-"` // address of Query
	Text string `json:"-"` // the search text
}

// ReadList answers a search of an agent protocol. query is a raw query with the parameters of the
// page of results, and facets=true; at is the time of the request. The body of a is the Markdown
// page of the list.
//
// ReadList accepts any query. Without a release, or with a damaged one, the list is nil, the answer
// is the problem of the page, and a.Code is its code.
func (c *Catalogue) ReadList(a *Answer, query string, at time.Time) *Events {
	r := Request{Method: "GET", Path: catalog.EventsTwinPath, Query: query, Time: at}
	a.Reset()
	list, err := c.pages.agentList(a, &r)
	if err != nil {
		c.fail(a, &r, ListTwin, err)
	}
	c.Doubt(a, &r, ListTwin)
	return list
}

// ReadRequest reads a message to an agent by the names of the release, at the time of a request; ok
// is false without a release. The whole name of an event asks for the event.
func (c *Catalogue) ReadRequest(message string, at time.Time) (q phrases.Request, ok bool) {
	if c.index == nil {
		return q, false
	}
	r := c.pages.reader
	named := search.Query{Text: message}
	if _, whole := r.Names.Named(named); whole {
		return phrases.Request{Query: named}, true
	}
	return r.Words.ReadRequest(message, r.Names, c.brand.Now(at).In(c.pages.zone)), true
}

// agentList implements ReadList.
func (s *listPages) agentList(a *Answer, r *Request) (list *Events, err error) {
	if s.results == nil {
		s.reply(a, r, ListTwin, catalog.UpstreamUnavailable)
		return nil, nil
	}
	view := s.read(a, r)
	q := &view.q
	q.Text = s.reader.Names.DropKinds(q.Text)
	view.markdown, view.agent = true, true
	outcome, err := s.find(a, view, q.PerPage)
	if err != nil {
		return nil, err
	}
	view.help = s.helper.Help(q, outcome, view.refined)
	if _, err = view.join(a, &s.twin); err != nil {
		return nil, err
	}
	list = &Events{Data: make([]Listed, len(view.ids)), Meta: view.meta, Text: q.Text,
		NotOnSale: view.gone, Query: listquery.Members(&q.Query),
		Partial: len(outcome.Missing) > 0, Missing: outcome.Missing,
		URL:   s.brand.SiteURL + s.path + listquery.Encode(&q.Query, 1),
		Notes: s.helper.Notes(q, view.help, s.brand.SiteURL+s.path+twinSuffix)}
	list.Query["url"] = list.URL
	for i, id := range view.ids {
		if list.Data[i], err = s.listed(id); err != nil {
			return nil, err
		}
		list.Data[i].Next = view.next(id)
		card, _ := s.results.index.Fragment(search.CardForm, id) // read before, for the page
		list.Data[i].SoldOut = resultpage.SoldOut(card)
	}
	if strings.Contains("&"+r.Query+"&", "&facets=true&") {
		q.Today = view.now.today
		list.Facets, list.More = s.results.index.Counts(q.Query, 8)
	}
	return list, nil
}

// next returns, for an event that has begun before the days asked for, or before today, the first
// of these days on which it goes on: the day of its next session, or the first day if its sessions
// are unknown. It returns "" for any other event.
func (v *listView) next(id uint32) string {
	first, last := v.pages.results.index.Days(id)
	on := max(v.q.From, v.now.today)
	if first == 0 || first >= on || last < on {
		return ""
	}
	if day, known := v.pages.results.index.Next(id, on); known {
		on = day
	}
	return on.String()
}

// Listed is an event in a list for programs.
type Listed struct {
	Slug     string  `json:"slug"`
	Name     string  `json:"name"`
	StartsAt *string `json:"starts_at"`
	// Next is the day on which an event that has begun before the days asked for goes on or has its
	// next session.
	Next string  `json:"next_starts_at,omitempty"`
	City *string `json:"city"`
	// SoldOut reports that no ticket is left, according to the source.
	SoldOut bool `json:"sold_out,omitempty"`
}

// listed reads an event from its item in the list of the API.
func (s *listPages) listed(id uint32) (l Listed, err error) {
	item, err := s.results.index.JSON(id)
	if err != nil {
		return l, err
	}
	event := struct {
		*Listed
		Location *Listed // its city
	}{Listed: &l}
	if err = json.Unmarshal(item, &event); err == nil && event.Location != nil {
		l.City = event.Location.City
	}
	return l, err
}
