package site

import (
	"math"

	"cartaz/builder/internal/build/store"
	"cartaz/builder/internal/ingest"
	"cartaz/builder/internal/page"
)

// SumRows adds to a sum all that the pages, calendars and feeds of a group draw from its rows:
// their records with slug and venue, whether they are on sale or over, and which of them are of one
// series.
//
// Times are no part of it. A row has those of the base release as long as its record is the same.
func (s *Site) SumRows(sum *store.Summer, rows []int32) {
	series := map[int]int{} // by number: its first row here
	sum.Int(int64(len(rows)))
	for n, i := range rows {
		row := &s.Plan.Rows[i]
		state := int64(0)
		if row.OnSale {
			state |= 1
		}
		if row.Ended {
			state |= 2
		}
		of := s.Plan.Series(row)
		if of.ID != 0 {
			state |= 4
		}
		sum.Int(row.ID, state)
		sum.Hash(row.Hash)
		if of.ID != 0 {
			if _, seen := series[of.ID]; !seen {
				series[of.ID] = n
			}
			sum.Int(int64(series[of.ID]), int64(of.Days), int64(of.Times))
		}
	}
}

// SumFacets adds links to groups to a sum.
func SumFacets(sum *store.Summer, list ...page.Facet) {
	sum.Int(int64(len(list)))
	for _, f := range list {
		sum.Text(f.Path, f.Label, f.Value, f.State)
		sum.Int(int64(f.Count))
	}
}

// SumDays adds days with their numbers of events to a sum.
func SumDays(sum *store.Summer, days []page.DayCount) {
	sum.Int(int64(len(days)))
	for _, d := range days {
		sum.Int(int64(d.Date), int64(d.Count))
	}
}

// SumNear adds venues near another to a sum.
func SumNear(sum *store.Summer, list []page.Near) {
	sum.Int(int64(len(list)))
	for _, near := range list {
		SumFacets(sum, near.Facet)
		sum.Int(int64(math.Float64bits(near.Metres)))
	}
}

// SumGroup begins the sum of a group: its name and its rows.
func (s *Site) SumGroup(path string, kind ingest.Kind, g *ingest.Group) *store.Summer {
	sum := store.NewSummer(path)
	SumFacets(sum, s.Facet(kind, g))
	s.SumRows(sum, g.Rows)
	return sum
}
