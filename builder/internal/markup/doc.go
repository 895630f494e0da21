// Package markup turns an organiser's description into the forms that are
// published.
//
// The text comes from strangers, so nothing of its markup is passed through.
// HTML is parsed as a browser parses it, nodes that a reader would not see are
// dropped, and what is left is rebuilt in a small grammar of our own:
//
//	blocks   p h1…h6 ul ol li blockquote pre hr table
//	inline   text br a[href] strong em del code
//
// Everything else gives up its tags and keeps its words, except elements whose
// content is no text of the page (script, style, template, iframe, object,
// svg, math, form fields, …). Pictures are replaced by their alternative text:
// no page of ours makes a reader's browser, or an agent, fetch an address that
// an organiser chose. Links are absolute http, https or mailto and carry
// rel="nofollow noopener"; all others become plain text.
//
// The rebuilt tree is rendered and must pass a sanitiser as a second wall: that
// is [catalog.Text].HTML. It is converted to Markdown, and the page's HTML is
// drawn from that Markdown, so that both say the same. Clean checks that: the
// words of HTML, Markdown and page are equal, or plainer Markdown is tried
// until they are.
//
// Markdown from an organiser is rendered to HTML and goes the same way. Plain
// text keeps paragraphs and line breaks, and bare http and https addresses in
// it become links.
//
// Class names and style sheets are not evaluated, except for the few class
// names that by convention hide (hidden, d-none, sr-only, …).
//
// # Short ways
//
// Nearly all descriptions are a few plain paragraphs, and a catalogue has many.
// Three shortcuts take them, each of which refuses whatever it does not surely
// know and is held against the long way by a fuzz target: plainParser reads HTML
// of whole, ordinary elements; calm writes all forms of a tree in which no
// character means anything to Markdown; Quote does not parse text that holds
// nothing to be changed.
package markup
