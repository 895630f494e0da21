package assets

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/templates"
)

// TestRulesOf: a brand gets the parts of the style sheet that its theme needs, and no other.
func TestRulesOf(t *testing.T) {
	files, err := templates.Load("")
	require.NoError(t, err)
	hero := &brands.StaticFile{}
	for _, tt := range []struct {
		name string
		b    brands.Brand
		has  []string
	}{
		{"nothing", brands.Brand{}, nil},
		{"wide", brands.Brand{Theme: brands.Theme{Hero: hero, HeroLayout: "wide"}},
			[]string{"overflow-x:clip"}},
		{"side", brands.Brand{Theme: brands.Theme{Hero: hero, HeroLayout: "side"}},
			[]string{"aspect-ratio:5/2"}},
		{"no picture", brands.Brand{Theme: brands.Theme{HeroLayout: "side"}}, nil},
		{"plain", brands.Brand{Theme: brands.Theme{Motif: "plain"}},
			[]string{".what{border-left:0"}},
		{"sponsors", brands.Brand{Sponsors: []brands.Sponsor{{Name: "A"}}},
			[]string{".sponsors img"}},
		{"menu", brands.Brand{Theme: brands.Theme{Menu: []brands.Link{{Button: true}}}},
			[]string{".top nav .btn"}},
		{"art off", brands.Brand{Theme: brands.Theme{Art: brands.Art{Off: true}}},
			[]string{":not(:has(.art img))"}},
	} {
		css := rulesOf(&tt.b, files[templates.StyleSheet])
		var has []string
		for _, rule := range []string{"overflow-x:clip", "aspect-ratio:5/2",
			".what{border-left:0", ".sponsors img", ".top nav .btn", ":not(:has(.art img))"} {
			if strings.Contains(css, rule) {
				has = append(has, rule)
			}
		}
		require.Equal(t, tt.has, has, tt.name)
		require.Contains(t, css, "@media print", tt.name)
		// A button that a script shows has its place before, but none where no script runs.
		require.Contains(t, css, "@media (scripting:enabled){.print[hidden]{"+
			"display:flex!important;visibility:hidden}}", tt.name)
	}
}
