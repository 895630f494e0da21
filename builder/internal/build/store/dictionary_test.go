package store_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/build/buildtest"
	"cartaz/builder/release"
	"cartaz/builder/release/dcz"
)

// field is a field of a variant, all of its values.
func field(v release.VariantRef, name string) string {
	var values []string
	for _, f := range v.Profile() {
		if f.Name == name {
			values = append(values, f.Value)
		}
	}
	return strings.Join(values, "|")
}

// compressed are the stored bytes of the pages with a dictionary, and that dictionary.
func compressed(t *testing.T, rel *release.Release) (pages map[string]string, sum dcz.Sum) {
	t.Helper()
	pages = map[string]string{}
	for ref := range rel.Resources() {
		for i := range ref.NumVariants() {
			v := ref.Variant(i)
			if v.Coding() != release.Dcz {
				continue
			}
			var ok bool
			sum, ok = v.Dictionary()
			require.True(t, ok)
			body, err := v.Body()
			require.NoError(t, err)
			pages[string(ref.Path())] = string(body)
		}
	}
	return pages, sum
}

// TestDictionary: with the key on, HTML pages have a variant more, and lead to what it was
// compressed with. An event that changes leaves the dictionary and the other pages as they are.
func TestDictionary(t *testing.T) {
	record := func(id int, name string) string {
		return fmt.Sprintf(`{"id":%d,"slug":"e%d","name":%q,"starts_at":"2027-01-01T20:00",`+
			`"location":{"city":"Recife","state_abbr":"PE"}}`, id, id, name)
	}
	const on = buildtest.FileSource + "guards: {max_shrink: 1}\ncompression_dictionary: "
	s := buildtest.NewShop(t, buildtest.Array(record(1, "Samba"), record(2, "Choro")))
	s.YAML(on + "yes\n")
	s.MustPublish()
	rel := s.Live()
	require.NoError(t, rel.Verify(true))
	pages, sum := compressed(t, rel)
	require.Contains(t, pages, "/eventos/e1")
	require.Contains(t, pages, "/cidades/recife-pe")
	path := ""
	for ref := range rel.Resources() {
		for i := range ref.NumVariants() {
			v := ref.Variant(i)
			isPage := strings.HasPrefix(v.ContentType(), "text/html") &&
				ref.Path()[0] == '/' && !strings.HasPrefix(string(ref.Path()), "/embed/")
			require.Equal(t, isPage, strings.Contains(field(v, "Vary"), "Available-Dictionary"),
				"%s %s", ref.Path(), v.ContentType())
			cache := catalog.CacheSealed
			if v.Coding() == release.Dcz {
				require.True(t, isPage, ref.Path())
				cache = catalog.CacheSealedPrivate
			}
			if isPage {
				require.Equal(t, cache, field(v, "Cache-Control"), ref.Path())
				_, link, found := strings.Cut(field(v, "Link"), `, </assets/`)
				require.True(t, found, ref.Path())
				path, found = strings.CutSuffix("/assets/"+link, `>; rel="compression-dictionary"`)
				require.True(t, found, link)
			}
			if field(v, dcz.UseAs) == "" {
				continue
			}
			require.Equal(t, `match="/*", match-dest=("document")`, field(v, dcz.UseAs))
			require.Equal(t, catalog.CacheAsset, field(v, "Cache-Control"))
			if v.Coding() == release.Identity {
				body, err := v.Body()
				require.NoError(t, err)
				require.Equal(t, sum, dcz.SumOf(body))
			}
		}
	}
	ref, ok := rel.Lookup(path)
	require.True(t, ok, path)
	require.NotEmpty(t, field(ref.Variant(0), dcz.UseAs))
	require.NoFileExists(t, filepath.Join(s.Dir(), release.SiteDir, path), "of no use there")

	s.Write("catalogue.json", buildtest.Array(record(1, "Samba"), record(2, "Choro de novo")))
	s.MustPublish()
	next, again := compressed(t, s.Live())
	require.Equal(t, sum, again)
	require.Equal(t, pages["/eventos/e1"], next["/eventos/e1"])
	require.NotEqual(t, pages["/eventos/e2"], next["/eventos/e2"])

	s.YAML(on + "no\n")
	s.MustPublish()
	off := s.Live()
	pages, _ = compressed(t, off)
	require.Empty(t, pages)
	_, ok = off.Lookup(path)
	require.False(t, ok)
	ref, ok = off.Lookup("/eventos/e1")
	require.True(t, ok)
	require.Equal(t, catalog.VaryNegotiated, field(ref.Variant(0), "Vary"))
}
