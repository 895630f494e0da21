package syndication

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"cartaz/builder/catalog"
	"cartaz/builder/ical"
	"cartaz/builder/internal/markup"
	"cartaz/builder/internal/page/place"
	"cartaz/builder/internal/words"
)

// HasCalendar reports whether an event gets a calendar file. It needs a date. An hour without a
// known zone is not enough: iCalendar would take it as floating time, a different instant for every
// reader.
func HasCalendar(rec *catalog.Record) bool {
	start := calendarStart(rec)
	return start.Precision == catalog.Instant || start.Precision == catalog.Day
}

// calendarStart returns the start of an event. A postponed event without a new date keeps its
// previous start, so that calendars which already have the event learn that it was cancelled.
func calendarStart(rec *catalog.Record) catalog.Moment {
	if !rec.Starts.Known() {
		return rec.PreviousStarts
	}
	return rec.Starts
}

// calendarStatus returns the STATUS of an event (RFC 5545, section 3.8.1.11), or "" when the source
// says nothing. A postponed event without a new date is CANCELLED on its old date; a later file
// with the same UID and a new date restores it.
func calendarStatus(rec *catalog.Record) ical.Status {
	switch {
	case rec.State == catalog.Cancelled, !rec.Starts.Known():
		return ical.Cancelled
	case rec.State == catalog.Postponed, rec.SaysCancelled:
		return ical.Tentative
	case rec.State != "":
		return ical.Confirmed
	}
	return ""
}

// maxCalendarText is how many characters of the organiser's text a calendar has: it is copied into
// every collection that shows the event, and the page has all of it.
const maxCalendarText = 280

// AppendEvent appends the event as an iCalendar file; nothing when it has none. plain is its text.
func (x *Exporter) AppendEvent(b []byte, rec *catalog.Record, plain string,
	at place.Coordinates) []byte {
	if !HasCalendar(rec) {
		return b
	}
	e := ical.Event{
		UID:     strconv.FormatInt(rec.ID, 10) + "@" + x.host,
		Revised: calendarStamp(rec), Sequence: uint32(rec.Sequence),
		Start: calendarStart(rec), End: rec.Ends, Zone: catalog.Zone(rec.Timezone),
		Summary: rec.Name, Status: calendarStatus(rec),
		Location: x.location(rec), Lat: at.Lat, Lon: at.Lon,
		URL: x.site.Brand.Address(catalog.EventPath(rec.Slug)),
	}
	dates := rec.Sessions.All
	if len(dates) > 0 && dates[0].Starts.Precision != catalog.Local {
		e.Start = dates[0].Starts
		e.End = dates[0].Ends
		e.Dates = dates[1:]
	}
	if label := calendarLabel(rec, x.site.Words); label != "" {
		e.Summary = label + x.site.Words.Colon + " " + e.Summary // many programs show no STATUS
	}
	// Many programs show no URL.
	e.Description = strings.TrimLeft(markup.Summary(plain, maxCalendarText)+"\n\n"+e.URL, "\n")
	if p := rec.Producer; p != nil && p.Slug != "" {
		e.Organizer = p.Name
		// The address of the site, if the organiser has no page.
		e.OrganizerURL = x.site.Brand.Address(rec.Group(catalog.OrganiserPath(p.Slug)))
	}
	e.Categories = rec.Tags
	head := ical.Calendar{Product: x.site.Brand.Name, Lang: x.site.Words.Lang}
	b = head.AppendHead(b)
	if e.Start.Precision == catalog.Instant && ical.CanName(e.Zone) {
		var years ical.Years
		years.Add(e.Start.Time)
		if e.End.Precision == catalog.Instant {
			years.Add(e.End.Time)
		}
		for _, s := range e.Dates {
			years.Add(s.Starts.Time)
			years.Add(cmp.Or(s.Ends.Time, s.Starts.Time))
		}
		b = ical.AppendZone(b, e.Zone, years)
	}
	return ical.AppendEnd(ical.AppendEvent(b, &e))
}

// calendarStamp returns DTSTAMP, which every file must have. A record that no build has dated uses
// the time of its update, or of its start. The clock is never read.
func calendarStamp(rec *catalog.Record) time.Time {
	for _, t := range []time.Time{rec.Revised, rec.ReadAt, rec.UpdatedAt} {
		if !t.IsZero() {
			return t
		}
	}
	return calendarStart(rec).Time
}

// calendarLabel returns the word before the title of an event that does not take place on its date.
func calendarLabel(rec *catalog.Record, w *words.Words) string {
	switch {
	case rec.State == catalog.Cancelled:
		return w.States.Cancelled
	case rec.State == catalog.Postponed:
		return w.States.Postponed
	case rec.SaysCancelled:
		return rec.Status
	}
	return ""
}

// location returns the LOCATION of an event: its venue with the address or the city, the word for
// online, or "".
func (x *Exporter) location(rec *catalog.Record) string {
	p := rec.Location
	switch {
	case p != nil && p.Address != "":
		return words.List(place.Venue(p), p.Address)
	case p != nil && words.List(place.Venue(p), p.City) != "":
		return words.List(place.Venue(p), x.site.Places.CityLine(p))
	case rec.IsOnline:
		return x.site.Words.Online
	}
	return ""
}
