// Package page draws every page of a brand, in HTML and in Markdown, from the
// files of package templates.
//
// A [Renderer] belongs to one brand. It parses and compiles all templates once
// (see package compiled), computes the brand's style sheet, and is then safe for
// concurrent use. Each kind of page has one model, built once from checked records
// and handed to both templates, so HTML and Markdown say the same (pages.md,
// principle 6). All words, dates and prices come from package words; templates
// hold none.
//
// # Bytes are stable
//
// Nothing here reads a clock. The bytes of an event's page depend on its record,
// the brand and the templates only; [Renderer.Fingerprint] names the last two.
// City, organiser and home pages hold cards and counts and change with those.
//
// # What may be trusted
//
// Nothing in a record. HTML goes through html/template, which escapes by
// context; the one exception is the organiser's text, which package markup has
// drawn from Markdown. JSON-LD is encoded with every "<" escaped. Markdown
// escapes names (see escapeMarkdown) and quotes the organiser's text in a block
// that it cannot end. Calendar text is escaped by RFC 5545, section 3.3.11. The
// marks of search pages (release.CompilePieces) are removed from every value
// that goes into them.
package page
