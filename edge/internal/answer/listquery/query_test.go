package listquery

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"cartaz/builder/search"
)

func TestParse(t *testing.T) {
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
			q := Parse(tc.raw)
			require.Equal(t, tc.query, q.Query)
			require.Equal(t, tc.page, q.Page)
			require.Equal(t, tc.perPage, q.PerPage)
		})
	}
}

func TestLongTermIsCutAtACharacter(t *testing.T) {
	q := Parse("q=" + strings.Repeat("é", 1000))
	require.LessOrEqual(t, len(q.Text), MaxTerm)
	require.Equal(t, strings.Repeat("é", MaxTerm/2), q.Text)
}

func TestQueryReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringMatching(`[a-zà-ÿ0-9%&=+?#/<>"' ]{0,20}`)
		want := Query{Page: rapid.IntRange(1, maxPage).Draw(t, "page"), PerPage: 20}
		want.Text = strings.TrimSpace(word.Draw(t, "q"))
		want.City = strings.TrimSpace(word.Draw(t, "city"))
		want.State = strings.TrimSpace(word.Draw(t, "state"))
		want.Organization = strings.TrimSpace(word.Draw(t, "organization"))
		raw := strings.TrimPrefix(Encode(&want.Query, want.Page), "?")
		got := Parse(raw)
		require.Equal(t, want.Query, got.Query)
		require.Equal(t, []int{want.Page, want.PerPage}, []int{got.Page, got.PerPage})
		require.Empty(t, got.Wrong)
		require.NotContains(t, raw, "<")
		require.NotContains(t, raw, `"`)
	})
}

func TestMetaHasAtLeastOnePage(t *testing.T) {
	q := Parse("per_page=20")
	require.Equal(t, 1, q.Meta(0).LastPage)
	require.Equal(t, 1, q.Meta(20).LastPage)
	require.Equal(t, 2, q.Meta(21).LastPage)
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"q=a&page=2", "%", "q=%ff%00", "per_page=" +
		strings.Repeat("9", 40)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		q := Parse(s)
		if q.Page < 1 || q.Page > maxPage || q.PerPage < 1 || q.PerPage > 50 ||
			len(q.Text) > MaxTerm {
			t.Fatalf("%q gave %+v", s, q)
		}
	})
}
