package words

import "cartaz/builder/i18n"

// Results is what pages of search results say. A term stands in them as Quoted
// writes it.
type Results struct {
	// Title is the title of a search with a term; events names the list.
	Title i18n.Message `i18n:"search.title,term,events"`
	// Range is the part of "33 eventos · 21 a 33" after [Lists.EventsCount].
	Range i18n.Message `i18n:"search.range,first,last"`
	// PageOf is "Página 2 de 7".
	PageOf i18n.Message `i18n:"search.page_of,page,last"`
	// Quoted is a term in quotation marks, and the chip of the term.
	Quoted i18n.Message `i18n:"text.quote,text"`
	// Filter is the chip of a filter: "Cidade: Osasco".
	Filter i18n.Message `i18n:"search.filter,name,value"`
	// Without is the search without one of its terms or filters, given its chip.
	Without i18n.Message `i18n:"search.without,filter"`
	// UnknownWords names the words of a term that find nothing by themselves, a list
	// with quotation marks.
	UnknownWords i18n.Message `i18n:"search.unknown_words,words"`
	// Everywhere is the button that drops the filters and keeps the term.
	Everywhere i18n.Message `i18n:"search.everywhere,term"`

	None          string       `i18n:"search.none"`
	NoneIn        i18n.Message `i18n:"search.none_in,place"`
	NoneMatches   i18n.Message `i18n:"search.no_match,term"`
	NoneMatchesIn i18n.Message `i18n:"search.no_match_in,term,place"`
}

// NoMatch repeats a search without results in words: q the term, place the city
// or state asked for. Either or both may be "".
func (r *Results) NoMatch(q, place string) string {
	switch {
	case q == "" && place == "":
		return r.None
	case q == "":
		return r.NoneIn.Text(place)
	case place == "":
		return r.NoneMatches.Text(r.Quoted.Text(q))
	}
	return r.NoneMatchesIn.Text(r.Quoted.Text(q), place)
}
