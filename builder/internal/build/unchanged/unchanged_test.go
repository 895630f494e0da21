package unchanged_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/build"
	"cartaz/builder/internal/build/buildtest"
	"cartaz/builder/internal/build/unchanged"
	"cartaz/builder/internal/ingest"
	"cartaz/builder/internal/validate"
	"cartaz/builder/release"
	"cartaz/builder/search/text"
	"cartaz/templates"
)

const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h%d"/></svg>`

// settled is a shop whose next build is remembered to change nothing.
func settled(t *testing.T) *buildtest.Shop {
	t.Helper()
	s := buildtest.NewShop(t, buildtest.Array(buildtest.Samba, buildtest.Choro, buildtest.Frevo))
	s.Write("logo.svg", fmt.Sprintf(logo, 9))
	s.YAML(buildtest.FileSource + "theme: {logo: logo.svg}\n")
	require.NoError(t, os.Mkdir(filepath.Join(s.Brand, "pages"), 0o755))
	s.Write("pages/sobre.md", "---\ntitle: Sobre\n---\nUm palco.\n")
	s.MustPublish()
	require.True(t, ended(s), "what the release holds is remembered")
	return s
}

// ended builds and says whether the build ended early: one that goes all the way writes the file
// anew, or leaves none that is true of it.
func ended(s *buildtest.Shop) bool {
	file := filepath.Join(s.Dir(), unchanged.FileName)
	before, err := os.Stat(file)
	require.NoError(s, err)
	out := s.Build()
	after, err := os.Stat(file)
	require.NoError(s, err)
	return out.Err == nil && !out.Published && os.SameFile(before, after)
}

// TestEveryInputCounts changes each thing that decides what a build makes, one by one. No build
// ends early then, and the one after it does when nothing more has changed.
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
	for _, test := range []struct {
		name      string
		change    func(s *buildtest.Shop)
		published bool
	}{
		{"a word of an event", catalogue(buildtest.Samba, buildtest.Choro,
			strings.Replace(buildtest.Frevo, "na rua", "na praça", 1)), true},
		{"a price", catalogue(buildtest.Samba, strings.Replace(buildtest.Choro, "5000", "5100", 1),
			buildtest.Frevo), true},
		{"one event more", catalogue(buildtest.Samba, buildtest.Choro, buildtest.Frevo,
			buildtest.Coco), true},
		{"one event less", catalogue(buildtest.Samba, buildtest.Choro), true},
		{"an event has ended", clock(time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)), true},
		{"an event has begun", clock(time.Date(2026, 11, 22, 23, 30, 0, 0, time.UTC)), true},
		{"a setting of pages", yaml("contact: ola@palco.example\n"), true},
		{"a guard", yaml("guards: {max_shrink: 0.4}\n"), true},
		{"languages of the search", yaml("search: {languages: [pt, fr]}\n"), true},
		{"the logo", func(s *buildtest.Shop) {
			s.Write("logo.svg", fmt.Sprintf(logo, 8))
		}, true},
		{"a page of its own", func(s *buildtest.Shop) {
			s.Write("pages/sobre.md", "---\ntitle: Sobre\n---\nDois palcos.\n")
		}, true},
		{"a template of its own", func(s *buildtest.Shop) {
			require.NoError(s, os.MkdirAll(filepath.Join(s.Brand, "templates"), 0o755))
			s.Write("templates/site.css", ".hero { color: inherit }\n")
		}, true},
		{"a template of the builder", func(s *buildtest.Shop) {
			rules, err := templates.FS.ReadFile(templates.StyleSheet)
			require.NoError(s, err)
			dir := s.TempDir()
			require.NoError(s, os.WriteFile(filepath.Join(dir, templates.StyleSheet),
				append(rules, "\n.hero { color: inherit }\n"...), 0o644))
			s.Options.Templates, err = templates.Load(dir)
			require.NoError(s, err)
		}, true},
		{"a discovery document of the builder", func(s *buildtest.Shop) {
			const name = "discovery/llms.txt"
			words, err := templates.FS.ReadFile(name)
			require.NoError(s, err)
			dir := s.TempDir()
			require.NoError(s, os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o755))
			require.NoError(s, os.WriteFile(filepath.Join(dir, name), append(words, "\nOi.\n"...),
				0o644))
			s.Options.Templates, err = templates.Load(dir)
			require.NoError(s, err)
		}, true},
		{"the file is damaged", func(s *buildtest.Shop) {
			file := filepath.Join(s.Dir(), unchanged.FileName)
			b, err := os.ReadFile(file)
			require.NoError(s, err)
			b[len(b)/2] ^= 1
			require.NoError(s, os.WriteFile(file, b, 0o644))
		}, false},
		{"the file says other languages", func(s *buildtest.Shop) {
			file := filepath.Join(s.Dir(), unchanged.FileName)
			b, err := os.ReadFile(file)
			require.NoError(s, err)
			text := strings.Replace(string(b), `"languages":`, `"languages":1`, 1)
			require.NoError(s, os.WriteFile(file, []byte(text), 0o644))
		}, false},
		{"the file is cut", func(s *buildtest.Shop) {
			require.NoError(s, os.Truncate(filepath.Join(s.Dir(), unchanged.FileName), 20))
		}, false},
		{"the live release is another one of the same content", func(s *buildtest.Shop) {
			// damaged, so that the build makes it again
			require.NoError(s, os.Remove(filepath.Join(s.Dir(), release.ReleasesDir,
				s.Live().ID(), release.TableFile)))
		}, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := settled(t)
			live := s.Live().ID()
			test.change(s)
			require.False(t, ended(s))
			require.Equal(t, test.published, s.Live().ID() != live)
			require.NoError(t, s.Live().Verify(true))
			s.MustBuild()
			require.True(t, ended(s))
		})
	}
}

