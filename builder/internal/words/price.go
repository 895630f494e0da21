package words

import (
	"cartaz/builder/catalog"
	"cartaz/builder/i18n"
)

// Prices writes what the tickets of an event cost.
type Prices struct {
	Free               string       `i18n:"event.free"`
	FreeTo             i18n.Message `i18n:"event.free_to,price"`
	From               string       `i18n:"event.from"`
	WithFees           string       `i18n:"event.with_fees"`
	ToBeConfirmed      string       `i18n:"event.to_be_confirmed"`
	PriceToBeConfirmed string       `i18n:"event.price_to_be_confirmed"`
	SoldOut            string       `i18n:"event.sold_out"`
	Available          string       `i18n:"markdown.available"`
	Unavailable        string       `i18n:"markdown.unavailable"`
	Read               i18n.Message `i18n:"event.prices_read,at"` // at is [Dates.TimeRead]

	money *Money
}

// PriceSummary is the price line of an event in parts: Before, then Amount in bold, then After. An
// empty Amount means that there is nothing to show.
type PriceSummary struct {
	Before string // "a partir de", or ""
	Amount string // "R$ 69,00", "Grátis", "Grátis ou até R$ 9,00", "Preço a confirmar", "Esgotado"
	After  string // "com taxa", or ""

	SoldOut bool // Amount is the tag: tickets listed, none available

	// Lowest and Highest are the available totals in minor units of Currency, fees included; only
	// if HasLowest.
	Lowest, Highest int64
	Currency        string
	HasLowest       bool
}

// String returns the summary as one phrase: "a partir de R$ 69,00 com taxa".
func (p PriceSummary) String() string {
	return joinKnown(" ", []string{p.Before, p.Amount, p.After})
}

// Sentence returns String with its first letter in upper case, or "".
func (p PriceSummary) Sentence() string { return UpperFirst(p.String()) }

// Two returns what two of the cheapest tickets cost, as "2 × R$ 33,00 = R$ 66,00" says it, or "" if
// they are free or have no price.
func (p *Prices) Two(of PriceSummary) string {
	if of.Lowest == 0 {
		return ""
	}
	return p.money.Text(2*of.Lowest, of.Currency)
}

// Summary sums up tickets in one price. Only available tickets count. If all totals are equal, it
// is the total; if they differ, "a partir de" and the lowest; if some are free, "Grátis ou até" and
// the highest. It adds "com taxa" if a ticket of a price that is shown has a fee above 0.
//
// The price is to be confirmed as soon as an available ticket has none, because it may be the
// cheapest. Tickets in more than one currency cannot be compared: the summary is empty, as it is
// without tickets.
func (p *Prices) Summary(tickets []catalog.Ticket) PriceSummary {
	if len(tickets) == 0 {
		return PriceSummary{}
	}
	t := tally(tickets)
	switch {
	case t.available == 0:
		return PriceSummary{Amount: p.SoldOut, SoldOut: true}
	case t.mixed:
		return PriceSummary{}
	case t.known < t.available:
		return PriceSummary{Amount: p.PriceToBeConfirmed, Currency: t.currency}
	}
	sum := PriceSummary{Lowest: t.lowest, Highest: t.highest, Currency: t.currency, HasLowest: true}
	fee := t.lowestFee
	switch {
	case t.highest == 0:
		sum.Amount = p.Free
	case t.lowest == 0:
		sum.Amount = p.FreeTo.Text(p.money.Text(t.highest, t.currency))
		fee = t.highestFee
	default:
		sum.Amount = p.money.Text(t.lowest, t.currency)
		if t.lowest != t.highest {
			sum.Before = p.From
		}
	}
	if fee {
		sum.After = p.WithFees
	}
	return sum
}

// totals sums up the available tickets.
type totals struct {
	available, known int
	currency         string
	mixed            bool // more than one currency

	lowest, highest       int64
	lowestFee, highestFee bool // a ticket of that total has a fee above 0
}

// tally sums up the available tickets: their number, currency, and lowest and highest total.
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
			continue
		}
		fee := t.Fee != nil && *t.Fee > 0
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

// Lowest returns the lowest total of available tickets in whole units of its currency, rounded up.
// The currency is "" if there is no such total: see [Prices.Summary].
func Lowest(tickets []catalog.Ticket) (units int, currency string) {
	t := tally(tickets)
	if t.available == 0 || t.mixed || t.known < t.available {
		return 0, ""
	}
	unit := int64(1)
	for range decimals(t.currency) {
		unit *= 10
	}
	return int((t.lowest + unit - 1) / unit), t.currency
}

// TicketTable is the table of tickets of an event's page.
type TicketTable struct {
	Caption  string
	Currency string // the one currency of all rows; "" if they differ
	Priced   bool   // a ticket is not free, or its price is not known
	Rows     []TicketRow
}

// TicketRow is one ticket type. Price, Fee and Total are written without symbol if the table has
// one currency, the Full members always with it.
type TicketRow struct {
	Name                          string
	Price, Fee, Total             string
	FullPrice, FullFee, FullTotal string
	Available                     bool
	Tag                           string // "Esgotado" if not available
	Status                        string // "disponível" or "esgotado"
}

// Unconfirmed replaces the status of available tickets by "to be confirmed".
func (t *TicketTable) Unconfirmed(p *Prices) {
	for i := range t.Rows {
		if t.Rows[i].Available {
			t.Rows[i].Status = p.ToBeConfirmed
		}
	}
}

// Table writes the tickets of a record, in their order.
func (p *Prices) Table(tickets []catalog.Ticket) TicketTable {
	table := TicketTable{Rows: make([]TicketRow, 0, len(tickets))}
	for i, t := range tickets {
		if i == 0 {
			table.Currency = t.Currency
		} else if t.Currency != table.Currency {
			table.Currency = ""
			break
		}
	}
	table.Caption = p.money.Caption(table.Currency)
	written := p.money.Text
	if table.Currency != "" {
		written = p.money.Amount
	}
	for _, t := range tickets {
		row := TicketRow{Name: t.Name, Available: t.Available, Status: p.Available}
		total, known := t.Total()
		table.Priced = table.Priced || total > 0 || !known
		if !t.Available {
			row.Tag, row.Status = p.SoldOut, p.Unavailable
		}
		row.FullPrice, row.FullFee, row.FullTotal = p.amounts(t, p.money.Text)
		row.Price, row.Fee, row.Total = p.amounts(t, written)
		table.Rows = append(table.Rows, row)
	}
	return table
}

// amounts writes price, fee and total of a ticket. A total of 0 is free, no fee and a fee of 0 are
// a dash. A price that is not known is to be confirmed, and so is the total.
func (p *Prices) amounts(t catalog.Ticket, written func(amount int64, currency string) string) (
	price, fee, total string) {
	price = p.ToBeConfirmed
	fee = p.ToBeConfirmed
	total = p.ToBeConfirmed
	if t.Price != nil {
		price = written(*t.Price, t.Currency)
	}
	switch {
	case t.Fee != nil && *t.Fee != 0:
		fee = written(*t.Fee, t.Currency)
	case t.Fee != nil || t.Price != nil:
		fee = "–"
	}
	switch sum, known := t.Total(); {
	case known && sum == 0:
		price, total = p.Free, p.Free
	case known:
		total = written(sum, t.Currency)
	}
	return price, fee, total
}
