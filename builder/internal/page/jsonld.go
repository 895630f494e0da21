package page

import (
	"encoding/json"
	"html/template"
	"strings"
	"time"
	"unicode/utf8"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/markup"
	"cartaz/builder/internal/page/place"
	"cartaz/builder/internal/words"
)

const schemaOrg = "https://schema.org"

// The types of schema.org that pages need (search engines read Event, BreadcrumbList, ItemList, and
// WebSite with SearchAction). Members are written in the order of their fields.
type (
	ldEvent struct {
		Context     string    `json:"@context"`
		Type        string    `json:"@type"`
		Name        string    `json:"name"`
		Description string    `json:"description,omitempty"`
		URL         string    `json:"url"`
		Start       string    `json:"startDate"`
		End         string    `json:"endDate,omitempty"`
		Previous    string    `json:"previousStartDate,omitempty"`
		Status      string    `json:"eventStatus,omitempty"`
		Attendance  string    `json:"eventAttendanceMode"`
		Location    any       `json:"location"`
		Image       []string  `json:"image"`
		Organizer   *ldThing  `json:"organizer,omitempty"`
		Performer   []ldThing `json:"performer,omitempty"`
		Offers      *ldOffer  `json:"offers,omitempty"`
		Schedule    []ldDate  `json:"eventSchedule,omitempty"`
		Ages        string    `json:"typicalAgeRange,omitempty"`
		Duration    string    `json:"duration,omitempty"`
	}
	// ldDate is a Schedule of one date.
	ldDate struct {
		Type      string `json:"@type"`
		Start     string `json:"startDate"`
		End       string `json:"endDate"`
		StartTime string `json:"startTime,omitempty"`
		EndTime   string `json:"endTime,omitempty"`
		Zone      string `json:"scheduleTimezone,omitempty"`
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
		Postcode string `json:"postalCode,omitempty"`
		Country  string `json:"addressCountry,omitempty"`
	}
	ldGeo struct {
		Type      string      `json:"@type"`
		Latitude  json.Number `json:"latitude"`
		Longitude json.Number `json:"longitude"`
	}
	ldOffer struct {
		Type         string `json:"@type"`
		URL          string `json:"url"`
		Low          string `json:"lowPrice,omitempty"`
		High         string `json:"highPrice,omitempty"`
		Price        string `json:"price,omitempty"`
		Currency     string `json:"priceCurrency,omitempty"`
		Availability string `json:"availability,omitempty"`
		Valid        string `json:"validFrom,omitempty"`
	}
	ldThing struct {
		Type        string   `json:"@type"`
		Name        string   `json:"name,omitempty"`
		URL         string   `json:"url,omitempty"`
		Description string   `json:"description,omitempty"`
		Image       string   `json:"image,omitempty"`
		Lang        string   `json:"inLanguage,omitempty"`
		SameAs      []string `json:"sameAs,omitempty"`
		Action      any      `json:"potentialAction,omitempty"`
	}
	ldSearch struct {
		Type   string            `json:"@type"`
		Target map[string]string `json:"target"`
		Query  string            `json:"query-input"`
	}
	ldList struct {
		Context string   `json:"@context"`
		Type    string   `json:"@type"`
		Name    string   `json:"name,omitempty"`
		Number  int      `json:"numberOfItems,omitempty"`
		Items   []ldItem `json:"itemListElement"`
	}
	ldItem struct {
		Type     string `json:"@type"`
		Position int    `json:"position"` // from 1
		Name     string `json:"name,omitempty"`
		Item     string `json:"item,omitempty"`
		URL      string `json:"url,omitempty"`
	}
)

// ld writes a description for a script element. No text can end the element: json.Marshal escapes
// "<", ">" and "&".
func ld(v any) template.JS {
	text, err := json.Marshal(v)
	if err != nil {
		return "" // coordinates are the only numbers, and they were parsed before
	}
	return template.JS(text)
}