// TestNotForgottenByFlags: a catalogue that only a flag lets pass is not remembered as good, and
// what is remembered lets none pass that a guard holds back.
func TestNotForgottenByFlags(t *testing.T) {
	t.Parallel()
	s := settled(t)
	s.Write("catalogue.json", "[]")
	require.Error(t, s.Build().Err)
	s.Write("catalogue.json", `[{"id":1}]`)
	require.ErrorIs(t, s.Build().Err, build.ErrHeld)
	s.Write("catalogue.json", buildtest.Array(buildtest.Samba, buildtest.Choro, buildtest.Frevo))
	require.True(t, ended(s), "what was remembered is true again")

	for _, flag := range []*bool{&s.Options.AcceptShrink, &s.Options.AcceptLoss,
		&s.Options.AcceptClock} {
		require.NoError(t, os.Remove(filepath.Join(s.Dir(), unchanged.FileName)))
		*flag = true
		require.False(t, s.MustBuild().Published)
		require.NoFileExists(t, filepath.Join(s.Dir(), unchanged.FileName))
		*flag = false
		s.MustBuild()
		require.True(t, ended(s))
	}
}

// TestFirstBuildAfterARelease: the build that publishes remembers what the next one would find out,
// of the first release and of later ones, also when it prunes; but not of one that a guard would
// not have let pass, nor of one that ends a rollback.
func TestFirstBuildAfterARelease(t *testing.T) {
	t.Parallel()
	s := buildtest.NewShop(t, buildtest.Array(buildtest.Samba, buildtest.Choro))
	s.Options.Keep = 1
	s.MustPublish()
	require.True(t, ended(s), "the first release")
	for _, records := range [][]string{{buildtest.Samba}, {buildtest.Samba, buildtest.Frevo},
		{buildtest.Samba, buildtest.Frevo, buildtest.Coco}} {
		s.Write("catalogue.json", buildtest.Array(records...))
		s.MustPublish()
		require.True(t, ended(s), "%d events", len(records))
	}
	ids, err := release.List(s.Dir())
	require.NoError(t, err)
	require.Len(t, ids, 2, "the others are pruned")

	before := unchanged.Read(s.Dir())
	s.Write("catalogue.json", buildtest.Array(buildtest.Samba, buildtest.Frevo))
	s.Options.AcceptShrink = true
	s.MustPublish()
	s.Options.AcceptShrink = false
	require.Equal(t, before, unchanged.Read(s.Dir()), "a flag let it pass")
	require.False(t, ended(s))
	require.True(t, ended(s))

	before = unchanged.Read(s.Dir())
	folder, err := release.Lock(s.Dir(), release.Options{})
	require.NoError(t, err)
	_, err = folder.Rollback(ids[1])
	require.NoError(t, errors.Join(err, folder.Close()))
	s.Write("catalogue.json", buildtest.Array(buildtest.Samba, buildtest.Choro, buildtest.Coco))
	s.MustPublish()
	require.Equal(t, before, unchanged.Read(s.Dir()), "it ended a rollback")
	require.False(t, ended(s))
	require.True(t, ended(s))
}

