package jq

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/itchyny/gojq"
)

// Limits are those of one input.
type Limits struct {
	Outputs int
	Time    time.Duration // of the processor
}

// Error is what a program made of an input instead of outputs. Every other error of
// [Runner.Next] is not of the input: the context ended, or no worker can be started.
type Error struct {
	Text string
	// Again says that the same input may fare better another time: it took too long, or
	// needed too much memory.
	Again bool
}

func (e *Error) Error() string { return e.Text }

// How many inputs may wait for their outputs, and how many bytes of them: while the
// caller reads the next items the worker is not idle, and one change of processes
// serves many.
const (
	maxWaiting      = 64
	maxWaitingBytes = 1 << 20
)

// maxRepeats bounds how many inputs of a Runner are tried a second time. A machine that
// stands still charges its pause to whatever runs, and a kernel short of memory ends a
// process that did nothing wrong: the second try shows whether the input was the cause.
// The bound is there for a program that never ends for any input.
const maxRepeats = 8

// Runner runs programs, one input after the other: [Runner.Send] gives it an input,
// [Runner.Next] takes the outputs of the oldest. Its zero value is ready; it is for one
// goroutine, and must be closed.
type Runner struct {
	worker  *process // nil when none runs
	waiting []*call  // sent and not taken, oldest first
	bytes   int      // of their messages
	repeats int      // inputs that were tried a second time
}

// call is one input on its way.
type call struct {
	program *Program
	limits  Limits
	message []byte // the request; nil for a plain program
	refused error  // why there is no request
	input   any    // of a plain program
	values  []any
}

// Send puts an input in line. values are those of the program's variables. The input
// may be changed afterwards only when its outputs have been taken.
func (r *Runner) Send(p *Program, input any, values []any, limits Limits) {
	c := &call{program: p, limits: limits}
	if p.plain {
		c.input, c.values = input, values
	} else if c.message, c.refused = request(input, values, limits); c.refused == nil &&
		r.worker != nil {
		r.worker.send(c)
	}
	r.waiting = append(r.waiting, c)
	r.bytes += len(c.message)
}

// here says whether the call needs no worker.
func (c *call) here() bool { return c.program.plain || c.refused != nil }

// Full says that outputs should be taken before more is sent.
func (r *Runner) Full() bool { return len(r.waiting) >= maxWaiting || r.bytes >= maxWaitingBytes }

// Next gives the outputs for the oldest input that waits. They may share parts with it.
// The cause of an ended context is returned as it is.
func (r *Runner) Next(ctx context.Context) ([]any, error) {
	c := r.waiting[0]
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	var out []any
	var err error
	switch {
	case c.refused != nil:
		err = &Error{Text: c.refused.Error()}
	case c.program.plain:
		if out, err = runHere(ctx, c); again(err) && r.repeats < maxRepeats {
			r.repeats++
			out, err = runHere(ctx, c)
		}
	default:
		out, err = r.ask(ctx, c)
	}
	r.waiting = r.waiting[1:]
	r.bytes -= len(c.message)
	return out, err
}

// Run sends one input and takes its outputs. Nothing may wait.
func (r *Runner) Run(ctx context.Context, p *Program, input any, values []any,
	limits Limits) ([]any, error) {
	r.Send(p, input, values, limits)
	return r.Next(ctx)
}

// ask takes the answer of the worker, which is started when none runs. An input whose
// worker did not answer is given to a second one.
func (r *Runner) ask(ctx context.Context, c *call) ([]any, error) {
	out, err := r.askOnce(ctx, c)
	if again(err) && r.repeats < maxRepeats {
		r.repeats++
		out, err = r.askOnce(ctx, c)
	}
	return out, err
}

func (r *Runner) askOnce(ctx context.Context, c *call) ([]any, error) {
	if r.worker == nil {
		w, err := start(ctx)
		switch {
		case ctx.Err() != nil:
			if err == nil {
				w.close()
			}
			return nil, context.Cause(ctx)
		case err != nil:
			return nil, fmt.Errorf("start a process for jq programs: %w", err)
		}
		r.worker = w
		for _, waiting := range r.waiting {
			if !waiting.here() {
				w.send(waiting)
			}
		}
	}
	out, err := r.worker.next(ctx, c.limits)
	var failed *Error
	if ctx.Err() != nil || again(err) || err != nil && !errors.As(err, &failed) {
		// The worker is still at it, or has ended, or is being killed for the end of ctx.
		// What waits, the input itself included, is sent to the next one.
		r.stop()
	}
	return out, err
}

// again says whether the input of an error may fare better another time.
func again(err error) bool {
	var failed *Error
	return errors.As(err, &failed) && failed.Again
}

// stop ends the worker, if one runs.
func (r *Runner) stop() {
	if r.worker != nil {
		r.worker.close()
		r.worker = nil
	}
}

// Close ends the worker and forgets what waits. The Runner may be used again.
func (r *Runner) Close() {
	r.stop()
	r.waiting, r.bytes = nil, 0
}

// runHere runs a plain program in this process.
func runHere(ctx context.Context, c *call) ([]any, error) {
	limited, cancel := context.WithTimeout(ctx, c.limits.Time)
	defer cancel()
	out, err := outputs(c.program.code.RunWithContext(limited, c.input, c.values...),
		c.limits.Outputs)
	switch {
	case err == nil:
		for _, v := range out {
			if !finite(v) {
				return nil, &Error{Text: errFinite.Error()}
			}
		}
		return out, nil
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case limited.Err() != nil:
		return nil, tooLong(c.limits.Time)
	}
	return nil, &Error{Text: short(err.Error())}
}

func tooLong(limit time.Duration) *Error {
	return &Error{Text: fmt.Sprintf("one input took longer than %s: it may never end", limit),
		Again: true}
}

// outputs gathers what a program yields. They are gathered before anybody sees them, so
// that the time of whoever takes them does not count as the program's.
func outputs(iter gojq.Iter, limit int) ([]any, error) {
	var out []any
	for {
		v, ok := iter.Next()
		if !ok {
			return out, nil
		}
		if err, failed := v.(error); failed {
			return nil, err
		}
		if len(out) == limit {
			return nil, fmt.Errorf("more than %d outputs for one input", limit)
		}
		out = append(out, v)
	}
}
