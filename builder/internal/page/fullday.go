package page

import (
	"strconv"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/agenda"
	"cartaz/builder/internal/words"
)

// FullDay is what the page of a day shows that has too many events for cards: rows by hour and
// venue, as the programme of a festival is printed. It comes in parts, each a page of its own.
type FullDay struct {
	Part, Parts int        // from 1
	Hours       []HourRows // of this part, in order
	Counts      []HourPart // of the whole day, in order
}

// StillOn is the Hour of events that began on an earlier day.
const StillOn = agenda.NoHour - 1

// Open is the Hour of events that are on for long, nobody says on which days.
const Open = StillOn - 1

// HourRows is the events of a full day that start in one hour; [agenda.NoHour] for those whose hour
// is not known, [StillOn] for those that began before the day, [Open] for those that
// may be closed on it.
type HourRows struct {
	Hour   int
	Venues []VenueRows
}

// VenueRows is the events of one hour at one venue, in the order of their start.
type VenueRows struct {
	Name   string
	Events []EventRow
}

// EventRow is an event on the page of a full day: the address of its page, its name, and what is
// left to say below an hour and a venue. NoVenue stands for the venue of an event without one. Line
// is its fragment of [Renderer.Event].
type EventRow struct {
	Path, Name, Note string
	NoVenue          string
	Line             []byte
}

// HourPart is the number of events that start in one hour, and the first part that shows them.
type HourPart struct{ Hour, Count, Part int }

// DayPartPath is the address of a part of a day's page; parts count from 1.
func DayPartPath(date catalog.Date, part int) string {
	path := catalog.DayPath(date)
	if part > 1 {
		path += "/" + strconv.Itoa(part)
	}
	return path
}

// EventRow returns the row of an event, without its line.
func (r *Renderer) EventRow(rec *catalog.Record) EventRow {
	w := r.words
	c := r.card(rec, words.StateOf(rec), w.Prices.Summary(rec.Tickets))
	row := EventRow{Path: c.Path, Name: c.Name, Note: c.Price.String(), NoVenue: w.VenueToCome}
	if rec.IsOnline {
		row.NoVenue = w.Online
	}
	span, _ := rec.Span()
	switch {
	case span.First != span.Last:
		row.Note = words.Line(c.listDate, row.Note)
	case rec.Starts.HasClock() && rec.Starts.Time.Minute() != 0:
		row.Note = words.Line(w.Dates.Clock(rec.Starts.Time), row.Note)
	}
	for _, t := range c.Tags {
		row.Note = words.Line(row.Note, t.Label)
	}
	return row
}

// hourID is the name of the heading of an hour within a page.
func hourID(hour int) string {
	switch hour {
	case agenda.NoHour:
		return "h"
	case StillOn:
		return "continuam"
	case Open:
		return "abertos"
	}
	return "h" + strconv.Itoa(hour)
}

// hourName is the heading of an hour.
func (r *Renderer) hourName(hour int) string {
	switch hour {
	case agenda.NoHour:
		return r.words.HourUnknown
	case StillOn:
		return r.words.StillOn
	case Open:
		return r.words.OpenOn
	}
	return r.words.Days.Hour(hour)
}

// fullLead is the line under the title of a part of a full day.
func (r *Renderer) fullLead(m *DayModel) string {
	w := r.words
	lead := w.Days.TooMany.Count(m.Count + m.Runs)
	if m.Full.Parts > 1 {
		lead += " " + w.Results.PageOf.Text(w.Numbers.Text(m.Full.Part),
			w.Numbers.Text(m.Full.Parts)) + "."
	}
	return lead
}

// fill fills in what a part of a full day shows. The hours of the day lead to their rows, on this
// page or on that of another part.
func (r *Renderer) fill(d *dayModel, m *DayModel) {
	w, part := r.words, m.Full.Part
	lead := func(id, label, count string, of int) {
		path := "#" + id
		if of != part {
			path = DayPartPath(m.Date, of) + path
		}
		d.Hours = append(d.Hours, chip{Path: path, Label: label, Count: count})
	}
	for _, c := range m.Full.Counts {
		lead(hourID(c.Hour), r.hourName(c.Hour), w.Numbers.Text(c.Count), c.Part)
	}
	if len(m.ByVenue) > 0 {
		lead("locais", w.ByVenue, "", 1)
	}
	if part > 1 {
		d.Venues = nil
	}
	for _, h := range m.Full.Hours {
		g := hourGroup{ID: hourID(h.Hour), Heading: r.hourName(h.Hour), Venues: h.Venues}
		if h.Hour == Open {
			g.Note = w.OpenNote
		}
		for _, v := range h.Venues {
			for _, e := range v.Events {
				g.Lines = append(g.Lines, string(e.Line))
			}
		}
		d.Groups = append(d.Groups, g)
	}
	if part > 1 {
		d.Previous = &Link{Path: DayPartPath(m.Date, part-1), Label: w.Previous}
	}
	if part < m.Full.Parts {
		d.Next = &Link{Path: DayPartPath(m.Date, part+1), Label: w.Next}
	}
}
