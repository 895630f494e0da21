package build_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/internal/build"
	"cartaz/builder/release"
	"cartaz/templates"
)

// The home page says that prices include fees where a price on sale has one, and not where
// there is no price, no fee, or none that can be bought. A later build notices either way.
func TestFeesAreClaimedWhereTheyAre(t *testing.T) {
	t.Parallel()
	const claim = "Preços sempre com a taxa"
	event := func(more string) string {
		return `[{"id":1,"name":"A","starts_at":"2026-12-01T21:00:00-03:00"` + more + `},
			{"id":2,"name":"B","starts_at":"2026-12-02T21:00:00-03:00"}]`
	}
	tickets := func(fee string) string {
		return fmt.Sprintf(`,"tickets":[{"name":"Inteira","price":5000,"currency":"BRL"%s}]`, fee)
	}
	s := newShop(t, event(""))
	for _, c := range []struct {
		name, more string
		claimed    bool
	}{
		{"no price at all", "", false},
		{"a fee", tickets(`,"fee":500`), true},
		{"no fee", tickets(""), false},
		{"a fee again", tickets(`,"fee":500`), true},
		{"a fee of 0", tickets(`,"fee":0`), false},
		{"another fee", tickets(`,"fee":600`), true},
		{"sold out", tickets(`,"fee":600,"available":false`), false},
		{"one more fee", tickets(`,"fee":700`), true},
		{"closed", tickets(`,"fee":700`) + `,"is_closed":true`, false},
	} {
		s.write("catalogue.json", event(c.more))
		s.mustPublish()
		for _, media := range []string{"text/html", "text/markdown"} {
			home := body(t, s.live(), "/", media)
			if c.claimed {
				require.Contains(t, home, claim, "%s: %s", c.name, media)
			} else {
				require.NotContains(t, home, claim, "%s: %s", c.name, media)
			}
		}
	}
}

// Of the sample brands only palco charges fees: virada is free, confs has no prices, and paris has
// prices without fees.
func TestFeesOfTheSampleBrands(t *testing.T) {
	t.Parallel()
	for name, claim := range map[string]string{
		"palco": "Preços sempre com a taxa", "virada": "", "confs": "", "paris": "",
	} {
		b, err := brands.LoadOne(filepath.Join("..", "..", "..", "brands", name),
			brands.LoadOptions{})
		require.NoError(t, err)
		s := &shop{TB: t, options: build.Options{Out: t.TempDir(), Templates: templates.FS,
			Now: b.AsOf}}
		out := build.Run(t.Context(), []*brands.Brand{b}, s.options)[0]
		require.NoError(t, out.Err)
		require.NotZero(t, out.Report.OnSale, name)
		id, err := release.Current(filepath.Join(s.options.Out, name))
		require.NoError(t, err)
		rel, err := release.Open(filepath.Join(s.options.Out, name), id)
		require.NoError(t, err)
		home := body(t, rel, "/", "text/html")
		if claim == "" {
			require.NotContains(t, home, "sempre com a taxa", name)
			require.NotContains(t, home, "always include fees", name)
		} else {
			require.Contains(t, home, claim, name)
		}
		require.NoError(t, rel.Close())
	}
}
