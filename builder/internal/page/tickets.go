package page

import (
	"cmp"
	"net/url"
	"strings"
	"time"
	"unicode/utf8"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/words"
)

// tickets is the model of the ticket box on an event's page. The state of the event decides which
// members are set. A box without content is not shown.
type tickets struct {
	W        *words.Words
	Table    *words.TicketTable // nil if there is none, or nothing is on sale
	Free     []words.TicketRow  // instead of a table if every ticket is free
	Price    price              // next to the buy link
	Sentence string             // replaces the prices, or is added to them
	Read     string             // when prices were read, a sentence
	ReadAt   string             // the same for machines, RFC 3339
	ReadFull string             // the same with its offset, for Markdown
	Two      string             // price of two of them; "" for free ones
	BuyURL   string             // the one buy link; "" if nothing can be bought
	BuyText  string             // its text
	BuyLabel string             // the same in Markdown
	Seller   string             // plain link to the seller, if no ticket is said to be on sale
	City     *Link              // where else to look, if nothing is on sale
}

// Shown reports whether the box has content.
func (t *tickets) Shown() bool {
	return t.Table != nil || t.Free != nil || t.Sentence != "" || t.Address() != ""
}

// TableClass returns the class of the table, by the room that its columns need: "slim" if they fit
// a telephone of 390 px, "wide" if they fit the box next to the text of a wide window, else "wide
// wider". With less room the style sheet puts names above their numbers.
//
// Room is estimated, as the font is the visitor's own: a character takes 9.5 px, which holds for
// the bold digits of wide fonts, and a name may break between its words only.
func (t *tickets) TableClass() string {
	if t.Table == nil {
		return ""
	}
	const character, gaps, phone, aside = 9.5, 3 * 10, 324, 374
	var name, price, fee, total int
	for i := range t.Table.Rows {
		row := &t.Table.Rows[i]
		name = max(name, longestWord(row.Name), longestWord(row.Tag)+1)
		price = max(price, utf8.RuneCountInString(row.Price))
		fee = max(fee, utf8.RuneCountInString(row.Fee))
		total = max(total, utf8.RuneCountInString(row.Total))
	}
	switch need := character*float64(name+price+fee+total) + gaps; {
	case need <= phone:
		return "slim"
	case need <= aside:
		return "wide"
	default:
		return "wide wider"
	}
}

// longestWord returns the number of characters of the longest word. White space and hyphens end
// words.
func longestWord(s string) int {
	longest := 0
	for word := range strings.FieldsFuncSeq(s, func(r rune) bool { return r == ' ' || r == '-' }) {
		longest = max(longest, utf8.RuneCountInString(word))
	}
	return longest
}

// Address returns the address of the seller's page, for print and Markdown.
func (t *tickets) Address() string { return t.BuyURL + t.Seller }

// Host returns the host of the buy link.
func (t *tickets) Host() string {
	u, err := url.Parse(t.BuyURL)
	if err != nil {
		return ""
	}
	return strings.TrimPrefix(u.Host, "www.")
}

// tickets returns the ticket box of an event in a state.
func (r *Renderer) tickets(rec *catalog.Record, state words.State, m *eventModel) tickets {
	w := r.words
	t := tickets{W: w}
	switch {
	case state.Over():
		t.Sentence, t.City = w.NoTicketsOnSale, m.City
		return t
	case state == words.StateNoTickets:
		if rec.BuyURL != "" {
			t.Sentence = w.PricesOnTicketPage
		}
	case len(rec.Tickets) > 0:
		table := w.Prices.Table(rec.Tickets)
		r.setReadTime(&t, rec)
		t.Table = &table
		if state == words.StateFree && !table.Priced {
			t.Table, t.Free = nil, table.Rows
		}
	}
	buyText, buyLabel := w.States.Link(state)
	t.BuyLabel = buyLabel
	if state == words.StateSoldOut {
		t.Sentence, t.Seller = w.TicketsSoldOut, rec.BuyURL
		return t
	}
	if rec.SaysCancelled || rec.SalesAt.Known() {
		// A plain link: nothing confirms that tickets are on sale, or sales are ahead.
		if t.Table != nil && rec.SaysCancelled {
			t.Table.Unconfirmed(w.Prices)
		}
		t.Seller, t.BuyLabel = rec.BuyURL, w.States.Seller
		return t
	}
	t.Price, t.BuyURL, t.BuyText = m.Price, rec.BuyURL, buyText
	t.Two = w.Prices.Two(t.Price.PriceSummary)
	return t
}

// setReadTime sets the time at which the prices were read: in the event's time zone, else in the
// brand's. Without either the time includes its offset, because a reader could not know it.
func (r *Renderer) setReadTime(t *tickets, rec *catalog.Record) {
	if rec.ReadAt.IsZero() {
		return
	}
	zone := cmp.Or(catalog.Zone(rec.Timezone), r.brand.Zone)
	at := rec.ReadAt.In(cmp.Or(zone, time.UTC))
	read := &r.words.Prices.Read
	t.ReadFull = read.Text(r.words.Dates.TimeReadWithOffset(at))
	t.Read = t.ReadFull
	if zone != nil {
		t.Read = read.Text(r.words.Dates.TimeRead(at))
	}
	t.ReadAt = catalog.Moment{Precision: catalog.Instant, Time: at}.String()
}
