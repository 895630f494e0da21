package build

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/internal/generate"
	"cartaz/builder/release"
	"cartaz/builder/search"
	"cartaz/builder/search/text"
	"cartaz/templates"
)

// TestLanguagesTouchTheSearchAlone: the index says which languages it was built for, the report
// too, and other languages draw no page.
func TestLanguagesTouchTheSearchAlone(t *testing.T) {
	dir := t.TempDir()
	brandsDir, out := filepath.Join(dir, "brands"), filepath.Join(dir, "out")
	_, before := generated(t, brandsDir, out, generate.Options{Events: 50, Seed: 1})
	list, err := brands.Load(brandsDir, brands.LoadOptions{})
	require.NoError(t, err)
	run := func(languages text.Languages) Outcome {
		list[0].Search.Languages = languages
		outcome := Run(t.Context(), list, Options{Out: out, Templates: templates.FS, Keep: 50,
			Now: time.Now()})[0]
		require.NoError(t, outcome.Err)
		require.Zero(t, outcome.Drawn)
		return outcome
	}
	outcome := run(0)
	require.False(t, outcome.Published, "nothing has changed")
	require.Equal(t, []string{"pt", "en"}, outcome.Report.Languages, "of the locale, and English")

	outcome = run(text.French)
	require.True(t, outcome.Published)
	require.Equal(t, []string{"fr"}, outcome.Report.Languages)
	after, err := release.Open(filepath.Join(out, "festa"), outcome.Release)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, after.Close()) })
	require.Equal(t, content(t, before), content(t, after))
	index, err := search.Open(after.SearchIndex())
	require.NoError(t, err)
	require.Equal(t, text.French, index.Languages())
	require.False(t, run(text.French).Published)
}
