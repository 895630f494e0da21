// Package text has what the whole product does with words of any language: the form in which names,
// cities and queries are compared (Fold), addresses made of names (Slug), the words of a text,
// texts cut to a length, JSON that people read, and what is safe to show. It knows no language.
package text
