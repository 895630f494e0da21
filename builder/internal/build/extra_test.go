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
