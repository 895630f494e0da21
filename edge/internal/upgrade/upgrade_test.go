package upgrade_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/edge/internal/programtest"
)

// earlier is a commit with releases of format 1, the last one without buckets.
const earlier = "6b63d628fc13eb6ab2e2eb0ae2d16ccc570b548d"

// remembering are commits of the two formats before, with a history.
var remembering = map[int]string{
	4: "515025c1a8bf28fd18e9e9bc0f62dca34945ba8f",
	5: "0a8ca4636e9a9ab9af0512d7b5b0b8577e88e848",
}

// oldDir is the folder of the folders of earlier programs; "" when none were built.
var oldDir string

func TestMain(m *testing.M) { programtest.Main(m, &oldDir) }

// oldPrograms is the folder of the programs of a commit, or why there is none.
func oldPrograms(commit string) (dir, missing string) {
	git := func(args ...string) ([]byte, error) {
		return exec.Command("git", append([]string{"-C", "../../.."}, args...)...).Output()
	}
	if _, err := git("cat-file", "-e", commit+"^{commit}"); err != nil {
		return "", "the history of commit " + commit[:7] + " is not here (no git, no .git, or a " +
			"shallow clone): git fetch --unshallow"
	}
	if oldDir == "" {
		var err error
		if oldDir, err = os.MkdirTemp("", "cartaz-earlier-"); err != nil {
			return "", err.Error()
		}
	}
	dir = filepath.Join(oldDir, commit[:7])
	if _, err := os.Stat(filepath.Join(dir, "edge")); err == nil {
		return dir, "" // built for a test before
	}
	archive, err := git("archive", commit)
	if err != nil {
		return "", fmt.Sprintf("git archive %s: %v", commit[:7], err)
	}
	source := filepath.Join(dir, "source")
	unpack := exec.Command("tar", "-x", "-C", source)
	unpack.Stdin = bytes.NewReader(archive)
	cmds := []*exec.Cmd{unpack}
	for _, name := range []string{"builder", "edge"} {
		// Trimmed of the folder's name, which is another each time, they are found in the cache.
		build := exec.Command("go", "run", "-trimpath", "-exec", "cp", "./"+name,
			filepath.Join(dir, name))
		build.Dir = source
		cmds = append(cmds, build)
	}
	if err := os.MkdirAll(source, 0o755); err != nil {
		return "", err.Error()
	}
	for _, cmd := range cmds {
		if said, err := cmd.CombinedOutput(); err != nil {
			return "", fmt.Sprintf("commit %s cannot be built here: %v\n%s", commit[:7], err, said)
		}
	}
	return dir, ""
}

// bench is one output folder and the programs of both commits.
type bench struct {
	testing.TB
	dir, out string
	old, new string // folders of programs
	version  int
}

// newBench makes a bench with the programs of an earlier commit, which may be "".
func newBench(t *testing.T, commit string) *bench {
	t.Helper()
	if testing.Short() {
		t.Skip("builds the programs of two commits")
	}
	old, missing := "", ""
	if commit != "" {
		old, missing = oldPrograms(commit)
	}
	if missing != "" {
		t.Skipf("SKIPPED: upgrades from an earlier commit: %s", missing)
	}
	current, err := programtest.Programs()
	require.NoError(t, err)
	dir := t.TempDir()
	return &bench{TB: t, dir: dir, out: filepath.Join(dir, "out"), old: old, new: current}
}

// run runs a verb of the builder of one commit.
func (b *bench) run(programs string, args ...string) string {
	b.Helper()
	code, stdout, stderr := programtest.Run(b, b.dir, filepath.Join(programs, "builder"), args...)
	require.Equal(b, 0, code, "%v:\n%s%s", args, stdout, stderr)
	return stdout + stderr
}

// build publishes the next version of the catalogue.
func (b *bench) build(programs string, flags ...string) {
	b.Helper()
	b.version++
	programtest.WriteBrand(b, filepath.Join(b.dir, "brands"), "palco", 5, b.version)
	b.run(programs, append([]string{"build", "--brands", "brands", "--out", "out"}, flags...)...)
}

// buildBack publishes with the old builder beside releases of the new one: it says which release it
// cannot read, and fails after it has published, because it removes no segment then.
func (b *bench) buildBack() {
	b.Helper()
	b.version++
	programtest.WriteBrand(b, filepath.Join(b.dir, "brands"), "palco", 5, b.version)
	code, stdout, stderr := programtest.Run(b, b.dir, filepath.Join(b.old, "builder"), "build",
		"--brands", "brands", "--out", "out")
	require.Equal(b, 1, code, "%s%s", stdout, stderr)
	require.Contains(b, stdout+stderr, "no segment removed")
	require.Contains(b, stdout+stderr, tooNew)
}

