package page

import (
	"cmp"
	"regexp"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/page/assets"
	"cartaz/builder/internal/page/place"
	"cartaz/builder/internal/pictures"
	"cartaz/builder/internal/words"
	"cartaz/builder/text"
)

// Related holds the records of the events to which the page of an event links: events of its name,
// events at its venue that week, events of its organiser.
type Related struct{ Dates, Venue, Organiser []*catalog.Record }

// related makes the rows of events that the page of an event leads to.
func (m *eventModel) related(r *site, to Related) {
	for _, rec := range to.Dates {
		row := r.relatedRow(rec)
		row.Name = cmp.Or(words.Line(r.places.CityLine(rec.Location), place.Venue(rec.Location)),
			row.Name)
		m.Dates = append(m.Dates, row)
	}
	for _, rec := range to.Venue {
		m.AtVenue = append(m.AtVenue, r.relatedRow(rec))
	}
	for _, rec := range to.Organiser {
		m.ByOrganiser = append(m.ByOrganiser, r.relatedRow(rec))
	}
}

// relatedRow returns an event in a list on the page of another one. It shows only values whose
// change [ingest.Row] notices.
func (r *site) relatedRow(rec *catalog.Record) PastRow {
	states := r.words.States
	_, _, date := r.words.Dates.Card(rec.Starts, rec.Ends)
	return PastRow{Date: date, Datetime: dayOf(rec.Starts), Name: rec.Name,
		Path: catalog.EventPath(rec.Slug),
		Tag:  cmp.Or(states.EventTag(rec), states.Tag(words.StateOf(rec)))}
}

// Saved renders the page of the events that a visitor has saved or seen. It is the same for all:
// the script fills in what the device knows.
func (r *Renderer) Saved() (Page, error) {
	m := indexModel{frame: r.frame.page(catalog.SavedPath, r.words.Saved, r.words.SavedLead)}
	m.Lead, m.NoIndex = r.words.SavedLead, true
	m.Crumbs = r.frame.crumbs(r.frame.eventsCrumb())
	return r.programs.render("saved", m.Path, &m)
}

// addCalendars fills in the links that add an event with a calendar to the two calendars of the web
// that most people use, at its next session.
func (m *eventModel) addCalendars(rec *catalog.Record) {
	const utc = "20060102T150405Z"
	at := rec.Next()
	start, end, day := at.Starts.Time, at.Ends.Time, at.Starts.Precision == catalog.Day
	if at.Ends.Precision != at.Starts.Precision {
		end = start
	}
	from, until := start.UTC().Format(utc), end.UTC().Format(utc)
	if day { // the day after the last
		end = end.AddDate(0, 0, 1)
		from, until = start.Format("20060102"), end.Format("20060102")
	}
	name, where := text.QueryValue(m.Name), text.QueryValue(words.List(m.Venue, m.CityLine))
	about := text.QueryValue(m.Canonical())
	m.Google = "https://calendar.google.com/calendar/render?action=TEMPLATE&text=" + name +
		"&dates=" + from + "%2F" + until + "&location=" + where + "&details=" + about
	last := at.Starts
	last.Time = end
	m.Outlook = "https://outlook.live.com/calendar/0/action/compose?rru=addevent&subject=" + name +
		"&startdt=" + text.QueryValue(at.Starts.String()) +
		"&enddt=" + text.QueryValue(last.String()) + "&location=" + where + "&body=" + about
	if day {
		m.Outlook += "&allday=true"
	}
}

// notDrawn fits the addresses of files that previews of links do not draw.
var notDrawn = regexp.MustCompile(`(?i)^[^?#]*\.(avif|eps|hei[cf]|html?|jp2|jxl|m[4ok]v|mp4|` +
	`ogv|pdf|psd|svgz?|tiff?|webm)([?#]|$)`)

// drawnByPreviews reports whether previews of links draw a picture, as far as its address shows.
func drawnByPreviews(address string) bool {
	return address != "" && !notDrawn.MatchString(address)
}

// addPicture draws the picture that links show: of an event on sale, with the copy of its picture,
// and of one that is cancelled, which no picture of its own says.
func (m *eventModel) addPicture(rec *catalog.Record, sizes []pictures.Size) {
	photo := "" // the smallest file that is not made larger, or the largest
	for _, size := range sizes {
		if photo == "" || size.Width >= assets.PhotoWidth && size.Height >= catalog.PictureHeight {
			photo = size.Path
		}
	}
	said := m.Price.String()
	for _, tag := range m.Tags {
		if !tag.Strong {
			said = tag.Label
		}
	}
	palette, _ := artOf(rec)
	m.draw(assets.Share{Date: m.Block, Name: m.Name,
		Lines: []string{words.Line(m.Hour, m.Venue), m.CityLine}, Price: said}, palette, photo)
}
