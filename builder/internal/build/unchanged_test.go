package build_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/build/buildtest"
	"cartaz/builder/release"
	"cartaz/templates"
)

const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h%d"/></svg>`

// TestEveryInputCounts changes each thing that decides what a build makes, one by one. The next
// build publishes, and the one after it ends without drawing anything.
func TestEveryInputCounts(t *testing.T) {
	t.Parallel()
	catalogue := func(records ...string) func(s *buildtest.Shop) {
		return func(s *buildtest.Shop) { s.Write("catalogue.json", buildtest.Array(records...)) }
	}
	yaml := func(text string) func(s *buildtest.Shop) {
		return func(s *buildtest.Shop) {
			s.YAML(buildtest.FileSource + "theme: {logo: logo.svg}\n" + text)
		}
	}
	clock := func(at time.Time) func(s *buildtest.Shop) {
		return func(s *buildtest.Shop) { s.Options.Now = at }
	}
	s := buildtest.NewShop(t, buildtest.Array(buildtest.Samba, buildtest.Choro, buildtest.Frevo))
	s.Write("logo.svg", fmt.Sprintf(logo, 9))
	s.YAML(buildtest.FileSource + "theme: {logo: logo.svg}\n")
	require.NoError(t, os.Mkdir(filepath.Join(s.Brand, "pages"), 0o755))
	s.Write("pages/sobre.md", "---\ntitle: Sobre\n---\nUm palco.\n")
	s.MustPublish()
	unchanged := s.MustBuild()
	require.False(t, unchanged.Published)
	require.NotEmpty(t, unchanged.Report.Languages)
	for _, test := range []struct {
		name   string
		change func(s *buildtest.Shop)
	}{
		{"a word of an event", catalogue(buildtest.Samba, buildtest.Choro,
			strings.Replace(buildtest.Frevo, "na rua", "na praça", 1))},
		{"a price", catalogue(buildtest.Samba, strings.Replace(buildtest.Choro, "5000", "5100", 1),
			buildtest.Frevo)},
		{"one event more", catalogue(buildtest.Samba, buildtest.Choro, buildtest.Frevo,
			buildtest.Coco)},
		{"one event less", catalogue(buildtest.Samba, buildtest.Choro, buildtest.Frevo)},
		{"an event has begun", clock(time.Date(2026, 11, 22, 23, 30, 0, 0, time.UTC))},
		{"an event has ended", clock(time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC))},
		{"a setting of pages", yaml("contact: ola@palco.example\n")},
		{"a guard", yaml("guards: {max_shrink: 0.4}\n")},
		{"languages of the search", yaml("search: {languages: [pt, fr]}\n")},
		{"the logo", func(s *buildtest.Shop) {
			s.Write("logo.svg", fmt.Sprintf(logo, 8))
		}},
		{"a page of its own", func(s *buildtest.Shop) {
			s.Write("pages/sobre.md", "---\ntitle: Sobre\n---\nDois palcos.\n")
		}},
		{"a template of its own", func(s *buildtest.Shop) {
			require.NoError(s, os.MkdirAll(filepath.Join(s.Brand, "templates"), 0o755))
			s.Write("templates/site.css", ".hero { color: inherit }\n")
		}},
		{"a template of the builder", func(s *buildtest.Shop) {
			s.Options.Templates = templates.Embedded.With(map[string]string{
				templates.StyleSheet: "\n.hero { color: inherit }\n"})
		}},
		{"a discovery document of the builder", func(s *buildtest.Shop) {
			s.Options.Templates = templates.Embedded.With(map[string]string{
				"discovery/llms.txt": templates.Embedded["discovery/llms.txt"] + "\nOi.\n"})
		}},
		{"the live release is another one of the same content", func(s *buildtest.Shop) {
			// damaged, so that the build makes it again
			require.NoError(s, os.Remove(filepath.Join(s.Dir(), release.ReleasesDir,
				s.Live().ID(), release.TableFile)))
		}},
	} {
		test.change(s)
		require.True(t, s.MustBuild().Published, test.name)
		require.NoError(t, s.Live().Verify(true))
		dead := filepath.Join(s.Dir(), release.SegmentsDir, strings.Repeat("0", 32)+".seg")
		require.NoError(t, os.WriteFile(dead, []byte("no release names it"), 0o444))
		unchanged = s.MustBuild()
		require.False(t, unchanged.Published, test.name)
		require.Zero(t, unchanged.Drawn)
		require.NoFileExists(t, dead)
	}
}
