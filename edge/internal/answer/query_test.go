package answer

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"cartaz/builder/search"
)

func TestParseListQuery(t *testing.T) {
	const none = ""
	for _, tc := range []struct {
		name, raw     string
		query         search.Query
		page, perPage int
	}{
		{"nothing", none, search.Query{}, 1, 20},
		{"all", "q=samba&city=S%C3%A3o+Paulo&state=sp&organization=samba-cia&page=3&per_page=50",
			search.Query{Text: "samba", City: "São Paulo", State: "sp", Organization: "samba-cia"},
			3, 50},
		{"empty is absent", "q=&city=&state=&organization=&page=&per_page=", search.Query{}, 1, 20},
		{"the first of repeated counts", "q=a&q=b&page=2&page=9", search.Query{Text: "a"}, 2, 20},
		{"unknown is ignored", "price=1&foo&q=a", search.Query{Text: "a"}, 1, 20},
		{"names may be escaped", "%71=a", search.Query{Text: "a"}, 1, 20},
		{"a percent sign may stand for itself", "q=100%", search.Query{Text: "100%"}, 1, 20},
		{"bytes that are not UTF-8", "q=%ff", search.Query{Text: "\uFFFD"}, 1, 20},
		{"page below", "page=0&per_page=0", search.Query{}, 1, 1},
		{"negative", "page=-1&per_page=-5", search.Query{}, 1, 1},
		{"above", "per_page=51", search.Query{}, 1, 50},
		{"no number", "page=x&per_page=1e9", search.Query{}, 1, 20},
		{"many digits", "page=99999999999999999999999&per_page=-99999999999999999999999",
			search.Query{}, maxPage, 1},
		{"signs alone", "page=-&per_page=--5", search.Query{}, 1, 20},
	} {
		t.Run(tc.name, func(t *testing.T) {
			q := parseListQuery(tc.raw)
			require.Equal(t, tc.query, q.Query)
			require.Equal(t, tc.page, q.page)
			require.Equal(t, tc.perPage, q.perPage)
		})
	}
}

func TestLongTermIsCutAtACharacter(t *testing.T) {
	q := parseListQuery("q=" + strings.Repeat("é", 1000))
	require.LessOrEqual(t, len(q.Text), maxTermBytes)
	require.Equal(t, strings.Repeat("é", maxTermBytes/2), q.Text)
}

func TestQueryReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringMatching(`[a-zà-ÿ0-9%&=+?#/<>"' ]{0,20}`)
		want := listQuery{page: rapid.IntRange(1, maxPage).Draw(t, "page"), perPage: 20}
		want.Text = strings.TrimSpace(word.Draw(t, "q"))
		want.City = strings.TrimSpace(word.Draw(t, "city"))
		want.State = strings.TrimSpace(word.Draw(t, "state"))
		want.Organization = strings.TrimSpace(word.Draw(t, "organization"))
		raw := strings.TrimPrefix(string(appendQuery(nil, &want.Query, want.page)), "?")
		require.Equal(t, want, parseListQuery(raw))
		require.NotContains(t, raw, "<")
		require.NotContains(t, raw, `"`)
	})
}

func TestMetaHasAtLeastOnePage(t *testing.T) {
	q := parseListQuery("per_page=20")
	require.Equal(t, 1, q.meta(0).LastPage)
	require.Equal(t, 1, q.meta(20).LastPage)
	require.Equal(t, 2, q.meta(21).LastPage)
}

func TestUnescapePath(t *testing.T) {
	for _, tc := range []struct {
		path, want string
		ok         bool
	}{
		{"/eventos/a", "/eventos/a", true},
		{"/eventos/%61", "/eventos/a", true},
		{"/%2Ewell-known/x", "/.well-known/x", true},
		{"/eventos%2Fa", "/eventos%2Fa", true}, // an escaped slash is no slash
		{"/a%2e%2e%2fb", "/a..%2fb", true},
		{"/caf%C3%A9", "/caf%C3%A9", true},
		{"/a%", "", false},
		{"/a%4", "", false},
		{"/a%zz", "", false},
		{"/a\x00b", "", false},
		{"", "", false},
		{"*", "", false},
		{"eventos", "", false},
	} {
		t.Run(tc.path, func(t *testing.T) {
			got, ok := unescapePath(tc.path)
			require.Equal(t, tc.ok, ok)
			require.Equal(t, tc.want, got)
		})
	}
}

func FuzzQueryAndPath(f *testing.F) {
	for _, s := range []string{"q=a&page=2", "%", "q=%ff%00", "/a%2F", "per_page=" +
		strings.Repeat("9", 40)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		q := parseListQuery(s)
		if q.page < 1 || q.page > maxPage || q.perPage < 1 || q.perPage > 50 ||
			len(q.Text) > maxTermBytes {
			t.Fatalf("%q gave %+v", s, q)
		}
		if path, ok := unescapePath(s); ok && len(path) > len(s) {
			t.Fatalf("%q grew to %q", s, path)
		}
	})
}
