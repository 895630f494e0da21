package answer_test

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/resultpage"
	"cartaz/builder/rowstest"
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
	for _, row := range rowstest.Read[[]struct {
		Query string
		Total int
		Names []string
	}](t, "testdata/named.yaml") {
		r := answer.Request{Method: "GET", Path: "/eventos", Query: row.Query, Time: now}
		var a answer.Answer
		c.Answer(&a, &r, c.Route(&r))
		require.Equal(t, 200, a.Status, row.Query)
		var page, agent []string
		for _, m := range struck.FindAllStringSubmatch(string(a.Body), -1) {
			page = append(page, m[1])
		}
		require.Equal(t, row.Names, page, row.Query)
		list := c.ReadList(new(answer.Answer), row.Query, now)
		require.Equal(t, row.Total, list.Meta.Total, row.Query)
		for _, e := range list.NotOnSale {
			require.Equal(t, resultpage.Past{Slug: e.Slug, Name: e.Name, Note: "Cancelado"}, e)
			agent = append(agent, e.Name)
		}
		require.Equal(t, row.Names, agent, row.Query)
	}
}
