package durable_test

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/durable"
)

func mustRoot(t testing.TB, dir string) *os.Root {
	t.Helper()
	root, err := os.OpenRoot(dir)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, root.Close()) })
	return root
}

// recorder notes the steps as "op name"; random temporary names are shortened.
type recorder struct{ steps []string }

func (r *recorder) hook(op durable.Op, name string, do func() error) error {
	if i := strings.Index(name, "-"); strings.Contains(name, durable.TempPrefix) && i >= 0 {
		old, target, rename := strings.Cut(name, " -> ")
		name = path.Dir(old) + "/TEMP"
		if rename {
			name += " -> " + target
		}
	}
	r.steps = append(r.steps, string(op)+" "+name)
	return do()
}

func TestWriteFileOrder(t *testing.T) {
	dir := t.TempDir()
	var r recorder
	d := durable.New(mustRoot(t, dir), r.hook)
	require.NoError(t, d.EnsureDir("a", 0o755))
	require.NoError(t, d.WriteFile("a/page", []byte("new"), 0o644))
	require.Equal(t, []string{
		"mkdir a", "syncdir .",
		"create a/TEMP", "write a/TEMP", "sync a/TEMP", "close a/TEMP", "rename a/TEMP -> a/page",
		"syncdir a",
	}, r.steps)
	got, err := os.ReadFile(filepath.Join(dir, "a/page"))
	require.NoError(t, err)
	require.Equal(t, "new", string(got))
}

// Every step fails once in each form. Afterwards the file has the old content
// or the new one, an error was reported, and the next write goes through.
func TestWriteFileFaults(t *testing.T) {
	for step := range 6 {
		for _, happened := range []bool{false, true} {
			t.Run(fmt.Sprintf("step %d happened %v", step, happened), func(t *testing.T) {
				dir := t.TempDir()
				require.NoError(t, os.WriteFile(filepath.Join(dir, "page"), []byte("old"), 0o644))
				n, failed := 0, ""
				d := durable.New(mustRoot(t, dir), func(op durable.Op, name string,
					do func() error) error {
					n++
					if n-1 != step {
						return do()
					}
					failed = string(op)
					if happened {
						require.NoError(t, do())
					}
					return syscall.EIO
				})
				err := d.WriteFile("page", []byte("new"), 0o644)
				require.ErrorIs(t, err, syscall.EIO)
				require.ErrorContains(t, err, dir, "the path is named")
				got, readErr := os.ReadFile(filepath.Join(dir, "page"))
				require.NoError(t, readErr)
				switch {
				case failed == "syncdir", failed == "rename" && happened:
					require.Equal(t, "new", string(got))
				default:
					require.Equal(t, "old", string(got))
				}
				left, readErr := os.ReadDir(dir)
				require.NoError(t, readErr)
				require.Len(t, left, 1, "temporary files are removed")
				require.NoError(t, d.WriteFile("page", []byte("next"), 0o644))
			})
		}
	}
}

func TestFileKeepsItsFirstError(t *testing.T) {
	dir := t.TempDir()
	full := true
	d := durable.New(mustRoot(t, dir), func(op durable.Op, _ string, do func() error) error {
		if op == durable.OpWrite && full {
			return syscall.ENOSPC
		}
		return do()
	})
	f, err := d.Create(".tmp-x", 0o444)
	require.NoError(t, err)
	_, err = f.Write([]byte("12345"))
	require.ErrorIs(t, err, syscall.ENOSPC)
	require.EqualError(t, err, "write 5 bytes at offset 0 of "+dir+
		"/.tmp-x: no space left on device")
	full = false
	_, err = f.Write([]byte("12345"))
	require.ErrorIs(t, err, syscall.ENOSPC, "a file with a hole must not go on")
	require.ErrorIs(t, f.Commit("x"), syscall.ENOSPC)
	require.NoFileExists(t, filepath.Join(dir, "x"))
	require.NoError(t, f.Abort())
	require.NoFileExists(t, filepath.Join(dir, ".tmp-x"))
}

func TestAbort(t *testing.T) {
	dir := t.TempDir()
	d := durable.New(mustRoot(t, dir), nil)
	f, err := d.Create(".tmp-x", 0o444)
	require.NoError(t, err)
	_, err = f.Write([]byte("abc"))
	require.NoError(t, err)
	require.NoError(t, f.Abort())
	require.NoError(t, f.Abort(), "twice is fine")
	_, err = f.Write(nil)
	require.ErrorIs(t, err, fs.ErrClosed)
	require.NoFileExists(t, filepath.Join(dir, ".tmp-x"))

	f, err = d.Create(".tmp-y", 0o444)
	require.NoError(t, err)
	require.NoError(t, f.Commit("y"))
	require.NoError(t, f.Abort())
	require.FileExists(t, filepath.Join(dir, "y"), "after commit there is nothing to abort")
}

