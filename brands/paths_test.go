package brands_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/rowstest"
)

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
