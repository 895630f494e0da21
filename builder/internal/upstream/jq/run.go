package jq

import (
	"bytes"
	"context"
	"errors"
	"time"

	"cartaz/builder/internal/worker"
)

// Limits are those of one input.
type Limits struct {
	Outputs int
	Time    time.Duration // of the processor
}

// memoryLimit is what a worker may hold: a filter may see 64 MiB of JSON, which are several times
// that as values.
var memoryLimit uint64 = 2 << 30

// Error is what a program made of an input instead of outputs. Every other error of
// [Runner.Next] is not of the input: the context ended, or no worker can be started.
type Error struct {
	Text string
	// Again says that the same input may fare better another time: it took too long, or
	// needed too much memory.
	Again bool
}

func (e *Error) Error() string { return e.Text }

// maxRepeats bounds how many inputs of a Runner are tried a second time. A machine that
// stands still charges its pause to whatever runs, and a kernel short of memory ends a
// process that did nothing wrong: the second try shows whether the input was the cause.
// The bound is there for a program that never ends for any input.
const maxRepeats = 8

// Runner runs programs, one input after the other: [Runner.Send] gives it an input,
// [Runner.Next] takes the outputs of the oldest. Its zero value is ready; it is for one
// goroutine, and must be closed.
type Runner struct {
	worker  *worker.Process // nil before the first input that needs it
	sent    int             // of those that wait, the oldest
	waiting []*call         // not taken, oldest first
	repeats int             // inputs that were tried a second time
}

// call is one input on its way.
type call struct {
	budget  worker.Limits
	message []byte // the request; nil when there is an outcome without one
	out     []any
	err     error
}

// Send puts an input in line; values are those of the program's variables.
func (r *Runner) Send(ctx context.Context, p *Program, input any, values []any, limits Limits) {
	c := &call{budget: worker.Limits{CPU: limits.Time, Memory: memoryLimit}}
	if v, ok := p.follow(input); ok {
		c.out = []any{v}
	} else {
		c.message = request(p, input, values, limits.Outputs)
	}
	r.waiting = append(r.waiting, c)
	// What goes wrong shows when the outputs are asked for, and is tried again then.
	_ = r.send(ctx)
}

// send gives the worker what waits and was not sent.
func (r *Runner) send(ctx context.Context) error {
	for ; r.sent < len(r.waiting); r.sent++ {
		c := r.waiting[r.sent]
		if c.message == nil {
			continue
		}
		if r.worker == nil {
			r.worker = worker.New(workerName)
		}
		if err := r.worker.Send(ctx, c.budget, bytes.NewReader(c.message)); err != nil {
			return err
		}
	}
	return nil
}

// Full says that outputs should be taken before more is sent.
func (r *Runner) Full() bool { return len(r.waiting) >= worker.Ahead }

// Next gives the outputs for the oldest input that waits. They may share parts with it.
// The cause of an ended context is returned as it is.
func (r *Runner) Next(ctx context.Context) ([]any, error) {
	c := r.waiting[0]
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	if c.message != nil {
		c.out, c.err = r.ask(ctx, c)
		failed, ok := errors.AsType[*Error](c.err)
		if ok && failed.Again && r.repeats < maxRepeats {
			r.repeats++
			c.out, c.err = r.ask(ctx, c)
		}
	}
	r.waiting, r.sent = r.waiting[1:], max(r.sent-1, 0)
	return c.out, c.err
}

// Run sends one input and takes its outputs. Nothing may wait.
func (r *Runner) Run(ctx context.Context, p *Program, input any, values []any,
	limits Limits) ([]any, error) {
	r.Send(ctx, p, input, values, limits)
	return r.Next(ctx)
}

// ask takes the answer of the worker. When that has ended, all that waits is sent to another one.
func (r *Runner) ask(ctx context.Context, c *call) ([]any, error) {
	err := r.send(ctx)
	var answer []byte
	if err == nil {
		answer, _, err = r.worker.Next(ctx, c.budget)
	}
	if err == nil {
		return outcome(answer)
	}
	r.sent = 0
	if over, ok := errors.AsType[*worker.Overrun](err); ok {
		err = &Error{Text: "one input " + over.Error(), Again: true}
	}
	return nil, err
}

// Close ends the worker and forgets what waits. The Runner may be used again.
func (r *Runner) Close() {
	if r.worker != nil {
		r.worker.Close()
	}
	r.waiting, r.sent = nil, 0
}
