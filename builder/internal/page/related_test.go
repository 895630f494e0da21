package page_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/page"
	"cartaz/templates"
)

// TestRelated: a page leads to other dates by their places, to other events by their names, and
// says which are sold out, in both forms.
func TestRelated(t *testing.T) {
	other := evinha()
	other.Slug, other.Location = "evinha-rio", &catalog.Place{City: "Rio de Janeiro",
		StateAbbr: "RJ", Name: "Circo Voador"}
	for i := range other.Tickets {
		other.Tickets[i].Available = false
	}
	next := sparse()
	next.Slug, next.Name = "depois", "Depois *daqui*"
	rec := evinha()
	e, err := mustNew(t, palco()).Event(rec, cleaned(rec), page.Related{
		Dates: []*catalog.Record{other}, Organiser: []*catalog.Record{next}})
	require.NoError(t, err)
	for _, said := range []string{
		`href="/eventos/evinha-rio">Rio de Janeiro, RJ · Circo Voador</a>`,
		`<span class="tag">Esgotado</span>`, `href="/eventos/depois">Depois *daqui*</a>`} {
		require.Contains(t, string(e.HTML), said)
	}
	require.Contains(t, string(e.Markdown), "[Rio de Janeiro, RJ · Circo Voador]"+
		"(https://palco.example/eventos/evinha-rio.md) · Esgotado\n")
	require.Contains(t, string(e.Markdown), `[Depois \*daqui\*]`)
	require.NotContains(t, string(e.HTML), "No mesmo local")
}

// TestCalendarLinks: the calendars of the web get the hours of an event, or its days.
func TestCalendarLinks(t *testing.T) {
	r, rec := mustNew(t, palco()), evinha()
	html := string(mustEvent(t, r, rec).HTML)
	require.Contains(t, html, "&amp;dates=20260524T000000Z%2F20260524T010000Z&amp;")
	require.Contains(t, html, "&amp;startdt=2026-05-23T21%3A00%3A00-03%3A00&amp;enddt=2026-05-23")
	rec.Starts = catalog.ParseMoment("2026-05-23")
	rec.Ends = catalog.ParseMoment("2026-05-24")
	html = string(mustEvent(t, r, rec).HTML)
	require.Contains(t, html, "&amp;dates=20260523%2F20260525&amp;")
	require.Contains(t, html, "&amp;enddt=2026-05-25&amp;")
}

// TestScript: event pages and the page of saved events load one small script, which a brand can do
// without.
func TestScript(t *testing.T) {
	require.LessOrEqual(t, len(templates.Embedded[templates.Script]), 3<<10)
	b := palco()
	saved, err := mustNew(t, b).Saved()
	require.NoError(t, err)
	event := mustEvent(t, mustNew(t, b), evinha())
	for _, html := range [][]byte{saved.HTML, event.HTML} {
		require.Regexp(t, `<script src="/assets/[0-9a-f]{16}\.js" defer></script>`, string(html))
	}
	require.Contains(t, string(saved.Markdown), "nada sai dele")
	b.Scripts = false
	require.NotContains(t, string(mustEvent(t, mustNew(t, b), evinha()).HTML), "<script src")
}
