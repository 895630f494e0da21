package page

import (
	"encoding/json"
	"errors"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/compiled"
	"cartaz/builder/internal/page/place"
	"cartaz/builder/internal/words"
)

// Stylesheet is the brand's style sheet: tokens, then the shared rules.
func (r *Renderer) Stylesheet() (path string, body []byte) {
	body, err := r.assets.Stylesheet.Body()
	if err != nil {
		panic(err)
	}
	return r.assets.Stylesheet.Path, body
}

// Abandoned is how many drawings of compiled templates the standard engine had
// to take over.
func (r *Renderer) Abandoned() uint64 {
	var n uint64
	for _, set := range []map[string]*compiled.Program{r.programs.html, r.programs.md} {
		for _, p := range set {
			n += p.Fallbacks()
		}
	}
	return n
}

// WithStandardEngine is r drawing everything by the standard template engines.
func (r *Renderer) WithStandardEngine() *Renderer {
	c, err := r.WithSections(Sections{Cities: true, Organisers: true, Venues: true,
		Countries: true, Topics: true, Archive: true})
	if err != nil {
		panic(err)
	}
	c.fingerprint = r.fingerprint
	standard := func(set map[string]*compiled.Program) map[string]*compiled.Program {
		out := map[string]*compiled.Program{}
		for name, p := range set {
			out[name] = p.WithStandard(errors.New("a test compares"))
		}
		return out
	}
	c.look = &look{r.look.digest, r.words,
		programs{standard(r.programs.html), standard(r.programs.md)}}
	c.places = r.places
	c.Exporter = r.Exporter
	c.EventRenderer = &EventRenderer{c.site, r.Exporter}
	return c
}

// DrawEventTemplates draws the three templates of an event over and over, from a
// model that is filled once.
func (r *Renderer) DrawEventTemplates(rec *catalog.Record, text *catalog.Text) func() error {
	m := r.model(rec, text)
	var buf []byte
	return func() (err error) {
		if buf, err = r.programs.appendHTML(buf[:0], "event", m); err == nil {
			buf, err = r.programs.appendMarkdown(buf, "event", m)
		}
		if err == nil {
			buf, err = r.programs.appendHTML(buf, "card", &m.card)
		}
		return err
	}
}

// JSONLD is the JSON-LD of a record as it is drawn, and by encoding/json.
func (r *Renderer) JSONLD(rec *catalog.Record, text *catalog.Text) (drawn, standard string) {
	m := r.model(rec, text)
	return string(m.JSONLD),
		string(r.standardJSONLD(rec, text, words.StateOf(rec), r.words.Prices.Summary(rec.Tickets),
			m))
}

// The types of schema.org that an event's page needs. Their members come in the
// order in which they are written here.
type (
	ldEvent struct {
		Context     string          `json:"@context"`
		Type        string          `json:"@type"`
		Name        string          `json:"name"`
		Description string          `json:"description,omitempty"`
		URL         string          `json:"url"`
		Start       string          `json:"startDate"`
		End         string          `json:"endDate,omitempty"`
		Previous    string          `json:"previousStartDate,omitempty"`
		Status      string          `json:"eventStatus,omitempty"`
		Attendance  string          `json:"eventAttendanceMode"`
		Location    any             `json:"location"`
		Image       []string        `json:"image,omitempty"`
		Organizer   *ldOrganization `json:"organizer,omitempty"`
		Offers      *ldOffer        `json:"offers,omitempty"`
	}
	ldPlace struct {
		Type    string    `json:"@type"`
		Name    string    `json:"name,omitempty"`
		Address ldAddress `json:"address"`
		Geo     *ldGeo    `json:"geo,omitempty"`
	}
	ldAddress struct {
		Type     string `json:"@type"`
		Street   string `json:"streetAddress,omitempty"`
		Locality string `json:"addressLocality"`
		Region   string `json:"addressRegion,omitempty"`
		Country  string `json:"addressCountry,omitempty"`
	}
	ldGeo struct {
		Type      string      `json:"@type"`
		Latitude  json.Number `json:"latitude"`
		Longitude json.Number `json:"longitude"`
	}
	ldVirtual struct {
		Type string `json:"@type"`
		URL  string `json:"url"`
	}
	ldOrganization struct {
		Type string `json:"@type"`
		Name string `json:"name"`
		URL  string `json:"url,omitempty"`
	}
	ldOffer struct {
		Type         string `json:"@type"`
		URL          string `json:"url"`
		Low          string `json:"lowPrice,omitempty"`
		High         string `json:"highPrice,omitempty"`
		Price        string `json:"price,omitempty"`
		Currency     string `json:"priceCurrency,omitempty"`
		Availability string `json:"availability,omitempty"`
	}
)

