package build_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/release"
	"cartaz/builder/release/oembed"
)

// TestEmbeds: each city, organiser, venue and topic has a list for frames on other sites, a country
// has none. It is a form of the group's page, the sitemap does not list it, and only it may stand
// in a frame.
func TestEmbeds(t *testing.T) {
	t.Parallel()
	s := newShop(t, groupsCatalogue)
	s.mustPublish()
	rel := s.live()
	titles := body(t, rel, oembed.PathTitles, "text/plain")
	sitemap := body(t, rel, "/sitemap.xml", "application/xml")
	count := 0
	for ref := range rel.Resources() {
		path := string(ref.Path())
		group, ok := strings.CutPrefix(path, "/embed")
		if !ok {
			continue
		}
		count++
		require.Equal(t, group, string(ref.Canonical()))
		require.Equal(t, catalog.TwinPath(group), string(ref.Alternate()))
		html := ref.Variant(0)
		require.Equal(t, "text/html; charset=utf-8", html.ContentType())
		fields := map[string]string{}
		for _, f := range html.Profile() {
			fields[f.Name] = f.Value
		}
		require.Contains(t, fields["Content-Security-Policy"], "frame-ancestors *")
		require.Equal(t, "noindex", fields["X-Robots-Tag"])
		require.Equal(t, catalog.CacheSealed, fields["Cache-Control"])
		require.Equal(t, body(t, rel, group, "text/markdown"), body(t, rel, path, "text/markdown"))
		require.NotContains(t, sitemap, path)
		title, ok := oembed.FindTitle([]byte(titles), group)
		require.True(t, ok, group)
		require.Contains(t, body(t, rel, group, "text/html"), "<h1>"+title+"</h1>")
	}
	require.Equal(t, strings.Count(titles, "\n"), count)
	for _, path := range []string{"/embed/cidades/graz", "/embed/locais/stadthalle-graz",
		"/embed/temas/rock"} {
		_, ok := rel.Lookup(path)
		require.True(t, ok, path)
	}
	_, ok := rel.Lookup("/embed/paises/at")
	require.False(t, ok)
}

// TestEmbedsMoveWithTheirPage: an event draws anew the lists of its own groups, no other one.
func TestEmbedsMoveWithTheirPage(t *testing.T) {
	t.Parallel()
	s := newShop(t, groupsCatalogue)
	s.mustPublish()
	lists := func(rel *release.Release) map[string]string {
		all := map[string]string{}
		for ref := range rel.Resources() {
			if path := string(ref.Path()); strings.HasPrefix(path, "/embed/") {
				all[path] = body(t, rel, path, "text/html")
			}
		}
		return all
	}
	before := lists(s.live())
	s.write("catalogue.json",
		strings.Replace(groupsCatalogue, `"name": "Três"`, `"name": "Trio"`, 1))
	s.options.Now = noon.Add(1e9)
	s.mustPublish()
	var changed []string
	for path, text := range lists(s.live()) {
		if before[path] != text {
			changed = append(changed, path)
		}
	}
	require.ElementsMatch(t, []string{"/embed/cidades/graz", "/embed/locais/stadthalle-graz",
		"/embed/temas/rock", "/embed/temas/samba"}, changed)
}
