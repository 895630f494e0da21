// Package syndication turns events into what other programs show: calendar files (iCalendar),
// feeds (Atom, RFC 4287; JSON Feed 1.1, https://www.jsonfeed.org/version/1.1/) and the programme
// of conference apps (schedule.xml). The format of calendars is package ical. Atom and JSON Feed
// say the same of the same entries. The bytes of feeds and of the programme depend on their
// arguments alone, so that a feed changes when one of its entries does.
package syndication

import (
	"net/url"
	"strconv"
	"strings"

	"cartaz/brands"
	"cartaz/builder/catalog"
	"cartaz/builder/ical"
	"cartaz/builder/internal/markup"
	"cartaz/builder/internal/page/place"
	"cartaz/builder/internal/words"
)

// Site is the data that all exports of a brand share.
type Site struct {
	Brand  *brands.Brand
	Words  *words.Words
	Places *place.Labels
	Icon   string // address of the brand's icon on its site
}

// Exporter exports the events of a brand. It is safe for concurrent use.
type Exporter struct {
	site Site
	host string // of the site, for UIDs
}

// New returns an exporter.
func New(s Site) *Exporter {
	x := &Exporter{site: s}
	if u, err := url.Parse(s.Brand.SiteURL); err == nil {
		x.host = u.Hostname()
	}
	return x
}

// Calendar returns the head of the calendar of the events on the page at path.
func (x *Exporter) Calendar(title, description, path string) ical.Calendar {
	b := x.site.Brand
	return ical.Calendar{
		Product: b.Name, Lang: x.site.Words.Lang,
		Name: words.Title(title, b.Name), Description: description,
		URL: b.Address(path), Source: b.Address(path + catalog.CalendarSuffix),
		Color: b.Theme.Color,
		Image: b.SiteURL + x.site.Icon, ImageType: "image/png",
	}
}

// Feed returns the head of the feeds of a page.
func (x *Exporter) Feed(title, path string) Feed {
	b := x.site.Brand
	return Feed{
		Version: "https://jsonfeed.org/version/1.1", Title: words.Title(title, b.Name),
		Lang: x.site.Words.Lang, Authors: []Author{{b.Name}},
		Home: b.Address(path), Atom: b.Address(path + catalog.AtomSuffix),
		ID:   b.SiteURL + path + catalog.AtomSuffix,
		JSON: b.Address(path + catalog.FeedSuffix), Icon: b.SiteURL + x.site.Icon,
	}
}

// Programme returns the head of the schedule.
func (x *Exporter) Programme() Conference {
	b := x.site.Brand
	return Conference{Key: b.Key, Title: b.Name, Lang: x.site.Words.Lang, Zone: b.Timezone,
		Home: b.SiteURL, URL: b.SiteURL + catalog.SchedulePath}
}

// ProgrammeEvent returns an event as a schedule shows it, without its room; ok is false for an
// event without an hour in a zone, and for an event that does not take place. plain is its text.
func (x *Exporter) ProgrammeEvent(rec *catalog.Record, plain string) (e Session, ok bool) {
	at := rec.Next()
	if at.Starts.Precision != catalog.Instant || calendarStatus(rec) == ical.Cancelled ||
		rec.SaysCancelled || rec.ID <= 0 {
		return e, false
	}
	e = Session{
		ID: rec.ID, IRI: x.iri(rec), Start: at.Starts.Time, Title: rec.Name,
		Abstract: markup.Summary(plain, maxCalendarText),
		URL:      x.site.Brand.Address(catalog.EventPath(rec.Slug)), Image: rec.Banner,
	}
	if at.Ends.Precision == catalog.Instant {
		e.End = at.Ends.Time
	}
	if len(rec.Tags) > 0 {
		e.Track = rec.Tags[0]
	}
	return e, true
}

// iri names an event for ever: a tag URI (RFC 4151) of its number, which stays when the event is
// renamed.
func (x *Exporter) iri(rec *catalog.Record) string {
	return "tag:" + x.host + ",2026:eventos/" + strconv.FormatInt(rec.ID, 10)
}

// PlaceName returns the room of an event without a venue in a schedule.
func (x *Exporter) PlaceName(rec *catalog.Record) string {
	switch city := x.site.Places.CityLine(rec.Location); {
	case rec.IsOnline:
		return x.site.Words.Online
	case city != "":
		return city
	}
	return x.site.Words.VenueToCome
}

// Entry returns an event as a feed shows it, without Published and Updated.
func (x *Exporter) Entry(rec *catalog.Record) Entry {
	e := Entry{
		ID: x.iri(rec), Title: rec.Name, Tags: rec.Tags,
		URL: x.site.Brand.Address(catalog.EventPath(rec.Slug)),
	}
	e.Summary = words.Line(x.site.Words.Dates.List(rec.Starts, rec.Ends),
		place.Venue(rec.Location), x.site.Places.CityLine(rec.Location))
	e.Text = strings.TrimSpace(e.Title + "\n" + e.Summary)
	if rec.Producer != nil && rec.Producer.Name != "" {
		e.Authors = []Author{{rec.Producer.Name}}
	}
	return e
}
