package release_test

import (
	"crypto/sha256"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"cartaz/builder/internal/durable"
	"cartaz/builder/release"
	rt "cartaz/builder/release/releasetest"
)

func mustHold(t testing.TB, dir string, opts release.Options) *release.Folder {
	t.Helper()
	f, err := release.Lock(dir, opts)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, f.Close()) })
	return f
}

// requireLive demands that the pointer of a folder names a release.
func requireLive(t testing.TB, dir, id string, what ...any) {
	t.Helper()
	live, err := release.Current(dir)
	require.NoError(t, err, what...)
	require.Equal(t, id, live, what...)
}

func mustCreate(t testing.TB, f *release.Folder) *release.Writer {
	t.Helper()
	w, err := f.Create()
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, w.Abort()) })
	return w
}

func mustBody(t testing.TB, w *release.Writer, text string) release.Location {
	t.Helper()
	loc, err := w.AppendBody([]byte(text))
	require.NoError(t, err)
	return loc
}

// plain returns a variant of a text that is stored without coding.
func plain(text string, loc release.Location) release.Variant {
	sum := sha256.Sum256([]byte(text))
	return release.Variant{
		Profile: release.Profile{Fields: []release.Field{{Name: "Content-Type",
			Value: "text/plain"}}},
		Digest: release.Digest(sum[:16]), Body: loc,
	}
}

var facts = release.Facts{Brand: brand, BuiltAt: rt.BuiltAt}

// snapshot reads all files of a folder that Seal wrote.
func snapshot(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, sub := range []string{release.ReleasesDir, release.SegmentsDir} {
		require.NoError(t, filepath.WalkDir(filepath.Join(dir, sub),
			func(p string, d fs.DirEntry, err error) error {
				if err != nil || d.IsDir() {
					return err
				}
				data, err := os.ReadFile(p)
				files[strings.TrimPrefix(p, dir)] = string(data)
				return err
			}))
	}
	return files
}

// The order of Add and AddEvent must not show in any byte: builders add from
// many goroutines.
func TestOrderOfAddDoesNotShow(t *testing.T) {
	var first map[string]string
	for seed := range uint64(5) {
		dir := t.TempDir()
		w := mustCreate(t, mustHold(t, dir, release.Options{SegmentSize: 200}))
		var resources []release.Resource
		for i, path := range []string{"/b", "/a", "/a.md", ":p", "/", "/b/c", "/é"} {
			text := strings.Repeat(path, 20)
			r := release.Resource{Path: path, Canonical: "/a", Modified: int64(i),
				Variants: []release.Variant{plain(text, mustBody(t, w, text))}}
			r.Variants[0].Profile.Fields = append(r.Variants[0].Profile.Fields,
				release.Field{Name: "X", Value: path[:1]})
			resources = append(resources, r)
		}
		rows := slices.Clone(events)
		rnd := rand.New(rand.NewPCG(seed, 1))
		rnd.Shuffle(len(resources), func(i, j int) {
			resources[i], resources[j] = resources[j], resources[i]
		})
		rnd.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		for _, r := range resources {
			require.NoError(t, w.Add(r))
		}
		for _, row := range rows {
			require.NoError(t, w.AddEvent(row))
		}
		id, err := w.Seal(facts, nil)
		require.NoError(t, err)
		require.NoError(t, rt.Open(t, dir, id).Verify(true))
		got := snapshot(t, dir)
		require.Greater(t, len(got), 7, "the bodies are in several segments")
		if first == nil {
			first = got
		}
		require.Equal(t, first, got)
	}
}

