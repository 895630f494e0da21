package page

import (
	"errors"
	"maps"
	"slices"

	"cartaz/builder/internal/compiled"
)

// Stylesheet is the brand's style sheet: tokens, then the shared rules.
func (r *Renderer) Stylesheet() (path string, body []byte) {
	body, err := r.assets.Stylesheet.Body()
	if err != nil {
		panic(err)
	}
	return r.assets.Stylesheet.Path, body
}

// Abandoned is how many drawings of compiled templates the standard engine had
// to take over.
func (r *Renderer) Abandoned() uint64 {
	var n uint64
	for _, set := range []map[string]*compiled.Program{r.programs.html, r.programs.md} {
		for _, p := range set {
			n += p.Fallbacks()
		}
	}
	return n
}

// WithStandardEngine is r drawing everything by the standard template engines.
func (r *Renderer) WithStandardEngine() *Renderer {
	c, err := r.WithSections(r.frame.Sections, nil, nil)
	if err != nil {
		panic(err)
	}
	standard := func(set map[string]*compiled.Program) map[string]*compiled.Program {
		out := map[string]*compiled.Program{}
		for name, p := range set {
			out[name] = p.WithStandard(errors.New("a test compares"))
		}
		return out
	}
	c.look = &look{r.words,
		programs{standard(r.programs.html), standard(r.programs.md), r.programs.spelling}}
	c.programs = c.look.programs
	c.places = r.places
	c.Exporter = r.Exporter
	return c
}

// Models returns the models of the templates of HTML, by the name of the template.
func Models() map[string]any { return htmlModels }

// Functions returns the names of the functions of templates.
func (r *Renderer) Functions() []string { return slices.Sorted(maps.Keys(functions(r.brand))) }
