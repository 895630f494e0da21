package build_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/search"
)

// What the card of an event says of its place finds it: also that it is online.
func TestOnlineEventsAreFound(t *testing.T) {
	s := newShop(t, `[
		{"id": 1, "name": "Oficina de web", "starts_at": "2027-01-02T10:00:00-03:00",
		 "is_online": true},
		{"id": 2, "name": "Oficina de rabeca", "starts_at": "2027-01-01T10:00:00-03:00",
		 "location": {"city": "Recife"}}
	]`)
	s.mustPublish()
	index, err := search.Open(s.live().SearchIndex())
	require.NoError(t, err)
	for text, want := range map[string][]uint32{"online": {1}, "oficina on-line": {1},
		"oficina": {0, 1}} {
		ids, _ := index.Search(search.Query{Text: text}, 0, 10, nil)
		require.Equal(t, want, ids, text)
	}
}

// The index knows when an event is, and whether it is free, also of events that are carried over
// from the release before.
func TestDaysAndHoursAreFound(t *testing.T) {
	events := `
		{"id": 1, "name": "Feira", "starts_at": "2027-01-01T22:30:00-03:00",
			"ends_at": "2027-01-03T05:00:00-03:00", "tickets": [{"name": "a", "price": 0}]},
		{"id": 2, "name": "Baile", "starts_at": "2027-01-02"},
		{"id": 3, "name": "Show", "starts_at": "2027-01-03T19:00:00-03:00",
			"tickets": [{"name": "a", "price": 0}, {"name": "b", "price": 1000}]}`
	s := newShop(t, "["+events+"]")
	day := search.DayOf(time.Date(2027, 1, 2, 0, 0, 0, 0, time.UTC))
	for _, more := range []string{"", `, {"id": 4, "name": "Fim", "starts_at": "2027-02-01"}`} {
		s.write("catalogue.json", "["+events+more+"]")
		s.mustPublish()
		index, err := search.Open(s.live().SearchIndex())
		require.NoError(t, err)
		for _, tc := range []struct {
			q    search.Query
			want int
		}{
			{search.Query{From: day, To: day}, 2}, {search.Query{From: day + 1, To: day + 9}, 1},
			{search.Query{To: day - 1}, 1}, {search.Query{After: 19}, 2},
			{search.Query{After: 20}, 1}, {search.Query{Free: true}, 1},
		} {
			_, total := index.Search(tc.q, 0, 0, nil)
			require.Equal(t, tc.want, total, "%+v", tc.q)
		}
	}
}
