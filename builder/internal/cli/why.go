package cli

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"cartaz/builder/catalog"
	"cartaz/builder/release"
	"cartaz/builder/search"
)

// askedEvent is the event that --why asks about.
type askedEvent struct {
	id    int64
	slug  string
	doc   uint32         // release.NoDoc when it is not in the index
	event *catalog.Event // nil when only the id is known, of an event that is not in the index
}

// why is the JSON output that explains the place of one event in the answer.
type why struct {
	ID     int64  `json:"id"`
	Slug   string `json:"slug,omitempty"`
	Name   string `json:"name,omitempty"`
	OnSale bool   `json:"on_sale"`
	Rank   int    `json:"rank"` // 0 when it is not in the answer
	// Hit holds the matches of the event; nil for an event that is not on sale.
	Hit     *search.Hit `json:"hit,omitempty"`
	Reasons []string    `json:"reasons"` // in words
	Above   []above     `json:"above"`   // the first events that go before it
}

// above is an event that ranks before the explained event.
type above struct {
	Rank int         `json:"rank"`
	Slug string      `json:"slug"`
	Name string      `json:"name"`
	By   string      `json:"by"` // what decides the order
	Hit  *search.Hit `json:"hit"`
}

// askedEvent finds an event by slug or by id.
func (f *searchCommand) askedEvent(name string) (*askedEvent, error) {
	path := catalog.DetailPath(f.rel.Manifest().Brand.BasePath, name)
	if ref, ok := f.rel.Lookup(path); ok {
		e, err := detailOf(ref)
		if err != nil {
			return nil, err
		}
		row, ok := f.rel.Event(e.ID)
		if !ok {
			return nil, fmt.Errorf("release %s: %w: event %d has a page but no row", f.rel.ID(),
				release.ErrCorrupt, e.ID)
		}
		return &askedEvent{id: e.ID, slug: e.Slug, doc: row.Doc, event: e}, nil
	}
	id, err := strconv.ParseInt(name, 10, 64)
	row, ok := f.rel.Event(id)
	if err != nil || !ok {
		return nil, fmt.Errorf("release %s: %w: no event has the slug or id %q", f.rel.ID(),
			release.ErrNotFound, name)
	}
	if row.Doc == release.NoDoc {
		return &askedEvent{id: id, doc: release.NoDoc}, nil
	}
	e, err := f.event(row.Doc)
	if err != nil {
		return nil, err
	}
	return f.askedEvent(e.Slug)
}

// detailOf reads the JSON of an event's own resource.
func detailOf(ref release.Ref) (*catalog.Event, error) {
	body, err := ref.Body()
	if err != nil {
		return nil, err
	}
	return decodeEvent(body)
}

// explainWhy explains the rank of an event in the answer, or why it is not in the answer.
func (f *searchCommand) explainWhy(
	s *askedEvent, e *search.Explanation, events []answerEvent,
) (*why, error) {
	w := &why{ID: s.id, Slug: s.slug, Reasons: []string{}, Above: []above{}}
	if s.event != nil {
		w.Name = s.event.Name
	}
	if s.doc == release.NoDoc {
		w.Reasons = append(w.Reasons, f.notOnSale(s))
		return w, nil
	}
	w.OnSale = true
	hit := &e.Also[0]
	w.Hit, w.Rank = hit, hit.Rank
	if hit.Rank == 0 {
		w.Reasons = whyMissing(s.event, hit, e)
		return w, nil
	}
	place := fmt.Sprintf("it is number %d of %d", hit.Rank, e.Total)
	if page := (hit.Rank-1)/catalog.DefaultPerPage + 1; page > 1 {
		place += fmt.Sprintf(", on page %d", page)
	}
	if w.Reasons = append(w.Reasons, place); len(hit.Matches) == 0 {
		w.Reasons = append(w.Reasons, "without words the order is that of the list: date, name, id")
	}
	for i := range e.Hits {
		other := &e.Hits[i]
		if other.Rank >= hit.Rank {
			break
		}
		w.Above = append(w.Above, above{Rank: other.Rank, Slug: events[i].Slug,
			Name: events[i].Name, By: decidedBy(other, hit), Hit: other})
	}
	return w, nil
}

// notOnSale explains why an event is not in the index.
func (f *searchCommand) notOnSale(s *askedEvent) string {
	reason := "its sales are closed, it is cancelled or it has ended"
	if s.event != nil {
		reason = "its sales are closed or it is cancelled"
		if at, ok := s.event.Over(); ok && at.Before(f.rel.Manifest().BuiltAt) {
			reason = "it has been over since " + at.Format(time.RFC3339)
		}
	}
	return "it is not on sale, so it is not in the index: " + reason
}

// whyMissing explains why an event is not in the answer.
func whyMissing(event *catalog.Event, hit *search.Hit, e *search.Explanation) (reasons []string) {
	for i := range hit.Matches {
		m := &hit.Matches[i]
		switch {
		case m.Points > 0:
			reasons = append(reasons, fmt.Sprintf("%s: is there, %s", m.Word, matchText(m)))
		case e.Words[i].Documents == 0:
			reasons = append(reasons, m.Word+": is not there, nor in any event on sale")
		default:
			reasons = append(reasons,
				fmt.Sprintf("%s: is not there, in no form (%s on sale have it); every word must "+
					"be found", m.Word, plural(e.Words[i].Documents, "event")))
			if i == len(e.Words)-1 && e.Narrow {
				reasons = append(reasons, m.Word+
					": events have it as a whole word, so beginnings in descriptions do not count")
			}
		}
	}
	missing := func(m search.Match) bool { return m.Points == 0 }
	if e.Phrase && len(hit.Failed) == 0 && !slices.ContainsFunc(hit.Matches, missing) {
		reasons = append(reasons, "its words are scattered over the description; many events have "+
			"them together, and only those are in the answer")
	}
	for _, kind := range hit.Failed {
		i := slices.IndexFunc(e.Filters, func(f search.Filtered) bool { return f.Kind == kind })
		reasons = append(reasons, fmt.Sprintf("filter %s: asked for %s, it is %s", kind,
			e.Filters[i].Key, filterValue(event, kind)))
	}
	return reasons
}

// filterValue returns the value of an event that a filter compares.
func filterValue(event *catalog.Event, kind string) string {
	value := ""
	switch p := event.Location; {
	case kind == "organization":
		if event.Producer != nil {
			value = event.Producer.Slug
		}
	case p == nil:
	case kind == "city":
		value = catalog.OrEmpty(p.City)
	case catalog.OrEmpty(p.StateAbbr) != "":
		value = catalog.OrEmpty(p.StateAbbr)
	default:
		value = catalog.OrEmpty(p.State)
	}
	return cmp.Or(value, "not known")
}

// write prints the explanation for people.
func (w *why) write(to io.Writer) error {
	name := strings.TrimSpace(w.Slug + "  " + w.Name)
	if name == "" {
		name = fmt.Sprintf("event %d", w.ID)
	}
	fmt.Fprintf(to, "  %s\n", name)
	for _, reason := range w.Reasons {
		fmt.Fprintf(to, "    %s\n", reason)
	}
	if w.Rank > 0 {
		writeHit(to, w.Hit)
	}
	if len(w.Above) > 0 {
		fmt.Fprintf(to, "  Before it:\n")
	}
	for _, a := range w.Above {
		fmt.Fprintf(to, "%5d  %s  %s\n       by %s\n", a.Rank, a.Slug, a.Name, a.By)
		writeHit(to, a.Hit)
	}
	return nil
}