// jsonLD returns the description of the event for search engines. It is "" for an event without a
// date, and for an event that has no city and is not online. It contains only facts that the page
// also shows.
func (r *Renderer) jsonLD(
	rec *catalog.Record, text *catalog.Text, state words.State, summary words.PriceSummary,
	m *eventModel,
) template.JS {
	hasCity := rec.Location != nil && rec.Location.City != ""
	start := rec.Starts
	if !start.Known() {
		start = rec.PreviousStarts // a postponed event keeps its startDate until it has another
	}
	if !start.Known() || (!hasCity && !rec.IsOnline) {
		return ""
	}
	buy := rec.BuyURL
	if buy == "" || state == words.StateCancelled {
		buy = m.Canonical()
	}
	image := m.Image
	if m.Poster.Color != "" {
		image = r.brand.SiteURL + m.Poster.Path
	}
	e := ldEvent{
		Context: schemaOrg, Type: "Event", Name: rec.Name, URL: m.Canonical(),
		Description: ldDescription(text.Plain), Start: dateLD(start), End: dateLD(rec.Ends),
		Previous: dateLD(rec.PreviousStarts), Status: eventStatus(rec), Image: []string{image},
		Ages: string(rec.Ages), Duration: string(rec.Duration),
	}
	online := ldThing{Type: "VirtualLocation", URL: buy}
	switch {
	case hasCity && rec.IsOnline:
		e.Attendance = schemaOrg + "/MixedEventAttendanceMode"
		e.Location = []any{placeLD(rec.Location, m.coordinates), online}
	case hasCity:
		e.Attendance = schemaOrg + "/OfflineEventAttendanceMode"
		e.Location = placeLD(rec.Location, m.coordinates)
	default:
		e.Attendance = schemaOrg + "/OnlineEventAttendanceMode"
		e.Location = online
	}
	if o := m.Organiser; o != nil {
		e.Organizer = &ldThing{Type: "Organization", Name: o.Label}
		if o.Path != "" {
			e.Organizer.URL = m.URL(o.Path)
		}
	}
	for _, act := range m.Performers {
		p := ldThing{Type: "PerformingGroup", Name: act.Label}
		if act.Path != "" {
			p.URL = m.URL(act.Path)
		}
		e.Performer = append(e.Performer, p)
	}
	if state != words.StateCancelled {
		e.Offers = offerLD(buy, rec, state, summary)
	}
	left := rec.Sessions.Left()
	for _, s := range left[:min(len(left), maxSessions)] {
		e.Schedule = append(e.Schedule, sessionLD(s, rec.Timezone))
	}
	return ld(e)
}

// eventStatus returns the EventStatusType of schema.org, or "" if it is not known. An event without
// a state counts as scheduled, with two exceptions: an event that closed before it was over may
// have been cancelled, and an event whose label reads as cancelled probably was.
func eventStatus(rec *catalog.Record) string {
	switch rec.State {
	case catalog.Cancelled:
		return schemaOrg + "/EventCancelled"
	case catalog.Postponed:
		return schemaOrg + "/EventPostponed"
	case catalog.Rescheduled:
		return schemaOrg + "/EventRescheduled"
	case catalog.MovedOnline:
		return schemaOrg + "/EventMovedOnline"
	case catalog.Scheduled:
		return schemaOrg + "/EventScheduled"
	}
	if rec.IsClosed && !rec.IsEnded || rec.SaysCancelled {
		return ""
	}
	return schemaOrg + "/EventScheduled"
}

// offerLD returns the offer of an event, an AggregateOffer if prices differ. A closed event, and an
// event whose label reads as cancelled, has neither price nor availability. Unknown facts about
// tickets are left out.
func offerLD(
	buy string, rec *catalog.Record, state words.State, summary words.PriceSummary,
) *ldOffer {
	o := &ldOffer{Type: "Offer", URL: buy, Valid: dateLD(rec.SalesAt)}
	switch {
	case rec.SaysCancelled:
	case state == words.StateSoldOut:
		o.Availability = schemaOrg + "/SoldOut"
	case state.HasTable():
		o.Availability = schemaOrg + "/InStock"
		if summary.HasLowest {
			o.Price = words.Decimal(summary.Lowest, summary.Currency)
			o.Currency = summary.Currency
		}
		if summary.Lowest != summary.Highest {
			o.Type = "AggregateOffer"
			o.Low = o.Price
			o.Price = ""
			o.High = words.Decimal(summary.Highest, summary.Currency)
		}
	}
	return o
}

func placeLD(p *catalog.Place, at place.Coordinates) ldPlace {
	d := ldPlace{Type: "Place", Name: place.Venue(p), Address: ldAddress{
		Type: "PostalAddress", Street: p.Address, Locality: p.City, Region: place.Region(p),
		Postcode: place.Postcode(p), Country: p.Country,
	}}
	if at.Known() {
		d.Geo = &ldGeo{"GeoCoordinates", json.Number(at.Lat), json.Number(at.Lon)}
	}
	return d
}

// sessionLD returns a session of an event. Programs read an end before the start as an end on the
// next day.
func sessionLD(s catalog.Session, zone string) ldDate {
	span, _ := s.Span()
	d := ldDate{Type: "Schedule", Start: span.First.String(), End: span.Last.String(), Zone: zone}
	if s.Starts.Precision == catalog.Instant {
		d.StartTime = s.Starts.Time.Format(time.TimeOnly)
		if s.Ends.Precision == catalog.Instant {
			d.EndTime = s.Ends.Time.Format(time.TimeOnly)
		}
	}
	return d
}

// dateLD returns a moment with its offset, or as a day. A local time without a known zone is
// reduced to its day, because search engines would assume a zone.
func dateLD(m catalog.Moment) string {
	if m.Precision == catalog.Local {
		m.Precision = catalog.Day
	}
	return m.String()
}

// maxLDDescription is the largest length of the description, in characters.
const maxLDDescription = 300

// ldDescription returns the beginning of the organiser's text, without "<" and ">".
func ldDescription(plain string) string {
	if strings.ContainsAny(plain, "<>") || !utf8.ValidString(plain) {
		plain = strings.Map(func(c rune) rune {
			if c == '<' || c == '>' {
				return -1
			}
			return c
		}, plain)
	}
	return markup.Summary(plain, maxLDDescription)
}
