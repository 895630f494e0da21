package upstream_test

import (
	"encoding/json"
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"cartaz/builder/internal/upstream"
	"cartaz/builder/rowstest"
)

// TestPlan: the plan for the answers of widespread backends is YAML, and says how they are paged.
func TestPlan(t *testing.T) {
	for _, tt := range rowstest.Read[[]struct{ Name, Doc, Field, Value, Query, Want string }](t,
		"testdata/plan.yaml") {
		t.Run(tt.Name, func(t *testing.T) {
			var a upstream.Signs
			if tt.Doc != "" {
				require.NoError(t, json.Unmarshal([]byte(tt.Doc), &a.Doc))
			}
			a.Header = map[string]string{tt.Field: tt.Value}
			asked, err := url.Parse("https://b.example/e" + tt.Query)
			require.NoError(t, err)
			a.Asked = asked
			p := a.Read().Plan()
			require.Equal(t, tt.Want, p)
			var parsed map[string]any
			require.NoError(t, yaml.Unmarshal([]byte(p), &parsed))
		})
	}
}

// TestFullPage: a list of exactly as many items as pages have, or as its address asks for, may be
// the first page of more.
func TestFullPage(t *testing.T) {
	asked, err := url.Parse("https://b.example/e?maxResults=37&city=41")
	require.NoError(t, err)
	for n, want := range map[int]bool{0: false, 1: false, 9: false, 10: true, 30: true, 31: false,
		37: true, 41: false, 500: true, 999: false, 1000: true, 7000: true} {
		for _, asked := range []*url.URL{asked, nil} {
			doubt := upstream.Signs{Asked: asked, Items: n}.Read().Doubt(-1, nil)
			require.Equal(t, want && (n != 37 || asked != nil), doubt != "", n)
		}
	}
}

// TestDoubt: a total counts under any name that says so, near the list; a list of exactly a page is
// no doubt where it was longer before.
func TestDoubt(t *testing.T) {
	for _, tt := range []struct {
		doc           string
		items, before int
		says          string // "" for no doubt
	}{
		{`{"hits": 31}`, 7, 0, "states 31 items, 7 were read: write source.pages: "},
		{`{"meta": {"totalFound": "31"}}`, 7, 0, "if that number (.meta.totalFound) is another"},
		{`{"meta": {"rows_available": 31, "info": {"count": 99}}}`, 7, 0, "(.meta.rows_available)"},
		{`{"a": {"rows_available": 31, "b": {"count": 99}}}`, 7, 0, ""},
		{`{"a": {"b": {"c": {"count": 99}}}}`, 7, 0, ""},
		{`{"hits": 7}`, 7, 0, ""},
		{`{"max_rows": 50, "total_views": 99, "id": 4000}`, 7, 0, ""},
		{`{"page_count": 31, "max_rows": 50}`, 7, 0, "is one of 31 pages (.page_count)"},
		{``, 20, 0, "gave exactly 20 items"},
		{``, 20, 19, "gave exactly 20 items"},
		{``, 20, 21, ""},
	} {
		var a upstream.Signs
		if tt.doc != "" {
			require.NoError(t, json.Unmarshal([]byte(tt.doc), &a.Doc))
		}
		a.Items = tt.items
		a = a.Read()
		total, _ := a.Total()
		why := a.Doubt(total, func() int { return tt.before })
		require.Equal(t, tt.says == "", why == "", "%s: %s", tt.doc, why)
		require.Contains(t, why, tt.says)
	}
}
