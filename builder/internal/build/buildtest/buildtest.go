// Package buildtest builds a brand of one catalogue, for tests of the build and of its pages.
package buildtest

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/internal/build"
	"cartaz/builder/internal/cache"
	"cartaz/builder/internal/export"
	"cartaz/builder/internal/pictures"
	"cartaz/builder/internal/report"
	"cartaz/builder/internal/validate"
	"cartaz/builder/release"
	"cartaz/builder/search"
	"cartaz/templates"
)

// Noon is the builder's clock in these tests; the events below are after it.
var Noon = time.Date(2026, 11, 20, 15, 0, 0, 0, time.UTC)

// Shop is one brand, "palco", and its output.
type Shop struct {
	testing.TB
	Brand   string // folder of the brand
	Options build.Options
}

// FileSource is the source of most tests, as brand.yaml has it.
const FileSource = "source: {kind: file, path: catalogue.json}\n"

// NewShop makes a brand with a catalogue of records, of which builds write no plain files.
func NewShop(t testing.TB, catalogue string) *Shop {
	t.Helper()
	dir := t.TempDir()
	s := &Shop{TB: t, Brand: filepath.Join(dir, "brands", "palco"), Options: build.Options{
		Out: filepath.Join(dir, "out"), Templates: templates.Embedded, Now: Noon,
	}}
	require.NoError(t, os.MkdirAll(s.Brand, 0o755))
	s.YAML(FileSource)
	s.Write("catalogue.json", catalogue)
	return s
}

// YAML writes brand.yaml with further lines, such as the source.
func (s *Shop) YAML(rest string) {
	s.Helper()
	s.Write("brand.yaml", `name: Palco
locale: pt-BR
timezone: America/Sao_Paulo
site_url: https://palco.example
base_url: https://palco.example/api/public/v1
auth_url: https://auth.palco.example
`+rest)
}

// Write replaces a file in the brand's folder.
func (s *Shop) Write(name, text string) {
	require.NoError(s, os.WriteFile(filepath.Join(s.Brand, name), []byte(text), 0o644))
}

// Dir returns the brand's output folder.
func (s *Shop) Dir() string { return filepath.Join(s.Options.Out, "palco") }

// Load reads brand.yaml as the program does.
func (s *Shop) Load() *brands.Brand {
	s.Helper()
	b, err := brands.LoadOne(s.Brand, brands.LoadOptions{})
	require.NoError(s, err)
	return b
}

// Build runs the builder once.
func (s *Shop) Build() build.Outcome {
	s.Helper()
	return build.Run(s.Context(), s.Load(), s.Options)
}

// MustBuild is Build, which must not fail.
func (s *Shop) MustBuild() build.Outcome {
	s.Helper()
	out := s.Build()
	require.NoError(s, out.Err)
	return out
}

// MustPublish runs the builder, which must publish a release. The first one may be without dates.
func (s *Shop) MustPublish() build.Outcome {
	s.Helper()
	defer func(accept bool) { s.Options.AcceptLoss = accept }(s.Options.AcceptLoss)
	_, err := release.Current(s.Dir())
	s.Options.AcceptLoss = s.Options.AcceptLoss || err != nil
	out := s.MustBuild()
	require.True(s, out.Published, "nothing new was published")
	return out
}

// Live opens the live release.
func (s *Shop) Live() *release.Release {
	s.Helper()
	id, err := release.Current(s.Dir())
	require.NoError(s, err)
	rel, err := release.Open(s.Dir(), id)
	require.NoError(s, err)
	s.Cleanup(func() { require.NoError(s, rel.Close()) })
	return rel
}

// Body returns the uncoded body of a resource of the live release.
func (s *Shop) Body(path, media string) string {
	s.Helper()
	return Body(s, s.Live(), path, media)
}

// HTML returns a page of the live release.
func (s *Shop) HTML(path string) string { return s.Body(path, "text/html") }

// Markdown returns a page of the live release as Markdown.
func (s *Shop) Markdown(path string) string { return s.Body(path, "text/markdown") }

// Body returns the uncoded body of a resource whose media type begins with media.
func Body(t testing.TB, rel *release.Release, path, media string) string {
	t.Helper()
	ref, ok := rel.Lookup(path)
	require.True(t, ok, "no resource %s", path)
	for i := range ref.NumVariants() {
		v := ref.Variant(i)
		if v.Coding() == release.Identity && strings.HasPrefix(v.ContentType(), media) {
			b, err := v.Body()
			require.NoError(t, err)
			return string(b)
		}
	}
	require.Fail(t, "no such variant", "%s as %s", path, media)
	return ""
}

// Listed returns what the search index holds, in list order, by slug.
func Listed(t testing.TB, rel *release.Release) []string {
	t.Helper()
	index, err := search.Open(rel.SearchIndex())
	require.NoError(t, err)
	slugs := []string{}
	for i := range index.Len() {
		item, err := index.JSON(uint32(i))
		require.NoError(t, err)
		var e struct{ Slug string }
		require.NoError(t, json.Unmarshal(item, &e))
		slugs = append(slugs, e.Slug)
	}
	return slugs
}

