package words

import (
	"cartaz/builder/catalog"
)

// PriceSummary is the price line of an event in parts: Before, then Amount in
// bold, then After. An empty Amount means that there is nothing to say.
type PriceSummary struct {
	Before string // "a partir de", or ""
	Amount string // "R$ 69,00", "Grátis", "Grátis a R$ 138,00", "Preço a confirmar", "Esgotado"
	After  string // "com taxa", or ""

	SoldOut bool // Amount is the tag: tickets listed, none available

	// Lowest is the lowest available total in minor units of Currency, fee
	// included; only when HasLowest.
	Lowest    int64
	Currency  string
	HasLowest bool
}

// String is the summary as one phrase: "a partir de R$ 69,00 com taxa".
func (p PriceSummary) String() string {
	return joinKnown(" ", []string{p.Before, p.Amount, p.After})
}

// Sentence is String with its first letter in upper case, "" when empty.
func (p PriceSummary) Sentence() string { return UpperFirst(p.String()) }

// PriceSummary sums up tickets in one price (pages.md, section 6). Only
// available tickets count. All totals equal: the total. Different: the lowest,
// "a partir de". Free and paid: "Grátis a" the highest. "com taxa" is said when
// a ticket of a price that is shown has a fee above 0.
//
// A ticket without a known total never lends its bare price. The lowest known
// total is still said when every such ticket's price alone is no lower than it;
// otherwise the price is to be confirmed. Tickets in more than one currency
// cannot be compared: nothing is said, the table says all. No tickets: nothing.
func (w *Words) PriceSummary(tickets []catalog.Ticket) PriceSummary {
	if len(tickets) == 0 {
		return PriceSummary{}
	}
	t := tally(tickets)
	switch {
	case t.available == 0:
		return PriceSummary{Amount: w.SoldOut(), SoldOut: true}
	case t.mixed:
		return PriceSummary{}
	case t.known == 0 || (t.unknown > 0 && (t.lowest == 0 || t.unknownFrom < t.lowest)):
		return PriceSummary{Amount: w.PriceToBeConfirmed(), Currency: t.currency}
	}
	p := PriceSummary{Lowest: t.lowest, Currency: t.currency, HasLowest: true}
	fee := t.lowestFee
	switch {
	case t.highest == 0:
		p.Amount = w.Free()
	case t.lowest == 0:
		p.Amount = w.Free() + w.pick(" a ", " to ") + w.Money(t.highest, t.currency)
		fee = t.highestFee
	default:
		p.Amount = w.Money(t.lowest, t.currency)
		if t.lowest != t.highest || t.unknown > 0 {
			p.Before = w.From()
		}
	}
	if fee {
		p.After = w.WithFees()
	}
	return p
}

// totals is what the available tickets have in common.
type totals struct {
	available, known, unknown int
	currency                  string
	mixed                     bool // more than one currency

	lowest, highest       int64
	lowestFee, highestFee bool // a ticket of that total has a fee above 0

	// unknownFrom is the least that a ticket without a known total can cost:
	// its price, or 0 when that is not known either.
	unknownFrom int64
}

func tally(tickets []catalog.Ticket) totals {
	var s totals
	for _, t := range tickets {
		if !t.Available {
			continue
		}
		if s.available > 0 && t.Currency != s.currency {
			s.mixed = true
		}
		s.currency = t.Currency
		s.available++
		total, known := t.Total()
		if !known {
			var from int64
			if t.Price != nil {
				from = *t.Price
			}
			if s.unknown == 0 || from < s.unknownFrom {
				s.unknownFrom = from
			}
			s.unknown++
			continue
		}
		fee := *t.Fee > 0
		switch {
		case s.known == 0 || total < s.lowest:
			s.lowest, s.lowestFee = total, fee
		case total == s.lowest:
			s.lowestFee = s.lowestFee || fee
		}
		switch {
		case s.known == 0 || total > s.highest:
			s.highest, s.highestFee = total, fee
		case total == s.highest:
			s.highestFee = s.highestFee || fee
		}
		s.known++
	}
	return s
}

// TicketTable is the table of tickets of an event's page.
type TicketTable struct {
	Caption  string
	Currency string // the one currency of all rows; "" when they differ
	Rows     []TicketRow
}

// TicketRow is one ticket type. Price, Fee and Total are written without symbol
// when the table has one currency, the Full members always with it.
type TicketRow struct {
	Name                          string
	Price, Fee, Total             string
	FullPrice, FullFee, FullTotal string
	Available                     bool
	Tag                           string // "Esgotado" when not available
	Status                        string // "disponível" or "esgotado"
}

// TicketTable writes the tickets of a record, in their order.
func (w *Words) TicketTable(tickets []catalog.Ticket) TicketTable {
	table := TicketTable{Rows: make([]TicketRow, 0, len(tickets))}
	for i, t := range tickets {
		if i == 0 {
			table.Currency = t.Currency
		} else if t.Currency != table.Currency {
			table.Currency = ""
			break
		}
	}
	table.Caption = w.Caption(table.Currency)
	for _, t := range tickets {
		row := TicketRow{Name: t.Name, Available: t.Available, Status: w.Available()}
		if !t.Available {
			row.Tag, row.Status = w.SoldOut(), w.Unavailable()
		}
		full, bare := w.ticketAmounts(t)
		row.FullPrice, row.FullFee, row.FullTotal = full.price, full.fee, full.total
		row.Price, row.Fee, row.Total = full.price, full.fee, full.total
		if table.Currency != "" {
			row.Price, row.Fee, row.Total = bare.price, bare.fee, bare.total
		}
		table.Rows = append(table.Rows, row)
	}
	return table
}

// amounts are what a row says of money.
type amounts struct{ price, fee, total string }

// ticketAmounts writes price, fee and total of a ticket, with the symbol of the
// currency and without. A total of 0 is free, a fee of 0 a dash, and what is not
// known is to be confirmed: the total too, never the bare price in its place.
func (w *Words) ticketAmounts(t catalog.Ticket) (full, bare amounts) {
	full = amounts{w.ToBeConfirmed(), w.ToBeConfirmed(), w.ToBeConfirmed()}
	bare = full
	if t.Price != nil {
		full.price, bare.price = w.moneyAndAmount(*t.Price, t.Currency)
	}
	if t.Fee != nil {
		full.fee, bare.fee = "–", "–"
		if *t.Fee != 0 {
			full.fee, bare.fee = w.moneyAndAmount(*t.Fee, t.Currency)
		}
	}
	if sum, known := t.Total(); known {
		if sum == 0 {
			full.price, full.total = w.Free(), w.Free()
			bare.price, bare.total = w.Free(), w.Free()
		} else {
			full.total, bare.total = w.moneyAndAmount(sum, t.Currency)
		}
	}
	return full, bare
}
