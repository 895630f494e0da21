package fetch_test

import (
	"net/url"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/upstream/fetch"
	"cartaz/builder/rowstest"
)

// TestAllows: the rules of RFC 9309, section 2.2, with its examples.
func TestRobots(t *testing.T) {
	const text = "\ufeffUser-agent: *\nDisallow: *.gif$\nDisallow: /example/\n" +
		"Allow: /publications/\nCrawl-delay: 2.5\n\n" +
		"User-Agent: foobot # a comment\nuser-agent: cartaz-builder\r\nDisallow:/\n" +
		"Allow:/example/page.html\nAllow:/example/allowed.gif\nAllow: /q?a=*&b\n\n" +
		"User-agent: quxbot\nDisallow: /x\nnonsense\n\nSitemap: https://v.example/map.xml\n"
	for _, tt := range rowstest.Read[[]struct {
		Agent, Path string
		Want        bool
	}](t, "testdata/robots.yaml") {
		u, err := url.Parse("https://v.example" + tt.Path)
		require.NoError(t, err)
		require.Equal(t, tt.Want, fetch.ParseRobots(text, tt.Agent).Allows(u.RequestURI()), tt)
	}
	rules := fetch.ParseRobots(text, "other")
	require.Equal(t, 2500*time.Millisecond, rules.Delay)
	require.Equal(t, []string{"https://v.example/map.xml"}, rules.Maps)
	require.Zero(t, fetch.ParseRobots(text, "Cartaz-Builder").Delay)
	require.Equal(t, 30*time.Second,
		fetch.ParseRobots("User-agent: *\nCrawl-delay: 1e9", "x").Delay)
}

// TestRobotsGroups: groups of one name are joined, and line ends are of any kind.
func TestRobotsGroups(t *testing.T) {
	const body = "\ufeffUser-agent: *\r\nDisallow: /private\rAllow: /private/open\nDisallow: " +
		"/*.pdf$\nDisallow: /a*b*c\nDisallow:\n\n" +
		"user-agent: One # a comment\nUSER-AGENT: two\nDISALLOW: /only-them\nunknown: " +
		"line\n\nUser-agent: one\nDisallow: /more\n"
	tests := rowstest.Read[[]struct {
		Name, Agent, Target string
		Want                bool
	}](t, "testdata/robots-groups.yaml")
	for _, tt := range tests {
		t.Run(tt.Name, func(t *testing.T) {
			require.Equal(t, tt.Want, fetch.ParseRobots(body, tt.Agent).Allows(tt.Target))
		})
	}
	require.True(t, fetch.ParseRobots("Disallow: /\n", "x").Allows("/"),
		"a rule outside a group says nothing")
	require.True(t,
		fetch.ParseRobots("User-agent: *\nDisallow: /a\nAllow: /a\n", "x").Allows("/a"),
		"a tie allows")
}

// FuzzParse: no text makes it panic or take long.
// TestNormal: one address has one form, in robots.txt and in source.links alike; an escape of a
// character with a meaning is another address.
func TestNormal(t *testing.T) {
	for _, tt := range []struct{ written, normal string }{
		{"/agenda/ação", "/agenda/a%C3%A7%C3%A3o"},
		{"/agenda/%c3%a9poca", "/agenda/%C3%A9poca"},
		{"/%7Eu/%70rivate%2D1", "/~u/private-1"},
		{"/foo/bar/ツ?q=%e3%83%84", "/foo/bar/%E3%83%84?q=%E3%83%84"},
		{"/a%2fb%3F%20%2b+", "/a%2Fb%3F%20%2B+"},
		{"/100%/%zz*$", "/100%/%zz*$"},
		{"/\xe9t\xe9", "/%E9t%E9"},
	} {
		require.Equal(t, tt.normal, fetch.Normal(tt.written))
		require.Equal(t, tt.normal, fetch.Normal(tt.normal))
		rules := fetch.ParseRobots("User-agent: *\nDisallow: "+tt.written, "x")
		require.False(t, rules.Allows(tt.normal), tt.written)
	}
}

func FuzzParseRobots(f *testing.F) {
	f.Add("User-agent: *\nDisallow: /*a*b$", "/xaxb")
	f.Fuzz(func(_ *testing.T, text, path string) {
		fetch.ParseRobots(text, "x").Allows((&url.URL{Path: path}).RequestURI())
	})
}
