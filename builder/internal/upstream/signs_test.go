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
	for _, tt := range rowstest.Read[[]struct {
		Doc           string
		Items, Before int
		Says          string // "" for no doubt
	}](t, "testdata/doubt.yaml") {
		var a upstream.Signs
		if tt.Doc != "" {
			require.NoError(t, json.Unmarshal([]byte(tt.Doc), &a.Doc))
		}
		a.Items = tt.Items
		a = a.Read()
		total, _ := a.Total()
		why := a.Doubt(total, func() int { return tt.Before })
		require.Equal(t, tt.Says == "", why == "", "%s: %s", tt.Doc, why)
		require.Contains(t, why, tt.Says)
	}
}
