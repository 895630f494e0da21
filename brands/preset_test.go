package brands_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/rowstest"
)

// sourced loads least with another source.
func sourced(t *testing.T, source string) *brands.Brand {
	t.Helper()
	b, _, err := one(t, strings.Replace(least, "  kind: file\n  path: events.json\n", source, 1))
	require.NoError(t, err)
	return b
}

func TestPreset(t *testing.T) {
	s := sourced(t, "  preset: agenda\n  url: https://b.example/list\n").Source
	require.Equal(t, "agenda", s.Preset)
	require.Equal(t, "http", s.Kind)
	require.Equal(t, ".results", s.Items)
	require.Equal(t, "{id}", s.Program)
	require.Empty(t, s.Map)
	require.Equal(t, map[string]string{"Accept-Language": "pt", "X-Key": "s3cr3t"}, s.Headers)
	require.Equal(t, brands.Pages{Style: "offset", Param: "offset", Size: 100, SizeKey: "limit",
		Window: 10000, Total: ".n"}, s.Pages)
	require.Equal(t, brands.Detail{URL: "/e/{slug}", Merge: "detail", Key: ".updated",
		Concurrency: 4}, s.Detail)
	require.EqualValues(t, 5, s.Rate)
	require.NotContains(t, s.Redact("X-Key: s3cr3t"), "s3cr3t", "a secret of a preset is one too")
}

// TestPresetOverridden: whatever the brand writes wins, key by key.
func TestPresetOverridden(t *testing.T) {
	const start = "  preset: agenda\n  url: https://b.example/list\n"
	s := sourced(t, start+
		"  items: .other\n  pages: {size: 50}\n  headers: {x-key: own}\n  detail: {concurrency: "+
		"2}\n  rate: 1/s\n  map: map.jq\n").Source
	require.Equal(t, ".other", s.Items)
	require.Equal(t, brands.Pages{Style: "offset", Param: "offset", Size: 50, SizeKey: "limit",
		Window: 10000, Total: ".n"}, s.Pages)
	require.Equal(t, map[string]string{"Accept-Language": "pt", "X-Key": "own"}, s.Headers)
	require.Equal(t, brands.Detail{URL: "/e/{slug}", Merge: "detail", Key: ".updated",
		Concurrency: 2}, s.Detail)
	require.Equal(t, "map.jq", filepath.Base(s.Map))
	require.Equal(t, "{id}", s.Program, "map.jq may call it")

	s = sourced(t, start+"  pages: {style: next}\n  detail: none\n").Source
	require.Equal(t, "next", s.Pages.Style)
	require.Zero(t, s.Pages.Window, "another style takes nothing over")
	require.NotEqual(t, ".n", s.Pages.Total)
	require.Zero(t, s.Detail)

	s = sourced(t, start+"  pages: none\n").Source
	require.Equal(t, brands.Pages{Style: "none", Whole: true}, s.Pages,
		"the brand's word that one answer is all")

	s = sourced(t, "  preset: agenda\n  kind: file\n  path: dump.json\n").Source
	require.Equal(t, brands.Source{
		Kind: "file", Preset: "agenda", Path: s.Path, Items: ".results", Program: "{id}",
		Duplicates: "drop", Timeout: s.Timeout, MaxBytes: s.MaxBytes,
	}, s, "a dump needs the list and the program, and none of the secrets")
}

func TestPresetsAbsent(t *testing.T) {
	dir := installation(t, map[string]string{"palco/brand.yaml": least + "  preset: agenda\n"})
	_, err := brands.LoadOne(filepath.Join(dir, "palco"), brands.LoadOptions{Env: os.LookupEnv})
	require.EqualError(t, err, filepath.Join(dir, "palco", "brand.yaml")+
		":9: source.preset: there are no presets here: leave it out")
}

// TestBody: what a body may hold, and where pages put their numbers.
func TestBody(t *testing.T) {
	b := sourced(t, `  kind: http
  url: https://b.example/api
  body:
    query: |
      query ($page: Int) {
        list(page: $page) { id }
      }
    variables: {limit: 50, from: 2026-05-23, exact: 0.5, all: true, none: null,
      tags: [a, "${TOKEN}"]}
  pages: {style: number, param: variables.page, size: 20, size_param: variables.limit}
`)
	require.Equal(t, map[string]any{
		"query": "query ($page: Int) {\n  list(page: $page) { id }\n}\n",
		"variables": map[string]any{"limit": 50, "from": "2026-05-23", "exact": 0.5, "all": true,
			"none": nil, "tags": []any{"a", "s3cr3t"}},
	}, b.Source.Body)
	require.Equal(t, "variables.page", b.Source.Pages.Param)
	require.Equal(t, "s3cr3t", b.Source.Body["variables"].(map[string]any)["tags"].([]any)[1],
		"the body itself keeps its secret")
}

func TestParts(t *testing.T) {
	for _, tt := range []struct {
		url  string
		want []brands.Part
	}{
		{"/e/{id}", []brands.Part{{Text: "/e/"}, {Text: ".id", JQ: true}}},
		{"./{ slug }/x?y={.a | if . == \"}\" then {b: 1}.b else \"\\\"}\" end}", []brands.Part{
			{Text: "./"}, {Text: ".slug", JQ: true}, {Text: "/x?y="},
			{Text: `.a | if . == "}" then {b: 1}.b else "\"}" end`, JQ: true}}},
		{"/plain", []brands.Part{{Text: "/plain"}}},
		{"", nil},
	} {
		got, err := brands.Detail{URL: tt.url}.Parts()
		require.NoError(t, err, tt.url)
		require.Equal(t, tt.want, got, tt.url)
	}
}

// FuzzParts: whatever the template, its pieces are all of it and no filter is
// empty.
func FuzzParts(f *testing.F) {
	for _, seed := range []string{"/e/{id}", "{", "}", "{}", `{"}"}`, `{"\"}`, "{{a}}",
		"x{.a}{.b}y"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, url string) {
		parts, err := brands.Detail{URL: url}.Parts()
		if err != nil {
			return
		}
		size := 0
		for _, p := range parts {
			require.NotEmpty(t, p.Text)
			if size += len(p.Text); p.JQ {
				require.NotEmpty(t, strings.TrimSpace(p.Text))
				size += len("{}")
			}
		}
		require.LessOrEqual(t, size, len(url)+strings.Count(url, "{"),
			"only the dot of a short form is added")
	})
}

// TestSheetAddress: the links of a spreadsheet that people copy become the address of its CSV.
func TestSheetAddress(t *testing.T) {
	for from, want := range rowstest.Read[map[string]string](t, "testdata/sheet-address.yaml") {
		require.Equal(t, want, brands.SheetAddress(from), from)
	}
}
