package crash_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/generate"
	"cartaz/builder/release"
)

// mount mounts a tmpfs of so many bytes on a new folder, until the test ends.
func mount(t testing.TB, size int64) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "disk")
	require.NoError(t, os.Mkdir(dir, 0o755))
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, fmt.Sprintf("size=%d", size)); err != nil {
		t.Skipf("NOT TESTED with a disk of its own, which takes root: mount: %v", err)
	}
	t.Cleanup(func() { require.NoError(t, syscall.Unmount(dir, syscall.MNT_DETACH)) })
	return dir
}

// remount changes the options of a mounted tmpfs.
func remount(t testing.TB, dir string, flags uintptr, options string) {
	t.Helper()
	require.NoError(t, syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_REMOUNT|flags, options))
}

// small writes a brand of a few events, another catalogue for each version.
func small(t testing.TB, brands string, version int) {
	t.Helper()
	require.NoError(t, generate.Brand(brands, "festa",
		generate.Options{Events: 60, Seed: 1, Changed: 60 * (version % 2)}))
}

// requireServed demands that the live release is id and whole, and that the edge
// answers from it.
func requireServed(t testing.TB, edge *runningEdge, dir, id string) {
	t.Helper()
	live, err := release.Current(dir)
	require.NoError(t, err)
	require.Equal(t, id, live)
	rel, err := release.Open(dir, live)
	require.NoError(t, err)
	defer rel.Close()
	require.NoError(t, rel.Verify(true))
	requireAnswers(t, edge, newOracle(dir))
}

// requireAnswers asks the edge for many things, which must all be of the live
// release.
func requireAnswers(t testing.TB, edge *runningEdge, o *oracle) {
	t.Helper()
	o.learn(t)
	c := newClient(t, edge.addr, 60, o)
	for range 100 {
		o.note(c.ask(c.choose()))
	}
	_, err := o.judge()
	require.NoError(t, err)
}

// TestReadOnlyDisk: a disk that has turned read-only, as after an I/O error.
func TestReadOnlyDisk(t *testing.T) {
	inShort(t)
	disk := mount(t, 1<<30)
	k := newKiller(t, t.TempDir(), 1)
	k.out = filepath.Join(disk, "out")
	k.dir = filepath.Join(k.out, "festa")
	small(t, k.brands, 0)
	code, said := runBuilder(t, k.command()...)
	require.Zero(t, code, said)
	live, err := release.Current(k.dir)
	require.NoError(t, err)
	remount(t, disk, syscall.MS_RDONLY, "")
	edge := startEdge(t, k.out)

	small(t, k.brands, 1)
	code, said = runBuilder(t, k.command()...)
	require.Equal(t, 1, code, said)
	require.Contains(t, said, "read-only file system")
	require.Contains(t, said, k.dir)
	require.Contains(t, said, live+" stays live")
	requireServed(t, edge, k.dir, live)
	for verb, want := range map[string]string{"verify": "is whole", "releases": live, "diff": ""} {
		code, said = runBuilder(t, verb, "--out", k.out, "festa")
		require.Contains(t, said, want, verb)
		require.Equal(t, verb == "diff", code != 0, "%s only reads: %s", verb, said)
	}
	code, said = runBuilder(t, append(k.command(), "--dry-run")...)
	require.Zero(t, code, said)
	require.Contains(t, said, "would publish")

	remount(t, disk, 0, "")
	code, said = runBuilder(t, k.command()...)
	require.Zero(t, code, said)
	requireClean(t, k.dir, keep)
}

// TestForeignFolders runs the builder as a user who may not write, or not read,
// some of what is there: exit 1 and the path, and nothing changes.
func TestForeignFolders(t *testing.T) {
	inFull(t)
	if os.Getuid() != 0 {
		t.Skip("NOT TESTED as another user, which takes root")
	}
	const nobody = 65534
	root, err := os.MkdirTemp("", "cartaz-foreign-") // t.TempDir is closed to others
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, os.RemoveAll(root)) })
	require.NoError(t, os.Chmod(root, 0o755))
	require.NoError(t, os.Chmod(filepath.Dir(program(t, "builder")), 0o755))
	k := newKiller(t, root, 1)
	require.NoError(t, os.Mkdir(k.out, 0o755))
	require.NoError(t, os.Chown(k.out, nobody, nobody))
	build := func() (int, string) {
		cmd := exec.CommandContext(t.Context(), program(t, "builder"), k.command()...)
		cmd.Dir = root
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody,
			Gid: nobody}}
		out, err := cmd.CombinedOutput()
		require.NotNil(t, cmd.ProcessState, err)
		return cmd.ProcessState.ExitCode(), string(out)
	}
	small(t, k.brands, 0)
	code, said := build()
	require.Zero(t, code, said)
	for _, test := range []struct {
		name string
		take func(k *killer) (path string) // from nobody; what the message must name
	}{
		{"the output folder", func(k *killer) string {
			require.NoError(k, os.RemoveAll(k.dir))
			require.NoError(k, os.Chown(k.out, 0, 0))
			return k.dir
		}},
		{"the brand's folder", func(k *killer) string { return foreign(k, k.dir, 0o755) }},
		{"the releases",
			func(k *killer) string {
				return foreign(k, filepath.Join(k.dir, release.ReleasesDir),
					0o755)
			}},
		{"the segments",
			func(k *killer) string {
				return foreign(k, filepath.Join(k.dir, release.SegmentsDir),
					0o755)
			}},
		{"the lock",
			func(k *killer) string {
				return foreign(k, filepath.Join(k.dir, release.LockFile),
					0o600)
			}},
		{"the plain files", func(k *killer) string {
			foreign(k, filepath.Join(k.dir, release.SiteDir, "eventos"), 0o755)
			return "export to " + filepath.Join(k.dir, release.SiteDir) + ": openat eventos/"
		}},
		{"the brand's folder, closed", func(k *killer) string { return foreign(k, k.dir, 0o700) }},
		{"the source", func(k *killer) string {
			foreign(k, filepath.Join(k.brands, "festa", "catalogue.ndjson"), 0o600)
			return "catalogue.ndjson" // as brand.yaml has it
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			k.version++
			small(t, k.brands, k.version)
			path := test.take(k)
			want := 1
			if test.name == "the source" {
				want = 4
			}
			code, said := build()
			require.Equal(t, want, code, said)
			require.Contains(t, said, "permission denied")
			require.Contains(t, said, path)
			require.Equal(t, 1, strings.Count(said, "FAILED"), "one line: %s", said)
			if id, err := release.Current(k.dir); err == nil {
				rel, err := release.Open(k.dir, id)
				require.NoError(t, err)
				require.NoError(t, rel.Verify(true))
				require.NoError(t, rel.Close())
			}

			require.NoError(t,
				filepath.Walk(root, func(name string, info os.FileInfo, err error) error {
					if err == nil && info.IsDir() {
						err = os.Chmod(name, 0o755)
					}
					if err == nil {
						err = os.Lchown(name, nobody, nobody)
					}
					return err
				}))
			code, said = build()
			require.Zero(t, code, "given back: %s", said)
			requireClean(t, k.dir, keep)
		})
	}
}

// foreign gives something to root.
func foreign(k *killer, path string, mode os.FileMode) string {
	k.Helper()
	require.NoError(k, os.Chown(path, 0, 0))
	require.NoError(k, os.Chmod(path, mode))
	return path
}