// Paths returns the addresses of a release with a prefix and a suffix.
func Paths(rel *release.Release, prefix, suffix string) []string {
	list := []string{}
	for ref := range rel.Resources() {
		if p := string(ref.Path()); strings.HasPrefix(p, prefix) && strings.HasSuffix(p, suffix) {
			list = append(list, p)
		}
	}
	return list
}

// EventSlugs returns the slugs of the published events.
func EventSlugs(rel *release.Release) []string {
	const base = "/api/public/v1/events/"
	slugs := Paths(rel, base, "")
	for i, p := range slugs {
		slugs[i] = strings.TrimPrefix(p, base)
	}
	return slugs
}

// Reasons returns how often each kind and reason is in a report.
func Reasons(r report.Report) map[string]int {
	m := map[string]int{}
	for _, c := range r.Counts {
		m[c.Kind+" "+c.Reason] = c.N
	}
	return m
}

// Findings returns the findings of one reason.
func Findings(r report.Report, reason string) []validate.Finding {
	var list []validate.Finding
	for _, f := range r.Findings {
		if f.Reason == reason {
			list = append(list, f)
		}
	}
	return list
}

// Tree returns every file below dir with the digest of its bytes, or its type when it is not
// regular.
func Tree(t testing.TB, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, name)
		if err != nil || entry.IsDir() {
			return err
		}
		if !entry.Type().IsRegular() {
			files[rel] = entry.Type().String()
			return nil
		}
		data, err := os.ReadFile(name)
		sum := sha256.Sum256(data)
		files[rel] = hex.EncodeToString(sum[:8])
		return err
	})
	require.NoError(t, err)
	return files
}

// Sealed returns the tree of all that an edge reads: releases, segments, pointer.
func (s *Shop) Sealed() map[string]string {
	s.Helper()
	files := Tree(s, s.Dir())
	for name := range files {
		switch top, _, _ := strings.Cut(name, "/"); top {
		case release.SiteDir, release.LockFile, pictures.Dir, cache.LogFile, export.MarkerFile:
			delete(files, name)
		}
	}
	return files
}

// RequireClean compares the output folder with its layout: no temporary name anywhere, and no
// segment that no release names.
func (s *Shop) RequireClean() {
	s.Helper()
	needed := map[string]bool{}
	ids, err := release.List(s.Dir())
	require.NoError(s, err)
	for _, id := range ids {
		rel, err := release.Open(s.Dir(), id)
		require.NoError(s, err)
		for _, segment := range rel.Manifest().Segments {
			needed[filepath.Join(release.SegmentsDir, segment.Name+".seg")] = true
		}
		require.NoError(s, rel.Verify(true))
		require.NoError(s, rel.Close())
	}
	for name := range Tree(s, s.Dir()) {
		require.NotContains(s, name, release.TempPrefix)
		if strings.HasPrefix(name, release.SegmentsDir) {
			require.True(s, needed[name], "%s belongs to no release", name)
		}
	}
}

// Array returns a catalogue of these records.
func Array(records ...string) string { return "[" + strings.Join(records, ",\n") + "]" }

// TextEvent returns a record with a description in Markdown.
func TextEvent(id int, description string) string {
	return fmt.Sprintf(`{"id": %d, "name": "Evento %d", "starts_at": "2026-12-0%dT21:00:00-03:00",
		"description_format": "markdown", "description": %q}`, id, id, id, description)
}

// Records of events: two in Recife, two in Olinda of which Frevo is soon over, and one that is
// over.
const (
	Samba = `{"id":1,"slug":"samba","name":"Samba","description":"Roda de samba.",` +
		`"starts_at":"2027-01-01T20:00","location":{"city":"Recife","state_abbr":"PE"},` +
		`"producer":{"name":"Casa"},"tickets":[{"name":"Inteira","price":4000,"fee":400}]}`
	Choro = `{"id":2,"slug":"choro","name":"Choro","description":"Roda de choro.",` +
		`"starts_at":"2027-01-02T20:00","location":{"city":"Recife","state_abbr":"PE"},` +
		`"producer":{"name":"Casa"},"tickets":[{"name":"Inteira","price":5000,"fee":500}]}`
	Frevo = `{"id":3,"slug":"frevo","name":"Frevo","description":"Frevo na rua.",` +
		`"starts_at":"2026-11-22T20:00","ends_at":"2026-11-22T23:00","location":{"city":"Olinda",` +
		`"state_abbr":"PE"},"producer":{"name":"Bloco"}}`
	Coco = `{"id":4,"slug":"coco","name":"Coco","starts_at":"2027-01-03T20:00",` +
		`"location":{"city":"Olinda","state_abbr":"PE"}}`
	Velho = `{"id":5,"slug":"velho","name":"Velho","starts_at":"2026-11-01T20:00",` +
		`"location":{"city":"Recife","state_abbr":"PE"}}`
)
