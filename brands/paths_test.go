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
	for _, at := range []struct {
		locale, more string
		files        map[string]string
		want         string // of the list
	}{
		{"pt-BR", "", nil, "/eventos"},
		{"pt-PT", "", nil, "/eventos"},
		{"es", "", nil, "/eventos"},
		{"en", "", nil, "/events"},
		{"fr", "", nil, "/evenements"},
		{"de", "", nil, "/veranstaltungen"},
		{"en", "paths: {events: shows}\n", nil, "/shows"},
		{"pt-BR", "paths: {events: shows}\n", nil, "/shows"},
		{"en", "paths: {events: eventos}\n", nil, "/eventos"},
		{"en", "paths: {cities: events}\n", nil, "/eventos"},
		{"en", "", map[string]string{"pages/events.md": about}, "/eventos"},
		{"en", "", map[string]string{"static/events.txt": "x"}, "/eventos"},
		{"en", "redirects: {/events: /eventos}\n", nil, "/eventos"},
	} {
		b, _, err := withFiles(t, strings.Replace(least, "pt-BR", at.locale, 1)+at.more, at.files)
		require.NoError(t, err, at)
		require.Equal(t, b.SiteURL+at.want, b.Address(catalog.EventsPath), at)
		_, fault := b.LinkFault(at.want)
		require.False(t, fault, at)
	}
	// The code spells as the Portuguese locale does.
	b, _, err := withFiles(t, strings.Replace(least, "pt-BR", "de", 1), nil)
	require.NoError(t, err)
	for _, path := range []string{catalog.EventsPath, catalog.CitiesPath, catalog.OrganisersPath,
		catalog.VenuesPath, catalog.CountriesPath, catalog.TopicsPath, catalog.ArchivePath,
		catalog.AgendaPath, catalog.TodayPath, catalog.TomorrowPath, catalog.WeekendPath,
		catalog.ProblemPath("x"), catalog.IndexLetterPath(catalog.CitiesPath, "b", 2)} {
		require.NotEqual(t, path, b.Spelling.Own(path))
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
