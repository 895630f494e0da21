package ics

import (
	"fmt"
	"mime"
	"path"
	"strings"

	"cartaz/builder/internal/times"
	"cartaz/builder/internal/upstream/adapt"
)

// record makes the record of one date.
func (c *calendar) record(e *component, start moment, recurrence string) (map[string]any, error) {
	members := map[string]any{}
	for name, list := range e.props {
		members[name] = list[0].value
	}
	adapt.Put(members, "calendar class", members["CLASS"])
	if c.cancelled {
		members["STATUS"] = "cancelled"
	}
	said := adapt.Members(members, "")
	delete(said, adapt.Status)
	if said[adapt.ID] != nil && recurrence != "" {
		said[adapt.ID] = e.text("UID") + "/" + recurrence
	}
	for _, p := range append(e.props["X-ALT-DESC"], e.props["STYLED-DESCRIPTION"]...) {
		if strings.EqualFold(p.params["FMTTYPE"], "text/html") {
			said[adapt.Description], said[adapt.Format] = p.value, "html"
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
	var tags []any
	for _, p := range e.props["CATEGORIES"] {
		tags = append(tags, list(p.value)...)
	}
	said[adapt.Tags] = tags
	if place := e.text("LOCATION"); strings.IndexAny(place, ",\n") > 0 {
		said[adapt.Venue] = place[:strings.IndexAny(place, ",\n")]
		said[adapt.Address] = place
	}
	delete(said, adapt.Lasts) // the end is of it
	delete(said, adapt.Producer)
	if p := e.first("ORGANIZER"); p != nil {
		said[adapt.Producer] = p.params["CN"]
	}
	said[adapt.Image] = picture(e)
	delete(said, adapt.Updated)
	if p := e.first("LAST-MODIFIED"); p != nil {
		if m, err := c.zones.readMoment(p.value, p.params); err == nil {
			said[adapt.Updated], _ = m.text()
		}
	}
	return adapt.Record(said, times.Order{}, nil), nil
}

// picture is the address of the first IMAGE (RFC 7986), else of the first ATTACH that is one by
// its FMTTYPE, or without that by the name of its file.
func picture(e *component) string {
	for _, name := range []string{"IMAGE", "ATTACH"} {
		for _, p := range e.props[name] {
			media, ok := p.params["FMTTYPE"]
			if address, _, _ := strings.Cut(p.value, "?"); !ok {
				media = mime.TypeByExtension(strings.ToLower(path.Ext(address)))
			}
			if strings.HasPrefix(strings.ToLower(p.value), "http") && (name == "IMAGE" ||
				strings.HasPrefix(strings.ToLower(media), "image/")) {
				return p.value
			}
		}
	}
	return ""
}

// end is the end of a date, "" for none. A date of a repeated event takes as long as the first.
func (c *calendar) end(e *component, start moment) (string, error) {
	first := start
	if p := e.first("DTSTART"); p != nil {
		if m, err := c.zones.readMoment(p.value, p.params); err == nil {
			first = m
		}
	}
	p := e.first("DTEND")
	switch length := e.text("DURATION"); {
	case start.end != "":
		return start.end, nil
	case p == nil && length == "":
		return "", nil
	case p == nil:
		days, clock, err := adapt.Duration(length)
		return start.plus(days, clock), err
	}
	end, err := c.zones.readMoment(p.value, p.params)
	switch {
	case err != nil:
		return "", fmt.Errorf("DTEND: %w", err)
	case end.day:
		return start.plus(int(end.wall.Sub(first.wall).Hours()/24), 0), nil
	}
	return start.plus(0, end.instant().Sub(first.instant())), nil
}
