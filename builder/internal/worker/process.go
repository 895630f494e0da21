package worker

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/gob"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Overrun is the error of a request whose worker ended before it answered. The request is the
// cause, unless another process ended the worker; the next request may succeed.
type Overrun struct {
	Reason string // the exceeded limit, or how the worker ended; for people
	Spent  bool   // time or memory was exceeded
}

// Error continues the name of the input, as in "the document took more than 1s of …".
func (e *Overrun) Error() string {
	if e.Spent {
		return "took " + e.Reason
	}
	return "ended its process: " + e.Reason
}

// share is how many times its limit a request may take by the wall clock, since workers are niced.
const share = 40

// Process sends requests to the worker of one name, which starts with the first request. It is for
// one goroutine.
type Process struct {
	name    string
	running *child // nil until a request, and after a failure
}

// child is a running worker.
type child struct {
	cmd      *exec.Cmd
	w        *bufio.Writer
	r        *bufio.Reader
	requests *gob.Encoder // to w
	answers  *gob.Decoder // from r
	part     []byte       // of a request
	errors   bytes.Buffer
	late     atomic.Bool // the clock ended it
	meter    *meter      // of the context that started it
}

// New returns a Process for the worker that [Serve] answers under name.
func New(name string) *Process { return &Process{name: name} }

// Call sends a request, calls take with each message of its answer except the last one, and returns
// that one; take may be nil if only the last one matters. The error is the error of body or take,
// an *[Overrun] if the worker ended during the call, the cause of the end of ctx, or another one if
// no worker can be started. After any error the worker has ended.
func (p *Process) Call(ctx context.Context, limits Limits, body io.Reader,
	take func(Message) error) (m Message, err error) {
	if err = p.Send(ctx, limits, body); err != nil {
		return m, err
	}
	return p.Take(ctx, limits, take)
}

// Take takes the answer of the oldest request as [Process.Call] does.
func (p *Process) Take(ctx context.Context, limits Limits, take func(Message) error) (m Message,
	err error) {
	for err == nil && !m.Last {
		if m, err = p.Next(ctx, limits); err == nil && !m.Last {
			if err = take(m); err != nil {
				p.Close()
			}
		}
	}
	return m, err
}

// Send sends a request as [Process.Call] does; [Process.Take] takes its answer, after the answers
// to earlier requests.
func (p *Process) Send(ctx context.Context, limits Limits, body io.Reader) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if p.running == nil {
		c, err := start(ctx, p.name)
		if err != nil {
			return fmt.Errorf("worker %s cannot be started: %w", p.name, err)
		}
		p.running = c
	}
	defer p.running.endWith(ctx, limits)()
	for more := true; more; {
		n, err := body.Read(p.running.part)
		if more = err == nil; !more && err != io.EOF {
			p.Close()
			return err
		}
		err = p.running.requests.Encode(request{limits, p.running.part[:n], more})
		more = more && err == nil // a failure to write shows when the answer is read
	}
	return nil
}

// Next returns the next message of the oldest request.
func (p *Process) Next(ctx context.Context, limits Limits) (m Message, err error) {
	c := p.running
	stop := c.endWith(ctx, limits)
	if c.r.Buffered() == 0 {
		err = c.w.Flush()
	}
	if err == nil {
		err = c.answers.Decode(&m)
	}
	stop()
	if err == nil {
		return m, nil
	}
	p.running = nil
	why := c.end()
	code := c.cmd.ProcessState.ExitCode()
	switch {
	case ctx.Err() != nil:
		return m, context.Cause(ctx)
	case c.late.Load():
		return m, &Overrun{fmt.Sprintf("more than %s by the clock", share*limits.CPU), true}
	case code == spentTime:
		return m, &Overrun{fmt.Sprintf("more than %s of processor time", limits.CPU), true}
	case code == spentMemory:
		return m, &Overrun{fmt.Sprintf("more than %d MiB of memory", limits.Memory>>20),
			true}
	}
	said, _, _ := strings.Cut(c.errors.String(), "\n")
	return m, &Overrun{Reason: cmp.Or(said, fmt.Sprint(why))}
}

// Close ends the worker.
func (p *Process) Close() {
	if p.running != nil {
		_ = p.running.end() // it holds nothing that could be lost
		p.running = nil
	}
}

// meter counts what the workers of a context spend.
type meter struct {
	sync.Mutex
	running []*child
	ended   time.Duration // spent by those that have ended
}

// meterKey is the key of the [meter] of a context.
type meterKey struct{}

// Metered returns a context, and a function that returns the processor time of all workers that
// requests under this context started. Where the system does not tell it of a running process, as
// outside of Linux, those that have ended count.
func Metered(ctx context.Context) (context.Context, func() time.Duration) {
	m := &meter{}
	return context.WithValue(ctx, meterKey{}, m), func() time.Duration {
		m.Lock()
		defer m.Unlock()
		spent := m.ended
		for _, c := range m.running {
			// The number of the clock of a process, as in clock_getcpuclockid(3).
			var clock unix.Timespec
			if unix.ClockGettime(int32(^c.cmd.Process.Pid<<3|2), &clock) == nil {
				spent += time.Duration(clock.Nano())
			}
		}
		return spent
	}
}

// start starts the executable of this process once more.
func start(ctx context.Context, name string) (*child, error) {
	path := "/proc/self/exe" // this very program, even after another replaced it on disk
	if _, err := os.Stat(path); err != nil {
		if path, err = os.Executable(); err != nil {
			return nil, err
		}
	}
	c := &child{cmd: &exec.Cmd{Path: path, Args: []string{namePrefix + name},
		Env: []string{"TZ=UTC", "GOTRACEBACK=none"}}, part: make([]byte, bufBytes)}
	c.cmd.Stderr = &c.errors
	in, err := c.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := c.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	c.w, c.r = bufio.NewWriterSize(in, bufBytes), bufio.NewReaderSize(out, bufBytes)
	c.requests, c.answers = gob.NewEncoder(c.w), gob.NewDecoder(c.r)
	// Drawing and publishing come first. On Linux each thread of a process has its own niceness, so
	// the worker is a group.
	c.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err = c.cmd.Start(); err == nil {
		c.meter, _ = ctx.Value(meterKey{}).(*meter)
		c.meter = cmp.Or(c.meter, &meter{})
		c.meter.Lock()
		c.meter.running = append(c.meter.running, c)
		c.meter.Unlock()
		_ = syscall.Setpriority(syscall.PRIO_PGRP, c.cmd.Process.Pid, 5)
	}
	return c, err
}

// endWith ends the worker when ctx ends, or share times the limit has passed, until stop is called.
func (c *child) endWith(ctx context.Context, limits Limits) (stop func()) {
	end := context.AfterFunc(ctx, c.kill)
	clock := time.AfterFunc(share*limits.CPU, func() { c.late.Store(true); c.kill() })
	return func() { end(); clock.Stop() }
}

func (c *child) kill() { _ = c.cmd.Process.Kill() } // it may have ended by itself

// end ends the worker and returns how it ended: if it is ending by itself, it already has an exit
// code.
func (c *child) end() error {
	c.kill()
	m := c.meter
	m.Lock()
	defer m.Unlock()
	m.running = slices.DeleteFunc(m.running, func(r *child) bool { return r == c })
	err := c.cmd.Wait() // its number may belong to another process from now on
	m.ended += c.cmd.ProcessState.UserTime() + c.cmd.ProcessState.SystemTime()
	return err
}
