package cache_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"cartaz/builder/internal/cache"
)

func keyOf(name string) cache.Key {
	h := sha256.Sum256([]byte(name))
	return cache.Key(h[:16])
}

func open(t require.TestingT, dir string) *cache.Log {
	c, err := cache.Open(dir)
	require.NoError(t, err)
	return c
}

// build opens the cache of dir, puts strings under names, and commits.
func build(t testing.TB, dir string, whole bool, strings ...string) {
	t.Helper()
	c := open(t, dir)
	for i := 0; i+1 < len(strings); i += 2 {
		put(t, c, strings[i], strings[i+1])
	}
	require.NoError(t, c.Commit(whole))
	require.NoError(t, c.Close())
}

func put(t require.TestingT, c *cache.Log, name, text string) {
	key := keyOf(name)
	ref, err := c.Put(&key, []byte(text))
	require.NoError(t, err)
	got := make([]byte, ref.Length)
	require.NoError(t, c.ReadAt(got, ref.Offset))
	require.Equal(t, text, string(got))
}

// get returns the string under a name, or "".
func get(c *cache.Log, name string) string {
	if b, _, ok := c.Find(keyOf(name)); ok {
		return string(b)
	}
	return ""
}

// known are the strings that the next build finds under names, one of "" left out.
func known(t testing.TB, dir string, names ...string) map[string]string {
	t.Helper()
	c := open(t, dir)
	found := map[string]string{}
	for _, name := range names {
		if text := get(c, name); text != "" {
			found[name] = text
		}
	}
	require.NoError(t, c.Close())
	return found
}

// files are the files of a folder with their content.
func files(t testing.TB, dir string) map[string]string {
	t.Helper()
	found := map[string]string{}
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		require.NoError(t, err)
		found[e.Name()] = string(text)
	}
	return found
}

func TestRoundTrip(t *testing.T) {
	dir := t.TempDir()
	c := open(t, dir)
	require.NoError(t, c.Damage())
	large := strings.Repeat("São Paulo ", 200_000)
	put(t, c, "b", "second")
	put(t, c, "a", large)
	put(t, c, "c", "old")
	put(t, c, "c", "new")
	put(t, c, "d", "dropped")
	put(t, c, "d", "")
	_, err := c.Put(nil, []byte("of this build"))
	require.NoError(t, err)
	require.Empty(t, get(c, "a"), "only what earlier builds put is found")
	require.NoError(t, c.Commit(true))
	require.NoError(t, c.Close())

	info, err := os.Stat(filepath.Join(dir, cache.LogFile))
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode(),
		"bodies of a backend are for the builder only")
	require.Equal(t, map[string]string{"a": large, "b": "second", "c": "new"},
		known(t, dir, "a", "b", "c", "d"))
}

// TestUnchanged: a build that puts nothing leaves the file as it is.
func TestUnchanged(t *testing.T) {
	dir := t.TempDir()
	build(t, dir, true, "a", "1", "b", "2")
	before := files(t, dir)
	c := open(t, dir)
	get(c, "a")
	get(c, "b")
	require.NoError(t, c.Commit(true))
	require.NoError(t, c.Close())
	build(t, dir, false)
	require.Equal(t, before, files(t, dir))
}

// TestLogDoesNotGrow: strings that no whole build looks for, and replaced ones, go when they are
// half of the log. A place in the log stays good until it is closed.
func TestLogDoesNotGrow(t *testing.T) {
	dir := t.TempDir()
	for n := range 40 {
		c := open(t, dir)
		for i := range 10 {
			name := fmt.Sprint(n + i)
			if n > 0 && i < 9 {
				require.Equal(t, strings.Repeat(name, 1000), get(c, name))
			} else {
				put(t, c, name, strings.Repeat(name, 1000))
			}
		}
		put(t, c, "order", fmt.Sprint(n))
		ref, err := c.Put(nil, []byte("of this build"))
		require.NoError(t, err)
		require.NoError(t, c.Commit(true))
		got := make([]byte, ref.Length)
		require.NoError(t, c.ReadAt(got, ref.Offset))
		require.Equal(t, "of this build", string(got))
		require.NoError(t, c.Close())
		info, err := os.Stat(filepath.Join(dir, cache.LogFile))
		require.NoError(t, err)
		require.Less(t, info.Size(), int64(50_000))
	}
	require.Equal(t, map[string]string{"order": "39"}, known(t, dir, "order", "1"))
	require.Len(t, files(t, dir), 1, "nothing temporary is left")

	// A build that has not seen the whole source forgets nothing.
	build(t, dir, false, "big", strings.Repeat("x", 100_000))
	build(t, dir, false, "big", "small")
	require.Len(t, known(t, dir, "order", "45", "big"), 3)
	info, err := os.Stat(filepath.Join(dir, cache.LogFile))
	require.NoError(t, err)
	require.Less(t, info.Size(), int64(100_000))
}

