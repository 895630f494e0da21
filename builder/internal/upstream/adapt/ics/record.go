package ics

import (
	"fmt"
	"strings"
	"time"

	"cartaz/builder/internal/times"
	"cartaz/builder/internal/upstream/adapt"
)

// record makes the record of one date.
func (c *calendar) record(e *component, start moment, recurrence string) (map[string]any, error) {
	said := map[adapt.Field]any{adapt.ID: e.text("UID"), adapt.Name: e.text("SUMMARY"),
		adapt.Description: e.text("DESCRIPTION"), adapt.EventState: e.text("STATUS"),
		adapt.BuyURL: e.text("URL")}
	if said[adapt.ID] != "" && recurrence != "" {
		said[adapt.ID] = e.text("UID") + "/" + recurrence
	}
	for _, name := range []string{"X-ALT-DESC", "STYLED-DESCRIPTION"} {
		for _, p := range e.all(name) {
			if strings.EqualFold(p.params["FMTTYPE"], "text/html") {
				said[adapt.Description], said[adapt.Format] = p.value, "html"
			}
		}
	}
	said[adapt.Starts], said[adapt.Timezone] = start.text()
	if start.utc {
		// The zone of the calendar is where an event in UTC is to be shown.
		said[adapt.Timezone] = c.zones.none.shown()
	}
	ends, err := c.end(e, start)
	if err != nil {
		return nil, err
	}
	said[adapt.Ends] = ends
	if c.cancelled {
		said[adapt.EventState] = "cancelled"
	}
	var tags []any
	for _, p := range e.all("CATEGORIES") {
		tags = append(tags, list(c.budget, p.value)...)
	}
	said[adapt.Tags] = tags
	said[adapt.Venue] = e.text("LOCATION")
	if at := strings.IndexAny(e.text("LOCATION"), ",\n"); at > 0 {
		said[adapt.Venue] = e.text("LOCATION")[:at]
		said[adapt.Address] = strings.Join(strings.Fields(e.text("LOCATION")), " ")
	}
	if lat, lon, ok := strings.Cut(strings.ReplaceAll(e.text("GEO"), ",", ";"), ";"); ok {
		said[adapt.Latitude], said[adapt.Longitude] = strings.TrimSpace(lat), strings.TrimSpace(lon)
	}
	for _, name := range []string{"CONFERENCE", "X-GOOGLE-CONFERENCE",
		"X-MICROSOFT-SKYPETEAMSMEETINGURL"} {
		if text := e.text(name); text != "" {
			said[adapt.Online] = text
		}
	}
	if p := e.first("ORGANIZER"); p != nil {
		said[adapt.Producer] = p.params["CN"]
	}
	for _, p := range append(e.all("IMAGE"), e.all("ATTACH")...) {
		picture := p.name == "IMAGE" || strings.HasPrefix(strings.ToLower(p.params["FMTTYPE"]),
			"image/")
		if picture && said[adapt.Image] == nil &&
			strings.HasPrefix(strings.ToLower(p.value), "http") {
			said[adapt.Image] = p.value
		}
	}
	if p := e.first("LAST-MODIFIED"); p != nil {
		if m, err := c.zones.readMoment(p.value, p.params); err == nil {
			said[adapt.Updated], _ = m.text()
		}
	}
	return adapt.Record(said, times.Order{}), nil
}

// end is the end of a date, "" for none. A date of a repeated event takes as long as the first.
func (c *calendar) end(e *component, start moment) (string, error) {
	if start.end != "" {
		return start.end, nil
	}
	first := start
	if p := e.first("DTSTART"); p != nil {
		if m, err := c.zones.readMoment(p.value, p.params); err == nil {
			first = m
		}
	}
	if p := e.first("DURATION"); p != nil && e.first("DTEND") == nil {
		days, clock, err := adapt.Duration(p.value)
		if err != nil {
			return "", err
		}
		return start.plus(days, clock), nil
	}
	p := e.first("DTEND")
	if p == nil {
		return "", nil
	}
	end, err := c.zones.readMoment(p.value, p.params)
	if err != nil {
		return "", fmt.Errorf("DTEND: %w", err)
	}
	if end.day {
		return start.plus(int(end.wall.Sub(first.wall).Hours()/24), 0), nil
	}
	return start.plus(0, end.instant().Sub(first.instant())), nil
}

// plus is the text of a later moment: nominal days, and hours by the clock of the zone. Of a day it
// is the last one that belongs to the event; "" when that is the day itself.
func (m moment) plus(days int, clock time.Duration) string {
	if m.day {
		days += int(clock / (24 * time.Hour))
		if days <= 1 {
			return ""
		}
		return m.wall.AddDate(0, 0, days-1).Format(time.DateOnly)
	}
	later := m.at(m.wall.AddDate(0, 0, days))
	if clock != 0 {
		if m.utc || m.zone.loc == nil && m.zone.rules == nil {
			later.wall = later.wall.Add(clock)
		} else {
			later.wall = m.zone.wall(later.instant().Add(clock))
		}
	}
	if later.wall.Equal(m.wall) {
		return ""
	}
	text, _ := later.text()
	return text
}
