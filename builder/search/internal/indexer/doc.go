// Package indexer makes the file of an index from documents.
//
// Add cuts the text of a document into terms and puts fragments and terms into the spool; only the
// different terms (termTable), the facets and the fragment table stay in memory. WriteTo then
// writes the sections in the order of the file: it copies the fragments, turns documents with terms
// into terms with documents (invert.go), and fills the dictionaries that point at these postings
// (assemble.go, prefixes.go). CarryOver takes a document from the index before without cutting its
// text again (carryover.go).
package indexer
