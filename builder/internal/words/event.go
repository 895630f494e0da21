package words

// WhenLabel labels the date of an event.
func (w *Words) WhenLabel() string { return w.pick("Quando", "When") }

// Where labels the place of an event.
func (w *Words) Where() string { return w.pick("Onde", "Where") }

// Organiser labels who runs an event.
func (w *Words) Organiser() string { return w.pick("Organização", "Organiser") }

// AddToCalendar links to the calendar file.
func (w *Words) AddToCalendar() string { return w.pick("Adicionar ao calendário", "Add to calendar") }

// ViewOnMap links to the map.
func (w *Words) ViewOnMap() string { return w.pick("Ver no mapa", "View on map") }

// MoreByOrganiser links to the organiser's page.
func (w *Words) MoreByOrganiser() string {
	return w.pick("Mais eventos desta organização", "More events by this organiser")
}

// VenueToCome stands for a venue that is not known.
func (w *Words) VenueToCome() string {
	return w.pick("Local a definir", "The venue has not been announced.")
}

// Online is the tag and the place of an event on the net.
func (w *Words) Online() string { return "Online" }

// OnlineHow says how to get into an online event.
func (w *Words) OnlineHow() string {
	return w.pick("O acesso é informado por quem vende o ingresso.", "The ticket seller tells you how to join.")
}

// Tickets is the title of the table of tickets.
func (w *Words) Tickets() string { return w.pick("Ingressos", "Tickets") }

// About is the title of the description.
func (w *Words) About() string { return w.pick("Sobre o evento", "About") }

// More is the title of the last links of an event's page.
func (w *Words) More() string { return w.pick("Mais", "More") }

// Type heads the names of the tickets.
func (w *Words) Type() string { return w.pick("Tipo", "Type") }

// Price heads the prices without fee.
func (w *Words) Price() string { return w.pick("Preço", "Price") }

// Fee heads the fees.
func (w *Words) Fee() string { return w.pick("Taxa", "Fee") }

// Total heads the prices with fee on the HTML page.
func (w *Words) Total() string { return "Total" }

// Free is what a price of nothing is called.
func (w *Words) Free() string { return w.pick("Grátis", "Free") }

// ToBeConfirmed stands for an amount that the source did not give.
func (w *Words) ToBeConfirmed() string { return w.pick("a confirmar", "to be confirmed") }

// PriceToBeConfirmed is the price line of an event whose fees are not known.
func (w *Words) PriceToBeConfirmed() string {
	return w.pick("Preço a confirmar", "Price to be confirmed")
}

// From precedes the lowest of several prices.
func (w *Words) From() string { return w.pick("a partir de", "from") }

// WithFees follows a price that holds a fee.
func (w *Words) WithFees() string { return w.pick("com taxa", "incl. fees") }

// GetTickets is the buy link.
func (w *Words) GetTickets() string { return w.pick("Comprar ingresso", "Get tickets") }

// ReserveTicket is the buy link of a free event.
func (w *Words) ReserveTicket() string { return w.pick("Reservar ingresso", "Reserve a ticket") }

// SeeSellersPage is the plain link of an event that is sold out.
func (w *Words) SeeSellersPage() string {
	return w.pick("Ver a página do vendedor", "See the seller’s page")
}

// PricesRead says when the prices were first read; at is [Words.TimeRead].
func (w *Words) PricesRead(at string) string {
	return w.pick("Preços lidos em "+at+". Podem mudar: vale o valor da página de compra.",
		"Prices read on "+at+". They may change: the checkout price is the one that counts.")
}

// PricesOnTicketPage stands for a table of tickets that are not known.
func (w *Words) PricesOnTicketPage() string {
	return w.pick("Preços na página de compra.", "Prices are on the ticket page.")
}

// TicketsSoldOut is the sentence of an event that is sold out.
func (w *Words) TicketsSoldOut() string {
	return w.pick("Ingressos esgotados.", "Tickets are sold out.")
}

// NoTicketsOnSale is the sentence of an event that is closed or ended.
func (w *Words) NoTicketsOnSale() string {
	return w.pick("Não há ingressos à venda.", "No tickets on sale.")
}

// SeeEventsIn is the button of a closed or ended event to its city.
func (w *Words) SeeEventsIn(city string) string {
	return w.pick("Ver eventos em ", "See events in ") + city
}

// SoldOut is the tag of an event or ticket with nothing left.
func (w *Words) SoldOut() string { return w.pick("Esgotado", "Sold out") }

// SalesClosed is the tag of an event whose sales are closed.
func (w *Words) SalesClosed() string { return w.pick("Vendas encerradas", "Sales closed") }

// SalesClosedNotice explains that tag.
func (w *Words) SalesClosedNotice() string {
	return w.pick("A organização encerrou as vendas deste evento.", "The organiser has closed sales for this event.")
}

// Ended is the tag of an event that is over.
func (w *Words) Ended() string { return w.pick("Encerrado", "Ended") }

// EndedNotice explains that tag.
func (w *Words) EndedNotice() string {
	return w.pick("Este evento já passou.", "This event is over.")
}

// EndedRecord follows EndedNotice.
func (w *Words) EndedRecord() string {
	return w.pick("A página fica no ar como registro.", "The page stays as a record.")
}

// DateToCome is the long form of a date that is not known.
func (w *Words) DateToCome() string { return w.pick("Data a definir", "Date to come") }

// DateNotAnnounced follows DateToCome.
func (w *Words) DateNotAnnounced() string {
	return w.pick("A organização ainda não informou dia e hora.", "The organiser has not announced day and time.")
}

// WrittenByOrganiser labels the description.
func (w *Words) WrittenByOrganiser() string {
	return w.pick("Texto da organização", "Written by the organiser")
}
