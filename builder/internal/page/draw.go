package page

import (
	"fmt"
	"html/template"
	"maps"
	"slices"
	texttemplate "text/template"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/compiled"
	"cartaz/builder/internal/words"
)

// programs are the templates of pages, ready for their models.
type programs struct{ html, md map[string]*compiled.Program }

// markdownModels and htmlModels are what templates are drawn from, by name. The
// fragments of HTML have no Markdown twin.
var (
	markdownModels = map[string]any{
		"event": (*eventModel)(nil), "home": (*listing)(nil), "city": (*listing)(nil), "organiser": (*listing)(nil),
		"list": (*searchModel)(nil), "problem": (*problemModel)(nil),
	}
	htmlModels = func() map[string]any {
		all := maps.Clone(markdownModels)
		all["card"] = (*card)(nil)
		for _, name := range []string{"masthead", "footer", "end"} {
			all[name] = (*frame)(nil)
		}
		return all
	}()
)

// methods are those that the templates of an event call on its values. Others
// work too, more slowly.
var methods = []compiled.Method{
	compiled.Pointer("Frame", (*eventModel).Frame),
	compiled.Text("Canonical", (*frame).Canonical),
	compiled.Text("Canonical", (*eventModel).Canonical),
	compiled.Text("MarkdownURL", (*frame).MarkdownURL),
	compiled.Text("MarkdownPath", (*frame).MarkdownPath),
	compiled.TextOf("URL", (*frame).URL),
	compiled.TextOf("URL", (*eventModel).URL),
	compiled.TextOf("TwinURL", (*eventModel).TwinURL),
	compiled.Text("DateLine", (*words.When).DateLine),
	compiled.Text("HoursLine", (*words.When).HoursLine),
	compiled.Text("Inline", (*words.When).Inline),
	compiled.Text("Inline", (*where).Inline),
	compiled.Flag("Shown", (*tickets).Shown),
	compiled.Text("Address", (*tickets).Address),
	compiled.TextOf("EventsIn", (*words.Words).EventsIn),
	compiled.TextOf("SeeEventsIn", (*words.Words).SeeEventsIn),
}

// markdownFuncs are the functions of Markdown templates, markdownAppends the same
// onto a buffer.
var (
	markdownFuncs   = map[string]func(string) string{"md": escapeMarkdown, "json": quoteJSON, "address": escapeAddress}
	markdownAppends = map[string]func([]byte, string) []byte{"json": catalog.AppendString}
)

func markdownFuncMap() texttemplate.FuncMap {
	funcs := texttemplate.FuncMap{}
	for name, f := range markdownFuncs {
		funcs[name] = f
	}
	return funcs
}

// compile readies the templates of a brand whose words are w.
func compile(html *template.Template, md *texttemplate.Template, w *words.Words) programs {
	o := compiled.Options{Known: []any{w}, Methods: methods, Funcs: markdownFuncs, Appends: markdownAppends}
	return programs{html: compiled.HTML(html, htmlModels, o), md: compiled.Markdown(md, markdownModels, o)}
}

// Standard says which templates package compiled leaves to the standard engine,
// and why: each of them costs several times as much to draw. The templates of
// package templates are not among them.
func (r *Renderer) Standard() []error {
	var reasons []error
	for _, set := range []map[string]*compiled.Program{r.programs.html, r.programs.md} {
		for _, name := range slices.Sorted(maps.Keys(set)) {
			if err := set[name].Standard(); err != nil {
				reasons = append(reasons, err)
			}
		}
	}
	return reasons
}

// appendHTML and appendMarkdown draw one template of a page onto dst.
func (r *Renderer) appendHTML(dst []byte, name string, model any) ([]byte, error) {
	return appendDrawn(dst, r.programs.html[name], name, model)
}

func (r *Renderer) appendMarkdown(dst []byte, name string, model any) ([]byte, error) {
	return appendDrawn(dst, r.programs.md[name], name, model)
}

func appendDrawn(dst []byte, p *compiled.Program, name string, model any) ([]byte, error) {
	dst, err := p.Append(dst, model)
	if err != nil {
		return dst, fmt.Errorf("draw %s: %w", name, err)
	}
	return dst, nil
}

// draw draws both templates of a page.
func (r *Renderer) draw(name, path string, model any) (Page, error) {
	html, err := r.appendHTML(nil, name, model)
	if err != nil {
		return Page{}, err
	}
	markdown, err := r.appendMarkdown(nil, name, model)
	if err != nil {
		return Page{}, err
	}
	return Page{Path: path, HTML: html, Markdown: markdown}, nil
}
