// Package compiled draws templates of html/template and text/template several
// times faster than their own engine, with the same bytes.
//
// The standard engine walks the parsed tree anew for every page: it looks up
// fields and methods by name, calls functions by reflection and boxes every
// value. Here a template is parsed and, for HTML, escaped by the standard
// packages as ever; what they leave (a tree in which every pipeline ends in the
// escapers of its context) is then turned once into a flat list of steps for
// models of one type:
//
//   - called templates are spliced into their callers, and static text that
//     meets is joined;
//   - names become field indexes of the model's type;
//   - methods without reflection where the caller lists them ([Text], [TextOf],
//     [Flag], [Pointer]), by reflection else;
//   - what is known beforehand (constants, and methods of values that are the
//     same in all models, see [Options].Known) is evaluated and escaped once.
//
// Every step appends to one buffer, which the caller owns.
//
// # Never another byte
//
// The compiler knows a part of the template language: text, fields, methods,
// variables, if, with, range over slices, template, and, or, not, eq and the
// functions of [Options]; and of the escapers those of text, RCDATA, quoted
// attributes and addresses for strings, and those that let template.HTML and
// template.JS through. A template that holds anything else, in itself or in
// what it calls, is drawn by the standard engine as a whole: [Program.Standard]
// says so and why. So does a compiled template that meets a nil pointer or a
// panic of a method: what was drawn is dropped and the standard engine is asked,
// for its page or for its error.
//
// Values are read when they are drawn, not when they are named, so nothing may
// change a model while it is drawn, and the methods that a template calls must
// not depend on how often they are called.
package compiled
