package words

// WhatAreYouLookingFor labels the search field.
func (w *Words) WhatAreYouLookingFor() string {
	return w.pick("O que você procura?", "What are you looking for?")
}

// City labels the choice of a city.
func (w *Words) City() string { return w.pick("Cidade", "City") }

// State labels the choice of a state.
func (w *Words) State() string { return w.pick("Estado", "State") }

// Search is the button of the search form.
func (w *Words) Search() string { return w.pick("Buscar", "Search") }

// AllCities is the choice of no city in the form.
func (w *Words) AllCities() string { return w.pick("Todas as cidades", "All cities") }

// AllStates is the choice of no state in the form.
func (w *Words) AllStates() string { return w.pick("Todos", "All") }

// SearchTitle is the title of a search with a term; brand is the brand's name.
func (w *Words) SearchTitle(q, brand string) string {
	return w.Title(quoted(q)+" – "+w.Events(), brand)
}

// ResultRange is the part of "33 eventos · 21 a 33" after the count. The whole
// heading is EventsCount, " · ", ResultRange.
func (w *Words) ResultRange(first, last any) string {
	a, _ := w.count(first)
	b, _ := w.count(last)
	return a + w.pick(" a ", " to ") + b
}

// ActiveFilters labels the filters in use.
func (w *Words) ActiveFilters() string { return w.pick("Filtros em uso", "Filters in use") }

// RemoveFilter is what a chip says to a screen reader.
func (w *Words) RemoveFilter() string { return w.pick("remover filtro", "remove filter") }

// TermChip is the chip of the search term.
func (w *Words) TermChip(q string) string { return quoted(q) }

// CityChip is the chip of the city filter.
func (w *Words) CityChip(city string) string { return w.City() + ": " + city }

// StateChip is the chip of the state filter.
func (w *Words) StateChip(state string) string { return w.State() + ": " + state }

// OrganiserChip is the chip of the organiser filter.
func (w *Words) OrganiserChip(name string) string { return w.Organiser() + ": " + name }

// Pages labels the navigation between pages of results.
func (w *Words) Pages() string { return w.pick("Páginas", "Pages") }

// Previous links to the page before.
func (w *Words) Previous() string { return w.pick("Anterior", "Previous") }

// Next links to the page after.
func (w *Words) Next() string { return w.pick("Próxima", "Next") }

// PageOf is "Página 2 de 7".
func (w *Words) PageOf(page, last any) string {
	p, _ := w.count(page)
	l, _ := w.count(last)
	return w.pick("Página ", "Page ") + p + w.pick(" de ", " of ") + l
}

// PastTheEnd stands where the cards would be on a page behind the last; SeeFirst
// is its link.
func (w *Words) PastTheEnd() string {
	return w.pick("Esta página passou do fim.", "This page is past the end.")
}

// SeeFirst links from a page behind the last to the first.
func (w *Words) SeeFirst() string { return w.pick("Ver a primeira.", "See the first.") }

// NoEventsFound is the title of a search without results.
func (w *Words) NoEventsFound() string {
	return w.pick("Nenhum evento encontrado", "No events found")
}

// NoMatch repeats a search without results in words: q the term, place the city
// or state asked for. Either or both may be "".
func (w *Words) NoMatch(q, place string) string {
	if place != "" {
		place = w.pick(" em ", " in ") + place
	}
	if q == "" {
		return w.pick("Não há evento à venda", "No event is on sale") + place + "."
	}
	return w.pick("Não há evento à venda com ", "No event on sale matches ") + quoted(q) + place + "."
}

// ResultsFor begins the sentence that says how a term was understood; behind it
// stand the term in quotes and [Words.AndSimilar].
func (w *Words) ResultsFor() string {
	return w.pick("Mostrando resultados para", "Showing results for")
}

// AndSimilar ends that sentence: there may be results for other words that are
// as near.
func (w *Words) AndSimilar() string {
	return w.pick("e palavras parecidas.", "and similar words.")
}

// UnknownWords names the words of a term that find nothing by themselves; list
// has them in quotes.
func (w *Words) UnknownWords(list string) string {
	return w.pick("Nenhum evento à venda tem ", "No event on sale has ") + list + "."
}

// WordsApart says that each word of a term finds something, but no event has all.
func (w *Words) WordsApart() string {
	return w.pick("Cada palavra está em algum evento, mas nenhum tem todas.", "Each word is in some event, but none has them all.")
}

// TryInstead labels other searches, each with the number of its results.
func (w *Words) TryInstead() string { return w.pick("Tente assim", "Try instead") }

// Without is the search without one of its terms or filters; chip is that of it.
func (w *Words) Without(chip string) string { return w.pick("Sem ", "Without ") + chip }

// NoMatchFilters repeats a search in which only other filters left nothing.
func (w *Words) NoMatchFilters() string {
	return w.pick("Não há evento à venda com estes filtros.", "No event on sale matches these filters.")
}

// TipRemoveFilter is the first tip after a search without results; only for a
// search with filters.
func (w *Words) TipRemoveFilter() string {
	return w.pick("Tire um filtro: toque nele acima.", "Remove a filter: tap it above.")
}

// TipFewerWords is the second tip.
func (w *Words) TipFewerWords() string {
	return w.pick("Use menos palavras, ou só o nome do artista ou do local.",
		"Use fewer words, or only the artist’s or venue’s name.")
}

// TipAccents is the third tip.
func (w *Words) TipAccents() string {
	return w.pick("Acentos e maiúsculas não fazem diferença.", "Accents and capitals make no difference.")
}

// SearchEverywhere is the button that drops the filters and keeps the term.
func (w *Words) SearchEverywhere(q string) string {
	return w.pick("Buscar ", "Search ") + quoted(q) + w.pick(" em todas as cidades", " in all cities")
}

// CitiesWithEvents is the title of the cities after a search without results.
func (w *Words) CitiesWithEvents() string { return w.pick("Cidades com eventos", "Cities with events") }
