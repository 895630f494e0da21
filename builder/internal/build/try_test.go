package build_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/build"
	"cartaz/builder/internal/upstream"
	"cartaz/builder/release"
)

func (s *shop) try(want build.Wanted) (*build.Trial, error) {
	s.Helper()
	return build.Try(s.Context(), s.load(), s.options, want)
}

// TestTry: one item, what the map makes of it, what the check says, and the page as a
// build publishes it.
func TestTry(t *testing.T) {
	s := newShop(t,
		`[{"n": 7, "t": "Samba", "when": "ontem"}, {"n": 8, "t": "Odd"}, {"n": 9}, {"n": 10,`+
			` "t": "Choro & Cia", "when": "2027-01-02"}]`)
	s.yaml("source: {kind: file, path: catalogue.json, map: map.jq}\nguards: {max_failed: 0.5}\n")
	s.write("map.jq",
		`if .t == "Odd" then error("no title") elif .n == 9 then empty, {id: .n} else {id: .n,`+
			` name: .t, starts_at: .when, description: "<b>x</b>"} end`)
	s.mustPublish()

	got, err := s.try(build.Wanted{Number: 1})
	require.NoError(t, err)
	require.Equal(t, "palco", got.Brand)
	require.Equal(t, "catalogue.json, item 1", got.Position)
	require.JSONEq(t, `{"n": 7, "t": "Samba", "when": "ontem"}`, string(got.Item))
	require.Len(t, got.Records, 1)
	require.JSONEq(t, `{"id": 7, "name": "Samba", "starts_at": "ontem", "description": "<b>x</b>"}`,
		string(got.Records[0].Record))
	require.Len(t, got.Records[0].Findings, 1)
	require.Equal(t, "bad_date", got.Records[0].Findings[0].Reason)
	require.Equal(t, "/eventos/samba", got.Records[0].Path)
	require.Equal(t, s.markdown("/eventos/samba"), got.Records[0].Markdown)

	got, err = s.try(build.Wanted{Number: 2})
	require.NoError(t, err)
	require.Equal(t, "jq: map.jq: error: no title", got.Error)
	require.Empty(t, got.Records)

	got, err = s.try(build.Wanted{Number: 3})
	require.NoError(t, err)
	require.Equal(t, "missing_name", got.Records[0].Findings[0].Reason)
	require.Empty(t, got.Records[0].Path)
	require.Empty(t, got.Records[0].Markdown)

	for _, id := range []string{"10", "choro-cia"} {
		got, err = s.try(build.Wanted{ID: id})
		require.NoError(t, err)
		require.Equal(t, 4, got.Number)
		require.Equal(t, s.markdown("/eventos/choro-cia"), got.Records[0].Markdown)
	}
	_, err = s.try(build.Wanted{Number: 5})
	require.ErrorIs(t, err, build.ErrNoItem)
	require.EqualError(t, err, "no such item: the source has 4, so there is no item 5")
	_, err = s.try(build.Wanted{ID: "11"})
	require.EqualError(t, err,
		`no such item: none of 4 has the id or slug "11", nor has a record that is made of them`)

	s.write("catalogue.json", "[{")
	_, err = s.try(build.Wanted{Number: 1})
	require.ErrorIs(t, err, upstream.ErrMalformed)
}

// markdown is the Markdown of a live page.
func (s *shop) markdown(path string) string {
	s.Helper()
	rel := s.live()
	defer rel.Close()
	ref, ok := rel.Lookup(path + ".md")
	require.True(s, ok, path)
	body, err := ref.Variant(0).Body()
	require.NoError(s, err)
	require.Equal(s, release.Identity, ref.Variant(0).Coding())
	return string(body)
}
