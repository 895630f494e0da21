package compiled

import (
	"io"
	"reflect"
	"sync"
	"sync/atomic"
)

// Program is one template, compiled for models of one type. It is safe for concurrent use.
type Program struct {
	name    string
	model   reflect.Type // a pointer to a struct
	execute func(w io.Writer, name string, model any) error
	places  places
	steps   []step
	reason  error // why there are no steps
	states  sync.Pool

	fallbacks atomic.Uint64
}

// step renders a part of a page.
type step func(r *renderState)

// renderState is the state of rendering one page.
type renderState struct {
	out   []byte
	turns int             // of loops
	most  int             // bytes of out
	vals  []reflect.Value // values of the compiler's slots
	texts []string
}

// Standard returns why the standard engine executes the template, or nil for a compiled template.
func (p *Program) Standard() error { return p.reason }

// Fallbacks returns how often the standard engine had to take over from a compiled template.
func (p *Program) Fallbacks() uint64 { return p.fallbacks.Load() }

// WithStandard returns the same template, executed by the standard engine only. Tests and
// benchmarks compare a program with it.
func (p *Program) WithStandard(reason error) *Program {
	return &Program{name: p.name, model: p.model, places: p.places, execute: p.execute,
		reason: reason}
}

// Append executes the template for a model and appends the output to dst. Its errors are those of
// the standard engine, or name the line in which a page passes a limit. On an error it returns dst
// unchanged.
func (p *Program) Append(dst []byte, model any) ([]byte, error) {
	if p.reason == nil && reflect.TypeOf(model) == p.model {
		if out, ok, err := p.render(dst, model); ok {
			return out, err
		}
	}
	w := &boundedWriter{out: dst, most: len(dst) + maxPage, places: p.places}
	if err := p.execute(w, p.name, model); err != nil {
		return dst, err
	}
	return w.out, nil
}

// render runs the steps. ok is false if a step fails, such as on a nil pointer; the standard engine
// then makes the page or the error. err reports a limit that was passed.
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