func TestWriterRefuses(t *testing.T) {
	f := mustHold(t, t.TempDir(), release.Options{})
	w := mustCreate(t, f)
	loc := mustBody(t, w, "x")
	good := plain("x", loc)
	field := func(name, value string) release.Variant {
		v := good
		v.Profile = release.Profile{Fields: []release.Field{{Name: "Content-Type",
			Value: "text/plain"}, {Name: name, Value: value}}}
		return v
	}
	other := mustCreate(t, mustHold(t, t.TempDir(), release.Options{}))
	foreign := mustBody(t, other, "x")

	for name, r := range map[string]release.Resource{
		"no path":           {Variants: []release.Variant{good}},
		"relative path":     {Path: "a", Variants: []release.Variant{good}},
		"control character": {Path: "/a\n", Variants: []release.Variant{good}},
		"long path": {Path: "/" + strings.Repeat("a", release.MaxPath),
			Variants: []release.Variant{good}},
		"bad canonical": {Path: "/a", Canonical: "b", Variants: []release.Variant{good}},
		"bad alternate": {Path: "/a", Alternate: "b", Variants: []release.Variant{good}},
		"no variant":    {Path: "/a"},
		"too many variants": {Path: "/a", Variants: slices.Repeat([]release.Variant{good},
			release.MaxVariants+1)},
		"unknown coding": {Path: "/a",
			Variants: []release.Variant{{Profile: good.Profile, Coding: 4, Body: loc}}},
		"no body":    {Path: "/a", Variants: []release.Variant{{Profile: good.Profile}}},
		"no profile": {Path: "/a", Variants: []release.Variant{{Body: loc}}},
		"no content type": {Path: "/a",
			Variants: []release.Variant{{Body: loc,
				Profile: release.Profile{Fields: []release.Field{{Name: "Vary", Value: "x"}}}}}},
		"split header": {Path: "/a",
			Variants: []release.Variant{field("X", "a\r\nSet-Cookie: b")}},
		"bad field name":      {Path: "/a", Variants: []release.Variant{field("X Y", "a")}},
		"empty field name":    {Path: "/a", Variants: []release.Variant{field("", "a")}},
		"foreign open writer": {Path: "/a", Variants: []release.Variant{plain("x", foreign)}},
	} {
		require.ErrorIs(t, w.Add(r), release.ErrInvalid, name)
	}
	_, err := w.AppendBody(make([]byte, release.MaxBody+1))
	require.ErrorIs(t, err, release.ErrInvalid)

	_, err = other.Seal(facts, nil)
	require.NoError(t, err)
	require.ErrorIs(t,
		w.Add(release.Resource{Path: "/a", Variants: []release.Variant{plain("x", foreign)}}),
		release.ErrInvalid,
		"dropped with its unused segment")
}

func TestWriterRefusesSegmentOfAnotherFolder(t *testing.T) {
	there := t.TempDir()
	r := rt.Open(t, there, rt.Build(t, there, brand, catalogue()))
	ref, _ := r.Lookup("/")
	w := mustCreate(t, mustHold(t, t.TempDir(), release.Options{}))
	err := w.Add(release.Resource{Path: "/",
		Variants: []release.Variant{plain("", ref.Variant(0).Location())}})
	require.ErrorIs(t, err, fs.ErrNotExist)
}

func TestDuplicates(t *testing.T) {
	w := mustCreate(t, mustHold(t, t.TempDir(), release.Options{}))
	loc := mustBody(t, w, "x")
	for _, path := range []string{"/b", "/eventos/samba", "/a", "/eventos/samba"} {
		require.NoError(t,
			w.Add(release.Resource{Path: path, Variants: []release.Variant{plain("x", loc)}}))
	}
	_, err := w.Content(facts)
	require.ErrorIs(t, err, release.ErrDuplicate)
	_, err = w.Seal(facts, nil)
	require.ErrorIs(t, err, release.ErrDuplicate)
	require.ErrorContains(t, err, "/eventos/samba")

	w = mustCreate(t, mustHold(t, t.TempDir(), release.Options{}))
	require.NoError(t, w.AddEvent(release.EventRow{ID: 5}))
	require.NoError(t, w.AddEvent(release.EventRow{ID: 5, ReadAt: 1}))
	_, err = w.Seal(facts, nil)
	require.ErrorIs(t, err, release.ErrDuplicate)
	require.ErrorContains(t, err, "event 5")
}

