package main_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// programs are the two binaries, built once per test run: with the race
// detector when the tests themselves run under it.
var programs = sync.OnceValues(func() (dir string, err error) {
	if dir, err = os.MkdirTemp("", "cartaz-"); err != nil {
		return "", err
	}
	programDir = dir
	args := []string{"build", "-o", dir + string(filepath.Separator)}
	if raceEnabled {
		args = append(args, "-race")
	}
	cmd := exec.Command("go", append(args, "cartaz/builder", "cartaz/edge")...)
	cmd.Dir = ".."
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", &buildError{out, err}
	}
	return dir, nil
})

// programDir is what TestMain removes; "" when no test has asked for programs.
var programDir string

type buildError struct {
	out []byte
	err error
}

func (e *buildError) Error() string { return e.err.Error() + "\n" + string(e.out) }

func TestMain(m *testing.M) {
	code := m.Run()
	if programDir != "" {
		os.RemoveAll(programDir)
	}
	os.Exit(code)
}

// runBuilder runs the builder to its end and returns its exit code and output.
func runBuilder(t testing.TB, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	dir, err := programs()
	require.NoError(t, err)
	cmd := exec.CommandContext(context.Background(), filepath.Join(dir, "builder"), args...)
	cmd.Dir = ".."
	var o, e bytes.Buffer
	cmd.Stdout, cmd.Stderr = &o, &e
	err = cmd.Run()
	if exit, ok := err.(*exec.ExitError); ok {
		return exit.ExitCode(), o.String(), e.String()
	}
	require.NoError(t, err)
	return 0, o.String(), e.String()
}

// runningEdge is a started edge.
type runningEdge struct {
	addr, admin string
	cmd         *exec.Cmd
	log         *logBuffer
	stopped     bool
}

// logBuffer keeps what a program wrote.
type logBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *logBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(p)
}

func (l *logBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.String()
}

// startEdge starts an edge over out on ports of the system's choice, and waits
// until it says where it listens.
func startEdge(t testing.TB, out string, args ...string) *runningEdge {
	t.Helper()
	dir, err := programs()
	require.NoError(t, err)
	return startCommand(t, exec.Command(filepath.Join(dir, "edge"), edgeArgs(out, args)...))
}

// startEdgeUnder is startEdge with a limit of descriptors.
func startEdgeUnder(t testing.TB, descriptors int, out string, args ...string) *runningEdge {
	t.Helper()
	dir, err := programs()
	require.NoError(t, err)
	script := fmt.Sprintf(`ulimit -n %d && exec "$0" "$@"`, descriptors)
	return startCommand(t, exec.Command("sh",
		append([]string{"-c", script, filepath.Join(dir, "edge")}, edgeArgs(out, args)...)...))
}

func edgeArgs(out string, args []string) []string {
	return append([]string{"--out", out, "--listen", "127.0.0.1:0", "--admin", "127.0.0.1:0"},
		args...)
}

func startCommand(t testing.TB, cmd *exec.Cmd) *runningEdge {
	t.Helper()
	e := &runningEdge{log: &logBuffer{}, cmd: cmd}
	stderr, err := e.cmd.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, e.cmd.Start())
	t.Cleanup(func() {
		if !e.stopped {
			_ = e.cmd.Process.Kill()
			_ = e.cmd.Wait()
		}
		if t.Failed() {
			t.Logf("log of the edge:\n%s", e.log)
		}
	})
	found := make(chan struct{})
	go func() {
		lines := bufio.NewScanner(io.TeeReader(stderr, e.log))
		lines.Buffer(nil, 1<<20)
		told := false
		for lines.Scan() {
			var line struct{ Msg, Addr, Admin string }
			if json.Unmarshal(lines.Bytes(), &line) == nil && line.Msg == "serving" && !told {
				e.addr, e.admin, told = line.Addr, line.Admin, true
				close(found)
			}
		}
	}()
	select {
	case <-found:
	case <-time.After(30 * time.Second):
		t.Fatalf("the edge did not start:\n%s", e.log)
	}
	return e
}

// stop ends the edge as an operator would and returns its exit code.
func (e *runningEdge) stop(t testing.TB) int {
	t.Helper()
	e.stopped = true
	require.NoError(t, e.cmd.Process.Signal(syscall.SIGTERM))
	err := e.cmd.Wait()
	if exit, ok := err.(*exec.ExitError); ok {
		return exit.ExitCode()
	}
	require.NoError(t, err)
	return 0
}
