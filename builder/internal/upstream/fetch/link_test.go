package fetch_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/upstream/fetch"
)

// FuzzLink: no Link field makes reading it fail.
func FuzzLink(f *testing.F) {
	for _, s := range []string{`</a>; rel="next"`, `<`, `<a>; rel`, `<a>; rel="\`, `<a>;;,=`,
		`<a>; x="<b>; rel=next", <c>; rel=next`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, field string) {
		for _, link := range fetch.Links(field) {
			require.NotContains(t, link.Target, ">")
		}
	})
}

func TestLinks(t *testing.T) {
	tests := []struct {
		name, field string
		want        []fetch.Link
	}{
		{"plain", `</a>; rel="next"`, []fetch.Link{{Target: "/a", Rels: []string{"next"}}}},
		{"token", `</a>;rel=next;type=text/html`,
			[]fetch.Link{{Target: "/a", Rels: []string{"next"}}}},
		{"several relations", `</a>; rel="Next  last"`,
			[]fetch.Link{{Target: "/a", Rels: []string{"next", "last"}}}},
		{"several links", `</a>; rel=a, <b,c>; rel=b`,
			[]fetch.Link{{Target: "/a", Rels: []string{"a"}},
				{Target: "b,c", Rels: []string{"b"}}}},
		{"comma and semicolon in quotes", `</a>; title="x, <y>; rel=z"; rel=a`,
			[]fetch.Link{{Target: "/a", Rels: []string{"a"}}}},
		{"the first rel counts", `</a>; rel=a; rel=b`,
			[]fetch.Link{{Target: "/a", Rels: []string{"a"}}}},
		{"no target", `rel=a`, nil},
		{"no end", `</a; rel=a`, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, tt.want, fetch.Links(tt.field))
		})
	}
}
