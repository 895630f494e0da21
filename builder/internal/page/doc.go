// Package page renders every page of a brand, in HTML and in Markdown, from the files of package
// templates.
//
// A [Renderer] belongs to one brand. It parses and compiles all templates once (see package
// compiled), computes the brand's style sheet, and is then safe for concurrent use. Each kind of
// page has one model. The model is built once from validated records and given to both templates,
// so HTML and Markdown say the same. All words, dates and prices come from package words; templates
// contain none.
//
// # Bytes are stable
//
// No code here reads a clock. The bytes of an event's page depend only on its record, the brand and
// the templates. City, organiser and home pages also contain cards and counts, and change when
// these change.
//
// # What may be trusted
//
// No field of a record is trusted. HTML goes through html/template, which escapes by context. The
// one exception is the organiser's text, which package markup has rendered from Markdown. JSON-LD
// is encoded with every "<" escaped. Markdown escapes names (see text.Markdown) and puts the
// organiser's text into a block quote that the text cannot end. Calendar text is escaped by RFC
// 5545, section 3.3.11. The marks of search pages (see resultpage.Compile) are removed from every
// value on these pages.
package page
