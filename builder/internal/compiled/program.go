package compiled

import (
	"io"
	"reflect"
	"sync"
	"sync/atomic"
)

// Program is one template, compiled for models of one type. It is safe for concurrent use.
type Program struct {
	model   reflect.Type // a pointer to a struct
	execute func(w io.Writer, model any) error
	places  places
	steps   []step
	reason  error // why there are no steps
	states  sync.Pool

	fallbacks atomic.Uint64
}

// step draws a part of a page.
type step func(r *renderState)

// renderState is the state of drawing one page.
type renderState struct {
	out   []byte
	turns int             // of loops
	most  int             // bytes of out
	vals  []reflect.Value // what slots of the compiler hold
	texts []string
}

// Standard returns why the standard engine executes the template, nil for a compiled one.
func (p *Program) Standard() error { return p.reason }

// Fallbacks is how often the standard engine had to take over from a compiled template.
func (p *Program) Fallbacks() uint64 { return p.fallbacks.Load() }

// WithStandard returns the same template, executed by the standard engine only. Tests and
// benchmarks compare a program with it.
func (p *Program) WithStandard(reason error) *Program {
	return &Program{model: p.model, places: p.places, execute: p.execute, reason: reason}
}

// Append executes the template for a model and appends the output to dst. Errors are those of the
// standard engine, or say in which line a page passes a limit; on an error dst is returned
// unchanged.
func (p *Program) Append(dst []byte, model any) ([]byte, error) {
	if p.reason == nil && reflect.TypeOf(model) == p.model {
		if out, ok, err := p.render(dst, model); ok {
			return out, err
		}
	}
	w := &boundedWriter{out: dst, most: len(dst) + maxPage, places: p.places}
	if err := p.execute(w, model); err != nil {
		return dst, err
	}
	return w.out, nil
}

// render runs the steps. ok is false when a step fails because the model is not as its type
// promises; the standard engine then makes the page or the error. The error is that of a limit.
func (p *Program) render(dst []byte, model any) (out []byte, ok bool, err error) {
	r := p.states.Get().(*renderState)
	defer func() {
		switch why := recover().(type) {
		case nil:
		case excess:
			out, ok, err = dst, true, why
		default:
			p.fallbacks.Add(1)
			out, ok = dst, false
		}
		// No value of a model stays in memory after its page.
		clear(r.vals)
		clear(r.texts)
		r.out = nil
		p.states.Put(r)
	}()
	r.out, r.turns, r.most = dst, 0, len(dst)+maxPage
	r.vals[0] = reflect.ValueOf(model).Elem()
	runSteps(r, p.steps)
	return r.out, true, nil
}

func runSteps(r *renderState, steps []step) {
	for _, s := range steps {
		s(r)
	}
}
