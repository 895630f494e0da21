package durable_test

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/durable"
)

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
