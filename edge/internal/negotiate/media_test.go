package negotiate_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"cartaz/builder/release"
	"cartaz/builder/rowstest"
	"cartaz/edge/internal/negotiate"
)

// What two clients send; the corpus has them all.
const (
	agentAccept  = "text/markdown, text/html, */*"
	chromeAccept = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp," +
		"image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7"
)

func TestMarkdown(t *testing.T) {
	tests := rowstest.Read[[]struct {
		Name, Accept string
		Want         bool
	}](t, "testdata/markdown.yaml")
	for _, tt := range tests {
		t.Run(tt.Name, func(t *testing.T) {
			require.Equal(t, tt.Want, negotiate.Markdown(tt.Accept), tt.Accept)
		})
	}
}

// Eight kilobytes of anything are read in one pass and without garbage.
func TestMarkdownLongFields(t *testing.T) {
	for name, accept := range map[string]string{
		"members":       strings.Repeat("a/b;q=0.1,", 800) + "text/markdown",
		"parameters":    "text/markdown" + strings.Repeat(";a=b", 2000),
		"quotes":        `a/b;x="` + strings.Repeat(`\"`, 4000) + `", text/markdown`,
		"digits":        "text/markdown;q=0." + strings.Repeat("0", 8000) + "1",
		"many markdown": strings.Repeat("text/markdown;q=0.001,", 380),
	} {
		t.Run(name, func(t *testing.T) {
			require.True(t, negotiate.Markdown(accept))
			require.Zero(t, testing.AllocsPerRun(10, func() { negotiate.Markdown(accept) }))
		})
	}
}

// The rule of specs/09 written the slow way, over lists that hold each range at
// most once: order, case and white space of the members must not matter.
func TestMarkdownProperty(t *testing.T) {
	types := []string{"text/markdown", "text/html", "application/xhtml+xml", "text/*", "*/*",
		"image/png", "text/plain"}
	rapid.Check(t, func(t *rapid.T) {
		order := rapid.Permutation(types).Draw(t, "order")
		n := rapid.IntRange(0, len(types)).Draw(t, "n")
		weights := map[string]int{}
		var members []string
		for _, name := range order[:n] {
			w := rapid.SampledFrom([]int{0, 1, 100, 500, 700, 999, 1000}).Draw(t, name)
			weights[name] = w
			if rapid.Bool().Draw(t, "capitals") {
				name = strings.ToUpper(name)
			}
			space := rapid.SampledFrom([]string{"", " ", "\t", "  "}).Draw(t, "space")
			if w == 1000 && rapid.Bool().Draw(t, "bare") {
				members = append(members, space+name)
			} else {
				members = append(members, fmt.Sprintf("%s%s;%sq=%d.%03d", space, name, space,
					w/1000, w%1000))
			}
		}
		html := 0
		for _, name := range types[1:5] {
			if w, ok := weights[name]; ok {
				html = w
				break
			}
		}
		want := weights["text/markdown"] > 0 && weights["text/markdown"] >= html
		require.Equal(t, want, negotiate.Markdown(strings.Join(members, ",")))
	})
}

func FuzzMarkdown(f *testing.F) {
	for _, accept := range []string{"", agentAccept, chromeAccept,
		"text/markdown;q=0.5; q=.2, *; q=.2", `a/b;x="\",",text/markdown`,
		"text/markdown;q=0.5;q=1", "text/markdown;q=.5"} {
		f.Add(accept)
	}
	f.Fuzz(func(t *testing.T, accept string) {
		if negotiate.Markdown(accept) && !strings.Contains(strings.ToLower(accept),
			"text/markdown") {
			t.Fatalf("%q chose Markdown without naming it", accept)
		}
		if negotiate.Markdown("text/html,"+accept) && !negotiate.Markdown(accept) {
			t.Fatalf("%q: a wish for HTML brought Markdown", accept)
		}
	})
}

