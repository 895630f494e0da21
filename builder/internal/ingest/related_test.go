package ingest

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
)

// TestRelated: an event leads to other dates of its name by its organiser, then to others at its
// venue that week and of its organiser, each once, and never to an event that is not on sale.
func TestRelated(t *testing.T) {
	place := func(name, city string) *catalog.Place {
		return &catalog.Place{Name: name, City: city}
	}
	riso := &catalog.Producer{Name: "Riso", Slug: "riso"}
	var list []*catalog.Record
	add := func(name, day string, at *catalog.Place, who *catalog.Producer, closed bool) {
		id := int64(len(list) + 1)
		list = append(list, &catalog.Record{ID: id, Slug: fmt.Sprint("e", id), Name: name,
			Starts: catalog.ParseMoment(day), Location: at, Producer: who, IsClosed: closed})
	}
	lume, circo := place("Lume", "São Paulo"), place("Circo", "Rio")
	add("Gisele", "2026-06-01", lume, riso, true)  // e1, closed
	add("Outro", "2026-06-10", lume, nil, false)   // e2, the same week
	add("Gisele", "2026-06-11", lume, riso, false) // e3
	add("Outro", "2026-06-12", lume, nil, false)   // e4, of the name of e2
	add("Festa", "2026-06-15", lume, riso, false)  // e5, the week after
	add("GISELE", "2026-06-20", circo, riso, false)
	add("Gisele", "2026-06-21", circo, nil, false) // of somebody else
	p := settle(list)
	ids := func(rows []int32) (all []int64) {
		for _, i := range rows {
			all = append(all, p.Rows[i].ID)
		}
		return all
	}
	r := p.Related(2)
	require.Equal(t, []int64{6}, ids(r.Dates))
	require.Equal(t, []int64{4}, ids(r.Venue))
	require.Equal(t, []int64{5}, ids(r.Organiser))
	over := p.Related(0)
	require.Equal(t, []int64{3, 6}, ids(over.Dates))
	require.Empty(t, append(over.Venue, over.Organiser...))
}
