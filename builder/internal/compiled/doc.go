// Package compiled executes templates of html/template and text/template several times faster than
// their own engine, with the same bytes.
//
// # Idea
//
// The standard engine walks the parsed tree again for every page: it looks up fields and methods by
// name, calls functions by reflection and boxes every value. Here the standard packages parse a
// template and, for HTML, escape it as always. In the resulting tree every pipeline ends in the
// escapers of its context. The tree is then turned once into a flat list of steps for models of one
// type. Rendering a page runs the steps, each of which appends to one buffer of the caller.
//
// An example. The templates
//
//	<h1>{{.Name}}</h1>{{if .Free}}<p>{{template "price" .Brand}}</p>{{end}}
//	{{define "price"}}free at {{.Name}}{{end}}
//
// become, after html/template has added its escapers and with .Brand known,
//
//	1  append "<h1>"
//	2  append field 3 of the model, escaped for HTML text
//	3  append "</h1>"
//	4  if field 7 of the model: append "<p>free at Palco</p>"
//
// # Rule
//
//   - Called templates are inlined into their callers, and adjacent static texts are joined.
//   - Names become field indexes of the model's type.
//   - Known values are evaluated and escaped once: constants, and methods of values that are the
//     same in all models (see [Options].Known).
//
// # The same bytes, always
//
// The compiler supports a part of the template language: text, fields, methods, variables, if,
// with, range over slices, template, and, or, not, eq and the functions of [Options]. It supports
// the escapers of text, RCDATA, quoted attributes and addresses for strings, and the escapers that
// pass template.HTML and template.JS through. A template that has anything else, itself or in a
// template that it calls, is executed by the standard engine as a whole: [Program.Standard] returns
// the reason.
//
// A compiled template that meets a nil pointer or a panic of a method also falls back: its output
// is dropped, and the standard engine returns its page or its error.
//
// A value is read when it is printed, not when it is named. So nothing may change a model while it
// is executed, and the methods that a template calls must not depend on how often they are called.
package compiled
