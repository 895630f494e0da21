package jq

import (
	"bytes"
	"context"
	"errors"
	"io"
	"time"

	"cartaz/builder/internal/worker"
)

// Limits are those of one input.
type Limits struct {
	Outputs int
	Time    time.Duration // of the processor
	// Of outputs that are records the zone of the source, and that of the document; nil for others.
	Zones []any
}

// memoryLimit is what a worker may hold.
var memoryLimit uint64 = 1 << 30

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
	Spent time.Duration // processor time of all inputs

	worker  *worker.Process // nil before the first input
	sent    int             // of those that wait, the oldest
	waiting []*call         // not taken, oldest first
	repeats int             // inputs that were tried a second time
}

// call is one input on its way.
type call struct {
	*Program
	budget        worker.Limits
	values, input []byte // of its request
}

// Send puts an input in line, JSON that must stay as it is until [Runner.Next] has given its
// outputs; values are those of the program's variables.
func (r *Runner) Send(ctx context.Context, p *Program, input []byte, values []any, limits Limits) {
	r.waiting = append(r.waiting, &call{p, worker.Limits{CPU: limits.Time, Memory: memoryLimit},
		Line(append([]any{limits.Outputs, limits.Zones}, values...)), input})
	// What goes wrong shows when the outputs are asked for, and is tried again then.
	_ = r.send(ctx)
}

// send gives the worker what waits and was not sent.
func (r *Runner) send(ctx context.Context) error {
	if r.worker == nil {
		r.worker = worker.New(workerName)
	}
	for ; r.sent < len(r.waiting); r.sent++ {
		c := r.waiting[r.sent]
		about := bytes.Join([][]byte{c.head, c.values, nil}, []byte("\n"))
		if err := r.worker.Send(ctx, c.budget, io.MultiReader(bytes.NewReader(about),
			bytes.NewReader(c.input))); err != nil {
			return err
		}
	}
	return nil
}

// Next gives the answer for the oldest input that waits: each output on a line of JSON, or, of a
// program with rules, what [validate.Codec.Checked] has written. The cause of an ended context is
// returned as it is.
func (r *Runner) Next(ctx context.Context) ([]byte, error) {
	c := r.waiting[0]
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	out, err := r.ask(ctx, c)
	failed, ok := errors.AsType[*Error](err)
	if ok && failed.Again && r.repeats < maxRepeats {
		r.repeats++
		out, err = r.ask(ctx, c)
	}
	r.waiting, r.sent = r.waiting[1:], max(r.sent-1, 0)
	return out, err
}

// Run sends one input and takes its outputs. Nothing may wait.
func (r *Runner) Run(ctx context.Context, p *Program, input []byte, values []any,
	limits Limits) ([]byte, error) {
	r.Send(ctx, p, input, values, limits)
	return r.Next(ctx)
}

// ask takes the answer of the worker. When that has ended, all that waits is sent to another one.
func (r *Runner) ask(ctx context.Context, c *call) ([]byte, error) {
	err := r.send(ctx)
	var m worker.Message
	if err == nil {
		m, err = r.worker.Next(ctx, c.budget)
	}
	switch {
	case err != nil:
		r.sent = 0
		r.Spent += c.budget.CPU
	case m.Text != "":
		err = &Error{Text: m.Text}
	}
	if r.Spent += m.Spent; err == nil {
		return m.Body, nil
	}
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