// TestPlacesOutOfOrder: rows of the release before that rot during a build are no duplicates.
func TestPlacesOutOfOrder(t *testing.T) {
	dir := t.TempDir()
	r := rt.Open(t, dir, rt.Build(t, dir, brand, catalogue()))
	w := mustCreate(t, mustHold(t, t.TempDir(), release.Options{}))
	variants := []release.Variant{plain("x", mustBody(t, w, "x"))}
	first, _ := r.Lookup("/")
	end, _ := r.Lookup("~")
	require.NoError(t, w.Add(release.Resource{Path: "/b", Variants: variants, Place: first}))
	require.NoError(t, w.Add(release.Resource{Path: "/a", Variants: variants, Place: end}))
	_, err := w.Content(facts)
	require.ErrorIs(t, err, release.ErrCorrupt)
}

func TestSealRefusesBadFacts(t *testing.T) {
	for name, change := range map[string]func(*release.Facts){
		"no key":          func(f *release.Facts) { f.Brand.Key = "" },
		"split header":    func(f *release.Facts) { f.Brand.ContentSignal = "a\nb" },
		"more than all":   func(f *release.Facts) { f.OnSale = 1 },
		"negative events": func(f *release.Facts) { f.Events = -1 },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			w := mustCreate(t, mustHold(t, dir, release.Options{}))
			bad := facts
			change(&bad)
			_, err := w.Seal(bad, nil)
			require.ErrorIs(t, err, release.ErrInvalid)
			ids, err := release.List(dir)
			require.NoError(t, err)
			require.Empty(t, ids)
		})
	}
}

func TestClosedWriter(t *testing.T) {
	dir := t.TempDir()
	w := mustCreate(t, mustHold(t, dir, release.Options{}))
	loc := mustBody(t, w, "x")
	require.NoError(t, w.Abort())
	require.NoError(t, w.Abort())
	_, err := w.AppendBody(nil)
	require.ErrorIs(t, err, release.ErrClosed)
	require.ErrorIs(t,
		w.Add(release.Resource{Path: "/", Variants: []release.Variant{plain("x", loc)}}),
		release.ErrClosed)
	require.ErrorIs(t, w.AddEvent(release.EventRow{}), release.ErrClosed)
	_, err = w.Seal(facts, nil)
	require.ErrorIs(t, err, release.ErrClosed)
	require.Empty(t, snapshot(t, dir), "abort leaves nothing")
}

// Bodies of the previous release are used in place, over several generations, and only used
// segments are named.
func TestReuseOfSegments(t *testing.T) {
	dir := t.TempDir()
	f := mustHold(t, dir, release.Options{})
	id := rt.Seal(t, f, brand, catalogue())
	require.NoError(t, f.Publish(id))
	for generation := range 3 {
		old := rt.Open(t, dir, id)
		w := mustCreate(t, f)
		require.Equal(t, id, w.Previous())
		for ref := range old.Resources() {
			r := release.Resource{
				Path: string(ref.Path()), Canonical: string(ref.Canonical()),
				Alternate: string(ref.Alternate()), Modified: ref.Modified(),
			}
			for i := range ref.NumVariants() {
				v := ref.Variant(i)
				r.Variants = append(r.Variants, release.Variant{
					Profile: release.Profile{Fields: v.Profile()}, Coding: v.Coding(),
					Digest: v.Digest(), Tokens: v.Tokens(), Body: v.Location(),
				})
			}
			require.NoError(t, w.Add(r))
		}
		content, err := w.Content(facts)
		require.NoError(t, err)
		if generation == 0 {
			require.Equal(t, old.Manifest().Content, content, "nothing has changed")
		}
		text := strings.Repeat("new", generation+1)
		path := "/new/" + text
		require.NoError(t,
			w.Add(release.Resource{Path: path,
				Variants: []release.Variant{plain(text, mustBody(t, w, text))}}))
		changed, err := w.Content(facts)
		require.NoError(t, err)
		require.NotEqual(t, content, changed)

		id, err = w.Seal(facts, nil)
		require.NoError(t, err)
		require.NoError(t, f.Publish(id))
		r := rt.Open(t, dir, id)
		require.NoError(t, r.Verify(true))
		require.Equal(t, changed, r.Manifest().Content)
		require.Equal(t, old.ID(), r.Manifest().Previous)
		require.Len(t, r.Manifest().Segments, generation+2)
		require.Equal(t, old.NumResources()+1, r.NumResources())
	}
}