// TestKilledEveryTime: builds that never come to Commit do not make the log grow for ever, and lose
// nothing of what they know.
func TestKilledEveryTime(t *testing.T) {
	dir := t.TempDir()
	build(t, dir, true, "a", "1", "b", strings.Repeat("2", 50_000))
	for n := range 20 {
		c := open(t, dir)
		require.NoError(t, c.Damage())
		require.Equal(t, "1", get(c, "a"))
		put(t, c, "b", strings.Repeat(fmt.Sprint(n%10), 50_000))
		_, err := c.Put(nil, make([]byte, 100_000))
		require.NoError(t, err)
		key := keyOf("c")
		_, err = c.Write(&key, func(io.Writer) error { return io.ErrShortWrite }) // killed here
		require.Error(t, err)
		require.NoError(t, c.Close())
		info, err := os.Stat(filepath.Join(dir, cache.LogFile))
		require.NoError(t, err)
		require.Less(t, info.Size(), int64(400_000), "build %d", n)
	}
	require.Equal(t, map[string]string{"a": "1", "b": strings.Repeat("9", 50_000)},
		known(t, dir, "a", "b", "c"))
}

// TestPeek reads, and leaves nothing behind, also beside a build that writes.
func TestPeek(t *testing.T) {
	dir := t.TempDir()
	build(t, dir, true, "a", "1", "b", "2")
	other := open(t, dir)
	put(t, other, "d", "4")
	key := keyOf("e")
	_, err := other.Write(&key, func(w io.Writer) error {
		_, err := w.Write(make([]byte, 100_000)) // more than is buffered: a head is still to come
		c, e := cache.Peek(dir, t.TempDir())
		require.NoError(t, errors.Join(err, e, c.Damage(), c.Close()))
		return err
	})
	require.NoError(t, err)
	before := files(t, dir)
	c, err := cache.Peek(dir, t.TempDir())
	require.NoError(t, err)
	require.Equal(t, "1", get(c, "a"))
	put(t, c, "c", "3")
	require.NoError(t, c.Commit(true))
	require.NoError(t, c.Close())
	require.Equal(t, before, files(t, dir))
	require.NoError(t, other.Close())
	c, err = cache.Peek(filepath.Join(dir, "none"), t.TempDir())
	require.NoError(t, err)
	require.NoError(t, c.Damage())
	require.NoError(t, c.Close())
}

// TestKilled: whichever byte was the last one that a killed build wrote, the strings put before are
// known, and the next build goes on.
func TestKilled(t *testing.T) {
	good := t.TempDir()
	build(t, good, true, "a", "first")
	before := len(files(t, good)[cache.LogFile])
	build(t, good, true, "b", "second", "c", "third")
	whole := files(t, good)[cache.LogFile]
	for n := range len(whole) {
		dir := t.TempDir()
		file := filepath.Join(dir, cache.LogFile)
		require.NoError(t, os.WriteFile(file, []byte(whole[:n]), 0o600))
		c := open(t, dir)
		require.Equal(t, n == 0 || n >= len("CARTAZL3"), c.Damage() == nil, "nothing is damaged")
		require.NoError(t, c.Close())
		got := known(t, dir, "a", "b", "c")
		require.Equal(t, n >= before, got["a"] == "first")
		build(t, dir, false, "z", "last")
		c = open(t, dir)
		require.NoError(t, c.Damage())
		require.Equal(t, "last", get(c, "z"))
		require.Equal(t, got["a"], get(c, "a"))
		require.NoError(t, c.Close())
	}
}

// TestNeverGivesWhatWasNotPut: whatever byte is wrong, a string is the one that was put, or not
// known, and the next build leaves a sound log.
func TestNeverGivesWhatWasNotPut(t *testing.T) {
	good := t.TempDir()
	texts := map[string]string{"a": "first", "b": "second", "c": "third"}
	build(t, good, true, "a", "first", "b", "second", "c", "third")
	whole := files(t, good)[cache.LogFile]
	for i := range whole {
		dir, bad := t.TempDir(), []byte(whole)
		bad[i] ^= 0x20
		require.NoError(t, os.WriteFile(filepath.Join(dir, cache.LogFile), bad, 0o600))
		c := open(t, dir)
		for name, text := range texts {
			if got := get(c, name); got == "" {
				put(t, c, name, text)
			} else {
				require.Equal(t, text, got, "byte %d", i)
			}
		}
		require.NoError(t, c.Commit(true))
		require.NoError(t, c.Close())
		require.Equal(t, texts, known(t, dir, "a", "b", "c"), "byte %d", i)
	}
}

