package release_test

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/release"
	rt "cartaz/builder/release/releasetest"
)

// TestRetentionByAge: among older releases, one of each hour stays for two days, and one of each
// day before that.
func TestRetentionByAge(t *testing.T) {
	now := time.Date(2026, 11, 20, 15, 30, 0, 0, time.UTC)
	ago := func(hours float64) time.Time {
		return now.Add(-time.Duration(hours * float64(
			time.Hour)))
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
