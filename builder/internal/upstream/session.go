package upstream

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"syscall"

	"cartaz/builder/internal/upstream/fetch"
)

// A program of a source runs as the child of a process of its own, its session, which is this
// executable once more. The session adopts whatever the program leaves behind, also what has made
// itself a daemon (setsid), and kills it before it ends: when the program has ended, when the pull
// does, and when the builder is killed.
//
// The builder holds the standard input of the session. Its end kills the program; a byte says that
// all of the output was read, so that the session may end once the program has.
const sessionName = "cartaz command"

const (
	notStarted     = "cannot be started: " // begins what a session says then
	exitNotStarted = 126
)

func init() {
	if len(os.Args) > 1 && os.Args[0] == sessionName {
		os.Exit(runSession(os.Args[1:]))
	}
}

// inSession makes cmd run its program in a session, and returns the hold on it: its standard input.
func inSession(cmd *exec.Cmd) (hold io.WriteCloser, err error) {
	cmd.Args = slices.Concat([]string{sessionName, cmd.Path}, cmd.Args[1:])
	cmd.Path = "/proc/self/exe" // this very program, even after another took its place on disk
	if _, err = os.Stat(cmd.Path); err != nil {
		if cmd.Path, err = os.Executable(); err != nil {
			return nil, err
		}
	}
	hold, err = cmd.StdinPipe()
	cmd.Cancel = func() error { return hold.Close() }
	return hold, err
}

// runSession is the session: it runs a program and returns how it ended.
func runSession(args []string) int {
	err := adoptOrphans()
	cmd := &exec.Cmd{Path: args[0], Args: args, Stdout: os.Stdout, Stderr: os.Stderr}
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		fmt.Fprint(os.Stderr, notStarted, fetch.Plain(err))
		return exitNotStarted
	}
	_ = os.Stdout.Close() // the output ends when those who write it do
	read := make(chan struct{})
	go func() {
		b := make([]byte, 1)
		n, _ := os.Stdin.Read(b)
		if n == 0 {
			_ = cmd.Process.Kill() // it may have ended by itself
		}
		close(read)
		if n > 0 {
			_, _ = os.Stdin.Read(b)
			_ = cmd.Process.Kill()
		}
	}()
	_ = cmd.Wait() // the state has what it says
	<-read
	endChildren()
	status := cmd.ProcessState.Sys().(syscall.WaitStatus)
	switch {
	case !status.Signaled():
		return status.ExitStatus()
	case status.Signal() == syscall.SIGKILL:
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	}
	return 128 + int(status.Signal())
}

// endChildren kills all children of this process and those that they leave to it, until there are
// none.
func endChildren() {
	for {
		for _, pid := range children() {
			_ = syscall.Kill(pid, syscall.SIGKILL) // it may have ended by itself
		}
		if _, err := syscall.Wait4(-1, nil, 0, nil); err != nil && err != syscall.EINTR {
			return // no child is left
		}
	}
}

// children lists the processes whose parent this process is, as Linux shows them.
func children() (pids []int) {
	entries, _ := os.ReadDir("/proc") // another system has none
	for _, e := range entries {
		stat, err := os.ReadFile("/proc/" + e.Name() + "/stat")
		if err != nil {
			continue // no process, or one that has ended
		}
		// Behind the name, which may hold any character, stand the state and the parent (proc(5)).
		fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
		pid, err := strconv.Atoi(e.Name())
		if err == nil && len(fields) > 1 && string(fields[1]) == strconv.Itoa(os.Getpid()) {
			pids = append(pids, pid)
		}
	}
	return pids
}