func (r *Renderer) standardJSONLD(rec *catalog.Record, text *catalog.Text, state words.State,
	summary words.PriceSummary, m *eventModel) string {
	hasCity := rec.Location != nil && rec.Location.City != ""
	start := rec.Starts
	if !start.Known() {
		start = rec.PreviousStarts
	}
	if !start.Known() || (!hasCity && !rec.IsOnline) {
		return ""
	}
	offer := r.offer(rec, state, summary, m)
	e := ldEvent{
		Context: schemaOrg, Type: "Event", Name: rec.Name, URL: m.Canonical(),
		Description: ldDescription(text.Plain),
		Start:       ldDate(start), End: ldDate(rec.Ends), Previous: ldDate(rec.PreviousStarts),
		Status: map[catalog.State]string{
			"": schemaOrg + "/EventScheduled", catalog.Scheduled: schemaOrg + "/EventScheduled",
			catalog.Cancelled: schemaOrg + "/EventCancelled",
			catalog.Postponed: schemaOrg + "/EventPostponed", catalog.Rescheduled: schemaOrg +
				"/EventRescheduled", catalog.MovedOnline: schemaOrg + "/EventMovedOnline",
		}[rec.State],
	}
	if rec.State == "" && (rec.IsClosed || rec.SaysCancelled) {
		e.Status = "" // it may have been called off; nothing says that it was not
	}
	if !state.Cancelled() {
		e.Offers = &offer
	}
	switch {
	case hasCity && rec.IsOnline:
		e.Attendance = schemaOrg + "/MixedEventAttendanceMode"
		e.Location = []any{r.ldPlace(rec.Location), ldVirtual{"VirtualLocation", offer.URL}}
	case hasCity:
		e.Attendance, e.Location = schemaOrg+"/OfflineEventAttendanceMode", r.ldPlace(rec.Location)
	default:
		e.Attendance, e.Location = schemaOrg+
			"/OnlineEventAttendanceMode", ldVirtual{"VirtualLocation", offer.URL}
	}
	e.Image = []string{m.Image}
	if o := m.Organiser; o != nil {
		e.Organizer = &ldOrganization{Type: "Organization", Name: o.Label}
		if o.Path != "" {
			e.Organizer.URL = m.URL(o.Path)
		}
	}
	out, err := json.Marshal(e)
	if err != nil {
		return "" // coordinates are the only numbers, and they were parsed before
	}
	return string(out)
}

func (r *Renderer) offer(rec *catalog.Record, state words.State, summary words.PriceSummary,
	m *eventModel) ldOffer {
	o := ldOffer{Type: "Offer", URL: rec.BuyURL}
	if o.URL == "" || state.Cancelled() {
		o.URL = m.Canonical()
	}
	switch {
	case rec.SaysCancelled:
	case state.SoldOut():
		o.Availability = schemaOrg + "/SoldOut"
	case state.HasTable():
		o.Availability = schemaOrg + "/InStock"
		if summary.HasLowest {
			o.Currency = summary.Currency
			o.Price = words.Decimal(summary.Lowest, summary.Currency)
		}
		if summary.Lowest != summary.Highest {
			o.Type, o.Low, o.Price = "AggregateOffer", o.Price, ""
			o.High = words.Decimal(summary.Highest, summary.Currency)
		}
	}
	return o
}

func (r *Renderer) ldPlace(p *catalog.Place) ldPlace {
	ld := ldPlace{Type: "Place", Name: place.Venue(p), Address: ldAddress{
		Type: "PostalAddress", Street: p.Address, Locality: p.City, Region: place.Region(p),
		Country: p.Country,
	}}
	if at := place.CoordinatesOf(p); at.Known() {
		ld.Geo = &ldGeo{Type: "GeoCoordinates", Latitude: json.Number(at.Lat),
			Longitude: json.Number(at.Lon)}
	}
	return ld
}
