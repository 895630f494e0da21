package validate

import (
	"strconv"
	"strings"

	"cartaz/builder/catalog"
)

// maxAmount is the largest price or fee, in minor units. It keeps sums far from the end of int64
// and of what JSON readers hold exactly.
const maxAmount = 1_000_000_000_000

var ticketMembers = []string{"name", "price", "fee", "currency", "available"}

// tickets are the ticket types of a record, in the order of the source.
func (r *reader) tickets(members object) []catalog.Ticket {
	list, _ := typed[[]any](members, "tickets", "a list")
	if len(list) > maxTickets {
		r.repaired(TooMany, "tickets has "+strconv.Itoa(len(list))+" members; the first "+
			"100 are kept")
		list = list[:maxTickets]
	}
	var tickets []catalog.Ticket
	for i, v := range list {
		name := "tickets[" + strconv.Itoa(i) + "]"
		ticket, ok := v.(map[string]any)
		if !ok {
			r.repaired(WrongType, name+" must be an object, not "+typeName(v))
			continue
		}
		r.unknown(ticket, "tickets.", ticketMembers)
		o := object{report: &r.report, name: name, values: ticket}
		t := catalog.Ticket{
			Name:     o.label("name"),
			Price:    o.amount("price"),
			Fee:      o.amount("fee"),
			Currency: r.currency(o),
		}
		if t.Fee == nil && o.values["fee"] != nil {
			t.Price = nil // a fee that cannot be read is not "no fee": the total is not known
		}
		t.Available = o.boolean("available", true)
		if t.Name != "" || t.Price != nil || t.Fee != nil {
			tickets = append(tickets, t)
		}
	}
	return tickets
}

// amount is a number of minor units, nil when it is not known. Text and fractions are refused
// rather than guessed at: 69.9 may be reais or centavos.
func (o object) amount(member string) *int64 {
	v := o.values[member]
	if v == nil {
		return nil
	}
	if i, ok := integer(v); ok && i >= 0 && i <= maxAmount {
		return &i
	}
	shown := typeName(v)
	if s, ok := numberText(v); ok {
		shown = quote(s)
	}
	o.report.repaired(BadPrice, o.path(member)+" must be an integer of minor units, not "+shown)
	return nil
}

func (r *reader) currency(o object) string {
	s := strings.ToUpper(strings.TrimSpace(o.text("currency")))
	if len(s) == 3 && isLetters(s) {
		return s
	}
	if s != "" {
		r.repaired(BadCurrency, o.path("currency")+" must be three letters (ISO 4217), "+
			"not "+quote(s))
	}
	return r.checker.config.Currency
}