func TestPage(t *testing.T) {
	for accept, want := range rowstest.Read[map[string]bool](t, "testdata/page.yaml") {
		require.Equal(t, want, negotiate.Page(accept), "%q", accept)
		require.Zero(t, testing.AllocsPerRun(10, func() { negotiate.Page(accept) }))
	}
}

func TestNamed(t *testing.T) {
	for _, tc := range rowstest.Read[[]struct {
		Accept string
		Want   bool
	}](t, "testdata/named.yaml") {
		t.Run(tc.Accept, func(t *testing.T) {
			require.Equal(t, tc.Want, negotiate.Named(tc.Accept, "application/card+json",
				"application/json"))
		})
	}
}

// client is a row of testdata/accept.json: the Accept field that a real client sends (null for no
// field), the variant of a page that it must get, and where the field can be checked. Rows without
// an address were captured: the client opened a page of a server that logged its request.
type client struct {
	Name   string  `json:"name"`
	Kind   string  `json:"kind"`
	Accept *string `json:"accept"`
	Want   string  `json:"want"`
	Source string  `json:"source"`
}

// TestCorpus holds the rule against what clients in use really send. The caches
// of the edge's own tests are asked with the same file.
func TestCorpus(t *testing.T) {
	text, err := os.ReadFile("testdata/accept.json")
	require.NoError(t, err)
	var clients []client
	decoder := json.NewDecoder(strings.NewReader(string(text)))
	decoder.DisallowUnknownFields()
	require.NoError(t, decoder.Decode(&clients))
	names := map[string]bool{}
	counts := map[string]int{}
	for _, c := range clients {
		t.Run(c.Name, func(t *testing.T) {
			require.False(t, names[c.Name], "named twice")
			names[c.Name] = true
			counts[c.Kind+" "+c.Want]++
			require.True(t, slices.Contains([]string{"agent", "browser", "crawler", "tool"},
				c.Kind), c.Kind)
			require.True(t, strings.HasPrefix(c.Source, "https://") ||
				strings.HasPrefix(c.Source, "captured from "), "source %q", c.Source)
			accept := ""
			if c.Accept != nil {
				require.NotEmpty(t, *c.Accept, "no field is null")
				accept = *c.Accept
			}
			require.Contains(t, []string{"html", "markdown"}, c.Want)
			require.Equal(t, c.Want == "markdown", negotiate.Markdown(accept), accept)
		})
	}
	require.Zero(t, counts["browser markdown"], "a browser never gets Markdown")
	require.GreaterOrEqual(t, counts["agent markdown"], 8)
	require.GreaterOrEqual(t, counts["browser html"], 15)
}

// all holds every coding.
var all = negotiate.Set(0).With(release.Identity).With(release.Gzip).With(release.Zstd)

// order returns the codings that are chosen one after the other, each without those before.
func order(field string) string {
	var list []string
	for have := all; ; {
		c := negotiate.Coding(field, have)
		if !have.Has(c) {
			return strings.Join(list, " ")
		}
		list = append(list, c.String())
		have &^= negotiate.Set(0).With(c)
	}
}

func TestCodings(t *testing.T) {
	tests := rowstest.Read[[]struct{ Name, Field, Want string }](t, "testdata/codings.yaml")
	for _, tt := range tests {
		t.Run(tt.Name, func(t *testing.T) {
			require.Equal(t, tt.Want, order(tt.Field), tt.Field)
		})
	}
}

func TestCodingOfStored(t *testing.T) {
	plain := negotiate.Set(0).With(release.Identity)
	gz := plain.With(release.Gzip)
	tests := []struct {
		name, field string
		have        negotiate.Set
		want        release.Coding
	}{
		{"best that exists", "gzip, zstd", gz, release.Gzip},
		{"only identity exists", "gzip, zstd", plain, release.Identity},
		{"identity refused, coding missing", "zstd, identity;q=0", gz, release.Identity},
		{"nothing exists", "gzip", 0, release.Identity},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, tt.want, negotiate.Coding(tt.field, tt.have))
		})
	}
}

