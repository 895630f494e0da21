package brands_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/catalog"
	"cartaz/builder/rowstest"
)

// TestAlternates: sites of one catalogue name each other, by key or by address, and Load fills in
// the addresses.
func TestAlternates(t *testing.T) {
	site := func(key, locale, alternates string) string {
		return strings.NewReplacer("pt-BR", locale, "palco.example",
			key+".example").Replace(least) + "alternates: " + alternates + "\n"
	}
	dir := installation(t, map[string]string{
		"palco/brand.yaml": site("palco", "pt-BR",
			"{en: stage, de: https://de.example, x-default: stage}"),
		"stage/brand.yaml": site("stage", "en", "{pt-BR: https://palco.example, x-default: stage}"),
	})
	loaded, err := brands.Load(dir, env(nil))
	require.NoError(t, err)
	type entry struct{ lang, key, site string }
	var got [][]entry
	for _, b := range loaded {
		var list []entry
		for _, a := range b.Alternates {
			list = append(list, entry{a.Lang, a.Key, a.SiteURL})
		}
		got = append(got, list)
	}
	require.Equal(t, [][]entry{{
		{"de", "", "https://de.example"}, {"en", "stage", "https://stage.example"},
		{"pt-BR", "palco", "https://palco.example"},
		{"x-default", "stage", "https://stage.example"},
	}, {
		{"en", "stage", "https://stage.example"}, {"pt-BR", "palco", "https://palco.example"},
		{"x-default", "stage", "https://stage.example"},
	}}, got)

	stage := filepath.Join(dir, "stage", "brand.yaml")
	text, err := os.ReadFile(stage)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(stage, append(text, "paths: {events: shows}\n"...), 0o600))
	spelt, err := brands.Load(dir, env(nil))
	require.NoError(t, err)
	require.Equal(t, "https://stage.example/shows", spelt[0].Alternates[1].Address("/eventos"))
	require.NotEqual(t, loaded[0].Hash(), spelt[0].Hash(), "links of palco lead to other addresses")

	for name, tt := range rowstest.Read[map[string]struct{ Palco, Stage, Want string }](t,
		"testdata/alternates.yaml") {
		t.Run(name, func(t *testing.T) {
			dir := installation(t, map[string]string{
				"palco/brand.yaml": site("palco", "pt-BR", tt.Palco),
				"stage/brand.yaml": site("stage", "en", tt.Stage),
			})
			_, err := brands.Load(dir, env(nil))
			require.ErrorContains(t, err, "palco/brand.yaml:9: alternates")
			require.ErrorContains(t, err, tt.Want)
		})
	}
}

// TestAlternateOfAFaultyBrand: a brand does not fail because another one does.
func TestAlternateOfAFaultyBrand(t *testing.T) {
	dir := installation(t, map[string]string{
		"palco/brand.yaml": least + "alternates: {en: stage, de: https://de.example}\n",
		"stage/brand.yaml": "name: [",
	})
	loaded, err := brands.Load(dir, env(nil))
	require.Len(t, brands.Errors(err), 1)
	require.Len(t, loaded, 1)
	require.Len(t, loaded[0].Alternates, 2, "German and its own")
}

// Addresses begin with the words of the brand's language, unless the brand has its own word or has
// given the address to a page, a file or a redirect.
func TestPaths(t *testing.T) {
	for _, at := range rowstest.Read[[]struct {
		Locale, More string
		Files        map[string]string
		Want         string // of the list
	}](t, "testdata/address-paths.yaml") {
		b, _, err := withFiles(t, strings.Replace(least, "pt-BR", at.Locale, 1)+at.More, at.Files)
		require.NoError(t, err, at)
		require.Equal(t, b.SiteURL+at.Want, b.Address(catalog.EventsPath), at)
		_, fault := b.LinkFault(at.Want)
		require.False(t, fault, at)
	}
	// The code spells as the Portuguese locale does.
	b, _, err := withFiles(t, strings.Replace(least, "pt-BR", "de", 1), nil)
	require.NoError(t, err)
	for _, path := range []string{catalog.EventsPath, catalog.CitiesPath, catalog.OrganisersPath,
		catalog.VenuesPath, catalog.CountriesPath, catalog.TopicsPath, catalog.ArtistsPath,
		catalog.ArchivePath, catalog.AgendaPath, catalog.TodayPath, catalog.TomorrowPath,
		catalog.WeekendPath, catalog.ProblemPath("x"),
		catalog.IndexLetterPath(catalog.CitiesPath, "b", 2)} {
		require.NotEqual(t, path, b.Spelling.Own(path))
	}
	for name, word := range catalog.PathWords {
		if name != "letter" {
			page := map[string]string{"pages/" + word + ".md": "---\ntitle: X\n---\nX\n"}
			_, _, err = withFiles(t, least, page)
			require.ErrorContains(t, err, "/"+word+" is an address of the site itself")
		}
	}
	for more, want := range rowstest.Read[map[string]string](t, "testdata/paths.yaml") {
		_, _, err := withFiles(t, least+"paths: {"+more+"}\n", nil)
		if want == "=" {
			require.NoError(t, err, more)
			continue
		}
		require.ErrorContains(t, err, want)
	}
}
