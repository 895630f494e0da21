// Package text has the functions on text of any language that the whole product shares: the form in
// which names, cities and queries are compared (Fold), addresses made from names (Slug), the words
// of a text, cutting a text to a length, JSON for people, and escaping. It knows no language.
package text
