package cache_test

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"cartaz/builder/internal/cache"
)

func sumOf(s string) cache.Key {
	h := sha256.Sum256([]byte(s))
	return cache.Key(h[:16])
}

func open(t require.TestingT, dir string) *cache.Log {
	m, err := cache.Open(dir, nil)
	require.NoError(t, err)
	return m
}

// round puts and finds values as one build does, and returns how many were new.
func round(t require.TestingT, m *cache.Log, values []string) (fresh int) {
	for _, v := range values {
		sum := sumOf(v)
		b, ref, ok := m.Find(sum)
		if ok {
			require.Equal(t, v, string(b))
		} else {
			var err error
			ref, err = m.Put(&sum, []byte(v))
			require.NoError(t, err)
			require.NoError(t, m.Flush())
			fresh++
		}
		got := make([]byte, ref.Length)
		require.NoError(t, m.ReadAt(got, ref.Offset))
		require.Equal(t, v, string(got))
	}
	return fresh
}

func TestLogIsWhatTheLastBuildSaw(t *testing.T) {
	dir := t.TempDir()
	for _, tt := range []struct {
		name   string
		values []string
		fresh  int
	}{
		{"first", []string{"a", "b", "c", ""}, 4},
		{"the same", []string{"c", "a", "", "b"}, 0},
		{"one new", []string{"a", "b", "c", "d"}, 1},
		{"one gone comes back", []string{"", "a"}, 1},
		{"all others gone come back", []string{"a", "b", "c", "d"}, 3},
		{"twice the same", []string{"x", "x"}, 2},
		{"found once", []string{"x", "x"}, 0},
	} {
		m := open(t, dir)
		require.NoError(t, m.Damage(), tt.name)
		require.Equal(t, tt.fresh, round(t, m, tt.values), tt.name)
		require.NoError(t, m.Commit(true), tt.name)
		require.NoError(t, m.Close(), tt.name)
	}
}

// TestLogKeepsTheLastWord: what was found and is put anew counts from then on.
func TestLogKeepsTheLastWord(t *testing.T) {
	dir := t.TempDir()
	sum := sumOf("item")
	for _, v := range []string{"first", "second", "third"} {
		m := open(t, dir)
		b, _, ok := m.Find(sum)
		require.Equal(t, v != "first", ok)
		require.NotEqual(t, v, string(b))
		_, err := m.Put(&sum, []byte(v))
		require.NoError(t, err)
		require.NoError(t, m.Commit(true))
		require.NoError(t, m.Close())
		m = open(t, dir)
		b, _, _ = m.Find(sum)
		require.Equal(t, v, string(b))
		require.NoError(t, m.Close())
	}
}

func TestLogOfABuildThatDidNotEnd(t *testing.T) {
	dir := t.TempDir()
	m := open(t, dir)
	round(t, m, []string{"a", "b"})
	require.NoError(t, m.Commit(true))
	require.NoError(t, m.Close())
	before := sizeOf(t, dir, cache.LogFile)
	m = open(t, dir)
	round(t, m, []string{"a", strings.Repeat("x", 1<<20)})
	require.NoError(t, m.Close()) // no Commit
	require.Greater(t, sizeOf(t, dir, cache.LogFile), before)
	m = open(t, dir)
	require.Equal(t, before, sizeOf(t, dir, cache.LogFile), "what did not count is cut off")
	require.Zero(t, round(t, m, []string{"a", "b"}))
	require.NoError(t, m.Close())
}

// TestLogDoesNotGrow: the log is written anew when more than half of it is dead.
func TestLogDoesNotGrow(t *testing.T) {
	dir := t.TempDir()
	for n := range 40 {
		m := open(t, dir)
		var values []string
		for i := range 10 {
			values = append(values, strings.Repeat(fmt.Sprint(n+i), 1000))
		}
		round(t, m, values)
		require.NoError(t, m.Commit(true))
		round(t, m, values) // a place in the log stays good after it was written anew
		require.NoError(t, m.Close())
	}
	require.Less(t, sizeOf(t, dir, cache.LogFile), int64(50_000))
	require.Len(t, files(t, dir), 2, "nothing temporary is left")
}

// TestLogNeverGivesWhatWasNotPut: whatever byte is wrong, a string is the one
// that was put, or not known.
func TestLogNeverGivesWhatWasNotPut(t *testing.T) {
	good := t.TempDir()
	values := []string{"first string", "second string", "third string"}
	m := open(t, good)
	round(t, m, values)
	require.NoError(t, m.Commit(true))
	require.NoError(t, m.Close())
	for _, name := range []string{cache.LogFile, cache.IndexFile} {
		data, err := os.ReadFile(filepath.Join(good, name))
		require.NoError(t, err)
		for i := range data {
			flipped := append([]byte(nil), data...)
			flipped[i] ^= 0x20
			for _, bad := range [][]byte{flipped, data[:i]} {
				dir := t.TempDir()
				require.NoError(t, os.CopyFS(dir, os.DirFS(good)))
				require.NoError(t, os.WriteFile(filepath.Join(dir, name), bad, 0o644))
				m := open(t, dir)
				round(t, m, values)
				require.NoError(t, m.Commit(true))
				require.NoError(t, m.Close())
				m = open(t, dir) // healed
				require.Zero(t, round(t, m, values), "%s, byte %d", name, i)
				require.NoError(t, m.Close())
			}
		}
	}
}

// TestLogDoesNotFollowALink that somebody put into the folder.
func TestLogDoesNotFollowALink(t *testing.T) {
	for _, name := range []string{cache.LogFile, cache.IndexFile} {
		dir := t.TempDir()
		m := open(t, dir)
		round(t, m, []string{"a"})
		require.NoError(t, m.Commit(true))
		require.NoError(t, m.Close())
		target := filepath.Join(dir, "precious")
		require.NoError(t, os.Rename(filepath.Join(dir, name), target))
		require.NoError(t, os.Symlink("precious", filepath.Join(dir, name)))
		before, err := os.ReadFile(target)
		require.NoError(t, err)
		m = open(t, dir)
		require.Error(t, m.Damage())
		round(t, m, []string{"b"})
		require.NoError(t, m.Commit(true))
		require.NoError(t, m.Close())
		after, err := os.ReadFile(target)
		require.NoError(t, err)
		require.Equal(t, before, after)
	}
}

// TestLogProperty holds random builds against a set: what a build that ended
// well saw is known to the next, and nothing else.
func TestLogProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dir, err := os.MkdirTemp("", "cache")
		require.NoError(t, err)
		defer os.RemoveAll(dir)
		known := map[string]bool{}
		for range rapid.IntRange(1, 8).Draw(t, "builds") {
			values := rapid.SliceOfDistinct(rapid.StringMatching(`[a-f]{0,3}`),
				rapid.ID[string]).Draw(t, "values")
			fresh := 0
			for _, v := range values {
				if !known[v] {
					fresh++
				}
			}
			m := open(t, dir)
			require.NoError(t, m.Damage())
			require.Equal(t, len(known), m.Len())
			require.Equal(t, fresh, round(t, m, values))
			if rapid.Bool().Draw(t, "ends well") {
				require.NoError(t, m.Commit(true))
				clear(known)
				for _, v := range values {
					known[v] = true
				}
			}
			require.NoError(t, m.Close())
		}
	})
}

func sizeOf(t *testing.T, dir, name string) int64 {
	t.Helper()
	info, err := os.Stat(filepath.Join(dir, name))
	require.NoError(t, err)
	return info.Size()
}
