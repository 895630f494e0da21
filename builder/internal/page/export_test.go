package page

import (
	"errors"

	"cartaz/builder/internal/compiled"
)

// WithStandardEngine is r drawing everything by the standard template engines.
func (r *Renderer) WithStandardEngine() *Renderer {
	c, err := r.WithSections(true, true)
	if err != nil {
		panic(err)
	}
	c.fingerprint = r.fingerprint
	standard := func(set map[string]*compiled.Program) map[string]*compiled.Program {
		out := map[string]*compiled.Program{}
		for name, p := range set {
			out[name] = p.WithStandard(errors.New("a test compares"))
		}
		return out
	}
	c.programs = programs{html: standard(r.programs.html), md: standard(r.programs.md)}
	return c
}
