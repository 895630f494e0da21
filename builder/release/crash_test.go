package release_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/durable"
	"cartaz/builder/release"
	rt "cartaz/builder/release/releasetest"
)

// crashBase makes a folder with an older and a live release.
func crashBase(t testing.TB) (dir, live string) {
	t.Helper()
	dir = filepath.Join(mustFastDir(t), "base")
	older := catalogue()
	older["/alt"] = rt.Text("text/plain", "gone soon")
	rt.Build(t, dir, brand, older)
	return dir, rt.Build(t, dir, brand, catalogue())
}

// runBuild does everything that a build does to a folder: brand, bodies in
// several segments, one of them reused, seal, publish, prune. published is the
// id when Publish reported success.
func runBuild(dir string, hook durable.Hook) (published string, err error) {
	f, err := release.Lock(dir, release.Options{Hook: hook, SegmentSize: 100})
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	renamed := brand
	renamed.Name = "Outro nome"
	if err := f.WriteBrand(renamed); err != nil {
		return "", err
	}
	w, err := f.Create()
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, w.Abort()) }()
	for i := range 5 {
		text := strings.Repeat(strconv.Itoa(i), 60)
		loc, err := w.AppendBody([]byte(text))
		if err != nil {
			return "", err
		}
		if i == 4 {
			continue // its segment is not used and is dropped
		}
		if err := w.Add(release.Resource{Path: "/" + text,
			Variants: []release.Variant{plain(text, loc)}}); err != nil {
			return "", err
		}
	}
	old, err := release.Open(dir, w.Previous())
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, old.Close()) }()
	ref, _ := old.Lookup("/eventos/samba")
	v := ref.Variant(0)
	err = w.Add(release.Resource{Path: "/eventos/samba", Variants: []release.Variant{
		{Profile: release.Profile{Fields: v.Profile()}, Digest: v.Digest(), Body: v.Location()},
	}})
	if err != nil {
		return "", err
	}
	if _, err := w.SearchIndex().Write([]byte("a new index")); err != nil {
		return "", err
	}
	id, err := w.Seal(facts, []byte("{}"))
	if err != nil {
		return "", err
	}
	if err := f.Publish(id); err != nil {
		return "", err
	}
	_, err = f.Prune(release.Retention{Newest: 1})
	return id, err
}

// requireIntact demands that the folder serves the old release or a newer one, whole; that every
// listed release is whole; and that the next build succeeds unaided and leaves no debris.
func requireIntact(t *testing.T, dir, old, published, what string) {
	t.Helper()
	live, err := release.Current(dir)
	require.NoError(t, err, what)
	if published != "" {
		require.Equal(t, published, live, "%s: reported as published", what)
	}
	require.GreaterOrEqual(t, live, old, what)
	ids, err := release.List(dir)
	require.NoError(t, err, what)
	require.Contains(t, ids, live, what)
	for _, id := range ids {
		r, err := release.Open(dir, id)
		require.NoError(t, err, what)
		require.NoError(t, r.Verify(true), what)
		require.NoError(t, r.Close())
	}
	_, err = release.ReadBrand(dir)
	require.NoError(t, err, what)

	next, err := runBuild(dir, unsynced)
	require.NoError(t, err, what)
	require.Greater(t, next, live, "%s: releases are in order", what)
	require.NoError(t, serve(dir, next), what)
	require.Empty(t, debris(t, dir), what)
}

// countSteps runs a build once and lists its steps.
func countSteps(t *testing.T, base string) (steps []string) {
	t.Helper()
	dir := mustCopy(t, base)
	_, err := runBuild(dir, func(op durable.Op, name string, do func() error) error {
		steps = append(steps, string(op)+" "+name)
		return unsynced(op, name, do)
	})
	require.NoError(t, err)
	return steps
}

func mustCopy(t *testing.T, base string) string {
	t.Helper()
	dir := filepath.Join(mustFastDir(t), "x")
	require.NoError(t, os.CopyFS(dir, os.DirFS(base)))
	return dir
}

// mustFastDir returns a temporary directory, in memory if possible: these tests make thousands of
// small files.
func mustFastDir(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "release-test-")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { require.NoError(t, os.RemoveAll(dir)) })
	return dir
}

// Every step of a build fails once, or is the last one because the builder dies: then no later step
// happens, not even cleaning up. The failed step itself took effect, or did not.
func TestEveryStepFails(t *testing.T) {
	base, old := crashBase(t)
	for n, step := range countSteps(t, base) {
		for _, way := range []struct{ happened, dies bool }{{false, false}, {true, false},
			{false, true}, {true, true}} {
			what := fmt.Sprintf("step %d (%s): %+v", n, step, way)
			dir := mustCopy(t, base)
			i := 0
			published, err := runBuild(dir, func(op durable.Op, name string,
				do func() error) error {
				i++
				switch {
				case i-1 < n || i-1 > n && !way.dies:
					return unsynced(op, name, do)
				case i-1 == n && way.happened:
					require.NoError(t, unsynced(op, name, do))
				}
				return syscall.EIO
			})
			require.ErrorIs(t, err, syscall.EIO, what)
			requireIntact(t, dir, old, published, what)
		}
	}
}
