package catalog

import (
	"reflect"
	"slices"
	"strings"
	"time"
)

// Record is one validated event with everything that pages may show. The builder renders pages from
// it. The API contains only the [Event] that [Record.Event] derives from it. An empty string means
// "not known".
type Record struct {
	ID   int64
	Slug string
	Name string

	// Description is the organiser's text as the source gave it. Format says what it is: html,
	// markdown or text. It must be sanitised before it is shown.
	Description string
	Format      string

	Status   string // label of the backend; not to be used for availability
	State    State  // what the source says of the event itself
	Starts   Moment // unknown for a postponed event without a new date
	Ends     Moment // none, or after Starts
	Timezone string // IANA name; "" when not known
	IsOnline bool
	IsClosed bool // the backend says that sales are closed

	PreviousStarts Moment // when it was to start, of an event with another date now
	SaysCancelled  bool   // Status reads as cancelled, and the source gave no State

	Over      time.Time // when it is over, by the function [Over]; zero when no date is known
	IsEnded   bool      // Over is before the build
	IsStarted bool      // Begins is before the build, and Over is not

	Banner    string
	Thumbnail string
	Location  *Place
	Producer  *Producer

	BuyURL    string // where tickets are bought; "" when not known
	Tickets   []Ticket
	Tags      []string  // what it is about, as shown; 20 at most, unique without case and accents
	UpdatedAt time.Time // as the backend says; zero when not known
	ReadAt    time.Time // when this very content was first read by the builder

	// Revised is when the facts that people plan by (validate.Facts) last changed, and Sequence how
	// often they have changed: LAST-MODIFIED and SEQUENCE of a calendar. A build sets them from the
	// release before.
	Revised  time.Time
	Sequence int64

	Pageless []string // addresses of the pages that groups of the event do not have

	CallIsOpen bool // CallUntil is known and after the build

	Closes time.Time // when sales end before it is over; zero if not known

	Extra
}

// Extra holds the members that only pages show. The tag of each is its name in the record of a
// source, and its type says how it is checked, merged and stored. Add a new member at the end: then
// records without it keep their hash, and their events count as unchanged. It also needs its names
// (adapt/names.txt), its words (page/event.go), its label (i18n/locales) and its lines in
// templates. Each new type needs a case in validate/record.go; one that is no text also needs one
// in adapt/record.go and validate/encoding.go.
type Extra struct {
	CallURL   URL      `record:"cfp_url"`   // where proposals are sent; "" when not known
	CallUntil Moment   `record:"cfp_until"` // end of the call for papers
	DoorsAt   Moment   `record:"doors_at"`  // when doors open
	Sessions  Sessions `record:"sessions"`
	Ages      Ages     `record:"age"`
	Duration  Duration `record:"duration"` // of one session; "" where start and end say it
	Access    Access   `record:"access"`
	SalesAt   Moment   `record:"sales_at"` // when tickets go on sale, if that is ahead
	NoneLeft  Flag     `record:"sold_out"` // no ticket is left, as the source says
	Acts      Names    `record:"performers"`
}

// Names holds names as on posters, separated by line breaks.
type Names string

// List returns the names.
func (n Names) List() []string {
	return strings.FieldsFunc(string(n), func(r rune) bool { return r == '\n' })
}

// Flag is true, or not known.
type Flag bool

// URL is an address with http or https.
type URL string

// Ages is whom an event is for, as typicalAgeRange of schema.org: "12-", "7-12"; "0-" is all ages.
type Ages string

// Duration is a whole number of minutes by ISO 8601, "PT90M".
type Duration string

// Access is who has access to an event: some of [AccessNames] in their order, a comma between.
type Access string

// AccessNames are the members of the list "access" of a record.
var AccessNames = [7]string{"step_free", "sign_language", "captions", "audio_description",
	"hearing", "sight", "mind"}

// Group returns the address of the page of a group of the event, or "" if the group has no page.
func (r *Record) Group(path string) string {
	if slices.Contains(r.Pageless, path) {
		return ""
	}
	return path
}

// Member is a member of [Extra]: its name, a pointer to its value, and whether it has a value.
type Member struct {
	Name  string
	Value any
	Known bool
}

// Members returns all members, in their order.
func (x *Extra) Members() (all []Member) {
	v := reflect.ValueOf(x).Elem()
	all = make([]Member, len(memberNames))
	for i, name := range memberNames {
		value := v.Field(i)
		all[i] = Member{name, value.Addr().Interface(), !value.IsZero()}
	}
	return all
}

