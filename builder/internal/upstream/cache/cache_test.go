package cache_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/durable"
	"cartaz/builder/internal/upstream/cache"
	"cartaz/builder/internal/upstream/fetch"
)

func key(name string) (k fetch.CacheKey) {
	copy(k[:], name)
	return k
}

func open(t testing.TB, dir string) *cache.Cache {
	t.Helper()
	c, err := cache.Open(dir, nil)
	require.NoError(t, err)
	return c
}

// put writes answers in one go, each with its name as meta.
func put(t testing.TB, dir string, whole bool, answers ...string) {
	t.Helper()
	c := open(t, dir)
	for i := 0; i+1 < len(answers); i += 2 {
		c.Put(key(answers[i]), []byte(answers[i]), strings.NewReader(answers[i+1]))
	}
	require.NoError(t, c.Commit(whole))
	require.NoError(t, c.Close())
}

// get gives the body under a key, "" for none.
func get(t testing.TB, c *cache.Cache, name string) string {
	t.Helper()
	kept := c.Get(key(name))
	if kept == nil {
		return ""
	}
	require.Equal(t, name, string(kept.Meta))
	body, err := io.ReadAll(kept.Body)
	require.NoError(t, err)
	_, err = kept.Body.Seek(0, io.SeekStart)
	require.NoError(t, err)
	again, err := io.ReadAll(kept.Body)
	require.NoError(t, err)
	require.Equal(t, body, again)
	return string(body)
}

func TestRoundTrip(t *testing.T) {
	dir := t.TempDir()
	c := open(t, dir)
	require.NoError(t, c.Damage())
	require.Zero(t, c.Len())
	require.Nil(t, c.Get(key("a")))
	large := strings.Repeat("São Paulo ", 200_000)
	c.Put(key("b"), []byte("b"), strings.NewReader("second"))
	c.Put(key("a"), []byte("a"), strings.NewReader(large))
	c.Put(key("c"), []byte("c"), strings.NewReader("old"))
	c.Put(key("c"), []byte("c"), strings.NewReader("new"))
	c.Put(key("d"), []byte("d"), strings.NewReader("dropped"))
	c.Drop(key("d"))
	c.Put(key("e"), make([]byte, 1<<20), strings.NewReader("a meta too large is none"))
	require.Nil(t, c.Get(key("a")), "only what earlier pulls put is found")
	require.NoError(t, c.Commit(true))
	require.NoError(t, c.Close())

	info, err := os.Stat(filepath.Join(dir, cache.Name))
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode(),
		"bodies of a backend are for the builder only")
	c = open(t, dir)
	require.Equal(t, 3, c.Len())
	require.Equal(t, large, get(t, c, "a"))
	require.Equal(t, "second", get(t, c, "b"))
	require.Equal(t, "new", get(t, c, "c"))
	require.Nil(t, c.Get(key("d")))
	require.Nil(t, c.Get(key("e")))
	require.NoError(t, c.Close())
}

// TestWhatStays: a whole pull forgets what it did not ask for, another keeps it.
func TestWhatStays(t *testing.T) {
	for _, whole := range []bool{true, false} {
		dir := t.TempDir()
		put(t, dir, true, "a", "1", "b", "2", "c", "3", "d", "4")
		c := open(t, dir)
		require.Equal(t, "1", get(t, c, "a"))
		c.Put(key("b"), []byte("b"), strings.NewReader("22"))
		require.Equal(t, "4", get(t, c, "d"))
		c.Drop(key("d"))
		require.Nil(t, c.Get(key("d")))
		require.NoError(t, c.Commit(whole))
		require.NoError(t, c.Close())

		c = open(t, dir)
		require.Equal(t, "1", get(t, c, "a"))
		require.Equal(t, "22", get(t, c, "b"))
		require.Equal(t, map[bool]string{true: "", false: "3"}[whole], get(t, c, "c"))
		require.Empty(t, get(t, c, "d"))
		require.NoError(t, c.Close())
	}
}

// TestNothingNew: a file that would say the same is not written.
func TestNothingNew(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, true)
	require.NoFileExists(t, filepath.Join(dir, cache.Name), "nothing to keep is no file")
	put(t, dir, true, "a", "1", "b", "2")
	inode := func() uint64 {
		info, err := os.Stat(filepath.Join(dir, cache.Name))
		require.NoError(t, err)
		return info.Sys().(*syscall.Stat_t).Ino
	}
	before := inode()
	c := open(t, dir)
	get(t, c, "a")
	get(t, c, "b")
	require.NoError(t, c.Commit(true))
	require.NoError(t, c.Close())
	require.Equal(t, before, inode())
	put(t, dir, false)
	require.Equal(t, before, inode())
}

