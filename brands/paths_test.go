package brands_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
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
	for more, want := range map[string]string{
		"events: agenda": "9: paths.events: /agenda is another address",
		"concerts: a":    "9: paths.concerts: no address begins",
		"events: Shows":  `9: paths.events: "Shows" cannot be in an address`,

		"events: a, cities: a": "9: paths.events: /a is another address",

		"events: api":              "/api is another address",
		"events: assets":           "/assets is another address",
		"events: mcp":              "/mcp is another address",
		"events: site":             "/site is another address",
		"events: apple-touch-icon": "/apple-touch-icon is another address",
		"events: .well-known":      "cannot be in an address",
		"events: a/b":              "cannot be in an address",
		"events: /shows":           "cannot be in an address",
		"events: ..":               "cannot be in an address",
		"events: shows.md":         "cannot be in an address",
		"events: événements":       "cannot be in an address",
		"events: sho%77s":          "cannot be in an address",
		"events: cidades":          "/cidades is another address",
		"events: salvos":           "/salvos is another address",
		"events: embed":            "/embed is another address",
		"events: letra, letter: x": "=",
		`events: ""`:               "is empty",

		"events: " + strings.Repeat("a", 61): "cannot be in an address",
	} {
		_, _, err := withFiles(t, least+"paths: {"+more+"}\n", nil)
		if want == "=" {
			require.NoError(t, err, more)
			continue
		}
		require.ErrorContains(t, err, want)
	}
}
