package build_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/build/buildtest"
	"cartaz/builder/search"
)

// TestCallCloses: a call for papers that has ended is found no more, and the page, which holds no
// clock, stays as it is. A record without a call is not drawn again.
func TestCallCloses(t *testing.T) {
	t.Parallel()
	s := newShop(t, buildtest.Array(buildtest.Samba, `{"id":9,"name":"Conferência","slug":"conf",
		"starts_at":"2027-03-01","cfp_url":"https://cfp.example/9","cfp_until":"2026-11-20"}`))
	calls := func() int {
		index, err := search.Open(s.Live().SearchIndex())
		require.NoError(t, err)
		_, n := index.Search(search.Query{CFP: true}, 0, 0, nil)
		return n
	}
	s.MustPublish()
	require.Equal(t, 1, calls())
	require.Contains(t, buildtest.Body(t, s.Live(), "/eventos/conf", "text/html"),
		`<dt>Chamada de trabalhos</dt><dd><p><a href="https://cfp.example/9" `+
			`rel="noreferrer">até 20 nov 2026</a></p></dd>`)
	page := s.markdown("/eventos/conf")
	require.Contains(t, page, "cfp_until: \"2026-11-20\"\n")
	require.Contains(t, page,
		"- **Chamada de trabalhos:** [até 20 nov 2026](<https://cfp.example/9>)\n")

	s.Options.Now = buildtest.Noon.Add(48 * time.Hour)
	require.Equal(t, 1, s.MustPublish().Drawn)
	require.Zero(t, calls())
	require.Equal(t, page, s.markdown("/eventos/conf"))
}

// TestDoors: the page says when doors open. A record that names them has another hash, so its page
// is drawn; nobody plans anew by them, so the event does not count as revised.
func TestDoors(t *testing.T) {
	t.Parallel()
	event := func(more string) string {
		return buildtest.Array(`{"id":9,"name":"Baile","slug":"baile",
			"starts_at":"2027-03-01T21:00:00-03:00"` + more + `}`)
	}
	s := newShop(t, event(""))
	s.MustPublish()
	before := buildtest.Body(t, s.Live(), "/eventos/baile.ics", "text/calendar")
	s.Write("catalogue.json", event(`,"doors_at":"2027-03-01T19:30:00-03:00"`))
	require.Equal(t, 1, s.MustPublish().Drawn)
	require.Contains(t, buildtest.Body(t, s.Live(), "/eventos/baile", "text/html"),
		"<p>Abertura das portas: 19h30</p>")
	page := s.markdown("/eventos/baile")
	require.Contains(t, page, "doors_at: \"2027-03-01T19:30:00-03:00\"\n")
	require.Contains(t, page, "- **Abertura das portas:** 19h30\n")
	require.Equal(t, before, buildtest.Body(t, s.Live(), "/eventos/baile.ics", "text/calendar"))

	s.Write("catalogue.json", event(`,"doors_at":"2027-02-28T19:30:00-03:00"`))
	s.MustPublish()
	require.Contains(t, s.markdown("/eventos/baile"), "28 fev 2027, 19h30\n")
}