func TestCreateLeavesExistingFilesAlone(t *testing.T) {
	dir := t.TempDir()
	d := durable.New(mustRoot(t, dir), nil)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "x"), []byte("mine"), 0o644))
	_, err := d.Create("x", 0o644)
	require.ErrorIs(t, err, fs.ErrExist)
	require.FileExists(t, filepath.Join(dir, "x"))
}

func TestPlanted(t *testing.T) {
	outside := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(outside, "secret"), []byte("s"), 0o644))
	dir := t.TempDir()
	root := mustRoot(t, dir)
	d := durable.New(root, nil)
	plant := func(name string, f func(file string) error) {
		require.NoError(t,
			f(filepath.Join(dir, name)))
	}
	plant("link", func(p string) error { return os.Symlink(filepath.Join(outside, "secret"), p) })
	plant("inner", func(p string) error { return os.WriteFile(p, nil, 0o644) })
	plant("innerlink", func(p string) error { return os.Symlink("inner", p) })
	plant("linkdir", func(p string) error { return os.Symlink(outside, p) })
	plant("dir", func(p string) error { return os.Mkdir(p, 0o755) })
	plant("dir/file", func(p string) error { return os.WriteFile(p, nil, 0o644) })
	plant("innerdir", func(p string) error { return os.Symlink("dir", p) })
	plant("fifo", func(p string) error { return syscall.Mkfifo(p, 0o644) })
	planted := map[string]string{}
	// that of /dev/zero
	if err := syscall.Mknod(filepath.Join(dir, "device"), syscall.S_IFCHR|0o644,
		1<<8|5); err == nil {
		planted["device"] = "a device"
	} else {
		t.Logf("NOT TESTED with a device, which takes root: %v", err)
	}

	maps.Copy(planted, map[string]string{
		"link": "a symlink", "innerlink": "a symlink", "linkdir/secret": "a symlink",
		"innerdir/file": "a symlink",
		"dir":           "a directory", "fifo": "a FIFO", "inner/x": "a file",
	})
	for name, what := range planted {
		_, err := durable.OpenFile(root, name)
		require.ErrorIs(t, err, durable.ErrNotRegular, name)
		require.ErrorContains(t, err, what, name)
		_, readErr := durable.ReadFile(root, name, 10)
		require.EqualError(t, readErr, err.Error(), name)
		if strings.Contains(name, "/") {
			_, parentErr := durable.OpenParent(root, name)
			require.EqualError(t, parentErr, err.Error(), name)
		}
	}
	for _, name := range []string{"missing", "missing/x", "../secret"} {
		_, err := durable.OpenFile(root, name)
		require.Error(t, err, name)
		_, err = durable.ReadFile(root, name, 10)
		require.Error(t, err, name)
	}
	for _, name := range []string{"missing/x", "../secret"} {
		_, err := durable.OpenParent(root, name)
		require.Error(t, err, name)
	}
	for _, name := range []string{"link", "linkdir", "innerdir", "fifo", "inner"} {
		require.ErrorIs(t, d.EnsureDir(name, 0o755), durable.ErrNotRegular, name)
	}
	require.Error(t, d.WriteFile("linkdir/new", []byte("x"), 0o644), "a link out of the folder")
	require.Error(t, d.WriteFile("dir", []byte("x"), 0o644), "a directory is not replaced")
	require.NoError(t, d.WriteFile("link", []byte("x"), 0o644))
	got, err := os.ReadFile(filepath.Join(outside, "secret"))
	require.NoError(t, err)
	require.Equal(t, "s", string(got), "the link is replaced, not followed")
	require.NoError(t, d.Remove("linkdir"))
	require.FileExists(t, filepath.Join(outside, "secret"), "the link is removed, not its target")
	require.NoError(t, d.Remove("missing"))
}

func TestReadFile(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "a", "b"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a", "b", "file"), []byte("seven b"), 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "empty"), nil, 0o644))
	root := mustRoot(t, dir)
	got, err := durable.ReadFile(root, "a/b/file", 7)
	require.NoError(t, err)
	require.Equal(t, "seven b", string(got))
	_, err = durable.ReadFile(root, "a/b/file", 6)
	require.ErrorIs(t, err, durable.ErrTooLarge)
	require.ErrorContains(t, err, filepath.Join(dir, "a/b/file"))
	got, err = durable.ReadFile(root, "empty", 0)
	require.NoError(t, err)
	require.Empty(t, got)

	parent, err := durable.OpenParent(root, "a/b/any")
	require.NoError(t, err)
	got, err = durable.ReadFile(parent, "file", 7)
	require.NoError(t, err)
	require.Equal(t, "seven b", string(got))
	_, err = durable.OpenFile(parent, "missing")
	require.ErrorIs(t, err, fs.ErrNotExist)
	require.ErrorContains(t, err, filepath.Join(dir, "a/b/missing"), "errors have the whole path")
	require.NoError(t, parent.Close())
}

