package page

import (
	"strconv"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/feed"
	"cartaz/builder/internal/markup"
	"cartaz/builder/internal/page/place"
	"cartaz/builder/internal/schedule"
	"cartaz/builder/internal/words"
	"cartaz/builder/release/ical"
)

// Calendar is the head of a collection of events: those of the page at path.
func (r *Renderer) Calendar(title, description, path string) ical.Calendar {
	site := r.frame.Brand.SiteURL
	color := r.frame.Brand.Theme.Color
	return ical.Calendar{
		Product: r.frame.Brand.Name, Lang: r.words.Lang,
		Name: words.Title(title, r.frame.Brand.Name), Description: description,
		URL: site + path, Source: site + path + catalog.CalendarSuffix,
		Color: ical.ColorName(color), AppleColor: color,
		Image: site + r.frame.Icon, ImageType: "image/svg+xml",
	}
}

// Feed is what the feeds of a page say of themselves.
func (r *Renderer) Feed(title, path string) feed.Feed {
	b := r.frame.Brand
	return feed.Feed{
		Title: words.Title(title, b.Name), Lang: r.words.Lang, Author: b.Name,
		Home: b.SiteURL + path, Atom: b.SiteURL + path + catalog.AtomSuffix,
		JSON: b.SiteURL + path + catalog.FeedSuffix, Icon: b.SiteURL + r.frame.Icon,
	}
}

// Programme is what a schedule says of the whole.
func (r *Renderer) Programme() schedule.Conference {
	b := r.frame.Brand
	return schedule.Conference{Key: b.Key, Title: b.Name, Lang: r.words.Lang, Zone: b.Timezone,
		Home: b.SiteURL, URL: b.SiteURL + catalog.SchedulePath}
}

// ProgrammeEvent is an event as a schedule shows it, but for its room; ok is false for one without
// an hour in a zone, and for one that does not take place. plain is its text.
func (r *Renderer) ProgrammeEvent(rec *catalog.Record, plain string) (e schedule.Event, ok bool) {
	if rec.Starts.Precision != catalog.Instant || calendarStatus(rec) == ical.Cancelled ||
		rec.SaysCancelled || rec.ID <= 0 {
		return e, false
	}
	e = schedule.Event{
		ID: rec.ID, IRI: r.iri(rec), Start: rec.Starts.Time, Title: rec.Name,
		Abstract: markup.Summary(plain, maxCalendarText),
		URL:      r.frame.Brand.SiteURL + catalog.EventPath(rec.Slug), Image: rec.Banner,
	}
	if rec.Ends.Precision == catalog.Instant {
		e.End = rec.Ends.Time
	}
	if len(rec.Tags) > 0 {
		e.Track = rec.Tags[0]
	}
	return e, true
}

// iri names an event for ever: a tag URI (RFC 4151) of its number, which stays when the event is
// renamed.
func (r *Renderer) iri(rec *catalog.Record) string {
	return "tag:" + r.events.calendars.host + ",2026:eventos/" + strconv.FormatInt(rec.ID, 10)
}

// PlaceName is what a schedule calls the room of an event without a venue.
func (r *Renderer) PlaceName(rec *catalog.Record) string {
	switch city := r.events.places.CityLine(rec.Location); {
	case rec.IsOnline:
		return r.words.Online
	case city != "":
		return city
	}
	return r.words.VenueToCome
}

// Entry is an event as a feed shows it, without its dates of the feed.
func (r *Renderer) Entry(rec *catalog.Record) feed.Entry {
	e := feed.Entry{
		ID: r.iri(rec), Title: rec.Name, Tags: rec.Tags,
		URL: r.frame.Brand.SiteURL + catalog.EventPath(rec.Slug),
	}
	var parts []string
	for _, part := range []string{r.words.Dates.List(rec.Starts, rec.Ends), place.Venue(rec.Location),
		r.events.places.CityLine(rec.Location)} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	e.Summary = strings.Join(parts, " · ")
	if rec.Producer != nil {
		e.Author = rec.Producer.Name
	}
	return e
}

// Host is the authority of the site, for addresses with another scheme.
func (f *frame) Host() string {
	_, host, _ := strings.Cut(f.Brand.SiteURL, "://")
	return host
}
