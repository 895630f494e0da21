package crash_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/generate"
	"cartaz/builder/release/releasetest"
)

// programs are the two binaries, built once per test run.
var programs = sync.OnceValues(func() (dir string, err error) {
	if dir, err = os.MkdirTemp("", "cartaz-crash-"); err != nil {
		return "", err
	}
	programDir = dir
	// go build links anew for each test binary, go run takes what an earlier one has linked.
	for _, name := range []string{"builder", "edge"} {
		if out, err := exec.Command("go", "run", "-exec", "cp", "cartaz/"+name,
			filepath.Join(dir, name)).CombinedOutput(); err != nil {
			return "", fmt.Errorf("%w\n%s", err, out)
		}
	}
	return dir, nil
})

// programDir is the folder that TestMain removes; "" when no test has asked for programs.
var programDir string

func TestMain(m *testing.M) {
	code := m.Run()
	if programDir != "" {
		os.RemoveAll(programDir)
	}
	os.Exit(code)
}

func program(t testing.TB, name string) string {
	t.Helper()
	dir, err := programs()
	require.NoError(t, err)
	return filepath.Join(dir, name)
}

// runBuilder runs the builder to its end and returns its exit code and its output.
func runBuilder(t testing.TB, args ...string) (code int, said string) {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), program(t, "builder"), args...).CombinedOutput()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return exit.ExitCode(), string(out)
	}
	require.NoError(t, err)
	return 0, string(out)
}

// runningEdge is a started edge.
type runningEdge struct {
	addr string
	pid  int
	log  *releasetest.Log
}

// startEdge starts an edge over out on a port of the system's choice, waits
// until it says where it listens, and ends it with the test.
func startEdge(t testing.TB, out string) *runningEdge {
	t.Helper()
	e := &runningEdge{log: &releasetest.Log{}}
	cmd := exec.Command(program(t, "edge"), "--out", out, "--listen", "127.0.0.1:0", "--admin", "",
		"--rate-address", "0", "--rescan", "1s")
	stderr, err := cmd.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	e.pid = cmd.Process.Pid
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		require.NoError(t, cmd.Wait(), "the edge ends well")
		if t.Failed() {
			t.Logf("log of the edge:\n%s", e.log)
		}
	})
	found := make(chan string, 1)
	go func() {
		lines := bufio.NewScanner(io.TeeReader(stderr, e.log))
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			var line struct{ Msg, Addr string }
			if json.Unmarshal(lines.Bytes(), &line) == nil && line.Msg == "serving" {
				found <- line.Addr
			}
		}
	}()
	select {
	case e.addr = <-found:
	case <-time.After(time.Minute):
		t.Fatalf("the edge did not start:\n%s", e.log)
	}
	return e
}

// memory is the memory of the edge in bytes, and its open files.
type memory struct {
	anon, file int64 // resident: its own, and mapped files
	maps       int   // mapped files of releases
	files      int   // open descriptors
}

// memory reads the values that the kernel has of the edge.
func (e *runningEdge) memory(t testing.TB, out string) (m memory) {
	t.Helper()
	proc := filepath.Join("/proc", strconv.Itoa(e.pid))
	status, err := os.ReadFile(filepath.Join(proc, "status"))
	require.NoError(t, err)
	for line := range strings.Lines(string(status)) {
		var n int64
		if _, err := fmt.Sscanf(line, "RssAnon: %d kB", &n); err == nil {
			m.anon = n << 10
		}
		for _, field := range []string{"RssFile: %d kB", "RssShmem: %d kB"} { // of a tmpfs
			if _, err := fmt.Sscanf(line, field, &n); err == nil {
				m.file += n << 10
			}
		}
	}
	maps, err := os.ReadFile(filepath.Join(proc, "maps"))
	require.NoError(t, err)
	m.maps = strings.Count(string(maps), out+"/")
	files, err := os.ReadDir(filepath.Join(proc, "fd"))
	require.NoError(t, err)
	m.files = len(files)
	return m
}

func (m memory) String() string {
	return fmt.Sprintf("%d MiB of its own, %d MiB of files resident, %d mappings, %d descriptors",
		m.anon>>20, m.file>>20, m.maps, m.files)
}

// backend serves the catalogue of a brand over HTTP, with a tag, so that the
// builder remembers what it got.
type backend struct {
	options atomic.Pointer[generate.Options]
	known   atomic.Int64           // requests answered with 304
	before  atomic.Pointer[func()] // called before an answer; may be nil
}

// newBackend makes the brand read from a backend instead of from its file.
func newBackend(t testing.TB, k *killer, events int) *backend {
	t.Helper()
	b := &backend{}
	b.serve(generate.Options{Events: events, Seed: 1})
	server := httptest.NewServer(b)
	t.Cleanup(server.Close)
	require.NoError(t, generate.Brand(k.brands, "festa", generate.Options{Events: events, Seed: 1}))
	folder := filepath.Join(k.brands, "festa")
	yaml, err := os.ReadFile(filepath.Join(folder, "brand.yaml"))
	require.NoError(t, err)
	text := strings.Replace(string(yaml), "kind: file, path: catalogue.ndjson", "kind: http, url: "+
		server.URL+"/events.ndjson, pages: none", 1)
	require.NotEqual(t, text, string(yaml))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "brand.yaml"), []byte(text), 0o644))
	require.NoError(t, os.Remove(filepath.Join(folder, "catalogue.ndjson")))
	return b
}

// serve changes the catalogue.
func (b *backend) serve(o generate.Options) { b.options.Store(&o) }

func (b *backend) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if before := b.before.Swap(nil); before != nil {
		(*before)()
	}
	o := *b.options.Load()
	tag := fmt.Sprintf(`"%d-%d-%d"`, o.Seed, o.Events, o.Changed)
	w.Header().Set("ETag", tag)
	if r.Header.Get("If-None-Match") == tag {
		b.known.Add(1)
		w.WriteHeader(http.StatusNotModified)
		return
	}
	// A client that has gone away is no fault of the source.
	_ = generate.Records(w, o)
}
