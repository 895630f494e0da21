package release_test

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/durable"
	"cartaz/builder/release"
	rt "cartaz/builder/release/releasetest"
)

// mustReleases makes n releases that differ, the last one live.
func mustReleases(t *testing.T, dir string, n int) (ids []string) {
	t.Helper()
	for i := range n {
		resources := catalogue()
		resources["/n"] = rt.Text("text/plain", fmt.Sprint(i))
		ids = append(ids, rt.Build(t, dir, brand, resources))
	}
	return ids
}

// pinned returns the ids of the releases that were rolled back.
func pinned(t *testing.T, dir string) []string {
	t.Helper()
	pins, err := release.Pins(dir)
	require.NoError(t, err)
	ids := []string{}
	for _, p := range pins {
		rel := rt.Open(t, dir, p.Release)
		require.Equal(t, rel.Manifest().Content, p.Content)
		ids = append(ids, p.Release)
	}
	return ids
}

func TestRollback(t *testing.T) {
	dir := t.TempDir()
	id := mustReleases(t, dir, 5)
	f := mustHold(t, dir, release.Options{})
	steps := []struct {
		to, from int
		pinned   []string
	}{
		{3, 4, id[4:5]},
		{1, 3, id[3:5]},
		{2, 1, id[3:5]}, // forward again; nothing rolled back is newer
		{2, 2, id[3:5]},
		{3, 2, id[4:5]},
		{4, 3, []string{}},
	}
	require.Empty(t, pinned(t, dir))
	for _, step := range steps {
		from, err := f.Rollback(id[step.to])
		require.NoError(t, err)
		require.Equal(t, id[step.from], from)
		requireLive(t, dir, id[step.to])
		require.Equal(t, step.pinned, pinned(t, dir), "back to %d", step.to)
	}
	require.NoFileExists(t, filepath.Join(dir, release.RollbackFile))
}

// A newer release ends a rollback even if the file stays; ClearRollback ends it
// by hand.
func TestRollbackEnds(t *testing.T) {
	dir := t.TempDir()
	id := mustReleases(t, dir, 2)
	f := mustHold(t, dir, release.Options{})
	_, err := f.Rollback(id[0])
	require.NoError(t, err)
	require.Len(t, pinned(t, dir), 1)
	require.NoError(t, f.ClearRollback())
	require.Empty(t, pinned(t, dir))
	require.NoError(t, f.ClearRollback())

	_, err = f.Rollback(id[1])
	require.NoError(t, err)
	_, err = f.Rollback(id[0])
	require.NoError(t, err)
	resources := catalogue()
	resources["/n"] = rt.Text("text/plain", "new")
	newer := rt.Seal(t, f, brand, resources)
	require.Len(t, pinned(t, dir), 1)
	require.NoError(t, f.Publish(newer))
	require.FileExists(t, filepath.Join(dir, release.RollbackFile))
	require.Empty(t, pinned(t, dir))
}

// A pruned release cannot come back: the refusal lists the possible ones, and changes nothing.
// Releases that were rolled back are not pruned.
func TestRollbackToPruned(t *testing.T) {
	dir := t.TempDir()
	id := mustReleases(t, dir, 4)
	f := mustHold(t, dir, release.Options{})
	_, err := f.Rollback(id[2])
	require.NoError(t, err)
	unpublished := catalogue()
	unpublished["/n"] = rt.Text("text/plain", "never live")
	newest := rt.Seal(t, f, brand, unpublished)
	removed, err := f.Prune(release.Retention{Newest: 1})
	require.NoError(t, err)
	require.Equal(t, []string{id[1], id[0]}, removed)
	_, err = f.Rollback(id[0])
	require.ErrorIs(t, err, release.ErrNotFound)
	require.ErrorContains(t, err, "there are: "+id[2]+", "+id[3]+", "+newest)
	requireLive(t, dir, id[2])
	require.Equal(t, id[3:4], pinned(t, dir))
	require.NoError(t, rt.Open(t, dir, id[3]).Verify(true))
}

