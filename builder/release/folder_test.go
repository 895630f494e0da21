package release_test

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/durable"
	"cartaz/builder/release"
	rt "cartaz/builder/release/releasetest"
)

// If several builders start together, one gets the folder, and the others fail at once.
func TestOneBuilderAtATime(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out", "x")
	var wg sync.WaitGroup
	held := make(chan *release.Folder, 8)
	errs := make(chan error, 8)
	for range 8 {
		wg.Go(func() {
			f, err := release.Lock(dir, release.Options{})
			if err != nil {
				errs <- err
				return
			}
			held <- f
		})
	}
	wg.Wait()
	require.Len(t, held, 1)
	require.Len(t, errs, 7)
	for range 7 {
		require.ErrorIs(t, <-errs, release.ErrLocked)
	}
	require.NoError(t, (<-held).Close())
	mustHold(t, dir, release.Options{})
}

// A builder whose lock file was removed must not move the pointer: another builder may be at work.
func TestNoPublishWithoutTheLock(t *testing.T) {
	dir := t.TempDir()
	f := mustHold(t, dir, release.Options{})
	id := rt.Seal(t, f, brand, catalogue())
	require.NoError(t, os.Remove(filepath.Join(dir, release.LockFile)))
	require.ErrorIs(t, f.Publish(id), release.ErrLocked)
	_, err := f.Prune(release.Retention{Newest: 1})
	require.ErrorIs(t, err, release.ErrLocked)
	_, err = release.Current(dir)
	require.ErrorIs(t, err, release.ErrNotFound)
}

func TestHoldRemovesDebris(t *testing.T) {
	dir := t.TempDir()
	id := rt.Build(t, dir, brand, catalogue())
	for _, name := range []string{".tmp-current-x", "releases/.tmp-00000002/resources.tbl",
		"segments/.tmp-0", "releases/.tmp-00000001-0123456789abcdef/x/y"} {
		file := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, nil, 0o400))
	}
	mine := filepath.Join(dir, release.SiteDir, ".tmp-not-ours")
	require.NoError(t, os.MkdirAll(mine, 0o755))
	ids, err := release.List(dir)
	require.NoError(t, err)
	require.Equal(t, []string{id}, ids)
	mustHold(t, dir, release.Options{})
	require.Equal(t, []string{mine}, debris(t, dir))
	require.NoError(t, serve(dir, id))
}

func TestPublish(t *testing.T) {
	dir := t.TempDir()
	first := rt.Build(t, dir, brand, catalogue())
	second := rt.Build(t, dir, brand, catalogue(), rt.Search([]byte("2")))
	require.True(t, strings.HasPrefix(first, "00000001-") && strings.HasPrefix(second, "00000002-"))

	var steps []string
	f := mustHold(t, dir,
		release.Options{Hook: func(op durable.Op, name string, do func() error) error {
			steps = append(steps, string(op)+" "+name)
			return do()
		}})
	steps = nil
	require.NoError(t, f.Publish(second))
	require.Equal(t, []string{"syncdir releases", "syncdir segments", "syncdir ."}, steps,
		"the live release again: nothing is written")

	require.NoError(t, f.Publish(first), "an older one: rollback")
	requireLive(t, dir, first)
	third := rt.Seal(t, f, brand, catalogue(), rt.Search([]byte("3")))
	require.Greater(t, third, second, "numbers go on from the highest, not from the live one")
	require.Equal(t, first, rt.Open(t, dir, third).Manifest().Previous)

	err := f.Publish("00000009-0123456789abcdef")
	require.ErrorIs(t, err, release.ErrNotFound)
	for _, id := range []string{first, second, third} {
		require.ErrorContains(t, err, id, "the error lists what there is")
	}
	require.ErrorIs(t, f.Publish("../x"), release.ErrCorrupt)
	rt.Flip(t, rt.File(dir, third, release.TableFile), 200)
	require.ErrorIs(t, f.Publish(third), release.ErrCorrupt,
		"a release that rotted is not published")
	requireLive(t, dir, first)
}