// edge starts the edge of one commit.
func (b *bench) edge(programs string) *programtest.Edge {
	b.Helper()
	return programtest.Start(b, exec.Command(filepath.Join(programs, "edge"),
		programtest.Args(b.out)...))
}

// bucket is the address of a bucket beside the output folder, which only new programs know.
func (b *bench) bucket() string {
	dir := filepath.Join(b.dir, "store")
	require.NoError(b, os.MkdirAll(dir, 0o755))
	return "file://" + dir
}

// edgeFrom starts a new edge that serves from the bucket.
func (b *bench) edgeFrom() *programtest.Edge { return b.edgeFromBy(b.new) }

// edgeFromBy starts the edge of one commit, which serves from the bucket.
func (b *bench) edgeFromBy(programs string) *programtest.Edge {
	b.Helper()
	return programtest.Start(b, exec.Command(filepath.Join(programs, "edge"),
		programtest.Args(b.TempDir(), "--from", b.bucket())...))
}

// get asks for an address and returns status and body.
func (b *bench) get(address string) (int, string) {
	b.Helper()
	req, err := http.NewRequestWithContext(b.Context(), http.MethodGet, address, nil)
	require.NoError(b, err)
	req.Host = "palco.localhost"
	res, err := http.DefaultTransport.RoundTrip(req) // which follows no redirect
	require.NoError(b, err)
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	require.NoError(b, err)
	return res.StatusCode, string(body)
}

// shows waits until an edge shows this version of the catalogue, in each way of asking.
func (b *bench) shows(e *programtest.Edge, version int) {
	b.Helper()
	want := fmt.Sprintf("Show 3 versão %d", version)
	for _, target := range []string{"/eventos/show-3", "/eventos/show-3.md",
		"/api/public/v1/events?q=show", "/api/public/v1/events/show-3"} {
		require.Eventually(b, func() bool {
			status, body := b.get("http://" + e.Addr + target)
			return status == 200 && strings.Contains(body, want)
		}, time.Minute, 10*time.Millisecond, "%s: %s", target, want)
	}
}

// problem waits until /status of an edge names a problem.
func (b *bench) problem(e *programtest.Edge, text string) {
	b.Helper()
	require.Eventually(b, func() bool {
		_, body := b.get("http://" + e.Admin + "/status")
		return strings.Contains(body, text)
	}, time.Minute, 10*time.Millisecond, text)
}

func (b *bench) ready(e *programtest.Edge) (int, string) {
	b.Helper()
	return b.get("http://" + e.Admin + "/ready")
}

const (
	tooNew = "unknown format version 6, this program reads 1"
	tooOld = "unknown format version 1, this program reads 6"
)

// TestOldEdge: beside a new builder, which publishes to a bucket as well, an old edge goes on with
// the newest release that it can read, also when it starts anew, as long as such a release is kept;
// without one it says which format it does not know.
func TestOldEdge(t *testing.T) {
	b := newBench(t, earlier)
	b.build(b.old)
	b.build(b.old)
	e := b.edge(b.old)
	b.shows(e, 2)
	for range 5 {
		b.build(b.new, "--keep-for", "72h", "--to", b.bucket())
	}
	b.problem(e, tooNew)
	b.shows(e, 2)
	require.Equal(b, 0, e.Stop(b))
	e = b.edge(b.old)
	b.shows(e, 2)
	status, _ := b.ready(e)
	require.Equal(b, 200, status)
	b.problem(e, tooNew)
	e.Says(b, tooNew)

	b.build(b.new, "--keep", "1", "--to", b.bucket()) // no release that it reads is left on disk
	b.shows(e, 2)
	require.Equal(b, 0, e.Stop(b))
	e = b.edge(b.old)
	e.Says(b, tooNew)
	// It may not know the hosts of a newer brand.json.
	status, _ = b.get("http://" + e.Addr + "/")
	require.Contains(b, []int{421, 502}, status)
	require.Equal(b, 0, e.Stop(b))
	b.shows(b.edge(b.new), b.version)
	b.shows(b.edgeFrom(), b.version)
	require.Contains(b, b.run(b.new, "verify", "--out", "out"), "palco")
}

