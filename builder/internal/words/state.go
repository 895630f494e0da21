package words

import (
	"cartaz/builder/catalog"
	"cartaz/builder/i18n"
)

// State is the state of an event and of its tickets.
type State uint8

// The states. StateFree and StateNoTickets are on sale too: see [State.Selling].
const (
	StateOnSale    State = iota // not closed, not ended, a ticket available
	StateFree                   // on sale, and every available ticket costs nothing
	StateNoTickets              // on sale, and the source lists no tickets
	StateSoldOut                // no ticket is left
	StateClosed                 // the organiser closed sales; not ended
	StateEnded                  // over
	StateCancelled              // does not take place
)

// StateOf returns the state of a record. Cancelled wins over ended, ended over closed, and closed
// over the states of tickets.
func StateOf(rec *catalog.Record) State {
	switch {
	case rec.State == catalog.Cancelled:
		return StateCancelled
	case rec.IsEnded:
		return StateEnded
	case rec.IsClosed:
		return StateClosed
	case rec.SoldOut():
		return StateSoldOut
	case len(rec.Tickets) == 0:
		return StateNoTickets
	}
	if t := tally(rec.Tickets); t.known == t.available && t.highest == 0 {
		return StateFree
	}
	return StateOnSale
}

// Selling reports whether tickets are available: the page shows a buy link.
func (s State) Selling() bool { return s <= StateNoTickets }

// Over reports whether no ticket can be bought, now or later: the event is closed, ended or
// cancelled.
func (s State) Over() bool { return s >= StateClosed }

// HasTable reports whether the page shows the table of tickets: there is one, and it is neither
// closed nor ended.
func (s State) HasTable() bool { return s == StateOnSale || s == StateFree || s == StateSoldOut }

// States writes the state of an event: badges, notices and the link to the seller.
type States struct {
	GetTickets        string       `i18n:"event.get_tickets"`
	ReserveTicket     string       `i18n:"event.reserve_ticket"`
	SeeSellersPage    string       `i18n:"event.see_sellers_page"`
	SeeDetails        string       `i18n:"event.see_details"`
	Buy               string       `i18n:"markdown.buy"`
	Reserve           string       `i18n:"markdown.reserve"`
	Seller            string       `i18n:"markdown.seller"`
	Details           string       `i18n:"markdown.details"`
	OnSale            string       `i18n:"event.on_sale"`
	ComingUp          string       `i18n:"event.coming_up"`
	SoldOut           string       `i18n:"event.sold_out"`
	SalesClosed       string       `i18n:"event.sales_closed"`
	SalesClosedNotice string       `i18n:"event.sales_closed_notice"`
	Ended             string       `i18n:"event.ended"`
	EndedNotice       string       `i18n:"event.ended_notice"`
	EndedRecord       string       `i18n:"event.ended_record"`
	Started           i18n.Plural  `i18n:"event.started,time" range:"0-23"`
	EndNotAnnounced   string       `i18n:"event.end_not_announced"`
	Cancelled         string       `i18n:"event.cancelled"`
	CancelledNotice   string       `i18n:"event.cancelled_notice"`
	CancelledBy       string       `i18n:"event.cancelled_by"`
	Postponed         string       `i18n:"event.postponed"`
	PostponedBy       string       `i18n:"event.postponed_by"`
	NewDate           string       `i18n:"event.new_date"`
	RescheduledBy     string       `i18n:"event.rescheduled_by"`
	PlannedFor        i18n.Message `i18n:"event.planned_for,at"`
	MovedOnline       string       `i18n:"event.moved_online"`
	MovedOnlineNotice string       `i18n:"event.moved_online_notice"`
	SourceSays        i18n.Message `i18n:"event.source_says,label"`
	Quoted            i18n.Message `i18n:"text.quote,text"`
	AskFirst          string       `i18n:"event.ask_first"`

	dates *Dates
}

// Tag returns the badge of a state, or "" for an event on sale.
func (t *States) Tag(s State) string {
	switch s {
	case StateSoldOut:
		return t.SoldOut
	case StateClosed:
		return t.SalesClosed
	case StateEnded:
		return t.Ended
	case StateCancelled:
		return t.Cancelled
	}
	return ""
}

// EventTag returns the badge of an event whose date has changed or that has moved online, or the
// label of the source if it reads as cancelled, or "". It comes before [States.Tag].
func (t *States) EventTag(rec *catalog.Record) string {
	switch {
	case rec.SaysCancelled:
		return rec.Status
	case rec.IsEnded:
		return ""
	case rec.State == catalog.Postponed:
		return t.Postponed
	case rec.State == catalog.Rescheduled:
		return t.NewDate
	case rec.State == catalog.MovedOnline:
		return t.MovedOnline
	}
	return ""
}

// Name returns the state in the list of facts of the Markdown page, in lower case except for a
// label of the source. It never names an event whose label reads as cancelled on sale.
func (t *States) Name(rec *catalog.Record, s State) string {
	event, sale := t.EventTag(rec), LowerFirst(t.Tag(s))
	switch {
	case rec.SaysCancelled && !s.Over():
		return event
	case rec.SaysCancelled:
		return List(event, sale)
	case sale != "":
	case s == StateFree || s == StateNoTickets: // nothing is known of a sale
		sale = t.ComingUp
	default:
		sale = t.OnSale
	}
	return List(LowerFirst(event), sale)
}

// Notice returns the text under the title of an event that may not take place as planned or sells
// no tickets: a bold sentence and the rest; both are "" for every other event.
func (t *States) Notice(rec *catalog.Record, s State) (bold, rest string) {
	switch {
	case s == StateCancelled:
		return t.CancelledNotice, t.CancelledBy + " " + t.EndedRecord
	case s == StateEnded:
		return t.EndedNotice, t.EndedRecord
	case s == StateClosed:
		return t.SalesClosed + ".", t.SalesClosedNotice
	case rec.SaysCancelled:
		return t.SourceSays.Text(t.Quoted.Text(rec.Status)), t.AskFirst
	case rec.State == catalog.Postponed:
		return t.Postponed + ".", t.planned(rec, t.PostponedBy)
	case rec.State == catalog.Rescheduled:
		return t.NewDate + ".", t.planned(rec, t.RescheduledBy)
	case rec.State == catalog.MovedOnline:
		return t.MovedOnline + ".", t.MovedOnlineNotice
	case rec.IsStarted:
		return t.started(rec.Starts), t.EndNotAnnounced
	}
	return "", ""
}

// started returns the sentence on an event without an end, until it is over: "Começou às 21h."
func (t *States) started(start catalog.Moment) string {
	return t.Started.For(start.Time.Hour()).Text(t.dates.Clock(start.Time))
}

// planned returns the sentence on the planned start of an event, or otherwise if it is not known.
func (t *States) planned(rec *catalog.Record, otherwise string) string {
	if !rec.PreviousStarts.Known() {
		return otherwise
	}
	h := t.dates.When(rec.PreviousStarts, catalog.Moment{}, rec.Timezone)
	return t.PlannedFor.Text(List(h.Date, h.Start))
}

// Link returns the text of the one link to the seller and its label in Markdown: to buy if a ticket
// has a price, to reserve if free, to look if sold out. They promise no sale if the source lists no
// tickets. They are "" if closed, ended or cancelled.
func (t *States) Link(s State) (text, label string) {
	switch s {
	case StateFree:
		return t.ReserveTicket, t.Reserve
	case StateSoldOut:
		return t.SeeSellersPage, t.Seller
	case StateNoTickets:
		return t.SeeDetails, t.Details
	case StateOnSale:
		return t.GetTickets, t.Buy
	}
	return "", ""
}
