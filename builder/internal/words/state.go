package words

import "cartaz/builder/catalog"

// State is how an event stands with its tickets (pages.md, section 6).
type State uint8

// The states. Free and NoTickets are on sale too: see [State.Selling].
const (
	StateOnSale    State = iota // not closed, not ended, a ticket available
	StateFree                   // on sale, and every available ticket costs nothing
	StateNoTickets              // on sale, and the source lists no tickets
	StateSoldOut                // tickets listed, none available
	StateClosed                 // the organiser closed sales; not ended
	StateEnded                  // over
)

// StateOf is the state of a record. What is over is ended whatever else is said
// of it, and what is closed is closed however many tickets are left.
func StateOf(rec *catalog.Record) State {
	switch {
	case rec.IsEnded:
		return StateEnded
	case rec.IsClosed:
		return StateClosed
	case len(rec.Tickets) == 0:
		return StateNoTickets
	}
	available, free := false, true
	for _, t := range rec.Tickets {
		if !t.Available {
			continue
		}
		available = true
		if total, known := t.Total(); !known || total != 0 {
			free = false
		}
	}
	switch {
	case !available:
		return StateSoldOut
	case free:
		return StateFree
	}
	return StateOnSale
}

// Selling says whether tickets can be got: the page shows a buy link.
func (s State) Selling() bool { return s <= StateNoTickets }

// SoldOut says whether tickets are listed and none is left.
func (s State) SoldOut() bool { return s == StateSoldOut }

// Closed says whether sales are closed, the event not being over.
func (s State) Closed() bool { return s == StateClosed }

// Ended says whether the event is over.
func (s State) Ended() bool { return s == StateEnded }

// Free says whether every available ticket costs nothing.
func (s State) Free() bool { return s == StateFree }

// NoTickets says whether the event is on sale without a list of tickets.
func (s State) NoTickets() bool { return s == StateNoTickets }

// HasTable says whether the page shows the table of tickets: there is one, and
// it is neither closed nor ended.
func (s State) HasTable() bool { return s == StateOnSale || s == StateFree || s == StateSoldOut }

// Tag is the badge of a state, "" for those of the normal, silent case.
func (w *Words) Tag(s State) string {
	switch s {
	case StateSoldOut:
		return w.SoldOut()
	case StateClosed:
		return w.SalesClosed()
	case StateEnded:
		return w.Ended()
	}
	return ""
}

// StateName is the state in the list of facts of the Markdown page, in lower
// case.
func (w *Words) StateName(s State) string {
	if tag := w.Tag(s); tag != "" {
		return LowerFirst(tag)
	}
	return w.pick("à venda", "on sale")
}

// Notice is what the page says under the title of an event that is closed or
// ended, a bold sentence and one after it; both "" for the other states.
func (w *Words) Notice(s State) (bold, rest string) {
	switch s {
	case StateClosed:
		return w.SalesClosed() + ".", w.SalesClosedNotice()
	case StateEnded:
		return w.EndedNotice(), w.EndedRecord()
	}
	return "", ""
}

// BuyText is the text of the one link to the seller: to buy, to reserve when
// free, to look when sold out; "" when closed or ended.
func (w *Words) BuyText(s State) string {
	switch s {
	case StateFree:
		return w.ReserveTicket()
	case StateSoldOut:
		return w.SeeSellersPage()
	case StateOnSale, StateNoTickets:
		return w.GetTickets()
	}
	return ""
}

// BuyLabel labels the seller's address in Markdown; "" when closed or ended.
func (w *Words) BuyLabel(s State) string {
	switch s {
	case StateFree:
		return w.Reserve()
	case StateSoldOut:
		return w.Seller()
	case StateOnSale, StateNoTickets:
		return w.Buy()
	}
	return ""
}