// A broken pointer does not stop the next build, which heals it.
func TestPublishHealsThePointer(t *testing.T) {
	dir := t.TempDir()
	rt.Build(t, dir, brand, catalogue())
	pointer := filepath.Join(dir, release.CurrentFile)
	require.NoError(t, os.WriteFile(pointer, []byte("garbage"), 0o644))
	id := rt.Build(t, dir, brand, catalogue())
	require.NoError(t, serve(dir, id))
	require.NoError(t, os.Remove(pointer))
	require.NoError(t, os.Symlink("brand.json", pointer))
	id = rt.Build(t, dir, brand, catalogue())
	requireLive(t, dir, id)

	require.NoError(t, os.Remove(pointer))
	require.NoError(t, os.Mkdir(pointer, 0o755))
	f := mustHold(t, dir, release.Options{})
	require.ErrorContains(t, f.Publish(id), release.CurrentFile, "a directory is not replaced")
	require.Empty(t, debris(t, dir))
}

// The folder is replaced while a builder holds it and a reader reads it: both continue with what
// they have.
func TestFolderReplaced(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "x")
	id := rt.Build(t, dir, brand, catalogue())
	r := rt.Open(t, dir, id)
	f := mustHold(t, dir, release.Options{})
	require.NoError(t, os.Rename(dir, dir+".away"))
	other := rt.Build(t, dir, brand, nil)
	second := rt.Seal(t, f, brand, catalogue())
	require.NoError(t, f.Publish(second))
	requireLive(t, dir, other, "the new folder is not touched")
	require.NoError(t, os.RemoveAll(dir+".away"))
	require.NoError(t, r.Verify(true), "what is mapped stays")
	require.Error(t, f.Publish(second))
}

func TestWriteBrand(t *testing.T) {
	dir := t.TempDir()
	f := mustHold(t, dir, release.Options{})
	require.NoError(t, f.WriteBrand(brand))
	require.NoError(t, f.WriteBrand(brand))
	changed := brand
	changed.Hosts = []string{"other.example"}
	require.NoError(t, f.WriteBrand(changed))
	got, err := release.ReadBrand(dir)
	require.NoError(t, err)
	require.Equal(t, changed, got)
	changed.Key = ""
	require.ErrorIs(t, f.WriteBrand(changed), release.ErrInvalid)
	changed = brand
	changed.Hosts = []string{"a\r\nb"}
	require.ErrorIs(t, f.WriteBrand(changed), release.ErrInvalid)
}

func TestPrune(t *testing.T) {
	dir := t.TempDir()
	f := mustHold(t, dir, release.Options{})
	var ids []string
	for i := range 5 {
		m := catalogue()
		m["/n"] = rt.Text("text/plain", strings.Repeat("n", i+1))
		ids = append(ids, rt.Seal(t, f, brand, m))
	}
	require.NoError(t, f.Publish(ids[1]))
	require.Len(t, rt.Segments(t, dir), 5)
	mapped := rt.Open(t, dir, ids[0])

	removed, err := f.Prune(release.Retention{Newest: 9})
	require.NoError(t, err)
	require.Empty(t, removed)
	removed, err = f.Prune(release.Retention{Newest: 2})
	require.NoError(t, err)
	require.Equal(t, []string{ids[2], ids[0]}, removed)
	left, err := release.List(dir)
	require.NoError(t, err)
	require.Equal(t, []string{ids[1], ids[3], ids[4]}, left, "the two newest and the live one")
	require.Len(t, rt.Segments(t, dir), 3)
	for _, id := range left {
		require.NoError(t, rt.Open(t, dir, id).Verify(true))
	}
	require.NoError(t, mapped.Verify(true), "what is mapped stays readable")
	require.ErrorIs(t, f.Publish(ids[2]), release.ErrNotFound)

	removed, err = f.Prune(release.Retention{Newest: 0})
	require.NoError(t, err)
	require.Equal(t, []string{ids[4], ids[3]}, removed)
	require.NoError(t, serve(dir, ids[1]))
	require.Empty(t, debris(t, dir))
}

// A segment stays as long as one kept release names it.
func TestPruneKeepsSharedSegments(t *testing.T) {
	base, live := crashBase(t)
	next, err := runBuild(base, unsynced) // reuses a segment of live, keeps two
	require.NoError(t, err)
	f := mustHold(t, base, release.Options{})
	removed, err := f.Prune(release.Retention{Newest: 0})
	require.NoError(t, err)
	require.NotContains(t, removed, next)
	_, err = release.Open(base, live)
	require.ErrorIs(t, err, release.ErrNotFound)
	require.NoError(t, rt.Open(t, base, next).Verify(true))
}

