package site

import (
	"cartaz/builder/catalog"
	"cartaz/builder/internal/agenda"
	"cartaz/builder/internal/page"
)

// Related returns the records of the events that the page of an event links to.
func (s *Site) Related(row int32) (r page.Related, err error) {
	related := s.Plan.Related(row)
	for _, list := range []struct {
		rows []int32
		into *[]*catalog.Record
	}{{related.Dates, &r.Dates}, {related.Venue, &r.Venue}, {related.Organiser, &r.Organiser}} {
		for _, i := range list.rows {
			rec, err := s.Records.Published(s.Plan.Rows[i])
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
	for i := range same {
		related := s.Plan.Related(int32(i))
		sum.Begin(catalog.EventPath(s.Plan.Rows[i].Slug))
		s.addCopies(sum, s.Plan.Rows[i])
		items = s.Plan.AppendItems(items[:0], s.Plan.Rows[i])
		if sum.Int(int64(len(items))); len(items) > 0 {
			sum.Int(int64(items[0].First), int64(items[0].Minute))
		}
		for _, rows := range [][]int32{related.Dates, related.Venue, related.Organiser} {
			sum.Int(int64(len(rows)))
			for _, n := range rows {
				row := s.Plan.Rows[n]
				sum.Text(row.Slug)
				sum.Int(int64(row.Shown))
			}
		}
		same[i] = s.Store.Sums.Known(sum.Sum())
	}
	return same
}
