package compiled

import (
	"bytes"
	"io"
	"reflect"
	"sync"
	"sync/atomic"
)

// Program is one template, ready for models of one type. It is safe for
// concurrent use.
type Program struct {
	model   reflect.Type // a pointer to a struct
	execute func(w io.Writer, model any) error
	steps   []step
	reason  error // why there are no steps
	runs    sync.Pool

	abandoned atomic.Uint64
}

// step draws a part of a page.
type step func(r *run)

// run is the state of one drawing.
type run struct {
	out   []byte
	vals  []reflect.Value // what slots of the compiler hold
	texts []string
	flags []bool
	ints  []int
}

// Standard says why the template is drawn by the standard engine, nil for a
// compiled one.
func (p *Program) Standard() error { return p.reason }

// Abandoned is how many drawings of a compiled template the standard engine had
// to take over.
func (p *Program) Abandoned() uint64 { return p.abandoned.Load() }

// WithStandard is the same template drawn by the standard engine alone: what
// tests and benchmarks compare a program with.
func (p *Program) WithStandard(reason error) *Program {
	return &Program{model: p.model, execute: p.execute, reason: reason}
}

// Append draws the template for a model onto dst. On an error, which is the
// standard engine's, dst comes back as it was given.
func (p *Program) Append(dst []byte, model any) ([]byte, error) {
	if p.reason == nil && reflect.TypeOf(model) == p.model {
		if out, ok := p.run(dst, model); ok {
			return out, nil
		}
	}
	out := bytes.NewBuffer(dst)
	if err := p.execute(out, model); err != nil {
		return dst, err
	}
	return out.Bytes(), nil
}

// run draws with the steps. It is false when one of them cannot: the model is
// not as its type promises, and the standard engine knows what to say of it.
func (p *Program) run(dst []byte, model any) (out []byte, ok bool) {
	r := p.runs.Get().(*run)
	defer func() {
		if recover() != nil {
			p.abandoned.Add(1)
			out, ok = dst, false
		}
		// Nothing of a model outlives its drawing.
		clear(r.vals)
		clear(r.texts)
		r.out = nil
		p.runs.Put(r)
	}()
	r.out = dst
	r.vals[0] = reflect.ValueOf(model).Elem()
	play(r, p.steps)
	return r.out, true
}

func play(r *run, steps []step) {
	for _, s := range steps {
		s(r)
	}
}
