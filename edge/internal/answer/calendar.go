package answer

import (
	"fmt"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/ical"
	"cartaz/builder/release"
	"cartaz/builder/search"
	"cartaz/edge/internal/answer/listquery"
)

// calendar answers /eventos.ics with a query: the events that the same query finds on the list, the
// first [catalog.MaxCalendar] of them, in a calendar that programs can subscribe to. It is joined
// from the sealed calendars of the events and compressed as a whole: no compressed calendars are
// stored.
func (s *listPages) calendar(a *Answer, r *Request, route Route) {
	q := *r.List()
	s.reader.Refine(&q)
	q.Query = q.Asked()
	q.Page = 1
	q.PerPage = catalog.MaxCalendar
	a.Coding = joinedCoding(r)
	etag := s.results.pageETag(a, route.Kind, &q, moment{}) // a calendar names no today
	a.set("Content-Type", ical.MediaType)
	a.set("Cache-Control", catalog.CacheResults)
	a.set("Vary", catalog.VaryCoding)
	a.set("X-Content-Type-Options", "nosniff")
	a.set("Access-Control-Allow-Origin", "*")
	a.set("ETag", etag)
	a.limitFields(r.Limit)
	if unchanged(r, etag, 0) {
		a.notModified()
		return
	}
	if err := s.joinCalendar(a, &q); err != nil {
		s.fail(a, r, route.Kind, err)
	}
}

// joinCalendar joins the body.
func (s *listPages) joinCalendar(a *Answer, q *listquery.Query) error {
	sealed, err := sealedBody(s.rel, ical.PathZones)
	if err != nil {
		return err
	}
	_, zones, _ := ical.Split(sealed)
	var outcome search.Outcome
	a.ids, outcome = s.results.index.Answer(q.Query, 0, q.PerPage, a.ids[:0])
	query := listquery.Encode(&q.Query, 1)
	head := s.head
	head.URL = s.brand.SiteURL + s.path + query
	head.Source = s.brand.SiteURL + s.path + catalog.CalendarSuffix + query
	if q.Text != "" {
		head.Name = s.reader.Texts.Quote.Text(q.Text) + " · " + head.Product
	}
	if outcome.Total > len(a.ids) {
		head.Description = s.reader.Texts.FirstOf.Text(s.reader.Texts.Numbers.Text(len(a.ids)),
			s.reader.Texts.Numbers.Text(outcome.Total))
	}
	var events []byte
	used := map[string]bool{}
	for _, id := range a.ids {
		event, err := s.event(id)
		if err != nil {
			return err
		}
		events = append(events, event...)
		used[ical.ZoneOf(event)] = true
	}
	b := s.results.join(a, search.JSONForm)
	b.plain = head.AppendHead(b.plain)
	for name, zone := range ical.Zones(zones) {
		// A calendar must have a component: one without events has a zone.
		if used[name] || len(events) == 0 {
			b.plain = append(b.plain, zone...)
		}
	}
	b.plain = ical.AppendEnd(append(b.plain, events...))
	_, err = b.finish(a)
	return err
}

// event returns the VEVENT of a document, or nil for one without a date.
func (s *listPages) event(doc uint32) ([]byte, error) {
	listed, err := s.listed(doc)
	if err != nil {
		return nil, err
	}
	path := catalog.EventPath(listed.Slug) + catalog.CalendarSuffix
	if _, ok := s.rel.Lookup(path); !ok {
		return nil, nil
	}
	file, err := sealedBody(s.rel, path)
	if err != nil {
		return nil, err
	}
	_, _, event := ical.Split(file)
	return event, nil
}

// sealedBody returns the uncoded body of a resource that a release must have.
func sealedBody(rel *release.Release, path string) ([]byte, error) {
	if ref, ok := rel.Lookup(path); ok {
		return ref.Body()
	}
	return nil, fmt.Errorf("release %s: %w: no resource %s", rel.ID(), release.ErrCorrupt, path)
}

// calendarHead returns the head of all joined calendars, as the builder sealed it for the whole
// list.
func calendarHead(brand *release.Brand, t *listquery.Texts) ical.Calendar {
	name := t.Events + " · " + strings.TrimSpace(brand.Name)
	return ical.Calendar{Product: brand.Name, Lang: brand.Locale, Name: name}
}
