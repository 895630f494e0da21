package page

import (
	"encoding/json"
	"html/template"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/markup"
	"cartaz/builder/internal/words"
)

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
		Status      string          `json:"eventStatus,omitempty"`
		Attendance  string          `json:"eventAttendanceMode"`
		Location    any             `json:"location"`
		Image       []string        `json:"image,omitempty"`
		Organizer   *ldOrganization `json:"organizer,omitempty"`
		Offers      ldOffer         `json:"offers"`
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
		Price        string `json:"price,omitempty"`
		Currency     string `json:"priceCurrency,omitempty"`
		Availability string `json:"availability,omitempty"`
	}
)

const schemaOrg = "https://schema.org"

// jsonLD describes the event for search engines; "" without a date, and without
// a city unless the event is online. It says nothing that the page does not.
// encoding/json escapes "<", ">" and "&", so the text cannot end its element.
func (r *Renderer) jsonLD(rec *catalog.Record, text *catalog.Text, state words.State, summary words.PriceSummary, m *eventModel) template.JS {
	hasCity := rec.Location != nil && rec.Location.City != ""
	if !rec.Starts.Known() || (!hasCity && !rec.IsOnline) {
		return ""
	}
	e := ldEvent{
		Context: schemaOrg, Type: "Event", Name: rec.Name, URL: m.Canonical(),
		Description: ldDescription(text.Plain),
		Start:       ldDate(rec.Starts), End: ldDate(rec.Ends),
		Offers: r.offer(rec, state, summary, m),
	}
	if !rec.IsClosed {
		// A closed event may have been called off; nothing says that it was not.
		e.Status = schemaOrg + "/EventScheduled"
	}
	switch {
	case hasCity && rec.IsOnline:
		e.Attendance, e.Location = schemaOrg+"/MixedEventAttendanceMode", r.ldPlace(rec.Location)
	case hasCity:
		e.Attendance, e.Location = schemaOrg+"/OfflineEventAttendanceMode", r.ldPlace(rec.Location)
	default:
		e.Attendance, e.Location = schemaOrg+"/OnlineEventAttendanceMode", ldVirtual{"VirtualLocation", e.Offers.URL}
	}
	if rec.Banner != "" {
		e.Image = []string{rec.Banner}
	}
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
	return template.JS(out)
}

// offer is the one offer of an event. A closed event has neither price nor
// availability, and what is not known of tickets is not claimed.
func (r *Renderer) offer(rec *catalog.Record, state words.State, summary words.PriceSummary, m *eventModel) ldOffer {
	o := ldOffer{Type: "Offer", URL: rec.BuyURL}
	if o.URL == "" {
		o.URL = m.Canonical()
	}
	switch {
	case state.SoldOut():
		o.Availability = schemaOrg + "/SoldOut"
	case state.HasTable():
		o.Availability = schemaOrg + "/InStock"
		if summary.HasLowest {
			o.Price, o.Currency = words.Decimal(summary.Lowest, summary.Currency), summary.Currency
		}
	}
	return o
}

func (r *Renderer) ldPlace(p *catalog.Place) ldPlace {
	code, stateIsCountry := r.country(p)
	place := ldPlace{Type: "Place", Name: venue(p), Address: ldAddress{
		Type: "PostalAddress", Street: p.Address, Locality: p.City, Region: p.StateAbbr, Country: code,
	}}
	if place.Address.Region == "" && !stateIsCountry {
		place.Address.Region = p.State
	}
	if lat, lon, ok := coordinates(p); ok {
		place.Geo = &ldGeo{Type: "GeoCoordinates", Latitude: json.Number(lat), Longitude: json.Number(lon)}
	}
	return place
}

// ldDate is a moment as search engines take it: with its offset, or as a day.
// An hour on an unknown clock would be taken for another one.
func ldDate(m catalog.Moment) string {
	if m.Precision == catalog.Local {
		m.Precision = catalog.Day
	}
	return m.String()
}

// maxLDDescription is how many characters of the organiser's text are repeated.
const maxLDDescription = 300

// ldDescription is the beginning of the organiser's text, without anything that
// looks like an element.
func ldDescription(plain string) string {
	plain = strings.Map(func(c rune) rune {
		if c == '<' || c == '>' {
			return -1
		}
		return c
	}, plain)
	return markup.Summary(plain, maxLDDescription)
}
