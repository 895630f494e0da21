package page

import (
	"html/template"
	"strings"
	"unicode/utf8"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/markup"
	"cartaz/builder/internal/words"
)

const schemaOrg = "https://schema.org"

// jsonLD describes the event for search engines; "" without a date, and without
// a city unless the event is online. It says nothing that the page does not.
// It is written out by hand, as every event has one; a test holds it against
// encoding/json. "<", ">" and "&" are escaped, so the text cannot end its
// element.
func (r *Renderer) jsonLD(rec *catalog.Record, text *catalog.Text, state words.State, summary words.PriceSummary, m *eventModel) template.JS {
	hasCity := rec.Location != nil && rec.Location.City != ""
	if !rec.Starts.Known() || (!hasCity && !rec.IsOnline) {
		return ""
	}
	buy := rec.BuyURL
	if buy == "" {
		buy = m.Canonical()
	}
	b := append(m.scratch[:0], `{"@context":"`+schemaOrg+`","@type":"Event"`...)
	b = appendLD(b, `,"name":`, rec.Name)
	b = appendKnownLD(b, `,"description":`, ldDescription(text.Plain))
	b = appendLD(b, `,"url":`, m.Canonical())
	b = appendLD(b, `,"startDate":`, ldDate(rec.Starts))
	b = appendKnownLD(b, `,"endDate":`, ldDate(rec.Ends))
	if !rec.IsClosed {
		// A closed event may have been called off; nothing says that it was not.
		b = append(b, `,"eventStatus":"`+schemaOrg+`/EventScheduled"`...)
	}
	switch {
	case hasCity && rec.IsOnline:
		b = append(b, `,"eventAttendanceMode":"`+schemaOrg+`/MixedEventAttendanceMode"`...)
	case hasCity:
		b = append(b, `,"eventAttendanceMode":"`+schemaOrg+`/OfflineEventAttendanceMode"`...)
	default:
		b = append(b, `,"eventAttendanceMode":"`+schemaOrg+`/OnlineEventAttendanceMode"`...)
	}
	b = append(b, `,"location":`...)
	if hasCity {
		b = r.appendPlace(b, rec.Location, m.point)
	} else {
		b = append(appendLD(b, `{"@type":"VirtualLocation","url":`, buy), '}')
	}
	if rec.Banner != "" {
		b = append(appendLD(b, `,"image":[`, rec.Banner), ']')
	}
	if o := m.Organiser; o != nil {
		b = appendLD(b, `,"organizer":{"@type":"Organization","name":`, o.Label)
		if o.Path != "" {
			b = appendLD(b, `,"url":`, m.URL(o.Path))
		}
		b = append(b, '}')
	}
	b = appendOffer(b, buy, state, summary)
	m.scratch = append(b, '}')
	return template.JS(m.scratch)
}

// appendOffer writes the one offer of an event. A closed event has neither price
// nor availability, and what is not known of tickets is not claimed.
func appendOffer(b []byte, buy string, state words.State, summary words.PriceSummary) []byte {
	b = appendLD(b, `,"offers":{"@type":"Offer","url":`, buy)
	switch {
	case state.SoldOut():
		b = append(b, `,"availability":"`+schemaOrg+`/SoldOut"`...)
	case state.HasTable():
		if summary.HasLowest {
			b = appendLD(b, `,"price":`, words.Decimal(summary.Lowest, summary.Currency))
			b = appendKnownLD(b, `,"priceCurrency":`, summary.Currency)
		}
		b = append(b, `,"availability":"`+schemaOrg+`/InStock"`...)
	}
	return append(b, '}')
}

func (r *Renderer) appendPlace(b []byte, p *catalog.Place, at point) []byte {
	code, stateIsCountry := r.country(p)
	region := p.StateAbbr
	if region == "" && !stateIsCountry {
		region = p.State
	}
	b = append(b, `{"@type":"Place"`...)
	b = appendKnownLD(b, `,"name":`, venue(p))
	b = append(b, `,"address":{"@type":"PostalAddress"`...)
	b = appendKnownLD(b, `,"streetAddress":`, p.Address)
	b = appendLD(b, `,"addressLocality":`, p.City)
	b = appendKnownLD(b, `,"addressRegion":`, region)
	b = appendKnownLD(b, `,"addressCountry":`, code)
	b = append(b, '}')
	if at.known() {
		b = append(append(b, `,"geo":{"@type":"GeoCoordinates","latitude":`...), at.lat...)
		b = append(append(append(b, `,"longitude":`...), at.lon...), '}')
	}
	return append(b, '}')
}

// appendKnownLD appends a member, nothing when its value is not known.
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
	if strings.IndexByte(plain, '<') >= 0 || strings.IndexByte(plain, '>') >= 0 || !utf8.ValidString(plain) {
		plain = strings.Map(func(c rune) rune {
			if c == '<' || c == '>' {
				return -1
			}
			return c
		}, plain)
	}
	return markup.Summary(plain, maxLDDescription)
}
