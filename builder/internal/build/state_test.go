package build_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/validate"
	"cartaz/builder/release"
)

// TestCancelledEvents: a cancelled event leaves the list and the search; its page,
// its calendar and its detail stay and say so, for as long as the record is there.
// A label that reads as cancelled closes nothing, but nothing says "on sale" then,
// and the report shows the line that the map lacks.
func TestCancelledEvents(t *testing.T) {
	t.Parallel()
	record := func(id, more string) string {
		return `{"id":` + id + `,"slug":"show-` + id + `","name":"Show ` + id +
			`","starts_at":"2027-01-10T21:00","ends_at":"2027-01-10T23:00",` +
			`"location":{"city":"Recife","state_abbr":"PE"},"producer":{"name":"Casa",` +
			`"slug":"casa"},"buy_url":"https://t.example/` + id + `",` +
			`"tickets":[{"name":"Inteira","price":5000}]` + more + `}`
	}
	s := newShop(t, array(record("1", ""), record("2", ""), record("3", "")))
	require.Equal(t, 3, s.mustPublish().Report.OnSale)

	s.write("catalogue.json", array(record("1", ""), record("2", `,"state":"cancelled"`),
		record("3", `,"status":"cancelado"`)))
	out := s.mustPublish()
	require.Equal(t, 2, out.Report.OnSale)
	require.Equal(t, 3, out.Report.Published)
	rel := s.live()
	for id, want := range map[int64]struct{ listed, closed, selling bool }{1: {true, false, true},
		2: {false, true, false}, 3: {true, false, false}} {
		slug := map[int64]string{1: "show-1", 2: "show-2", 3: "show-3"}[id]
		row, ok := rel.Event(id)
		require.True(t, ok)
		require.Equal(t, want.listed, row.Doc != release.NoDoc, slug)
		html, markdown := body(t, rel, "/eventos/"+slug, "text/html"), body(t, rel, "/eventos/"+
			slug+".md", "text/markdown")
		require.Equal(t, want.selling, strings.Contains(html, "Comprar ingresso"), slug)
		require.Equal(t, want.selling, strings.Contains(html, "/InStock"), slug)
		require.Equal(t, want.selling, strings.Contains(html, "/EventScheduled"), slug)
		require.Equal(t, want.selling, strings.Contains(markdown, "**Situação:** à venda\n"), slug)
		require.Equal(t, id == 2, strings.Contains(html, "/EventCancelled"), slug)
		require.Equal(t, id == 2,
			strings.Contains(body(t, rel, "/eventos/"+slug+".ics", "text/calendar"),
				"STATUS:CANCELLED"), slug)
		require.Equal(t, id != 2, strings.Contains(html, "https://t.example/"), slug)
		var event struct {
			IsClosed bool `json:"is_closed"`
		}
		require.NoError(t,
			json.Unmarshal([]byte(body(t, rel, "/api/public/v1/events/"+slug, "application/json")),
				&event))
		require.Equal(t, want.closed, event.IsClosed, slug)
	}
	home := body(t, rel, "/index.md", "text/markdown")
	require.NotContains(t, home, "Show 2")
	require.Contains(t, home, "Show 3")
	require.Contains(t, home, " · cancelado\n")
	findings := out.Report.Findings
	require.Len(t, findings, 1)
	require.Equal(t, validate.StatusNotState, findings[0].Reason)
	require.Equal(t, "show-3", findings[0].Slug)
	require.Contains(t, findings[0].Detail,
		`state: (if .status == "cancelado" then "cancelled" else null end)`)

	// It was over before it could be missed: no page of its organiser says that it took place.
	s.options.Now = noon.AddDate(1, 0, 0)
	s.mustPublish()
	organiser := body(t, s.live(), "/organizadores/casa.md", "text/markdown")
	require.Contains(t, organiser, "Show 1")
	require.NotContains(t, organiser, "Show 2")
	require.NotContains(t, organiser, "Show 3")
	require.Contains(t, body(t, s.live(), "/eventos/show-2", "text/html"), "Evento cancelado.")
}