// TestTidy: what another program left in the folder goes, and so do releases when fewer are kept,
// although nothing else has changed.
func TestTidy(t *testing.T) {
	t.Parallel()
	s := settled(t)
	s.Write("catalogue.json", buildtest.Array(buildtest.Samba, buildtest.Choro))
	s.MustPublish()
	s.MustBuild()
	require.True(t, ended(s))
	ids, err := release.List(s.Dir())
	require.NoError(t, err)
	require.Len(t, ids, 2)

	dead := filepath.Join(s.Dir(), release.SegmentsDir, strings.Repeat("0", 32)+".seg")
	require.NoError(t, os.WriteFile(dead, []byte("no release names me"), 0o444))
	require.False(t, s.MustBuild().Published)
	require.NoFileExists(t, dead)
	s.RequireClean()

	require.NoError(t, os.WriteFile(filepath.Join(s.Dir(), release.BrandFile), []byte("{}"), 0o644))
	require.False(t, s.MustBuild().Published)
	brand, err := release.ReadBrand(s.Dir())
	require.NoError(t, err)
	require.Equal(t, "palco", brand.Key)

	s.Options.KeepFor = time.Hour
	require.False(t, s.MustBuild().Published)
	s.Options.KeepFor, s.Options.Keep = 0, 1
	require.False(t, s.MustBuild().Published)
	require.False(t, s.MustBuild().Published)
	require.True(t, ended(s))
}

// TestDryRunLeavesItAlone: a dry run neither reads nor writes what is remembered.
func TestDryRunLeavesItAlone(t *testing.T) {
	t.Parallel()
	s := settled(t)
	file := filepath.Join(s.Dir(), unchanged.FileName)
	require.NoError(t, os.Remove(file))
	s.Options.DryRun = true
	require.False(t, s.MustBuild().Published)
	require.NoFileExists(t, file)
}

// TestSameOutcome: a build that ends early says the same as one that goes all the way.
func TestSameOutcome(t *testing.T) {
	t.Parallel()
	s := settled(t)
	s.Write("catalogue.json", buildtest.Array(buildtest.Samba, buildtest.Choro, buildtest.Frevo,
		`{"id":9}`, `{"id":8,"name":"Dia","starts_at":"never"}`))
	s.MustBuild()
	s.MustBuild()
	require.True(t, ended(s))
	early := s.MustBuild()
	require.NoError(t, os.Remove(filepath.Join(s.Dir(), unchanged.FileName)))
	late := s.MustBuild()
	for _, out := range []*build.Outcome{&early, &late} {
		out.Duration, out.Pulled.Duration = 0, 0
	}
	require.NotEmpty(t, late.Report.Counts)
	require.NotEmpty(t, late.Report.Languages)
	require.EqualExportedValues(t, late, early)
	require.Equal(t, late.Report.Reasons(), early.Report.Reasons())
}