// TestNewEdge: over releases of an old builder only, a new edge is not ready and says what to do;
// the build that it asks for makes it ready without a restart.
func TestNewEdge(t *testing.T) {
	b := newBench(t, earlier)
	b.build(b.old)
	e := b.edge(b.new)
	status, reason := b.ready(e)
	require.Equal(b, 503, status)
	for _, said := range []string{tooOld,
		"build the brand with the builder of this edge's version"} {
		require.Contains(b, reason, said)
		require.Contains(b, e.Log.String(), said)
	}
	status, _ = b.get("http://" + e.Addr + "/")
	require.Equal(b, 502, status)
	b.build(b.new)
	b.shows(e, 2)
	status, _ = b.ready(e)
	require.Equal(b, 200, status)

	// The old builder is back, and cron runs it: the new edge goes on.
	b.buildBack()
	b.problem(e, tooOld)
	b.shows(e, 2)
	b.buildBack()
	require.Equal(b, 0, e.Stop(b))
	e = b.edge(b.new)
	b.shows(e, 2)

	// And forward again, now to a bucket as well.
	b.build(b.new, "--to", b.bucket())
	b.shows(e, 5)
	b.shows(b.edgeFrom(), 5)
	require.Contains(b, b.run(b.new, "verify", "--out", "out"), "palco")
}

// TestWayBack: going back means the old builder first, which builds anew, then the old edge; no
// visitor sees an error. Once the releases of the new builder are removed, the old one prunes
// again.
func TestWayBack(t *testing.T) {
	b := newBench(t, earlier)
	b.build(b.old)
	b.build(b.new)
	e := b.edge(b.new)
	b.shows(e, 2)
	b.buildBack()
	b.problem(e, tooOld)
	b.shows(e, 2)
	require.Equal(b, 0, e.Stop(b))
	old := b.edge(b.old)
	b.shows(old, 3)
	newer, err := filepath.Glob(filepath.Join(b.out, "palco", "releases", "00000002-*"))
	require.NoError(b, err)
	require.Len(b, newer, 1)
	require.NoError(b, os.RemoveAll(newer[0]))
	b.build(b.old)
	b.shows(old, 4)
}

// TestHistory: the first build of a new builder knows what the releases of an old one remembered:
// former addresses, removed events, SEQUENCE of calendars and the list of changes.
func TestHistory(t *testing.T) {
	for format, commit := range remembering {
		t.Run(fmt.Sprint("format ", format), func(t *testing.T) {
			b := newBench(t, commit)
			b.build(b.old)
			publish := func(programs string) {
				b.version++
				brands := filepath.Join(b.dir, "brands")
				programtest.WriteBrand(b, brands, "palco", 4, b.version)
				file := filepath.Join(brands, "palco", "events.json")
				events, err := os.ReadFile(file)
				require.NoError(t, err)
				require.NoError(t, os.WriteFile(file, bytes.Replace(events,
					[]byte(`"show-0"`), []byte(`"show-zero"`), 1), 0o644))
				b.run(programs, "build", "--brands", "brands", "--out", "out", "--accept-shrink")
			}
			said := func(programs string) (all []string) {
				e := b.edge(programs)
				b.shows(e, b.version)
				for _, path := range []string{"/eventos/show-0", "/eventos/show-4",
					"/eventos/show-3.ics", "/mudancas.ndjson"} {
					status, body := b.get("http://" + e.Addr + path)
					all = append(all, fmt.Sprint(status, body))
				}
				require.Equal(t, 0, e.Stop(t))
				return all
			}
			publish(b.old)
			before := said(b.old)
			publish(b.new)
			after := said(b.new)
			for i, want := range []string{"301", "410", "200", "200"} {
				require.Equal(t, want, before[i][:3])
				require.Equal(t, want, after[i][:3])
			}
			require.Contains(t, before[2], "\nSEQUENCE:1")
			require.Contains(t, after[2], "\nSEQUENCE:2")
			require.True(t, strings.HasPrefix(after[3], before[3]), "%s\n%s", before[3], after[3])
		})
	}
}

// TestBackup: what edge/README.md says to copy is enough for an edge on another machine, and for a
// builder that goes on from it.
func TestBackup(t *testing.T) {
	b := newBench(t, "")
	b.build(b.new)
	e := b.edge(b.new)
	b.shows(e, 1)
	require.NoError(t, syscall.Kill(e.Cmd.Process.Pid, 0), "it serves while it is copied")
	copied := filepath.Join(b.dir, "copy")
	said, err := exec.Command("sh", "-c", `mkdir "$1" && cd "$0" && tar -c --exclude=lock `+
		`--exclude=site --exclude='cache.*' . | tar -x -C "$1"`,
		b.out, copied).CombinedOutput()
	require.NoError(t, err, "%s", said)
	require.Equal(t, 0, e.Stop(t))
	b.out = copied
	b.shows(b.edge(b.new), 1)
	require.Contains(t, b.run(b.new, "verify", "--out", "copy"), "palco")
	require.Contains(t, b.run(b.new, "build", "--brands", "brands", "--out", "copy"), "unchanged")
}
