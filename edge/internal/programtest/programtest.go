// Package programtest builds both programs and runs them, for end-to-end tests.
package programtest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/release/releasetest"
)

// startTime is how long an edge may take until it serves.
const startTime = time.Minute

// built is the folder of the programs; "" when no test has asked for them.
var built string

// Programs is the folder with builder and edge, built once per test run: with the race detector
// when the tests themselves run under it. TestMain of the package must be [Main].
var Programs = sync.OnceValues(func() (dir string, err error) {
	if dir, err = os.MkdirTemp("", "cartaz-"); err != nil {
		return "", err
	}
	built = dir
	if err := lookAtSources(); err != nil {
		return "", err
	}
	// go build links anew for each test binary, go run takes what an earlier one has linked.
	args := []string{"run", "-exec", "cp"}
	if Race {
		args = append(args, "-race")
	}
	for _, name := range []string{"builder", "edge"} {
		cmd := exec.Command("go", append(args, "cartaz/"+name, filepath.Join(dir, name))...)
		if out, err := cmd.CombinedOutput(); err != nil {
			return "", fmt.Errorf("%w\n%s", err, out)
		}
	}
	return dir, nil
})

// lookAtSources looks at every file that the programs are built from. The cache of go test knows
// only the packages that a test imports and the files that it has looked at, and would repeat a
// result of older programs.
func lookAtSources() error {
	root, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}").Output()
	if err != nil {
		return fmt.Errorf("where is the module: %w", err)
	}
	for _, folder := range []string{"brands", "builder", "edge", "templates"} {
		err := filepath.WalkDir(filepath.Join(strings.TrimSpace(string(root)), folder),
			func(path string, entry fs.DirEntry, err error) error {
				if err != nil || entry.IsDir() || strings.HasSuffix(path, "_test.go") {
					return err
				}
				_, err = os.Stat(path)
				return err
			})
		if err != nil {
			return err
		}
	}
	return nil
}

// Main runs tests, removes the programs and more folders after them, and ends the process.
func Main(m *testing.M, more ...*string) {
	code := m.Run()
	for _, folder := range append(more, &built) {
		if *folder != "" {
			os.RemoveAll(*folder)
		}
	}
	os.Exit(code)
}

// Program returns the path of builder or edge.
func Program(t testing.TB, name string) string {
	t.Helper()
	dir, err := Programs()
	require.NoError(t, err)
	return filepath.Join(dir, name)
}

// Run runs a program in a folder to its end and returns its exit code and output.
func Run(t testing.TB, dir, program string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Dir = dir
	var o, e bytes.Buffer
	cmd.Stdout, cmd.Stderr = &o, &e
	err := cmd.Run()
	if exit, ok := err.(*exec.ExitError); ok {
		return exit.ExitCode(), o.String(), e.String()
	}
	require.NoError(t, err)
	return 0, o.String(), e.String()
}

// Edge is a started edge.
type Edge struct {
	Addr, Admin string // where it listens
	Cmd         *exec.Cmd
	Log         *Log
	stopped     bool
}

// Args returns the flags of an edge over an output folder on ports of the system's choice.
func Args(out string, more ...string) []string {
	return append([]string{"--out", out, "--listen", "127.0.0.1:0", "--admin", "127.0.0.1:0"},
		more...)
}

// Start starts an edge and waits until it says where it listens. It is killed at the end of the
// test, with every process that took over from it.
func Start(t testing.TB, cmd *exec.Cmd) *Edge {
	t.Helper()
	e := &Edge{Log: new(Log), Cmd: cmd}
	read, write, err := os.Pipe() // the processes after it go on writing to it
	require.NoError(t, err)
	cmd.Stderr = write
	err = cmd.Start()
	require.NoError(t, write.Close())
	require.NoError(t, err)
	go func() {
		defer read.Close()
		_, _ = io.Copy(e.Log, read) // ends with the last process
	}()
	t.Cleanup(func() {
		if !e.stopped {
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
		}
		for _, line := range e.Log.Lines("serving") {
			if line.PID != 0 && line.PID != cmd.Process.Pid {
				_ = syscall.Kill(line.PID, syscall.SIGKILL) // it has ended already, mostly
			}
		}
		if t.Failed() {
			t.Logf("log of the edge:\n%s", e.Log)
		}
	})
	for deadline := time.Now().Add(startTime); ; time.Sleep(2 * time.Millisecond) {
		if lines := e.Log.Lines("serving"); len(lines) > 0 {
			e.Addr, e.Admin = lines[0].Addr, lines[0].Admin
			return e
		}
		require.True(t, time.Now().Before(deadline), "the edge did not start:\n%s", e.Log)
	}
}

// Stop ends the edge as an operator would and returns its exit code.
func (e *Edge) Stop(t testing.TB) int {
	t.Helper()
	require.NoError(t, e.Cmd.Process.Signal(syscall.SIGTERM))
	return e.Wait(t)
}

// Wait waits for the end of the edge and returns its exit code.
func (e *Edge) Wait(t testing.TB) int {
	t.Helper()
	e.stopped = true
	err := e.Cmd.Wait()
	if exit, ok := err.(*exec.ExitError); ok {
		return exit.ExitCode()
	}
	require.NoError(t, err)
	return 0
}

// Says waits until the log has a text.
func (e *Edge) Says(t testing.TB, text string) {
	t.Helper()
	for deadline := time.Now().Add(startTime); !strings.Contains(e.Log.String(), text); time.Sleep(
		2 * time.Millisecond) {
		require.True(t, time.Now().Before(deadline), "the log does not say %s", text)
	}
}

// Log keeps what a program wrote.
type Log struct{ releasetest.Log }

// Line is the part of a line of the edge's log that tests read.
type Line struct {
	Msg, Addr, Admin string
	PID              int
}

// Lines returns the lines with this message.
func (l *Log) Lines(msg string) (found []Line) {
	lines := bufio.NewScanner(strings.NewReader(l.String()))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var line Line
		if json.Unmarshal(lines.Bytes(), &line) == nil && line.Msg == msg {
			found = append(found, line)
		}
	}
	return found
}
