// Package markup turns an organiser's description into the forms that are published.
//
// The text comes from strangers, so none of its markup is passed through. HTML is parsed as a
// browser parses it. Nodes that a reader would not see are dropped, and the rest is rebuilt in a
// small grammar of our own:
//
//	blocks   p h1…h6 ul ol li blockquote pre hr table
//	inline   text br a[href] strong em del code
//
// Every other element loses its tags and keeps its words, except elements whose content is not text
// of the page (script, style, template, iframe, object, svg, math, form fields, …). Pictures are
// replaced by their alternative text: no page of ours makes a reader's browser, or an agent, load
// an address that an organiser chose. Links are absolute http, https or mailto and have
// rel="nofollow noopener"; all other links become plain text.
//
// The rebuilt tree is written in three forms: HTML ([catalog.Text].HTML), the page's HTML, whose
// headings fit below those of the page, and Markdown, in which every sign that could be markup has
// a backslash. Tests parse the Markdown again: its words equal the words of the HTML. They also
// give the HTML to a sanitiser of another author, which must find nothing to remove.
//
// Markdown from an organiser is rendered to HTML and treated in the same way. Plain text keeps
// paragraphs and line breaks, and bare http and https addresses in it become links.
//
// Class names and style sheets are not evaluated, except for the few class names that hide by
// convention (hidden, d-none, sr-only, …).
//
// # What a text may cost
//
// A description that exceeds a limit (bounds.go), or that spends the budget of its trial in a
// process of its own ([Trial]), is shown as plain paragraphs.
package markup
