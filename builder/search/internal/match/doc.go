// Package match finds the documents that answer a query. It goes through four steps:
//
//	tokens.go    the text is cut into tokens; stop words are dropped
//	plan.go      each token becomes a clause: the lists of all terms that it may be found by
//	narrow.go    the set of documents that satisfy every clause, from the rarest clause on
//	spelling.go  when no document is left, each word may also stand for words one or two edits off
//
// For "festivais de jaz" with the filter city = São Paulo the plan is
//
//	filter       sao paulo
//	festivais    exact: festivais        alias: festival, and synonyms
//	jaz          exact: jaz              prefix: jazz, jazida …
//
// de is a stop word, and jaz the last token. A document that is left has one term of each clause.
// How well it is found, package rank decides.
package match
