package page

import (
	"html/template"
	"strings"
	"unicode/utf8"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/markup"
	"cartaz/builder/internal/page/place"
	"cartaz/builder/internal/words"
)

const schemaOrg = "https://schema.org"

// jsonLD returns the schema.org description of the event for search engines. It is "" for an event
// without a date, and for one without a city that is not online. It contains only facts that the
// page also shows.
//
// The code is written by hand instead of using encoding/json, because it runs for every event. A
// test compares it with encoding/json. "<", ">" and "&" are escaped, so that no text can end the
// script element.
func (r *EventRenderer) jsonLD(
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
	if buy == "" || state.Cancelled() {
		buy = m.Canonical()
	}
	b := []byte(`{"@context":"` + schemaOrg + `","@type":"Event"`)
	b = appendLD(b, `,"name":`, rec.Name)
	b = appendKnownLD(b, `,"description":`, ldDescription(text.Plain))
	b = appendLD(b, `,"url":`, m.Canonical())
	b = appendLD(b, `,"startDate":`, ldDate(start))
	b = appendKnownLD(b, `,"endDate":`, ldDate(rec.Ends))
	b = appendKnownLD(b, `,"previousStartDate":`, ldDate(rec.PreviousStarts))
	b = appendKnownLD(b, `,"eventStatus":`, eventStatus(rec))
	switch {
	case hasCity && rec.IsOnline:
		b = append(b, `,"eventAttendanceMode":"`+schemaOrg+`/MixedEventAttendanceMode"`...)
	case hasCity:
		b = append(b, `,"eventAttendanceMode":"`+schemaOrg+`/OfflineEventAttendanceMode"`...)
	default:
		b = append(b, `,"eventAttendanceMode":"`+schemaOrg+`/OnlineEventAttendanceMode"`...)
	}
	b = append(b, `,"location":`...)
	switch {
	case hasCity && rec.IsOnline:
		b = appendPlace(append(b, '['), rec.Location, m.coordinates)
		b = append(appendLD(b, `,{"@type":"VirtualLocation","url":`, buy), `}]`...)
	case hasCity:
		b = appendPlace(b, rec.Location, m.coordinates)
	default:
		b = append(appendLD(b, `{"@type":"VirtualLocation","url":`, buy), '}')
	}
	b = append(appendLD(b, `,"image":[`, m.Image), ']')
	if o := m.Organiser; o != nil {
		b = appendLD(b, `,"organizer":{"@type":"Organization","name":`, o.Label)
		if o.Path != "" {
			b = appendLD(b, `,"url":`, m.URL(o.Path))
		}
		b = append(b, '}')
	}
	if !state.Cancelled() {
		b = appendOffer(b, buy, rec, state, summary)
	}
	return template.JS(append(b, '}'))
}

// eventStatus returns the EventStatusType of schema.org; "" when it is not known. An event without
// a state counts as scheduled, with two exceptions: a closed event may have been cancelled, and an
// event whose label reads as cancelled probably was.
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
	if rec.IsClosed || rec.SaysCancelled {
		return ""
	}
	return schemaOrg + "/EventScheduled"
}

// appendOffer appends the offer of an event, an AggregateOffer where prices differ. A closed event,
// and an event whose label reads as cancelled, has neither price nor availability. Unknown facts
// about tickets are left out.
func appendOffer(
	b []byte, buy string, rec *catalog.Record, state words.State, summary words.PriceSummary,
) []byte {
	kind := "Offer"
	several := !rec.SaysCancelled && state.HasTable() && summary.Lowest != summary.Highest
	if several {
		kind = "AggregateOffer"
	}
	b = appendLD(appendLD(b, `,"offers":{"@type":`, kind), `,"url":`, buy)
	switch {
	case rec.SaysCancelled:
	case state.SoldOut():
		b = append(b, `,"availability":"`+schemaOrg+`/SoldOut"`...)
	case state.HasTable():
		if several {
			b = appendLD(b, `,"lowPrice":`, words.Decimal(summary.Lowest, summary.Currency))
			b = appendLD(b, `,"highPrice":`, words.Decimal(summary.Highest, summary.Currency))
		} else if summary.HasLowest {
			b = appendLD(b, `,"price":`, words.Decimal(summary.Lowest, summary.Currency))
		}
		if summary.HasLowest {
			b = appendKnownLD(b, `,"priceCurrency":`, summary.Currency)
		}
		b = append(b, `,"availability":"`+schemaOrg+`/InStock"`...)
	}
	return append(b, '}')
}

func appendPlace(b []byte, p *catalog.Place, at place.Coordinates) []byte {
	b = append(b, `{"@type":"Place"`...)
	b = appendKnownLD(b, `,"name":`, place.Venue(p))
	b = append(b, `,"address":{"@type":"PostalAddress"`...)
	b = appendKnownLD(b, `,"streetAddress":`, p.Address)
	b = appendLD(b, `,"addressLocality":`, p.City)
	b = appendKnownLD(b, `,"addressRegion":`, place.Region(p))
	b = appendKnownLD(b, `,"addressCountry":`, p.Country)
	b = append(b, '}')
	if at.Known() {
		b = append(append(b, `,"geo":{"@type":"GeoCoordinates","latitude":`...), at.Lat...)
		b = append(append(append(b, `,"longitude":`...), at.Lon...), '}')
	}
	return append(b, '}')
}

// appendKnownLD appends a member, or nothing when its value is "".
func appendKnownLD(b []byte, key, value string) []byte {
	if value == "" {
		return b
	}
	return appendLD(b, key, value)
}

// appendLD appends a member whose value is a string.
func appendLD(b []byte, key, value string) []byte {
	return catalog.AppendScriptString(append(b, key...), value)
}

// ldDate returns a moment with its offset, or as a day. A local time without a known zone is
// reduced to its day, because search engines would assume a zone.
func ldDate(m catalog.Moment) string {
	if m.Precision == catalog.Local {
		m.Precision = catalog.Day
	}
	return m.String()
}

// maxLDDescription is the length of the description, in characters.
const maxLDDescription = 300

// ldDescription returns the beginning of the organiser's text, without "<" and ">".
func ldDescription(plain string) string {
	if strings.IndexByte(plain, '<') >= 0 || strings.IndexByte(plain, '>') >= 0 ||
		!utf8.ValidString(plain) {
		plain = strings.Map(func(c rune) rune {
			if c == '<' || c == '>' {
				return -1
			}
			return c
		}, plain)
	}
	return markup.Summary(plain, maxLDDescription)
}
