package worker

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// Overrun is the error of a call whose worker ended before it answered. The input is the cause, so
// the next call may succeed.
type Overrun struct{ Reason string } // for people

func (e *Overrun) Error() string { return e.Reason }

// Process calls the worker of one name. The worker starts with the first call. Calls run
// one after another; a Process is safe for concurrent use.
type Process struct {
	name   string
	limits Limits

	mu      sync.Mutex
	running *child // nil for none
}

// child is a worker that waits for requests.
type child struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    io.ReadCloser
	errors Tail
}

// New returns a Process for the worker that [Serve] answers under name, with the same
// limits.
func New(name string, limits Limits) *Process { return &Process{name: name, limits: limits} }

// Call sends a request and returns the answer. The error is an *[Overrun] when the worker ended
// during the call, the error of ctx when ctx ends first, and another error when no worker could be
// started.
func (p *Process) Call(ctx context.Context, request []byte) ([]byte, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if p.running == nil {
		r, err := start(p.name)
		if err != nil {
			return nil, err
		}
		p.running = r
	}
	r := p.running
	limited, cancel := context.WithTimeout(ctx, 10*p.limits.CPU)
	stop := context.AfterFunc(limited, func() { _ = r.cmd.Process.Kill() })
	err := writeMessage(r.in, request)
	var answer []byte
	if err == nil {
		answer, err = readMessage(r.out)
	}
	// Once stop says no, the worker is being killed, whether it had answered or not.
	alive := stop()
	ended := limited.Err()
	cancel()
	if err == nil && alive {
		return answer, nil
	}
	p.running = nil
	why := r.end()
	switch {
	case err == nil && ctx.Err() == nil:
		return answer, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case ended != nil:
		return nil, &Overrun{fmt.Sprintf("not done after %s", 10*p.limits.CPU)}
	}
	return nil, &Overrun{p.reason(why, r.errors.String())}
}

// reason says in words why a worker ended.
func (p *Process) reason(err error, said string) string {
	code := 0
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		code = exit.ExitCode()
	}
	said, _, _ = strings.Cut(said, "\n")
	switch {
	case code == spentTime:
		return fmt.Sprintf("more than %s of processor time", p.limits.CPU)
	case code == spentMemory:
		return fmt.Sprintf("more than %d MiB of memory", p.limits.Memory>>20)
	case said != "":
		return said
	}
	return fmt.Sprintf("the worker ended: %v", err)
}

// Close ends the worker.
func (p *Process) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.running == nil {
		return
	}
	r := p.running
	p.running = nil
	_ = r.cmd.Process.Kill() // it holds nothing that could be lost
	_ = r.end()
}

// Command returns a command that runs the executable of this process as the worker of that name. It
// is not started and has no environment; the worker reads its arguments with [Arguments]. For calls
// that come one by one use [Serve] and [Process].
func Command(name string, arguments ...string) (*exec.Cmd, error) {
	path := "/proc/self/exe" // this very program, even after another took its place on disk
	if _, err := os.Stat(path); err != nil {
		if path, err = os.Executable(); err != nil {
			return nil, fmt.Errorf("worker %s: %w", name, err)
		}
	}
	return &exec.Cmd{Path: path, Args: append([]string{namePrefix + name}, arguments...),
		Env: []string{}}, nil
}

// start starts the executable of this process once more.
func start(name string) (*child, error) {
	cmd, err := Command(name)
	if err != nil {
		return nil, err
	}
	r := &child{cmd: cmd}
	r.cmd.Stderr = &r.errors
	if r.in, err = r.cmd.StdinPipe(); err == nil {
		if r.out, err = r.cmd.StdoutPipe(); err == nil {
			err = r.cmd.Start()
		}
	}
	if err != nil {
		return nil, fmt.Errorf("worker %s: cannot be started: %w", name, err)
	}
	return r, nil
}

// end waits for a worker that is ending and returns how it ended. A worker that does not end is
// killed.
func (r *child) end() error {
	kill := time.AfterFunc(5*time.Second, func() { _ = r.cmd.Process.Kill() })
	defer kill.Stop()
	_, _ = io.Copy(io.Discard, r.out)
	return r.cmd.Wait()
}

// Tail stores the first 4 KiB that a worker writes to its standard error. Its zero value is ready
// to use; it is safe for concurrent use.
type Tail struct {
	mu sync.Mutex
	b  bytes.Buffer
}

const maxTail = 4 << 10

// Write implements [io.Writer]; it never fails.
func (t *Tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.b.Write(b[:min(len(b), maxTail-t.b.Len())])
	return len(b), nil
}

// String is what was kept.
func (t *Tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.b.String()
}