// TestPeek reads, and leaves nothing behind.
func TestPeek(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, true, "a", "1", "b", "2")
	before, err := os.ReadFile(filepath.Join(dir, cache.Name))
	require.NoError(t, err)
	c, err := cache.Peek(dir)
	require.NoError(t, err)
	require.Equal(t, "1", get(t, c, "a"))
	c.Put(key("c"), []byte("c"), strings.NewReader("3"))
	c.Drop(key("b"))
	require.NoError(t, c.Commit(true))
	require.NoError(t, c.Close())
	after, err := os.ReadFile(filepath.Join(dir, cache.Name))
	require.NoError(t, err)
	require.Equal(t, before, after)
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 1)
}

// TestManyKeys: each is found among many, and its neighbours are not.
func TestManyKeys(t *testing.T) {
	dir := t.TempDir()
	for _, n := range []int{1, 63, 64, 65, 1000} {
		c := open(t, dir)
		for i := range n {
			c.Put(fetch.CacheKey{byte(i >> 8), byte(i), 1}, nil,
				strings.NewReader(strings.Repeat("x", i)))
		}
		require.NoError(t, c.Commit(true))
		require.NoError(t, c.Close())
		c = open(t, dir)
		require.Equal(t, n, c.Len())
		for i := range n {
			kept := c.Get(fetch.CacheKey{byte(i >> 8), byte(i), 1})
			require.NotNil(t, kept)
			body, err := io.ReadAll(kept.Body)
			require.NoError(t, err)
			require.Len(t, body, i)
			require.Nil(t, c.Get(fetch.CacheKey{byte(i >> 8), byte(i), 0}))
			require.Nil(t, c.Get(fetch.CacheKey{byte(i >> 8), byte(i), 2}))
		}
		require.NoError(t, c.Close())
	}
}

// TestDamage flips each byte, and cuts at each length: what is found is what was
// put, or nothing.
func TestDamage(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, true, "a", "first answer", "b", "", "c", strings.Repeat("x", 100))
	name := filepath.Join(dir, cache.Name)
	good, err := os.ReadFile(name)
	require.NoError(t, err)
	want := map[string]string{"a": "first answer", "b": "", "c": strings.Repeat("x", 100)}
	check := func(text []byte, damaged bool) {
		t.Helper()
		require.NoError(t, os.WriteFile(name, text, 0o600))
		c := open(t, dir)
		found := 0
		for k, body := range want {
			if kept := c.Get(key(k)); kept != nil {
				found++
				got, err := io.ReadAll(kept.Body)
				require.NoError(t, err)
				require.Equal(t, body, string(got))
			}
		}
		require.Equal(t, damaged, found < len(want))
		if c.Damage() != nil {
			require.ErrorIs(t, c.Damage(), cache.ErrCorrupt)
			require.Zero(t, c.Len())
		}
		// Whatever was found is there after the next pull, whose file is sound.
		require.NoError(t, c.Commit(false))
		require.NoError(t, c.Close())
		c = open(t, dir)
		require.NoError(t, c.Damage())
		require.Equal(t, found, c.Len())
		require.NoError(t, c.Close())
	}
	check(good, false)
	for i := range good {
		bad := bytes.Clone(good)
		bad[i] ^= 0x41
		check(bad, true)
	}
	for n := range good {
		check(good[:n], true)
	}
	check(append(bytes.Clone(good), 0), true)
}

// TestFailures: whatever step fails, and in whichever way, the old answers are
// there, or the new ones.
func TestFailures(t *testing.T) {
	broken := errors.New("disk on fire")
	steps := 0
	count := func(_ durable.Op, _ string, do func() error) error { steps++; return do() }
	write := func(dir string, hook durable.Hook) error {
		c, err := cache.Open(dir, hook)
		require.NoError(t, err)
		require.NotNil(t, c.Get(key("a")))
		c.Put(key("b"), []byte("b"), strings.NewReader(strings.Repeat("2", 200_000)))
		err = c.Commit(true)
		_ = c.Close() // its own failures are not what is tested
		return err
	}
	dir := t.TempDir()
	put(t, dir, true, "a", "1")
	require.NoError(t, write(dir, count))
	require.Greater(t, steps, 5)
	for at := range steps {
		for _, happened := range []bool{false, true} {
			dir := t.TempDir()
			put(t, dir, true, "a", "1")
			n := 0
			_ = write(dir, func(_ durable.Op, _ string, do func() error) error {
				if n++; n != at+1 {
					return do()
				}
				if happened {
					_ = do()
				}
				return broken
			})
			c := open(t, dir)
			require.NoError(t, c.Damage(), at)
			require.Equal(t, "1", get(t, c, "a"), at)
			require.NoError(t, c.Close())
			put(t, dir, true, "z", "9")
			c = open(t, dir)
			require.Equal(t, "9", get(t, c, "z"), "the next one heals")
			require.NoError(t, c.Close())
		}
	}
}

