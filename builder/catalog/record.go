package catalog

import "time"

// Record is one checked event with everything that pages may show. Empty
// strings mean "not known". It is what the builder renders from; the API sees
// only the [Event] that [Record.Event] draws from it.
type Record struct {
	ID   int64
	Slug string
	Name string

	// Description is the organiser's text as the source gave it, in Format:
	// html, markdown or text. It must be cleaned before it is shown.
	Description string
	Format      string

	Status   string // label of the backend; not to be used for availability
	Starts   Moment
	Ends     Moment // none, or after Starts
	Timezone string // IANA name; "" when not known
	IsOnline bool
	IsClosed bool // the backend says that sales are closed
	IsEnded  bool // Ends (or Starts, when there is no end) lies before the build

	Banner    string
	Thumbnail string
	Location  *Place
	Producer  *Producer

	BuyURL    string // where tickets are bought; "" when not known
	Tickets   []Ticket
	UpdatedAt time.Time // as the backend says; zero when not known
	ReadAt    time.Time // when this very content was first read by the builder
}

// Place is a [Location] with "" for what is not known.
type Place struct {
	Name, City, State, StateAbbr, Address, Latitude, Longitude string
}

// Ticket is one ticket type. Amounts are in minor units of Currency (ISO 4217);
// nil means that the source did not say.
type Ticket struct {
	Name      string
	Price     *int64
	Fee       *int64
	Currency  string
	Available bool
}

// Total is price plus fee, and false when either is not known.
func (t Ticket) Total() (int64, bool) {
	if t.Price == nil || t.Fee == nil {
		return 0, false
	}
	return *t.Price + *t.Fee, true
}

// Passes is the instant after which the event has ended: that of its end, or of
// its start when there is no end; false when neither is known.
func (r *Record) Passes() (time.Time, bool) {
	if r.Ends.Known() {
		return r.Ends.Passes()
	}
	return r.Starts.Passes()
}

// OnSale says whether the event belongs in the list: not closed and not ended.
func (r *Record) OnSale() bool { return !r.IsClosed && !r.IsEnded }

// Text is the organiser's description after cleaning, in the forms that are
// published. All are "" when there is none.
type Text struct {
	HTML     string // sanitised, balanced; the API's description
	Markdown string // converted from HTML; what the Markdown page quotes
	Page     string // HTML drawn from Markdown, headings from h3; what the HTML page shows
	Plain    string // words only, one space between them; for search and summaries
}

// Event draws the public view of the record. description is the sanitised HTML
// ("" for none), url the address of the event's page. Status and Producer are
// both filled; the JSON views drop one of them each.
func (r *Record) Event(description, url string) Event {
	e := Event{
		ID: r.ID, Slug: r.Slug, Name: r.Name,
		Description: opt(description),
		Status:      opt(r.Status),
		StartsAt:    opt(r.Starts.String()),
		EndsAt:      opt(r.Ends.String()),
		Timezone:    opt(r.Timezone),
		IsOnline:    r.IsOnline,
		IsClosed:    r.IsClosed || r.IsEnded,
		URL:         url,
		Images:      Images{Banner: opt(r.Banner), Thumbnail: opt(r.Thumbnail)},
		Producer:    r.Producer,
	}
	if p := r.Location; p != nil {
		e.Location = &Location{
			Name: opt(p.Name), City: opt(p.City), State: opt(p.State), StateAbbr: opt(p.StateAbbr),
			FormattedAddress: opt(p.Address), Latitude: opt(p.Latitude), Longitude: opt(p.Longitude),
		}
	}
	return e
}

func opt(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
