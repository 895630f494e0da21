package words

import "cartaz/builder/i18n"

// Results are the texts of pages of search results, in which Quoted writes the term.
type Results struct {
	// Title is the title of a search with a term; events names the list.
	Title i18n.Message `i18n:"search.title,term,events"`
	// Range is the part of "33 eventos · 21 a 33" after [Lists.Events].
	Range i18n.Message `i18n:"search.range,first,last"`
	// PageOf is "Página 2 de 7".
	PageOf i18n.Message `i18n:"search.page_of,page,last"`
	// Quoted is a term in quotation marks, and the chip of the term.
	Quoted i18n.Message `i18n:"text.quote,text"`
	// NoMatch repeats a search without results: its term and filters, as their chips name them.
	NoMatch i18n.Message `i18n:"search.no_match,term"`
	// ReadAs names a term, in quotation marks, if words of it became filters.
	ReadAs i18n.Message `i18n:"search.read_as,term"`
	// Partial names the words of a term that were found and the words that are missing, in
	// quotation marks.
	Partial i18n.Message `i18n:"search.partial,found,missing"`
}
