package page

import (
	"time"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/words"
)

// tickets is the box of prices of an event's page. Which members are set
// depends on the state of the event; one without anything to say is not shown.
type tickets struct {
	W        *words.Words
	Table    *words.TicketTable // nil when there is none, or nothing is on sale
	Price    price              // beside the buy link
	Sentence string             // what stands in place of prices, or is to be added
	Read     string             // when prices were read, a sentence
	ReadAt   string             // the same for machines, RFC 3339
	ReadFull string             // the same with its offset, for Markdown
	BuyURL   string             // the one buy link; "" when nothing can be bought
	BuyText  string             // its text
	BuyLabel string             // the same in Markdown
	Seller   string             // plain link to the seller of a sold-out event
	City     *Link              // where else to look, when nothing is on sale
}

// Shown says whether the box has anything to say.
func (t *tickets) Shown() bool { return t.Table != nil || t.Sentence != "" || t.BuyURL != "" }

// Address is the seller's page, for print and Markdown.
func (t *tickets) Address() string { return t.BuyURL + t.Seller }

func (r *Renderer) tickets(rec *catalog.Record, state words.State, m *eventModel) tickets {
	w := r.words
	t := tickets{W: w}
	switch {
	case state.Closed(), state.Ended():
		t.Sentence, t.City = w.NoTicketsOnSale(), m.City
		return t
	case state.NoTickets():
		if rec.BuyURL != "" {
			t.Sentence = w.PricesOnTicketPage()
		}
	default:
		table := w.TicketTable(rec.Tickets)
		t.Table = &table
		r.readAt(&t, rec)
	}
	t.BuyLabel = w.BuyLabel(state)
	if state.SoldOut() {
		t.Sentence, t.Seller = w.TicketsSoldOut(), rec.BuyURL
		return t
	}
	t.Price, t.BuyURL, t.BuyText = m.Price, rec.BuyURL, w.BuyText(state)
	return t
}

// readPrices says when prices were read, on the clock of one zone. A build reads
// most of them at once, so the renderer remembers the last of each zone.
type readPrices struct {
	at time.Time

	short, full, machine string
}

// readAt says when the prices were read, on the event's clock, else the brand's.
// Without either the hour carries its offset, as nobody could know it.
func (r *Renderer) readAt(t *tickets, rec *catalog.Record) {
	if rec.ReadAt.IsZero() {
		return
	}
	w, zone := r.words, r.zone(rec.Timezone)
	last, _ := r.reads.Load(zone)
	said, _ := last.(*readPrices)
	if said == nil || said.at != rec.ReadAt {
		at := rec.ReadAt.UTC()
		if zone != nil {
			at = rec.ReadAt.In(zone)
		}
		said = &readPrices{at: rec.ReadAt, full: w.PricesRead(w.TimeReadWithOffset(at))}
		said.short = said.full
		if zone != nil {
			said.short = w.PricesRead(w.TimeRead(at))
		}
		said.machine = catalog.Moment{Precision: catalog.Instant, Time: at}.String()
		r.reads.Store(zone, said)
	}
	t.Read, t.ReadFull, t.ReadAt = said.short, said.full, said.machine
}
