package site

import (
	"cartaz/builder/catalog"
	"cartaz/builder/internal/agenda"
	"cartaz/builder/internal/ingest"
	"cartaz/builder/internal/page"
)

// Related returns the records of the events that the page of an event links to.
func (s *Site) Related(row *ingest.Row) (r page.Related, err error) {
	related := s.Plan.Related(row)
	for _, list := range []struct {
		rows []*ingest.Row
		into *[]*catalog.Record
	}{{related.Dates, &r.Dates}, {related.Venue, &r.Venue}, {related.Organiser, &r.Organiser}} {
		for _, row := range list.rows {
			rec, err := s.Records.Published(row)
			if err != nil {
				return r, err
			}
			*list.into = append(*list.into, rec)
		}
	}
	return r, nil
}

// SameRelated reports for each event whether its page links to the same events as in the base
// release, with as many ended sessions, and shows the same copies of pictures. The sum has only the
// shown parts of another event, not its record: a new price draws one page.
func (s *Site) SameRelated() []bool {
	same := make([]bool, len(s.Plan.Rows))
	var items []agenda.Item
	sum := &s.summer
	for i, row := range s.Plan.Rows {
		related := s.Plan.Related(row)
		sum.Begin(catalog.EventPath(row.Slug))
		s.addCopies(sum, row)
		items = s.Plan.AppendItems(items[:0], row)
		if sum.Int(int64(len(items))); len(items) > 0 {
			sum.Int(int64(items[0].First), int64(items[0].Minute))
		}
		for _, rows := range [][]*ingest.Row{related.Dates, related.Venue, related.Organiser} {
			sum.Int(int64(len(rows)))
			for _, other := range rows {
				sum.Text(other.Slug)
				sum.Int(int64(other.Shown))
			}
		}
		same[i] = s.Store.Sums.Known(sum.Sum())
	}
	return same
}
