package build

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/catalog"
	"cartaz/builder/internal/build/keep"
	"cartaz/builder/internal/generate"
	"cartaz/builder/release"
	"cartaz/builder/search"
	"cartaz/templates"
)

// generated builds a generated catalogue and returns the outcome and the live
// release.
func generated(t *testing.T, brandsDir, out string, o generate.Options) (Outcome,
	*release.Release) {
	t.Helper()
	require.NoError(t, generate.Brand(brandsDir, "festa", o))
	list, err := brands.Load(brandsDir, brands.LoadOptions{})
	require.NoError(t, err)
	outcome := Run(t.Context(), list[0], Options{Out: out, Templates: templates.Embedded, Keep: 50,
		Now: time.Now()})
	require.NoError(t, outcome.Err)
	rel, err := release.Open(filepath.Join(out, "festa"), outcome.Release)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, rel.Close()) })
	require.NoError(t, rel.Verify(true))
	return outcome, rel
}

// content returns the content of a release: bodies by path, type and coding. Last-Modified
// and times read are history and not part of it.
func content(t *testing.T, rel *release.Release) map[string]string {
	t.Helper()
	all := map[string]string{}
	for ref := range rel.Resources() {
		for i := range ref.NumVariants() {
			v := ref.Variant(i)
			body, err := v.Body()
			require.NoError(t, err)
			key := fmt.Sprintf("%s %s %s %d", ref.Path(), v.ContentType(), v.Coding(), v.Tokens())
			require.Empty(t, all[key], key)
			if text, ok := Timeless(string(ref.Path()), string(body)); ok {
				all[key] = fmt.Sprint(v.Profile()) + text
			}
		}
	}
	return all
}

// TestDeadBytesAreCompacted changes everything again and again: segments must
// not pile up.
func TestDeadBytesAreCompacted(t *testing.T) {
	const n = 20
	dir := t.TempDir()
	var smallest int64 = 1 << 62
	for i := range 12 {
		// Every build changes half of the events, so half of its bytes die.
		o := generate.Options{Events: n, Seed: 1, Changed: n / 2 * (i % 2)}
		_, rel := generated(t, filepath.Join(dir, "brands"), filepath.Join(dir, "out"), o)
		var stored int64
		for _, s := range rel.Manifest().Segments {
			stored += s.Size
		}
		smallest = min(smallest, stored)
		require.Less(t, stored, 3*smallest, "build %d names %d segments", i,
			len(rel.Manifest().Segments))
	}
}

// TestSynonymsTouchTheSearchAlone: they decide what the search finds, and no
// page has to be drawn or stored again for them.
func TestSynonymsTouchTheSearchAlone(t *testing.T) {
	dir := t.TempDir()
	brandsDir, out := filepath.Join(dir, "brands"), filepath.Join(dir, "out")
	_, before := generated(t, brandsDir, out, generate.Options{Events: 50, Seed: 1})
	list, err := brands.Load(brandsDir, brands.LoadOptions{})
	require.NoError(t, err)
	run := func(groups ...[]string) Outcome {
		list[0].Search.Synonyms = groups
		outcome := Run(t.Context(), list[0], Options{Out: out,
			Templates: templates.Embedded, Keep: 50, Now: time.Now()})
		require.NoError(t, outcome.Err)
		require.Zero(t, outcome.Drawn)
		return outcome
	}
	require.False(t, run().Published, "nothing has changed")
	index, err := search.Open(before.SearchIndex())
	require.NoError(t, err)
	word, _, _ := strings.Cut(eventName(t, index), " ")
	query := search.Query{Text: "zzxxyy"}
	_, total := index.Search(query, 0, 1, nil)
	require.Zero(t, total)

	outcome := run([]string{word, "zzxxyy"})
	require.True(t, outcome.Published)
	after, err := release.Open(filepath.Join(out, "festa"), outcome.Release)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, after.Close()) })
	require.Equal(t, content(t, before), content(t, after))
	index, err = search.Open(after.SearchIndex())
	require.NoError(t, err)
	_, total = index.Search(query, 0, 1, nil)
	require.Positive(t, total)

	require.False(t, run([]string{word, "zzxxyy"}).Published)
	require.True(t, run().Published, "gone again")
}

// eventName returns the name of the first event.
func eventName(t *testing.T, index *search.Index) string {
	t.Helper()
	text, err := index.JSON(0)
	require.NoError(t, err)
	var event catalog.Event
	require.NoError(t, json.Unmarshal(text, &event))
	return event.Name
}

var stamps = regexp.MustCompile(`(?m)^(DTSTAMP|LAST-MODIFIED|SEQUENCE):.*\n`)

// Timeless returns a body without its history; false for a body that is only history, or is coded:
// collections have what vanished, feeds what is new. They have tests of their own.
func Timeless(path, text string) (string, bool) {
	isData := strings.HasSuffix(path, ".ndjson") && path != catalog.ChangesPath
	if TakenAlong(path) && !isData {
		return "", false
	}
	if strings.HasSuffix(path, ".ics") {
		return stamps.ReplaceAllString(text, ""), strings.HasPrefix(text, "BEGIN:VCALENDAR")
	}
	return text, true
}

// TakenAlong reports whether a path is a collection, a feed, the data beside them, the known former
// addresses, or the sums, which calendars with cancelled events do not have.
func TakenAlong(path string) bool {
	return path == keep.PathSums || strings.HasPrefix(path, catalog.FormerPath) ||
		strings.HasPrefix(path, catalog.GonePath) || strings.HasSuffix(path, ".atom") ||
		strings.HasSuffix(path, ".feed.json") || strings.HasSuffix(path, ".ndjson") ||
		strings.HasSuffix(path, ".ics") && !strings.HasPrefix(path, "/eventos/")
}