func TestPinsRefuse(t *testing.T) {
	dir := t.TempDir()
	id := mustReleases(t, dir, 2)
	file := filepath.Join(dir, release.RollbackFile)
	for name, tc := range map[string]struct {
		text string
		want error
	}{
		"no json":         {"{", release.ErrCorrupt},
		"unknown member":  {`{"format":1,"pins":[],"more":1}`, release.ErrCorrupt},
		"another version": {`{"format":2,"pins":[]}`, release.ErrVersion},
		"an id that is none": {
			`{"format":1,"pins":[{"release":"../x","content":""}]}`, release.ErrCorrupt},
	} {
		t.Run(name, func(t *testing.T) {
			require.NoError(t, os.WriteFile(file, []byte(tc.text), 0o644))
			_, err := release.Pins(dir)
			require.ErrorIs(t, err, tc.want)
			require.ErrorContains(t, err, release.RollbackFile)
		})
	}
	require.NoError(t, os.Remove(file))
	require.NoError(t, os.Symlink("/etc/passwd", file))
	_, err := release.Pins(dir)
	require.ErrorIs(t, err, release.ErrCorrupt)
	// A rollback replaces a file that cannot be read, and does not follow it.
	f := mustHold(t, dir, release.Options{})
	_, err = f.Rollback(id[0])
	require.NoError(t, err)
	require.Equal(t, id[1:], pinned(t, dir))
}

// Whichever step of a rollback fails, and whether it took effect or not: an old or a new release is
// live, the pins belong to the live release, and a second try succeeds.
func TestRollbackFaults(t *testing.T) {
	base := filepath.Join(mustFastDir(t), "base")
	id := mustReleases(t, base, 2)
	rollback := func(dir string, hook durable.Hook) error {
		f, err := release.Lock(dir, release.Options{Hook: hook})
		if err != nil {
			return err
		}
		_, err = f.Rollback(id[0])
		return errors.Join(err, f.Close())
	}
	steps := everyFault(t, base, rollback, func(dir, what string) {
		live, err := release.Current(dir)
		require.NoError(t, err, what)
		require.Contains(t, id, live, what)
		require.Equal(t, live == id[0], len(pinned(t, dir)) == 1, what)
		require.NoError(t, rollback(dir, unsynced), what)
		require.Equal(t, id[1:], pinned(t, dir), what)
	})
	require.Greater(t, steps, 8)
}

// TestRetire: whichever step fails, done or undone, the brand is up or down, and a second call
// takes it down; its release always exists and can be published again.
func TestRetire(t *testing.T) {
	base, old := crashBase(t)
	retire := func(dir string, hook durable.Hook) (bool, error) {
		f, err := release.Lock(dir, release.Options{Hook: hook})
		if err != nil {
			return false, err
		}
		changed, err := f.Retire()
		return changed, errors.Join(err, f.Close())
	}
	fails := func(dir string, hook durable.Hook) error {
		_, err := retire(dir, hook)
		return err
	}
	steps := everyFault(t, base, fails, func(dir, what string) {
		if live, err := release.Current(dir); err == nil {
			require.Equal(t, old, live, what)
		} else {
			require.ErrorIs(t, err, release.ErrNotFound, what)
		}
		for _, changes := range []bool{true, false} {
			changed, err := retire(dir, unsynced)
			require.NoError(t, err, what)
			require.False(t, changed && !changes, what)
		}
		_, err := release.Current(dir)
		require.ErrorIs(t, err, release.ErrNotFound, what)
		b, err := release.ReadBrand(dir)
		require.NoError(t, err, what)
		require.Equal(t, release.StateRetired, b.State, what)
		f := mustHold(t, dir, release.Options{Hook: unsynced})
		require.NoError(t, f.Publish(old), what)
	})
	require.Greater(t, steps, 3)
}