// Everything that was added is found, with all its values; nothing else is.
func TestFoundIsWhatWasAdded(t *testing.T) {
	dir := t.TempDir()
	f := mustHold(t, dir, release.Options{SegmentSize: 300, Hook: unsynced})
	path := rapid.StringMatching(`[/:]([a-c]{0,3}(/|\.md)?){0,4}`)
	rapid.Check(t, func(rt *rapid.T) {
		w, err := f.Create()
		require.NoError(rt, err)
		defer func() { require.NoError(rt, w.Abort()) }()
		resources := map[string]release.Resource{}
		bodies := map[string][]string{}
		for p := range maps.Keys(rapid.MapOfN(path, rapid.Just(true), 0, 40).Draw(rt, "paths")) {
			r := release.Resource{
				Path: p, Canonical: rapid.OneOf(rapid.Just(""), path).Draw(rt, "canonical"),
				Alternate: rapid.OneOf(rapid.Just(""), rapid.Just(p+".md"), path).Draw(rt,
					"alternate"), Modified: rapid.Int64().Draw(rt, "modified"),
			}
			for range rapid.IntRange(1, 5).Draw(rt, "variants") {
				text := rapid.StringN(0, 60, -1).Draw(rt, "text")
				loc, err := w.AppendBody([]byte(text))
				require.NoError(rt, err)
				v := plain(text, loc)
				v.Tokens = rapid.Uint32().Draw(rt, "tokens")
				v.Profile.Fields = append(v.Profile.Fields,
					release.Field{Name: "X", Value: rapid.StringMatching(`[a-d]?`).Draw(rt, "x")})
				r.Variants = append(r.Variants, v)
				bodies[p] = append(bodies[p], text)
			}
			require.NoError(rt, w.Add(r))
			resources[p] = r
		}
		id, err := w.Seal(facts, nil)
		require.NoError(rt, err)
		r, err := release.Open(dir, id)
		require.NoError(rt, err)
		defer func() { require.NoError(rt, r.Close()) }()
		require.NoError(rt, r.Verify(true))
		require.Equal(rt, len(resources), r.NumResources())
		for p, want := range resources {
			ref, ok := r.Lookup(p)
			require.True(rt, ok)
			require.Equal(rt, want.Canonical, string(ref.Canonical()))
			require.Equal(rt, want.Alternate, string(ref.Alternate()))
			require.Equal(rt, want.Modified, ref.Modified())
			require.Equal(rt, len(want.Variants), ref.NumVariants())
			for i, v := range want.Variants {
				got := ref.Variant(i)
				body, err := got.Body()
				require.NoError(rt, err)
				require.Equal(rt, bodies[p][i], string(body))
				require.Equal(rt, v.Profile.Fields, got.Profile())
				require.Equal(rt, v.Tokens, got.Tokens())
			}
		}
		other := path.Draw(rt, "other")
		_, ok := r.Lookup(other)
		_, want := resources[other]
		require.Equal(rt, want, ok)
		_, err = f.Prune(release.Retention{Newest: 0})
		require.NoError(rt, err)
	})
}

// unsynced skips the steps that matter only in a power cut, for speed.
func unsynced(op durable.Op, _ string, do func() error) error {
	if op == durable.OpSync || op == durable.OpSyncDir {
		return nil
	}
	return do()
}
