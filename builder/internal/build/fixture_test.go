package build_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/internal/build"
	"cartaz/builder/internal/itemcache"
	"cartaz/builder/internal/report"
	"cartaz/builder/internal/upstream/cache"
	"cartaz/builder/internal/validate"
	"cartaz/builder/release"
	"cartaz/builder/search"
	"cartaz/templates"
)

// noon is the builder's clock in these tests; the events below lie behind it.
var noon = time.Date(2026, 11, 20, 15, 0, 0, 0, time.UTC)

// shop is one brand, "palco", and what is built of it.
type shop struct {
	testing.TB
	brand   string // folder of the brand
	options build.Options
}

// fileSource is the source of most tests, as brand.yaml has it.
const fileSource = "source: {kind: file, path: catalogue.json}\n"

// newShop makes a brand with a catalogue of records.
func newShop(t testing.TB, catalogue string) *shop {
	t.Helper()
	dir := t.TempDir()
	s := &shop{TB: t, brand: filepath.Join(dir, "brands", "palco"), options: build.Options{
		Out: filepath.Join(dir, "out"), Templates: templates.FS, Export: true, Now: noon,
	}}
	require.NoError(t, os.MkdirAll(s.brand, 0o755))
	s.yaml(fileSource)
	s.write("catalogue.json", catalogue)
	return s
}

// yaml writes brand.yaml with what tests change: the source, and more.
func (s *shop) yaml(rest string) {
	s.Helper()
	s.write("brand.yaml", `name: Palco
locale: pt-BR
timezone: America/Sao_Paulo
site_url: https://palco.example
base_url: https://palco.example/api/public/v1
auth_url: https://auth.palco.example
`+rest)
}

// write replaces a file in the brand's folder.
func (s *shop) write(name, text string) {
	s.Helper()
	require.NoError(s, os.WriteFile(filepath.Join(s.brand, name), []byte(text), 0o644))
}

// dir is the brand's output folder.
func (s *shop) dir() string { return filepath.Join(s.options.Out, "palco") }

// load reads brand.yaml as the program does.
func (s *shop) load() *brands.Brand {
	s.Helper()
	b, err := brands.LoadOne(s.brand, brands.LoadOptions{})
	require.NoError(s, err)
	return b
}

// build runs the builder once.
func (s *shop) build() build.Outcome {
	s.Helper()
	outcomes := build.Run(s.Context(), []*brands.Brand{s.load()}, s.options)
	require.Len(s, outcomes, 1)
	return outcomes[0]
}

// mustBuild runs the builder, which must not fail, and says what it did.
func (s *shop) mustBuild() build.Outcome {
	s.Helper()
	out := s.build()
	require.NoError(s, out.Err)
	return out
}

// mustPublish runs the builder, which must publish a release.
func (s *shop) mustPublish() build.Outcome {
	s.Helper()
	out := s.mustBuild()
	require.True(s, out.Published, "nothing new was published")
	return out
}

// live opens the live release.
func (s *shop) live() *release.Release {
	s.Helper()
	id, err := release.Current(s.dir())
	require.NoError(s, err)
	rel, err := release.Open(s.dir(), id)
	require.NoError(s, err)
	s.Cleanup(func() { require.NoError(s, rel.Close()) })
	return rel
}

// body is the uncoded body of a resource whose media type begins with media.
func body(t testing.TB, rel *release.Release, path, media string) string {
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

// listed is what the search index holds, in list order, by slug.
func listed(t testing.TB, rel *release.Release) []string {
	t.Helper()
	index, err := search.Open(rel.SearchIndex())
	require.NoError(t, err)
	require.NoError(t, index.Verify())
	slugs := []string{}
	for i := range index.Len() {
		item, err := index.JSON(uint32(i))
		require.NoError(t, err)
		var e struct {
			Slug string `json:"slug"`
		}
		require.NoError(t, json.Unmarshal(item, &e))
		slugs = append(slugs, e.Slug)
	}
	return slugs
}

// paths are the addresses of a release that begin and end so.
func paths(rel *release.Release, prefix, suffix string) []string {
	list := []string{}
	for ref := range rel.Resources() {
		if p := string(ref.Path()); strings.HasPrefix(p, prefix) && strings.HasSuffix(p, suffix) {
			list = append(list, p)
		}
	}
	return list
}

// eventSlugs are the slugs of the published events.
func eventSlugs(rel *release.Release) []string {
	const base = "/api/public/v1/events/"
	slugs := paths(rel, base, "")
	for i, p := range slugs {
		slugs[i] = strings.TrimPrefix(p, base)
	}
	return slugs
}

// reasons are how often each kind and reason is in a report.
func reasons(r report.Report) map[string]int {
	m := map[string]int{}
	for _, c := range r.Counts {
		m[c.Kind+" "+c.Reason] = c.N
	}
	return m
}

// findings are the findings of one reason.
func findings(r report.Report, reason string) []validate.Finding {
	var list []validate.Finding
	for _, f := range r.Findings {
		if f.Reason == reason {
			list = append(list, f)
		}
	}
	return list
}

// tree is every file below dir with the digest of its bytes; what is no regular
// file, by its type.
func tree(t testing.TB, dir string) map[string]string {
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

// sealed is the tree of all that an edge reads: releases, segments, pointer.
func (s *shop) sealed() map[string]string {
	s.Helper()
	files := tree(s, s.dir())
	for name := range files {
		switch top, _, _ := strings.Cut(name, "/"); top {
		case release.SiteDir, release.LockFile, cache.Name, itemcache.LogName, itemcache.IndexName:
			delete(files, name)
		}
	}
	return files
}

// requireClean holds the output folder against its layout: no temporary name
// anywhere, and no segment that no release names.
func (s *shop) requireClean() {
	s.Helper()
	needed := map[string]bool{}
	ids, err := release.List(s.dir())
	require.NoError(s, err)
	for _, id := range ids {
		rel, err := release.Open(s.dir(), id)
		require.NoError(s, err)
		for _, segment := range rel.Manifest().Segments {
			needed[filepath.Join(release.SegmentsDir, segment.Name+".seg")] = true
		}
		require.NoError(s, rel.Verify(true))
		require.NoError(s, rel.Close())
	}
	for name := range tree(s, s.dir()) {
		require.NotContains(s, name, release.TempPrefix)
		if strings.HasPrefix(name, release.SegmentsDir) {
			require.True(s, needed[name], "%s belongs to no release", name)
		}
	}
}

// quote is text as JSON.
func quote(t testing.TB, text string) string {
	t.Helper()
	b, err := json.Marshal(text)
	require.NoError(t, err)
	return string(b)
}