// TestWriteFails: of what cannot be read to its end nothing is kept, and Commit says so.
func TestWriteFails(t *testing.T) {
	dir := t.TempDir()
	build(t, dir, true, "a", "1")
	c := open(t, dir)
	broken, b := errors.New("spool on fire"), keyOf("b")
	_, err := c.Write(&b, func(w io.Writer) error {
		_, err := io.WriteString(w, strings.Repeat("2", 100_000))
		return errors.Join(err, broken)
	})
	require.ErrorIs(t, err, broken)
	put(t, c, "c", "3")
	require.ErrorIs(t, c.Commit(true), broken)
	require.NoError(t, c.Close())
	require.Equal(t, map[string]string{"a": "1", "c": "3"}, known(t, dir, "a", "b", "c"))
}

// TestNoFile: a link or a folder in the place of the file is left as it is, and nothing is
// remembered.
func TestNoFile(t *testing.T) {
	dir, target := t.TempDir(), "precious"
	build(t, dir, true, "a", "1")
	require.NoError(t, os.Rename(filepath.Join(dir, cache.LogFile), filepath.Join(dir, target)))
	require.NoError(t, os.Symlink(target, filepath.Join(dir, cache.LogFile)))
	before := files(t, dir)
	for range 2 {
		c := open(t, dir)
		require.Error(t, c.Damage())
		require.Empty(t, get(c, "a"))
		put(t, c, "a", "2")
		require.NoError(t, c.Commit(true))
		require.NoError(t, c.Close())
	}
	require.Equal(t, before, files(t, dir))
}

// TestProperty holds random builds against a map.
func TestProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dir, err := os.MkdirTemp("", "cache")
		require.NoError(t, err)
		defer os.RemoveAll(dir)
		want := map[string]string{}
		for range rapid.IntRange(1, 8).Draw(t, "builds") {
			names := rapid.SliceOfDistinct(rapid.StringMatching(`[a-f]`),
				rapid.ID[string]).Draw(t, "names")
			c := open(t, dir)
			require.NoError(t, c.Damage())
			for _, name := range names {
				if rapid.Bool().Draw(t, "put") {
					text := rapid.StringMatching(`[a-z]{0,40}`).Draw(t, "text")
					put(t, c, name, text)
					want[name] = text
				} else {
					require.Equal(t, want[name], get(c, name))
				}
			}
			if rapid.Bool().Draw(t, "ends well") {
				require.NoError(t, c.Commit(false))
			}
			require.NoError(t, c.Close())
		}
	})
}

// FuzzOpen: no bytes make a reader panic, and the strings that it finds are in the log.
func FuzzOpen(f *testing.F) {
	dir := f.TempDir()
	build(f, dir, true, "a", "first answer", "b", "", "c", "xyz")
	good := []byte(files(f, dir)[cache.LogFile])
	f.Add(good)
	f.Add(good[:30])
	f.Add([]byte{})
	f.Add(bytes.Repeat([]byte{0xff}, 100))
	f.Fuzz(func(t *testing.T, log []byte) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, cache.LogFile), log, 0o600))
		c, err := cache.Peek(dir, t.TempDir())
		require.NoError(t, err)
		for _, name := range []string{"a", "b", "c"} {
			require.LessOrEqual(t, len(get(c, name)), len(log))
		}
		require.NoError(t, c.Close())
	})
}

// TestErase: an erased string leaves the disk, and its key takes no other while builds erase it.
func TestErase(t *testing.T) {
	t.Parallel()
	dir, key, other := t.TempDir(), cache.Key{1}, cache.Key{2}
	build := func(text string, erase, drops bool) bool {
		l, err := cache.Open(dir)
		require.NoError(t, err)
		_, _ = l.Put(&other, []byte("erase!"))
		if erase {
			require.NoError(t, l.Erase(key))
		}
		_, err = l.Put(&key, []byte(text))
		require.NoError(t, err)
		l.Tight = l.Tight || drops
		require.NoError(t, l.Commit(true))
		require.NoError(t, l.Close())
		b, err := os.ReadFile(filepath.Join(dir, cache.LogFile))
		require.NoError(t, err)
		require.Contains(t, string(b), "erase!")
		return strings.Contains(string(b), text)
	}
	require.True(t, build("quetzal", false, false))
	require.False(t, build("quetzal", true, false))
	require.False(t, build("quetzal", true, true))
	require.False(t, build("quetzal", false, true), "the mark goes")
	require.True(t, build("quetzal", false, false))
}
