package answer_test

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/resultpage"
	"cartaz/edge/internal/answer"
	"cartaz/edge/internal/edgetest"
)

// TestNamed: a visitor who looks for an event that is not on sale by its name finds it under any
// answer. An event that is over is named if nothing on sale has all words as they were typed.
func TestNamed(t *testing.T) {
	brand := edgetest.Brand("palco")
	var events []catalog.Event
	for i, e := range []struct {
		name, starts string
		closed       bool
	}{
		{"Palavra Solta", "2026-12-15T19:00:00-03:00", true}, // cancelled
		{"Noite de Jazz", "2026-12-16T19:00:00-03:00", true}, // closed
		{"Jazz na Laje", "2024-03-01T19:00:00-03:00", true},  // over
		{"Choro na Laje", "2024-03-02T19:00:00-03:00", true},
		{"Quarteto de Jazz", "2026-12-20T19:00:00-03:00", false},
		{"Roda do Solto", "2026-12-21T19:00:00-03:00", false},
	} {
		city, state := "Recife", "PE"
		events = append(events, catalog.Event{ID: int64(i + 1), Slug: fmt.Sprintf("e-%d", i),
			Name: e.name, IsClosed: e.closed, StartsAt: &e.starts,
			Location: &catalog.Location{City: &city, StateAbbr: &state},
			Producer: &catalog.Producer{Name: "Casa", Slug: "casa"}})
	}
	out := t.TempDir()
	c := opened(t, out, brand, edgetest.PublishEvents(t, out, brand, events, 1))
	struck := regexp.MustCompile(`<s><a href="/eventos/e-\d">([^<]*)</a> Cancelado</s>`)
	for _, row := range []struct {
		query string
		total int
		names []string
	}{
		{"q=palavra+solta", 0, []string{"Palavra Solta"}},
		{"q=PALAVRA+solta&city=Olinda", 0, []string{"Palavra Solta"}}, // with any filters
		{"q=palavra+sotla", 0, []string{"Palavra Solta"}},             // a slip
		{"q=solta", 1, []string{"Palavra Solta"}},                     // next to a corrected word
		{"q=jazz", 1, []string{"Noite de Jazz"}},
		{"q=jazz&page=2", 1, nil},
		{"q=jazz+laje", 1, []string{"Jazz na Laje"}}, // next to a partial answer
		{"q=choro", 0, []string{"Choro na Laje"}},    // over, and there is nothing else
		{"q=palavra+dura", 0, nil},                   // one of two words
		{"q=nada+disto", 0, nil},
		{"city=Recife", 2, nil},
	} {
		r := answer.Request{Method: "GET", Path: "/eventos", Query: row.query, Time: now}
		var a answer.Answer
		c.Answer(&a, &r, c.Route(&r))
		require.Equal(t, 200, a.Status, row.query)
		var page, agent []string
		for _, m := range struck.FindAllStringSubmatch(string(a.Body), -1) {
			page = append(page, m[1])
		}
		require.Equal(t, row.names, page, row.query)
		list := c.ReadList(new(answer.Answer), row.query, now)
		require.Equal(t, row.total, list.Meta.Total, row.query)
		for _, e := range list.NotOnSale {
			require.Equal(t, resultpage.Past{Slug: e.Slug, Name: e.Name, Note: "Cancelado"}, e)
			agent = append(agent, e.Name)
		}
		require.Equal(t, row.names, agent, row.query)
	}
}