// memberNames are the names of all members. Their tags are slow to read.
var memberNames = func() (names []string) {
	for field := range reflect.TypeFor[Extra]().Fields() {
		names = append(names, field.Tag.Get("record"))
	}
	return names
}()

// Fill takes from more what x lacks.
func (x *Extra) Fill(more *Extra) {
	from := reflect.ValueOf(more).Elem()
	for field, value := range reflect.ValueOf(x).Elem().Fields() {
		if value.IsZero() {
			value.Set(from.FieldByIndex(field.Index))
		}
	}
}

// Place is a [Location] whose unknown members are "" instead of null, with its country, which the
// API does not have.
type Place struct {
	Name, City, State, StateAbbr, Address, Latitude, Longitude string

	Country string // ISO 3166-1 alpha-2, upper case
	// VenueKey is the last part of the address of the venue's page, if that does not follow from
	// name and city: several spellings of one venue share a page.
	VenueKey string
}

// public reports whether the API shows anything of the place.
func (p *Place) public() bool {
	return p != nil && *p != Place{Country: p.Country, VenueKey: p.VenueKey}
}

// Ticket is one ticket type. Amounts are in minor units of Currency (ISO 4217). A nil Price is an
// unknown price. A nil Fee means that no fee is added to the price.
type Ticket struct {
	Name      string
	Price     *int64
	Fee       *int64
	Currency  string
	Available bool
}

// Total returns what the buyer pays, the sum of price and fee; false when the price is not known.
func (t Ticket) Total() (int64, bool) {
	switch {
	case t.Price == nil:
		return 0, false
	case t.Fee == nil:
		return *t.Price, true
	}
	return *t.Price + *t.Fee, true
}

// Begins returns the time after which the page of an event without an end says that the event has
// started; false for an event with an end, or without an hour.
func (r *Record) Begins() (time.Time, bool) {
	if r.Ends.Known() || r.Starts.Precision == Day {
		return time.Time{}, false
	}
	return r.Starts.Passes()
}

// Closed reports whether no ticket can be bought, because sales are closed, or the event is
// cancelled or has ended. It is the member is_closed of the API, which covers all three cases.
func (r *Record) Closed() bool { return r.IsClosed || r.IsEnded || r.State == Cancelled }

// OnSale reports whether the event belongs in the list.
func (r *Record) OnSale() bool { return !r.Closed() }

// SoldOut reports whether no ticket is left: the source says so, or tickets are listed and none is
// available.
func (r *Record) SoldOut() bool {
	return bool(r.NoneLeft) || len(r.Tickets) > 0 &&
		!slices.ContainsFunc(r.Tickets, func(t Ticket) bool { return t.Available })
}

// Text is the organiser's description after sanitising, in the forms that are published. All are ""
// when there is no description.
type Text struct {
	HTML     string // sanitised, balanced; the API's description
	Markdown string // the words of HTML; what the Markdown page quotes
	Page     string // HTML with headings from h3; what the HTML page shows
	Plain    string // words only, one space between them; for search and summaries
}

// Event returns the public view of the record. description is the sanitised HTML ("" for none), url
// the address of the event's page. Status and Producer are both set; each of the two JSON views
// omits one of them.
func (r *Record) Event(description, url string) Event {
	e := Event{
		ID: r.ID, Slug: r.Slug, Name: r.Name,
		Description: orNil(description),
		Status:      orNil(r.Status),
		StartsAt:    orNil(r.Starts.String()),
		EndsAt:      orNil(r.Ends.String()),
		Timezone:    orNil(r.Timezone),
		IsOnline:    r.IsOnline,
		IsClosed:    r.Closed(),
		URL:         url,
		Images:      Images{Banner: orNil(r.Banner), Thumbnail: orNil(r.Thumbnail)},
		Producer:    r.Producer,
	}
	if p := r.Location; p.public() {
		e.Location = &Location{
			Name:             orNil(p.Name),
			City:             orNil(p.City),
			State:            orNil(p.State),
			StateAbbr:        orNil(p.StateAbbr),
			FormattedAddress: orNil(p.Address),
			Latitude:         orNil(p.Latitude),
			Longitude:        orNil(p.Longitude),
		}
	}
	return e
}

func orNil(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
