package site

import (
	"encoding/json"

	"cartaz/builder/internal/build/keep"
	"cartaz/builder/internal/ingest"
)

// addCopies adds to a sum which copies of an event's pictures pages show.
func (s *Site) addCopies(sum *keep.Summer, row *ingest.Row) {
	for _, address := range s.Plan.ImagesOf(row) {
		sum.Text(s.Renderer.Copies[address].Name)
	}
}

// sum returns the sum of the page at an address: of its model without events, and of their rows.
// For a row it covers the record with slug and venue, whether it is on sale or over, and which
// other rows are in its series.
//
// Times are not part of it: a row keeps the times of the base release while its record is the same.
func (s *Site) sum(path string, model any, rows []*ingest.Row) keep.Sum {
	text, err := json.Marshal(model)
	if err != nil {
		panic(err) // impossible: a model is plain
	}
	sum := &s.summer
	sum.Begin(path)
	sum.Text(string(text))
	series := map[int]int{} // by number: its first row here
	for n, row := range rows {
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
		s.addCopies(sum, row)
		if of.ID != 0 {
			if _, seen := series[of.ID]; !seen {
				series[of.ID] = n
			}
			sum.Int(int64(series[of.ID]), int64(of.Days), int64(of.Times))
		}
	}
	return sum.Sum()
}