func TestPruneWithUnreadableReleases(t *testing.T) {
	build := func() (dir string, f *release.Folder, ids []string) {
		dir = t.TempDir()
		f = mustHold(t, dir, release.Options{})
		for i := range 3 {
			m := map[string]rt.Resource{"/": rt.Text("text/plain", strings.Repeat("n", i+1))}
			ids = append(ids, rt.Seal(t, f, brand, m))
		}
		require.NoError(t, f.Publish(ids[2]))
		return dir, f, ids
	}
	dir, f, ids := build()
	rt.Flip(t, rt.File(dir, ids[1], release.ManifestFile), 100)
	removed, err := f.Prune(release.Retention{Newest: 3})
	require.NoError(t, err)
	require.Equal(t, []string{ids[1]}, removed, "it can never be opened again")

	for _, manifest := range []string{`{"format":1}`, `{"format":99}`} {
		dir, f, ids = build()
		rt.Overwrite(t, rt.File(dir, ids[1], release.ManifestFile), []byte(manifest))
		removed, err = f.Prune(release.Retention{Newest: 2})
		require.NoError(t, err)
		require.Equal(t, []string{ids[0]}, removed)
		require.Len(t, rt.Segments(t, dir), 3, "an edge of that version may open it")
		removed, err = f.Prune(release.Retention{Newest: 1})
		require.NoError(t, err)
		require.Equal(t, []string{ids[1]}, removed, "after the next builds")
		require.Len(t, rt.Segments(t, dir), 1)
	}

	dir, f, ids = build()
	rt.Flip(t, rt.File(dir, ids[2], release.ManifestFile), 100)
	removed, err = f.Prune(release.Retention{Newest: 1})
	require.ErrorIs(t, err, release.ErrCorrupt, "the live one")
	require.NotContains(t, removed, ids[2])
	require.Len(t, rt.Segments(t, dir), 3)

	dir, f, _ = build()
	require.NoError(t, os.WriteFile(filepath.Join(dir, release.CurrentFile), []byte("?"), 0o644))
	removed, err = f.Prune(release.Retention{Newest: 1})
	require.ErrorIs(t, err, release.ErrCorrupt)
	require.Empty(t, removed, "which one is live cannot be known")
}

func TestClosedRelease(t *testing.T) {
	dir := t.TempDir()
	r, err := release.Open(dir, rt.Build(t, dir, brand, catalogue(), rt.Events(events...)))
	require.NoError(t, err)
	require.NoError(t, r.Close())
	require.NoError(t, r.Close())
	_, ok := r.Lookup("/")
	require.False(t, ok)
	_, ok = r.Event(7)
	require.False(t, ok)
	require.Zero(t, r.NumResources())
	require.Empty(t, r.SearchIndex())
}

func TestParseID(t *testing.T) {
	seq, err := release.ParseID("00000042-0123456789abcdef")
	require.NoError(t, err)
	require.Equal(t, 42, seq)
	for _, id := range []string{"", "42", "00000042-0123456789abcde", "00000042-0123456789abcdeg",
		"00000042 0123456789abcdef",
		"+0000042-0123456789abcdef", "00000000-0123456789abcdef", "00000042-0123456789abcdef/"} {
		_, err := release.ParseID(id)
		require.ErrorIs(t, err, release.ErrCorrupt, id)
	}
}

// TestHoldOfWhatIsGone: a held release whose folder was lost is no obstacle to the next one.
func TestHoldOfWhatIsGone(t *testing.T) {
	dir := t.TempDir()
	first := rt.Build(t, dir, brand, catalogue())
	second := rt.Build(t, dir, brand, catalogue(), rt.Search([]byte("2")))
	f := mustHold(t, dir, release.Options{})
	require.NoError(t, f.Hold(release.Held{Release: first, Host: "preview.example"}))
	require.NoError(t, os.RemoveAll(filepath.Join(dir, "releases", first)))
	require.NoError(t, f.Hold(release.Held{Release: second, Host: "preview.example"}))
	require.NoError(t, os.RemoveAll(filepath.Join(dir, "releases", second)))
	require.NoError(t, f.Unhold())
}