// TestBodyFails: an answer that cannot be read to its end is not kept, nor is
// anything else of that pull.
func TestBodyFails(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, true, "a", "1")
	c := open(t, dir)
	broken := errors.New("spool on fire")
	c.Put(key("b"), []byte("b"), io.MultiReader(strings.NewReader("2"), failing{broken}))
	c.Put(key("c"), []byte("c"), strings.NewReader("3"))
	require.ErrorIs(t, c.Commit(true), broken)
	require.NoError(t, c.Close())
	c = open(t, dir)
	require.Equal(t, 1, c.Len())
	require.NoError(t, c.Close())
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 1, "no debris")
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// TestPlanted: something else in the file's place is not followed.
func TestPlanted(t *testing.T) {
	dir := t.TempDir()
	outside := filepath.Join(t.TempDir(), "x")
	require.NoError(t, os.WriteFile(outside, []byte("mine"), 0o600))
	require.NoError(t, os.Symlink(outside, filepath.Join(dir, cache.Name)))
	c := open(t, dir)
	require.ErrorIs(t, c.Damage(), durable.ErrNotRegular)
	require.NoError(t, c.Close())
	put(t, dir, true, "a", "1")
	text, err := os.ReadFile(outside)
	require.NoError(t, err)
	require.Equal(t, "mine", string(text))

	dir = t.TempDir()
	require.NoError(t, syscall.Mkfifo(filepath.Join(dir, cache.Name), 0o600))
	c = open(t, dir)
	require.ErrorIs(t, c.Damage(), durable.ErrNotRegular)
	require.NoError(t, c.Close())
	_, err = cache.Open(filepath.Join(dir, "absent"), nil)
	require.ErrorIs(t, err, os.ErrNotExist)
}

// FuzzOpen: no bytes make a reader panic, and what it finds lies in the file.
func FuzzOpen(f *testing.F) {
	dir := f.TempDir()
	put(f, dir, true, "a", "first answer", "b", "", "c", "xyz")
	name := filepath.Join(dir, cache.Name)
	good, err := os.ReadFile(name)
	require.NoError(f, err)
	f.Add(good)
	f.Add(good[:40])
	f.Add([]byte{})
	f.Add(bytes.Repeat([]byte("CARTANSW\x01\x00\x00\x00\x00\x00\x00\x00"), 9))
	f.Fuzz(func(t *testing.T, text []byte) {
		require.NoError(t, os.WriteFile(name, text, 0o600))
		c := open(t, dir)
		for _, k := range []string{"a", "b", "c", "", "\xff\xff"} {
			if kept := c.Get(key(k)); kept != nil {
				body, err := io.ReadAll(kept.Body)
				require.NoError(t, err)
				require.LessOrEqual(t, len(body)+len(kept.Meta), len(text))
			}
		}
		require.NoError(t, c.Close())
	})
}

// BenchmarkUnchanged is a pull of 100,000 remembered details of 1 KiB: each is
// looked up and read, and none is written.
func BenchmarkUnchanged(b *testing.B) {
	dir := b.TempDir()
	c := open(b, dir)
	names := make([]string, 100_000)
	body := strings.Repeat("x", 1<<10)
	for i := range names {
		names[i] = string([]byte{byte(i * 37), byte(i >> 8), byte(i >> 16), byte(i)})
		c.Put(key(names[i]), nil, strings.NewReader(body))
	}
	require.NoError(b, c.Commit(true))
	require.NoError(b, c.Close())
	b.SetBytes(int64(len(names)) << 10)
	b.ReportAllocs()
	for b.Loop() {
		c := open(b, dir)
		for _, name := range names {
			_, err := io.Copy(io.Discard, c.Get(key(name)).Body)
			require.NoError(b, err)
		}
		require.NoError(b, c.Commit(true))
		require.NoError(b, c.Close())
	}
}
