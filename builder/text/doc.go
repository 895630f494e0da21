// Package text has what the whole product does with words of any language: the form in which names,
// cities and queries are compared (Fold), addresses made of names (Slug), the words of a text, and
// texts cut to a length. It knows no language.
package text
