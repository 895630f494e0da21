package cache_test

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/cache"
	"cartaz/builder/internal/durable"
)

func keyOf(name string) (k cache.Key) {
	copy(k[:], name)
	return k
}

// put1 puts one answer.
func put1(c *cache.Log, name, body string) {
	k := keyOf(name)
	_, _ = c.PutFrom(&k, strings.NewReader(body)) // Commit tells
}

// put writes answers in one go.
func put(t testing.TB, dir string, whole bool, answers ...string) {
	t.Helper()
	c := open(t, dir)
	for i := 0; i+1 < len(answers); i += 2 {
		put1(c, answers[i], answers[i+1])
	}
	require.NoError(t, c.Commit(whole))
	require.NoError(t, c.Close())
}

// get gives the body under a key, "" for none.
func get(t testing.TB, c *cache.Log, name string) string {
	t.Helper()
	kept := c.Open(keyOf(name))
	if kept == nil {
		return ""
	}
	body, err := io.ReadAll(kept)
	require.NoError(t, err)
	return string(body)
}

func TestRoundTrip(t *testing.T) {
	dir := t.TempDir()
	c := open(t, dir)
	require.NoError(t, c.Damage())
	require.Zero(t, c.Len())
	require.Nil(t, c.Open(keyOf("a")))
	large := strings.Repeat("São Paulo ", 200_000)
	put1(c, "b", "second")
	put1(c, "a", large)
	put1(c, "c", "old")
	put1(c, "c", "new")
	put1(c, "d", "dropped")
	c.Drop(keyOf("d"))
	require.Nil(t, c.Open(keyOf("a")), "only what earlier pulls put is found")
	require.NoError(t, c.Commit(true))
	require.NoError(t, c.Close())

	info, err := os.Stat(filepath.Join(dir, cache.LogFile))
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode(),
		"bodies of a backend are for the builder only")
	c = open(t, dir)
	require.Equal(t, 3, c.Len())
	require.Equal(t, large, get(t, c, "a"))
	require.Equal(t, "second", get(t, c, "b"))
	require.Equal(t, "new", get(t, c, "c"))
	require.Nil(t, c.Open(keyOf("d")))
	require.NoError(t, c.Close())
}

