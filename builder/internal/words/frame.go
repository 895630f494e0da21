package words

// SkipToContent is the text of the skip link.
func (w *Words) SkipToContent() string { return w.pick("Ir para o conteúdo", "Skip to content") }

// MainNav labels the navigation of the header.
func (w *Words) MainNav() string { return w.pick("Principal", "Main") }

// Breadcrumb labels the trail of links above the title.
func (w *Words) Breadcrumb() string { return w.pick("Você está aqui", "You are here") }

// Home is the first link of the trail.
func (w *Words) Home() string { return w.pick("Início", "Home") }

// Events is the title of the list and its link everywhere.
func (w *Words) Events() string { return w.pick("Eventos", "Events") }

// Cities is the title of a group of links to cities.
func (w *Words) Cities() string { return w.pick("Cidades", "Cities") }

// Organisers is the title of the group of links to organisers.
func (w *Words) Organisers() string { return w.pick("Quem organiza", "Organisers") }

// Title is the title element of a page: its own title and the brand's name.
func (w *Words) Title(page, brand string) string { return page + " · " + brand }

// Explore is the title of the footer's links for people.
func (w *Words) Explore() string { return w.pick("Explorar", "Explore") }

// AllEvents is the footer's link to the list.
func (w *Words) AllEvents() string { return w.pick("Todos os eventos", "All events") }

// ForAgents is the title of the footer's links for programs.
func (w *Words) ForAgents() string {
	return w.pick("Para agentes e programas", "For agents and programs")
}

// ThisPageInMarkdown links to the Markdown twin.
func (w *Words) ThisPageInMarkdown() string {
	return w.pick("Esta página em Markdown", "This page in Markdown")
}

// PublicAPI links to the OpenAPI document.
func (w *Words) PublicAPI() string { return w.pick("API pública (OpenAPI)", "Public API (OpenAPI)") }

// GuideForAgents links to auth.md.
func (w *Words) GuideForAgents() string { return w.pick("Guia para agentes", "Guide for agents") }

// Contact labels the brand's address for questions.
func (w *Words) Contact() string { return w.pick("Contato", "Contact") }

// WhatsOn is the title of the home page.
func (w *Words) WhatsOn() string { return w.pick("O que está em cartaz", "What’s on") }

// HomeLead is the line of counts under the title of the home page.
func (w *Words) HomeLead(events, cities any) string {
	if n, ok := cities.(int); ok && n == 0 {
		return w.EventsCount(events) + w.pick(". Preços sempre com a taxa.", ". Prices always include fees.")
	}
	return w.EventsCount(events) + w.pick(" em ", " in ") + w.CitiesCount(cities) +
		w.pick(". Preços sempre com a taxa.", ". Prices always include fees.")
}

// ComingUp is the title of the cards on home, city and organiser pages.
func (w *Words) ComingUp() string { return w.pick("Próximos eventos", "Coming up") }

// EventsCount is "1 evento", "33 eventos".
func (w *Words) EventsCount(n any) string {
	return w.counted(n, w.pick("evento", "event"), w.pick("eventos", "events"))
}

// CitiesCount is "1 cidade", "5 cidades".
func (w *Words) CitiesCount(n any) string {
	return w.counted(n, w.pick("cidade", "city"), w.pick("cidades", "cities"))
}

// SeeAllCount is the button to the whole list with its number of events.
func (w *Words) SeeAllCount(n any) string {
	digits, one := w.count(n)
	if one {
		return w.pick("Ver o evento", "See the event")
	}
	return w.pick("Ver todos os "+digits+" eventos", "See all "+digits+" events")
}

// EventsIn is the title of a city's page and of links to it.
func (w *Words) EventsIn(city string) string { return w.pick("Eventos em ", "Events in ") + city }

// CityLead is the line under the title of a city's page.
func (w *Words) CityLead(n any) string {
	if i, ok := n.(int); ok && i == 0 {
		return w.NoEventsOnSale()
	}
	return w.EventsCount(n) + w.pick(" à venda, em ordem de data.", " on sale, in order of date.")
}

// NoEventsOnSale is the line of a city or organiser with nothing to sell.
func (w *Words) NoEventsOnSale() string {
	return w.pick("Nenhum evento à venda no momento.", "No events on sale at the moment.")
}

// OrganisersIn is the title of the organisers of a city.
func (w *Words) OrganisersIn(city string) string {
	return w.pick("Quem organiza em ", "Organisers in ") + city
}

// OtherCities is the title of the links to other cities.
func (w *Words) OtherCities() string { return w.pick("Outras cidades", "Other cities") }

// OrganiserLead is the line under an organiser's name.
func (w *Words) OrganiserLead(n any) string {
	if i, ok := n.(int); ok && i == 0 {
		return w.NoEventsOnSale()
	}
	return w.pick("Organiza ", "") + w.EventsCount(n) + w.pick(" à venda.", " on sale.")
}

// PastEvents is the title of an organiser's events that are over.
func (w *Words) PastEvents() string { return w.pick("Já passaram", "Past events") }
