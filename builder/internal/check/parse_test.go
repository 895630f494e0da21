package check_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/check"
)

func TestRobots(t *testing.T) {
	const body = "\ufeffUser-agent: *\r\nDisallow: /private\rAllow: /private/open\nDisallow: " +
		"/*.pdf$\nDisallow: /a*b*c\nDisallow:\n\n" +
		"user-agent: One # a comment\nUSER-AGENT: two\nDISALLOW: /only-them\nunknown: " +
		"line\n\nUser-agent: one\nDisallow: /more\n"
	tests := []struct {
		name, agent, target string
		want                bool
	}{
		{"nothing said", "x", "/", true},
		{"forbidden below a path", "x", "/private/x", false},
		{"the longest decides", "x", "/private/open/x", true},
		{"end of the target", "x", "/x.pdf", false},
		{"not the end", "x", "/x.pdf?y", true},
		{"stars", "x", "/a-b-c-d", false},
		{"stars in another order", "x", "/a-c-b", true},
		{"own group hides the one for everybody", "one", "/private", true},
		{"own group", "ONE", "/only-them", false},
		{"groups of one name are joined", "one", "/more", false},
		{"the other name of a group", "two", "/only-them", false},
		{"not in the second group", "two", "/more", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, tt.want, check.RobotsAllow(body, tt.agent, tt.target))
		})
	}
	require.True(t, check.RobotsAllow("Disallow: /\n", "x", "/"),
		"a rule outside a group says nothing")
	require.True(t, check.RobotsAllow("User-agent: *\nDisallow: /a\nAllow: /a\n", "x", "/a"),
		"a tie allows")
}

func TestLinks(t *testing.T) {
	tests := []struct {
		name, field string
		want        []check.Link
	}{
		{"plain", `</a>; rel="next"`, []check.Link{{Href: "/a", Rels: []string{"next"}}}},
		{"token", `</a>;rel=next;type=text/html`,
			[]check.Link{{Href: "/a", Type: "text/html", Rels: []string{"next"}}}},
		{"several relations", `</a>; rel="Next  last"`,
			[]check.Link{{Href: "/a", Rels: []string{"next", "last"}}}},
		{"several links", `</a>; rel=a, <b,c>; rel=b`,
			[]check.Link{{Href: "/a", Rels: []string{"a"}}, {Href: "b,c", Rels: []string{"b"}}}},
		{"comma and semicolon in quotes", `</a>; title="x, <y>; rel=z"; rel=a`,
			[]check.Link{{Href: "/a", Rels: []string{"a"}}}},
		{"the first rel counts", `</a>; rel=a; rel=b`,
			[]check.Link{{Href: "/a", Rels: []string{"a"}}}},
		{"no target", `rel=a`, nil},
		{"no end", `</a; rel=a`, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, tt.want, check.Links(tt.field))
		})
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"User-agent: *\nDisallow: /*a*$\nContent-Signal: search=yes",
		`</a>; rel="x"; type="a\"b", <`,
		`{"linkset":[{"anchor":"/","item":[{"href":"/"}]}]}`,
		eventLD, `[{"@graph":[{"@type":["Event"],"offers":[1],"location":[null]}]}]`,
		skillText, "data: {\n\ndata:", `{"tools":[{"name":"x"}]}`,
		`<html lang=x><h1><img><script type="application/ld+json">{}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(_ *testing.T, body []byte) { check.ParseAll(body) })
}
