package ics

import (
	"regexp"
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
			said[adapt.Description] = p.value
			said[adapt.Format] = "html"
		}
	}
	said[adapt.Starts] = start.text()
	delete(said, adapt.Ends)
	lasts, err := c.lasts(e, start)
	if err != nil {
		return nil, err
	}
	said[adapt.Lasts] = lasts
	var tags []any
	for _, p := range e.props["CATEGORIES"] {
		tags = append(tags, list(p.value)...)
	}
	said[adapt.Tags] = tags
	if place := e.text("LOCATION"); strings.IndexAny(place, ",\n") > 0 {
		said[adapt.Venue] = place[:strings.IndexAny(place, ",\n")]
		said[adapt.Address] = place
	}
	delete(said, adapt.Producer)
	if p := e.first("ORGANIZER"); p != nil {
		said[adapt.Producer] = p.params["CN"]
	}
	said[adapt.Image] = picture(e)
	record := adapt.Record(said, times.Order{}, nil)
	adapt.Put(record, adapt.DefaultZone, c.zones.none.shown())
	return record, nil
}

var pictureFile = regexp.MustCompile(`(?i)^[^?]*\.(avif|gif|jpe?g|png|webp)(\?|$)`)

// picture returns the address of the first IMAGE (RFC 7986), or else of the first ATTACH whose
// FMTTYPE, or whose file name if it has no FMTTYPE, is that of a picture.
func picture(e *component) string {
	for _, name := range []string{"IMAGE", "ATTACH"} {
		for _, p := range e.props[name] {
			media := p.params["FMTTYPE"]
			if strings.HasPrefix(strings.ToLower(p.value), "http") && (name == "IMAGE" ||
				strings.HasPrefix(strings.ToLower(media), "image/") ||
				media == "" && pictureFile.MatchString(p.value)) {
				return p.value
			}
		}
	}
	return ""
}

// lasts returns how long a date takes, as a DURATION, or "" if it is not known. Every date of a
// repeated event takes as long as the first.
func (c *calendar) lasts(e *component, start moment) (string, error) {
	first, err := c.moment(e, "DTSTART")
	if err != nil || first == nil {
		first = &start
	}
	end, err := c.moment(e, "DTEND")
	switch {
	case start.lasts != "":
		return start.lasts, nil
	case end == nil || err != nil:
		return e.text("DURATION"), err
	}
	return first.until(*end), nil
}
