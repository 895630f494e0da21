package ics

import (
	"fmt"
	"strings"
	"time"

	"cartaz/builder/internal/upstream/adapt"
)

// record makes the record of one date.
func (c *calendar) record(e *component, start moment, recurrence string) (map[string]any, error) {
	r := map[string]any{}
	id := e.text("UID")
	if id != "" && recurrence != "" {
		id += "/" + recurrence
	}
	adapt.Put(r, "id", id)
	adapt.Put(r, "name", e.text("SUMMARY")) // optional (section 3.6.1): a block that says "busy"
	describe(r, e)
	starts, zone := start.text()
	if start.utc {
		// The zone of the calendar is where an event in UTC is to be shown.
		zone = c.zones.none.shown()
	}
	r["starts_at"] = starts
	adapt.Put(r, "timezone", zone)
	ends, err := c.end(e, start)
	if err != nil {
		return nil, err
	}
	adapt.Put(r, "ends_at", ends)
	if status := strings.ToUpper(e.text("STATUS")); c.cancelled || status == "CANCELLED" ||
		status == "CANCELED" {
		r["state"] = "cancelled"
	}
	var tags []any
	for _, p := range e.all("CATEGORIES") {
		tags = append(tags, list(c.budget, p.value)...)
	}
	adapt.Put(r, "tags", tags)
	adapt.Put(r, "location", place(e))
	if e.text("LOCATION") == "" && (e.first("CONFERENCE") != nil ||
		e.first("X-GOOGLE-CONFERENCE") != nil ||
		e.first("X-MICROSOFT-SKYPETEAMSMEETINGURL") != nil) {
		r["is_online"] = true
	}
	if p := e.first("ORGANIZER"); p != nil && strings.TrimSpace(p.params["CN"]) != "" {
		r["producer"] = map[string]any{"name": strings.TrimSpace(p.params["CN"])}
	}
	adapt.Put(r, "buy_url", e.text("URL"))
	if image := picture(e); image != "" {
		r["images"] = map[string]any{"banner": image}
	}
	if p := e.first("LAST-MODIFIED"); p != nil {
		if m, err := c.zones.readMoment(p.value, p.params); err == nil {
			text, _ := m.text()
			r["updated_at"] = text
		}
	}
	return r, nil
}

// describe sets the description: the HTML that programs write beside the text goes before it.
func describe(r map[string]any, e *component) {
	for _, name := range []string{"X-ALT-DESC", "STYLED-DESCRIPTION"} {
		for _, p := range e.all(name) {
			if strings.EqualFold(p.params["FMTTYPE"], "text/html") {
				r["description"], r["description_format"] = p.value, "html"
				return
			}
		}
	}
	text := e.text("DESCRIPTION")
	if text == "" {
		return
	}
	r["description"], r["description_format"] = text, "text"
	if adapt.LooksHTML(text) { // as Google Calendar writes it
		r["description_format"] = "html"
	}
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

// place reads LOCATION and GEO.
func place(e *component) map[string]any {
	out := map[string]any{}
	text := e.text("LOCATION")
	if at := strings.IndexAny(text, ",\n"); at > 0 {
		out["name"] = strings.TrimSpace(text[:at])
		out["formatted_address"] = strings.Join(strings.Fields(strings.ReplaceAll(text, "\n",
			" ")), " ")
	} else {
		adapt.Put(out, "name", text)
	}
	if lat, lon, ok := strings.Cut(strings.ReplaceAll(e.text("GEO"), ",", ";"), ";"); ok {
		adapt.Put(out, "latitude", strings.TrimSpace(lat))
		adapt.Put(out, "longitude", strings.TrimSpace(lon))
	}
	return out
}

// picture is the address of an image; "" for none.
func picture(e *component) string {
	for _, name := range []string{"IMAGE", "ATTACH"} {
		for _, p := range e.all(name) {
			lower := strings.ToLower(p.value)
			if (name == "IMAGE" || strings.HasPrefix(strings.ToLower(p.params["FMTTYPE"]),
				"image/")) && (strings.HasPrefix(lower, "https://") ||
				strings.HasPrefix(lower, "http://")) {
				return p.value
			}
		}
	}
	return ""
}
