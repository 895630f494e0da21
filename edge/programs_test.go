package main_test

import (
	"os/exec"
	"testing"

	"cartaz/edge/internal/programtest"
)

// programs is the folder with both programs.
var programs = programtest.Programs

func TestMain(m *testing.M) { programtest.Main(m) }

// runBuilder runs the builder to its end and returns its exit code and output.
func runBuilder(t testing.TB, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	return programtest.Run(t, "..", programtest.Program(t, "builder"), args...)
}

// runningEdge is a started edge.
type runningEdge struct {
	addr, admin string
	cmd         *exec.Cmd
	log         *programtest.Log
	edge        *programtest.Edge
}

// startEdge starts an edge over out on ports of the system's choice, and waits
// until it says where it listens.
func startEdge(t testing.TB, out string, args ...string) *runningEdge {
	t.Helper()
	return startCommand(t, exec.Command(programtest.Program(t, "edge"),
		programtest.Args(out, args...)...))
}

func startCommand(t testing.TB, cmd *exec.Cmd) *runningEdge {
	t.Helper()
	e := programtest.Start(t, cmd)
	return &runningEdge{e.Addr, e.Admin, e.Cmd, e.Log, e}
}

// stop ends the edge as an operator would and returns its exit code.
func (e *runningEdge) stop(t testing.TB) int {
	t.Helper()
	return e.edge.Stop(t)
}