// TestWhatStays: a whole pull forgets what it did not ask for, another keeps it.
func TestWhatStays(t *testing.T) {
	for _, whole := range []bool{true, false} {
		dir := t.TempDir()
		put(t, dir, true, "a", "1", "b", "2", "c", "3", "d", "4")
		c := open(t, dir)
		require.Equal(t, "1", get(t, c, "a"))
		put1(c, "b", "22")
		require.Equal(t, "4", get(t, c, "d"))
		c.Drop(keyOf("d"))
		require.Nil(t, c.Open(keyOf("d")))
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

// TestNothingNew: files that would say the same are not written.
func TestNothingNew(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, true)
	require.Empty(t, files(t, dir), "nothing to keep is no file")
	put(t, dir, true, "a", "1", "b", "2")
	inode := func() uint64 {
		info, err := os.Stat(filepath.Join(dir, cache.IndexFile))
		require.NoError(t, err)
		return info.Sys().(*syscall.Stat_t).Ino
	}
	before, texts := inode(), files(t, dir)
	c := open(t, dir)
	get(t, c, "a")
	get(t, c, "b")
	require.NoError(t, c.Commit(true))
	require.NoError(t, c.Close())
	put(t, dir, false)
	require.Equal(t, before, inode())
	require.Equal(t, texts, files(t, dir))
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

// TestPeek reads, and leaves nothing behind, also beside a build that writes.
func TestPeek(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, true, "a", "1", "b", "2")
	build := open(t, dir)
	put1(build, "d", "4")
	require.NoError(t, build.Flush())
	before := files(t, dir)
	c, err := cache.Peek(dir, t.TempDir())
	require.NoError(t, err)
	require.Equal(t, "1", get(t, c, "a"))
	put1(c, "c", "3")
	c.Drop(keyOf("b"))
	ref, err := c.Put(nil, []byte("5"))
	require.NoError(t, err)
	require.NoError(t, c.Flush())
	got := make([]byte, ref.Length)
	require.NoError(t, c.ReadAt(got, ref.Offset))
	require.Equal(t, "5", string(got))
	require.NoError(t, c.Commit(true))
	require.NoError(t, c.Close())
	require.Equal(t, before, files(t, dir))
	require.NoError(t, build.Close())
}

// TestFailures: whatever step fails, and in whichever way, the old answers are there, or the new
// ones; also of a build that writes the log anew, because most of it is dead.
func TestFailures(t *testing.T) {
	broken := errors.New("disk on fire")
	steps := 0
	count := func(_ durable.Op, _ string, do func() error) error { steps++; return do() }
	for _, dead := range []int{1, 500_000} {
		old := func(dir string) {
			put(t, dir, true, "a", "1", "dead", strings.Repeat("x", dead))
		}
		write := func(dir string, hook durable.Hook) {
			c, err := cache.Open(dir, hook)
			require.NoError(t, err)
			require.NotNil(t, c.Open(keyOf("a")))
			put1(c, "b", strings.Repeat("2", 200_000))
			_ = c.Commit(true) // what it fails to do is what is tested
			_ = c.Close()
		}
		dir := t.TempDir()
		old(dir)
		steps = 0
		write(dir, count)
		require.Greater(t, steps, 5)
		for at := range steps {
			for _, happened := range []bool{false, true} {
				dir := t.TempDir()
				old(dir)
				n := 0
				write(dir, func(_ durable.Op, _ string, do func() error) error {
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
				require.Len(t, files(t, dir), 2, "nothing temporary is left")
			}
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
	b := keyOf("b")
	_, err := c.PutFrom(&b, io.MultiReader(strings.NewReader("2"), failing{broken}))
	require.ErrorIs(t, err, broken)
	put1(c, "c", "3")
	require.ErrorIs(t, c.Commit(true), broken)
	require.NoError(t, c.Close())
	c = open(t, dir)
	require.Equal(t, 1, c.Len())
	require.NoError(t, c.Close())
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// FuzzOpen: no bytes make a reader panic, and what it finds lies in the log.
func FuzzOpen(f *testing.F) {
	dir := f.TempDir()
	put(f, dir, true, "a", "first answer", "b", "", "c", "xyz")
	good := files(f, dir)
	log, index := good[cache.LogFile], good[cache.IndexFile]
	f.Add([]byte(log), []byte(index))
	f.Add([]byte(log[:30]), []byte(index))
	f.Add([]byte(log), []byte(index[:100]))
	f.Add([]byte{}, []byte{})
	f.Fuzz(func(t *testing.T, log, index []byte) {
		// The checksum would keep most of the fuzzer's bytes from being looked at.
		if len(index) > 4 {
			sum := crc32.Checksum(index[:len(index)-4], crc32.MakeTable(crc32.Castagnoli))
			binary.LittleEndian.PutUint32(index[len(index)-4:], sum)
		}
		require.NoError(t, os.WriteFile(filepath.Join(dir, cache.LogFile), log, 0o600))
		require.NoError(t, os.WriteFile(filepath.Join(dir, cache.IndexFile), index, 0o600))
		c, err := cache.Peek(dir, t.TempDir())
		require.NoError(t, err)
		for _, k := range []string{"a", "b", "c", "", "\xff\xff"} {
			if kept := c.Open(keyOf(k)); kept != nil {
				body, err := io.ReadAll(kept)
				require.NoError(t, err)
				require.LessOrEqual(t, len(body), len(log))
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
		put1(c, names[i], body)
	}
	require.NoError(b, c.Commit(true))
	require.NoError(b, c.Close())
	b.SetBytes(int64(len(names)) << 10)
	b.ReportAllocs()
	for b.Loop() {
		c := open(b, dir)
		for _, name := range names {
			_, err := io.Copy(io.Discard, c.Open(keyOf(name)))
			require.NoError(b, err)
		}
		require.NoError(b, c.Commit(true))
		require.NoError(b, c.Close())
	}
}