func TestRenameErrorNamesBoth(t *testing.T) {
	d := durable.New(mustRoot(t, t.TempDir()), nil)
	err := d.Rename("a", "b")
	require.ErrorIs(t, err, fs.ErrNotExist)
	require.True(t, errors.Is(err, fs.ErrNotExist) && strings.Contains(err.Error(), "a -> b"), err)
}

func TestLock(t *testing.T) {
	dir := t.TempDir()
	d := durable.New(mustRoot(t, dir), nil)
	l, err := d.Lock("lock")
	require.NoError(t, err)
	require.NoError(t, l.Held())
	_, err = durable.New(mustRoot(t, dir), nil).Lock("lock")
	require.ErrorIs(t, err, durable.ErrLocked)
	require.NoError(t, l.Close())
	l, err = d.Lock("lock")
	require.NoError(t, err)
	require.NoError(t, l.Close())
}

// A process that is being started has a copy of the descriptor for a moment. The
// lock that was given back must not last as long as that.
func TestLockAndCopies(t *testing.T) {
	dir := t.TempDir()
	d := durable.New(mustRoot(t, dir), nil)
	l, err := d.Lock("lock")
	require.NoError(t, err)
	copied := false
	entries, err := os.ReadDir("/proc/self/fd")
	require.NoError(t, err)
	for _, entry := range entries {
		fd, err := strconv.Atoi(entry.Name())
		require.NoError(t, err)
		if to, err := os.Readlink("/proc/self/fd/" + entry.Name()); err == nil &&
			to == filepath.Join(dir, "lock") {
			other, err := syscall.Dup(fd)
			require.NoError(t, err)
			t.Cleanup(func() { require.NoError(t, syscall.Close(other)) })
			copied = true
		}
	}
	require.True(t, copied)
	require.NoError(t, l.Close())
	l, err = d.Lock("lock")
	require.NoError(t, err)
	require.NoError(t, l.Close())
}

// Who removes the lock file lets a second builder in; the first must notice
// before it publishes.
func TestLockReplaced(t *testing.T) {
	dir := t.TempDir()
	d := durable.New(mustRoot(t, dir), nil)
	l, err := d.Lock("lock")
	require.NoError(t, err)
	require.NoError(t, os.Remove(filepath.Join(dir, "lock")))
	require.ErrorIs(t, l.Held(), durable.ErrLocked)
	second, err := d.Lock("lock")
	require.NoError(t, err)
	require.ErrorIs(t, l.Held(), durable.ErrLocked)
	require.NoError(t, second.Held())
	require.NoError(t, second.Close())
	require.NoError(t, l.Close())
}

func TestLockPlanted(t *testing.T) {
	dir := t.TempDir()
	d := durable.New(mustRoot(t, dir), nil)
	require.NoError(t, syscall.Mkfifo(filepath.Join(dir, "fifo"), 0o644))
	require.NoError(t, os.Mkdir(filepath.Join(dir, "dir"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "file"), nil, 0o644))
	require.NoError(t, os.Symlink("file", filepath.Join(dir, "link")))
	for _, name := range []string{"fifo", "dir", "link"} {
		_, err := d.Lock(name)
		require.ErrorIs(t, err, durable.ErrNotRegular, name)
	}
}

// A process that holds the lock and is stopped keeps it; killed, it frees it at
// once. This cannot be tested within one process.
func TestLockDiesWithItsProcess(t *testing.T) {
	if dir := os.Getenv("CARTAZ_TEST_LOCK"); dir != "" {
		_, err := durable.New(mustRoot(t, dir), nil).Lock("lock")
		require.NoError(t, err)
		_, _ = os.Stdout.WriteString("held\n")
		select {}
	}
	dir := t.TempDir()
	cmd := exec.Command(os.Args[0], "-test.run=^TestLockDiesWithItsProcess$", "-test.timeout=1m")
	cmd.Env = append(os.Environ(), "CARTAZ_TEST_LOCK="+dir)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	line, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	require.Equal(t, "held\n", line)

	d := durable.New(mustRoot(t, dir), nil)
	_, err = d.Lock("lock")
	require.ErrorIs(t, err, durable.ErrLocked)
	require.NoError(t, cmd.Process.Signal(syscall.SIGSTOP))
	_, err = d.Lock("lock")
	require.ErrorIs(t, err, durable.ErrLocked)
	require.NoError(t, cmd.Process.Kill())
	require.Error(t, cmd.Wait())
	l, err := d.Lock("lock")
	require.NoError(t, err)
	require.NoError(t, l.Close())
}