// TestSum: each input alone changes the sum, and without one of them there is none.
func TestSum(t *testing.T) {
	t.Parallel()
	row := ingest.Row{Key: validate.Key{ID: 1, Hash: [16]byte{1}}, OnSale: true}
	inputs := func(change func(in *unchanged.Inputs)) unchanged.Inputs {
		in := unchanged.Inputs{Program: "p", Templates: [32]byte{1}, Brand: [32]byte{1}, Days: "d",
			Release: "r", Plan: &ingest.Plan{Rows: []ingest.Row{row}}}
		change(&in)
		return in
	}
	none := func(*unchanged.Inputs) {}
	in := inputs(none)
	want, err := in.Sum()
	require.NoError(t, err)
	require.NotEmpty(t, want)
	for name, change := range map[string]func(in *unchanged.Inputs){
		"program":    func(in *unchanged.Inputs) { in.Program = "q" },
		"templates":  func(in *unchanged.Inputs) { in.Templates[1] = 1 },
		"brand":      func(in *unchanged.Inputs) { in.Brand[1] = 1 },
		"days":       func(in *unchanged.Inputs) { in.Days = "e" },
		"release":    func(in *unchanged.Inputs) { in.Release = "s" },
		"id":         func(in *unchanged.Inputs) { in.Plan.Rows[0].ID = 2 },
		"hash":       func(in *unchanged.Inputs) { in.Plan.Rows[0].Hash[2] = 1 },
		"on sale":    func(in *unchanged.Inputs) { in.Plan.Rows[0].OnSale = false },
		"ended":      func(in *unchanged.Inputs) { in.Plan.Rows[0].Ended = true },
		"more rows":  func(in *unchanged.Inputs) { in.Plan.Rows = append(in.Plan.Rows, row) },
		"records":    func(in *unchanged.Inputs) { in.Plan.Report.Records++ },
		"coverage":   func(in *unchanged.Inputs) { in.Plan.Report.Coverage.Image++ },
		"no program": func(in *unchanged.Inputs) { in.Program = "" },
	} {
		in := inputs(change)
		got, err := in.Sum()
		require.NoError(t, err)
		require.NotEqual(t, want, got, name)
	}
	for _, change := range []func(in *unchanged.Inputs){
		func(in *unchanged.Inputs) { in.Program = "" },
		func(in *unchanged.Inputs) { in.Templates = [32]byte{} },
		func(in *unchanged.Inputs) { in.Release = "" },
	} {
		in := inputs(change)
		got, err := in.Sum()
		require.NoError(t, err)
		require.Empty(t, got)
	}
}

// TestTemplates: another byte, another name and another folder give another digest.
func TestTemplates(t *testing.T) {
	t.Parallel()
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	seen := map[[32]byte]bool{}
	for _, files := range []fstest.MapFS{
		{"a": file("x")}, {"a": file("y")}, {"b": file("x")}, {"d/a": file("x")},
		{"a": file("x"), "b": file("")}, {"a": file(""), "b": file("x")},
	} {
		sum, err := unchanged.Templates(files)
		require.NoError(t, err)
		require.False(t, seen[sum])
		seen[sum] = true
	}
}

// TestPlanted: what lies at the name of the file and is none counts as none.
func TestPlanted(t *testing.T) {
	t.Parallel()
	for name, plant := range map[string]func(file string) error{
		"nothing": func(string) error { return nil },
		"folder":  func(file string) error { return os.Mkdir(file, 0o755) },
		"symlink": func(file string) error { return os.Symlink("other.json", file) },
		"empty":   func(file string) error { return os.WriteFile(file, nil, 0o644) },
		"null":    func(file string) error { return os.WriteFile(file, []byte("null"), 0o644) },
	} {
		dir := t.TempDir()
		note := unchanged.NewNote("sum", "folder", text.English)
		require.NoError(t, note.Write(dir))
		require.Equal(t, note, unchanged.Read(dir))
		require.True(t, note.Has("sum"))
		require.NoError(t, os.Rename(filepath.Join(dir, unchanged.FileName),
			filepath.Join(dir, "other.json")))
		require.NoError(t, plant(filepath.Join(dir, unchanged.FileName)))
		require.Zero(t, unchanged.Read(dir), name)
		require.False(t, unchanged.Read(dir).Has("sum"), name)
		require.False(t, unchanged.Read(dir).Has(""), name)
	}
}
