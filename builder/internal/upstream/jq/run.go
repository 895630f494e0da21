package jq

import (
	"bytes"
	"context"
	"errors"
	"io"
	"time"

	"cartaz/builder/internal/worker"
)

// Limits are the limits of one input.
type Limits struct {
	Outputs int
	Time    time.Duration // processor time
	// The zones of the source and of the document, and the order of day and month in its dates, if
	// the outputs are records, else nil.
	Zones []any
	// Take gets each output that is not a record, as JSON. Its error ends the worker.
	Take func(output []byte) error
}

// memoryLimit is how many bytes a worker may hold.
var memoryLimit uint64 = 1 << 30

// Error is the failure of a program on an input. Other errors of [Runner.Next] have nothing to do
// with the input: the context ended, or no worker could be started.
type Error struct {
	Text string
	// Again reports that the same input may succeed another time: it took too long, or needed too
	// much memory.
	Again bool
}

func (e *Error) Error() string { return e.Text }

// maxRepeats bounds how many inputs of a Runner are tried a second time. The input need not be the
// cause of a failure: when a machine is suspended, the pause counts as time of the running process,
// and a kernel that is short of memory may kill any process. A second try tells. The bound is for
// programs that never end, whatever the input.
const maxRepeats = 8

// Runner runs programs, one input after the other: [Runner.Send] gives it an input,
// [Runner.Next] takes the outputs of the oldest. Its zero value is ready; it is for one
// goroutine, and must be closed.
type Runner struct {
	Spent time.Duration // processor time of all inputs

	worker  *worker.Process // nil before the first input
	sent    int             // number of waiting calls that were sent, the oldest
	waiting []*call         // not taken, oldest first
	repeats int             // inputs that were tried a second time
}

// call is one input on its way.
type call struct {
	*Program
	budget        worker.Limits
	values, input []byte                    // of its request
	take          func(output []byte) error // or nil, for a program whose outputs are records
	taken         bool                      // an output
}

// Send puts an input in line: JSON that must not change until [Runner.Next] has returned its
// outputs; values are the values of the program's variables.
func (r *Runner) Send(ctx context.Context, p *Program, input []byte, values []any, limits Limits) {
	r.waiting = append(r.waiting, &call{Program: p,
		budget: worker.Limits{CPU: limits.Time, Memory: memoryLimit},
		values: Line(append([]any{limits.Outputs, limits.Zones}, values...)), input: input,
		take: limits.Take})
	// An error shows when the outputs are read, and the input is tried again then.
	_ = r.send(ctx)
}

// send gives the worker the waiting inputs that were not sent.
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

// Next returns the records for the oldest waiting input: each on a line of JSON or, for a program
// with rules, as [validate.Codec.Checked] wrote them. If the context has ended, it returns the
// cause unchanged.
func (r *Runner) Next(ctx context.Context) ([]byte, error) {
	c := r.waiting[0]
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	out, err := r.ask(ctx, c)
	failed, ok := errors.AsType[*Error](err)
	if ok && failed.Again && !c.taken && r.repeats < maxRepeats {
		r.repeats++
		out, err = r.ask(ctx, c)
	}
	r.waiting, r.sent = r.waiting[1:], max(r.sent-1, 0)
	return out, err
}

// Run sends one input and waits until its outputs are taken. No input may be waiting.
func (r *Runner) Run(ctx context.Context, p *Program, input []byte, values []any,
	limits Limits) error {
	r.Send(ctx, p, input, values, limits)
	_, err := r.Next(ctx)
	return err
}

// ask returns the answer of the worker. If the worker has ended, all waiting inputs are sent to
// another one.
func (r *Runner) ask(ctx context.Context, c *call) ([]byte, error) {
	err := r.send(ctx)
	var m worker.Message
	if err == nil {
		m, err = r.worker.Take(ctx, c.budget, func(m worker.Message) error {
			c.taken = true
			return c.take(m.Body)
		})
	}
	switch {
	case err != nil:
		r.sent = 0
		r.Spent += c.budget.CPU
	case m.Text != "":
		err = &Error{Text: m.Text}
	}
	r.Spent += m.Spent
	if err == nil {
		return m.Body, nil
	}
	if over, ok := errors.AsType[*worker.Overrun](err); ok {
		err = &Error{Text: "one input " + over.Error(), Again: true}
	}
	return nil, err
}

// Close ends the worker and drops the waiting inputs. The Runner may be used again.
func (r *Runner) Close() {
	if r.worker != nil {
		r.worker.Close()
	}
	r.waiting, r.sent = nil, 0
}
