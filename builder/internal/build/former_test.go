package build_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/build/buildtest"
	"cartaz/builder/internal/build/keep"
)

// TestFormerAddresses: a release knows where events are that had another address, and which were
// removed, also when that was some releases ago; an address that is in use again is not among them.
func TestFormerAddresses(t *testing.T) {
	t.Parallel()
	s := newShop(t, buildtest.Array(buildtest.Samba, buildtest.Choro, buildtest.Frevo,
		buildtest.Coco))
	s.YAML(buildtest.FileSource + "guards: {max_shrink: 1}\n")
	s.MustPublish()
	former := func() string {
		table, err := keep.Body(s.Live(), catalog.FormerPath)
		require.NoError(t, err)
		return string(table)
	}
	require.Empty(t, former())

	renamed := strings.Replace(buildtest.Samba, `"slug":"samba"`, `"slug":"samba-2027"`, 1)
	s.Write("catalogue.json", buildtest.Array(renamed, buildtest.Coco, buildtest.Choro))
	s.MustPublish()
	gone := catalog.GoneKey("/eventos/frevo")
	require.Equal(t, "/eventos/samba\t/eventos/samba-2027 2026-11-20\n"+
		gone+"\t:gone/cidades/olinda-pe 2026-11-20\n", former())
	page := buildtest.Body(t, s.Live(), ":gone/cidades/olinda-pe", "text/html")
	require.Contains(t, page, "<h1>Este evento saiu do ar</h1>")
	require.Contains(t, page, `<h2 id="perto"><a href="/cidades/olinda-pe">Olinda, PE</a></h2>`)
	require.Contains(t, page, `<li><a href="/eventos/coco">Coco · `)
	require.NotContains(t, page, "choro")
	require.NotContains(t, page, "<code>")
	require.Contains(t, buildtest.Body(t, s.Live(), ":gone", "text/markdown"), "choro")

	// It moves on, the city of the other has no more events, and a third one goes.
	s.Options.Now = buildtest.Noon.Add(24 * time.Hour)
	s.Write("catalogue.json", buildtest.Array(strings.Replace(renamed, "2027", "2028", 1),
		buildtest.Choro))
	s.MustPublish()
	require.Equal(t, "/eventos/samba\t/eventos/samba-2028 2026-11-20\n"+
		"/eventos/samba-2027\t/eventos/samba-2028 2026-11-21\n"+
		catalog.GoneKey("/eventos/coco")+"\t:gone/cidades/olinda-pe 2026-11-21\n"+
		gone+"\t:gone/cidades/olinda-pe 2026-11-20\n", former())
	_, ok := s.Live().Lookup(":gone/cidades/olinda-pe")
	require.False(t, ok)
	require.False(t, s.MustBuild().Published)

	s.Write("catalogue.json", buildtest.Array(buildtest.Samba, buildtest.Choro, buildtest.Frevo,
		buildtest.Coco))
	s.MustPublish()
	require.Equal(t, "/eventos/samba-2027\t/eventos/samba 2026-11-21\n"+
		"/eventos/samba-2028\t/eventos/samba 2026-11-21\n", former())

	// Redirects of brand.yaml come first, and end with their line.
	const guards = buildtest.FileSource + "guards: {max_shrink: 1}\n"
	s.YAML(guards + "redirects: {/eventos/samba-2027: /eventos/frevo, " +
		"/programação/: 'https://a.example/á'}\n")
	s.MustPublish()
	require.Equal(t, "/eventos/samba-2027\t/eventos/frevo\n"+
		"/eventos/samba-2028\t/eventos/samba 2026-11-21\n"+
		"/programação\thttps://a.example/%C3%A1\n", former())
	// So do spellings of topics, of those that have a page.
	s.Write("catalogue.json", buildtest.Array(strings.Replace(buildtest.Samba, `{`,
		`{"tags":["Roda"],`, 1), buildtest.Choro, buildtest.Frevo, buildtest.Coco))
	s.YAML(guards + "topics: {roda: Samba, rodas: samba de roda}\n")
	s.MustPublish()
	require.Equal(t, "/eventos/samba-2027\t/eventos/samba 2026-11-21\n"+
		"/eventos/samba-2028\t/eventos/samba 2026-11-21\n"+
		"/temas/roda\t/temas/samba\n", former())
	s.YAML(guards)
	s.MustPublish()
	require.Equal(t, "/eventos/samba-2027\t/eventos/samba 2026-11-21\n"+
		"/eventos/samba-2028\t/eventos/samba 2026-11-21\n", former())
}
