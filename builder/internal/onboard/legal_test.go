package onboard_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/i18n"
	"cartaz/builder/internal/onboard"
	"cartaz/builder/internal/page"
	"cartaz/templates"
)

// TestLegal: in every language a new brand has the four legal pages. No page is published before
// its blanks are filled in and its mark is gone, in whichever order; then it can be drawn.
func TestLegal(t *testing.T) {
	t.Parallel()
	blank, mark := regexp.MustCompile(`⟦[^⟧]*⟧`), regexp.MustCompile(`(?m)^draft: .*\n`)
	for _, locale := range i18n.Names() {
		dir := t.TempDir()
		n := onboard.Brand{Key: "palco", Locale: locale, Lookup: noEnv, Now: time.Now()}
		_, err := n.Write(t.Context(), dir, false)
		require.NoError(t, err)
		dir = filepath.Join(dir, "palco")
		load := func() *brands.Brand {
			b, err := brands.LoadOne(dir, brands.LoadOptions{})
			require.NoError(t, err, locale)
			return b
		}
		edit := func(change *regexp.Regexp, with string) {
			files, err := filepath.Glob(filepath.Join(dir, "pages", "*.md"))
			require.NoError(t, err)
			require.Len(t, files, 4, locale)
			for _, name := range files {
				text, err := os.ReadFile(name)
				require.NoError(t, err)
				require.Regexp(t, change, string(text), name)
				made := change.ReplaceAllString(string(text), with)
				made = strings.ReplaceAll(made, "(mailto:x)", "(mailto:x@x.example)")
				require.NoError(t, os.WriteFile(name, []byte(made), 0o644))
			}
		}
		b := load()
		require.Empty(t, b.Pages, locale)
		require.Len(t, b.Legal, 4, locale)
		for key, path := range b.Legal {
			require.NotEmpty(t, b.Drafts[path], "%s %s", locale, key)
		}
		edit(mark, "")
		require.Empty(t, load().Pages, "%s: blanks make a draft", locale)
		edit(blank, "x")
		b = load()
		require.Len(t, b.Pages, 4, locale)
		require.Empty(t, b.Drafts, locale)
		renderer, err := page.New(b, templates.Embedded)
		require.NoError(t, err)
		pages, _, err := renderer.OwnPages()
		require.NoError(t, err, locale)
		for _, p := range pages {
			drawn, notes, err := renderer.Own(p, func(string) bool { return true }, nil)
			require.NoError(t, err, p.Path())
			require.Empty(t, notes, p.Path())
			require.False(t, strings.ContainsAny(string(drawn.HTML), "⟦⟧"), p.Path())
			require.Contains(t, string(drawn.HTML), `href="`+p.Path()+`"`, "the footer has it")
		}
	}
}
