// Package text decides what a word is: how text is folded for comparison, where its tokens begin
// and end, which words are stop words, which inflections of a word may stand for it, which names of
// states and which synonyms mean the same. The index, result pages, validation of records and
// agents use it, so that all of them read a text alike.
//
// The steps, on "Festas do São João, 2ª edição":
//
//	Fold         "festas do sao joao, 2a edicao"       case and accents are gone
//	Tokenizer    festas, do, sao, joao, 2a, edicao     byte ranges of the folded text
//	IsStop       do                                    skipped in queries that hold other words
//	Inflections  festas → festas, festa                for queries; indexes store words as written
//
// The declensions and conjugations of Russian are in package russian, the verbs of Spanish in
// package verbs.
//
// Everything here is pure: nothing depends on an index, and nothing is stored but the folded
// tokens.
package text