func TestSet(t *testing.T) {
	s := negotiate.Set(0).With(release.Zstd)
	require.True(t, s.Has(release.Zstd))
	require.False(t, s.Has(release.Gzip))
	require.False(t, s.Has(release.Identity))
}

func FuzzCodings(f *testing.F) {
	for _, field := range []string{"", "gzip, deflate, br, zstd", "*;q=0",
		"identity;q=0, gzip;q=0.5", `gzip;a="`, "zstd;q=.5", "gzip, br, zstd, dcb, dcz"} {
		f.Add(field)
	}
	f.Fuzz(func(t *testing.T, field string) {
		lower := strings.ToLower(field)
		if c := negotiate.Coding(field, all); c != release.Identity &&
			!strings.Contains(lower, c.String()) && !strings.Contains(lower, "*") {
			t.Fatalf("%q: %s from nowhere", field, c)
		}
	})
}

func TestCodingsAllocatesNothing(t *testing.T) {
	field := strings.Repeat("gzip;q=0.5, br, ", 500)
	require.Zero(t, testing.AllocsPerRun(10, func() { negotiate.Coding(field, all) }))
}

const tag = `"0123456789abcdefghijkl-gz"`

func TestETagMatch(t *testing.T) {
	tests := rowstest.Read[[]struct {
		Name, Field string
		Want        bool
	}](t, "testdata/etag-match.yaml")
	for _, tt := range tests {
		t.Run(tt.Name, func(t *testing.T) {
			require.Equal(t, tt.Want, negotiate.ETagMatch(tt.Field, tag), tt.Field)
		})
	}
	require.True(t, negotiate.ETagMatch(`"a"`, `W/"a"`), "the comparison is weak on both sides")
	require.Zero(t, testing.AllocsPerRun(10,
		func() { negotiate.ETagMatch(`"a", W/"b", x, `+tag, tag) }))
}

func TestModifiedSince(t *testing.T) {
	changed := time.Date(2026, 11, 20, 15, 4, 5, 999, time.UTC)
	type row struct {
		Name, Field string
		Want        bool
	}
	tests := append(rowstest.Read[[]row](t, "testdata/modified-since.yaml"),
		row{"garbage", strings.Repeat("x", 8000), true})
	for _, tt := range tests {
		t.Run(tt.Name, func(t *testing.T) {
			require.Equal(t, tt.Want, negotiate.ModifiedSince(tt.Field, changed))
		})
	}
	require.True(t, negotiate.ModifiedSince("Fri, 20 Nov 2026 15:04:05 GMT", time.Time{}),
		"unknown time of change")
	require.Zero(t, testing.AllocsPerRun(10,
		func() { negotiate.ModifiedSince("Fri, 20 Nov 2026 15:04:05 GMT", changed) }))
}

func TestNotModified(t *testing.T) {
	changed := time.Date(2026, 11, 20, 15, 4, 5, 0, time.UTC)
	const same, before = "Fri, 20 Nov 2026 15:04:05 GMT", "Fri, 20 Nov 2026 15:04:04 GMT"
	require.False(t, negotiate.NotModified("", "", tag, changed), "nothing asked")
	require.True(t, negotiate.NotModified(tag, "", tag, changed))
	require.True(t, negotiate.NotModified("", same, tag, changed))
	require.False(t, negotiate.NotModified("", before, tag, changed))
	require.True(t, negotiate.NotModified(tag, before, tag, changed),
		"the date does not count beside a tag")
	require.False(t, negotiate.NotModified(`"old"`, same, tag, changed),
		"the date does not count beside a tag")
}

func FuzzETagMatch(f *testing.F) {
	f.Add(tag)
	f.Add(`W/"a", *, "b`)
	f.Add(`x,y"z",W/`)
	f.Fuzz(func(t *testing.T, field string) {
		if negotiate.ETagMatch(field, tag) && !strings.Contains(field, tag) &&
			strings.Trim(field, " \t") != "*" {
			t.Fatalf("%q matched %s", field, tag)
		}
		negotiate.ModifiedSince(field, time.Unix(0, 0))
	})
}