// TestRetentionByAge: among older releases, one of each hour stays for two days, and one of each
// day before that.
func TestRetentionByAge(t *testing.T) {
	now := time.Date(2026, 11, 20, 15, 30, 0, 0, time.UTC)
	ago := func(hours float64) time.Time {
		return now.Add(-time.Duration(hours * float64(time.Hour)))
	}
	for _, test := range []struct {
		name  string
		keep  release.Retention
		built []time.Time // oldest release first
		left  []int       // positions in built
	}{
		{"by count alone", release.Retention{Newest: 2, Now: now},
			[]time.Time{ago(3), ago(2), ago(1)}, []int{1, 2}},
		{"the newest of each hour", release.Retention{Newest: 1, For: 24 * time.Hour, Now: now},
			[]time.Time{ago(3.1), ago(3), ago(2), ago(0.9), ago(0.8), ago(0.7), ago(0.1)},
			[]int{1, 2, 5, 6}},
		{"not beyond the time", release.Retention{Newest: 1, For: 2 * time.Hour, Now: now},
			[]time.Time{ago(4), ago(2.1), ago(2), ago(0)}, []int{2, 3}},
		{"of each day after two", release.Retention{Newest: 1, For: 200 * time.Hour, Now: now},
			[]time.Time{ago(201), ago(100), ago(99), ago(98), ago(75), ago(74), ago(47), ago(46),
				ago(1)}, []int{3, 5, 6, 7, 8}},
		{"a clock that was wrong", release.Retention{Newest: 1, For: 24 * time.Hour, Now: now},
			[]time.Time{ago(-9), ago(-100000), ago(2), ago(1)}, []int{2, 3}},
		{"a clock that stood still", release.Retention{Newest: 2, For: 24 * time.Hour, Now: now},
			[]time.Time{ago(1), ago(1), ago(1), ago(1)}, []int{2, 3}},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			f := mustHold(t, dir, release.Options{Hook: unsynced})
			ids := make([]string, len(test.built))
			for i, builtAt := range test.built {
				at := rt.Change(func(facts *release.Facts) { facts.BuiltAt = builtAt })
				ids[i] = rt.Seal(t, f, brand,
					map[string]rt.Resource{"/": rt.Text("text/plain", fmt.Sprint(i))}, at)
			}
			require.NoError(t, f.Publish(ids[len(ids)-1]))
			_, err := f.Prune(test.keep)
			require.NoError(t, err)
			var want []string
			for _, i := range test.left {
				want = append(want, ids[i])
			}
			left, err := release.List(dir)
			require.NoError(t, err)
			require.Equal(t, want, left)
			require.Len(t, rt.Segments(t, dir), len(left))
			for _, id := range left {
				require.NoError(t, rt.Open(t, dir, id).Verify(true),
					"what stays has all that it needs")
			}
			again, err := f.Prune(test.keep)
			require.NoError(t, err)
			require.Empty(t, again)
		})
	}
}

// TestBrandClock: a brand counts days in its own zone, and a frozen clock does not advance.
func TestBrandClock(t *testing.T) {
	now := time.Date(2026, 11, 29, 1, 30, 0, 0, time.UTC)
	palco := release.Brand{Timezone: "America/Sao_Paulo"}
	require.Equal(t, "2026-11-28 22:30", palco.Now(now).In(palco.Zone()).Format("2006-01-02 15:04"))
	palco.AsOf = time.Date(2026, 11, 20, 12, 0, 0, 0, palco.Zone()).Unix()
	require.Equal(t, "2026-11-20 12:00", palco.Now(now).In(palco.Zone()).Format("2006-01-02 15:04"))
	for _, unknown := range []string{"", "Nowhere/City"} {
		b := release.Brand{Timezone: unknown}
		require.Equal(t, time.UTC, b.Zone(), unknown)
	}
}

// A manifest with an unknown member is not damaged if its id certifies it: a newer builder wrote
// it. Prune treats it as any other, and brand.json can still be read.
func TestNewerBuilder(t *testing.T) {
	built, dir := t.TempDir(), t.TempDir()
	old := buildV1(t, built)
	require.NoError(t, os.CopyFS(dir, os.DirFS(built))) // the copy is not locked
	data, err := os.ReadFile(rt.File(dir, old, release.ManifestFile))
	require.NoError(t, err)
	newer := strings.NewReplacer(`"format": 6,`, `"format": 6, "x": 1,`, `"sequence": 1`,
		`"sequence": 2`).Replace(string(data))
	sum := sha256.Sum256([]byte(newer))
	id := fmt.Sprintf("00000002-%x", sum[:8])
	require.NoError(t, os.CopyFS(filepath.Join(dir, release.ReleasesDir, id),
		os.DirFS(filepath.Join(dir, release.ReleasesDir, old))))
	rt.Overwrite(t, rt.File(dir, id, release.ManifestFile), []byte(newer))
	require.ErrorIs(t, serve(dir, id), release.ErrVersion)
	require.ErrorContains(t, serve(dir, id), `"x"`)

	f := mustHold(t, dir, release.Options{})
	removed, err := f.Prune(release.Retention{Newest: 1})
	require.NoError(t, err)
	require.Empty(t, removed)
	require.NoError(t, serve(dir, old), "no segment was removed")

	file := filepath.Join(dir, release.BrandFile)
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	rt.Overwrite(t, file, []byte(strings.Replace(string(text), "{", `{"x": 1,`, 1)))
	facts, err := release.ReadBrand(dir)
	require.NoError(t, err)
	require.Equal(t, brand, facts)

	rt.Overwrite(t, rt.File(dir, id, release.ManifestFile), []byte(newer+" "))
	require.ErrorIs(t, serve(dir, id), release.ErrCorrupt, "the id does not certify it")
}
