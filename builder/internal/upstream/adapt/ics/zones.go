package ics

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/times"
)

// zone is the zone of a TZID. All members are zero for a time without a zone; an unknown zone has
// only a name, which the check of records reports.
type zone struct {
	name    string         // of the IANA database, or the TZID
	named   bool           // by the time itself, not by the calendar for all times
	loc     *time.Location // of the IANA database, or nil
	rules   rules          // of the calendar's own VTIMEZONE, or an offset, or nil
	claimed rules          // of the VTIMEZONE beside loc, which may contradict it, or nil
}

// shown returns the name of a zone as a record has it.
func (z zone) shown() string {
	if z.rules != nil {
		return "" // the times of the record have its offsets
	}
	return z.name
}

// instant returns the point in time of a wall clock.
func (z zone) instant(wall time.Time) time.Time {
	switch {
	case z.loc != nil:
		t, _ := times.In(wall, z.loc)
		return t.UTC()
	case z.rules != nil:
		return wall.Add(-z.rules.offset(wall))
	}
	return wall
}

// wall returns the wall clock, in UTC, of a point in time.
func (z zone) wall(t time.Time) time.Time {
	switch {
	case z.loc != nil:
		return catalog.Wall(t.In(z.loc))
	case z.rules != nil:
		// The offset follows from the wall clock; a guess by the offset of UTC is within a day.
		return t.Add(z.rules.offset(t.Add(z.rules.offset(t))))
	}
	return t
}

// onset is the wall clock from which an offset holds.
type onset struct {
	wall   time.Time
	offset time.Duration
}

// rules are the offsets of a VTIMEZONE, by the wall clock at which each begins, in order. The first
// also holds before its time.
type rules []onset

// offset returns what holds at a wall clock.
func (r rules) offset(wall time.Time) time.Duration {
	i, exact := slices.BinarySearchFunc(r, wall,
		func(o onset, t time.Time) int { return o.wall.Compare(t) })
	if !exact {
		i--
	}
	return r[max(i, 0)].offset
}

// zones finds the zones of one calendar.
type zones struct {
	own   map[string]*component // VTIMEZONE by TZID
	found map[string]zone
	none  zone // of a time without TZID
	until time.Time
}

// newZones returns the zones of a calendar: its VTIMEZONE components, and its zone for times
// without one.
func newZones(calendar *component, until time.Time) *zones {
	z := &zones{until: until, own: map[string]*component{},
		found: map[string]zone{}}
	for _, c := range calendar.children {
		if c.name == "VTIMEZONE" {
			z.own[c.text("TZID")] = c
		}
	}
	name := cmp.Or(calendar.text("X-WR-TIMEZONE"), calendar.text("TIMEZONE-ID"))
	if name != "" {
		z.none = z.find(name)
		z.none.named = false // the times do not name it
	}
	return z
}

// find returns the zone of a TZID. It prefers the IANA database to the calendar's own rules: pages
// show its names, and it has later changes.
func (z *zones) find(tzid string) zone {
	tzid = strings.TrimSpace(tzid)
	if tzid == "" {
		return z.none
	}
	if known, ok := z.found[tzid]; ok {
		return known
	}
	found := zone{name: tzid, named: true}
	switch loc, name := times.Zone(tzid); {
	case name != "":
		found.name, found.loc = name, loc
		found.claimed = z.readRules(z.own[tzid])
	case z.own[tzid] != nil:
		found.rules = z.readRules(z.own[tzid])
	case loc != nil:
		_, seconds := z.until.In(loc).Zone()
		found.rules = rules{{offset: time.Duration(seconds) * time.Second}}
	}
	z.found[tzid] = found
	return found
}

// readRules reads the observances of a VTIMEZONE (section 3.6.5); nil when it has none.
func (z *zones) readRules(c *component) (r rules) {
	if c == nil {
		return nil
	}
	for _, o := range c.children {
		text := o.text("TZOFFSETTO")
		form := "-070000"
		if len(text) == len("-0700") {
			form = "-0700"
		}
		to, err := time.Parse(form, text)
		start := o.first("DTSTART")
		if err != nil || start == nil {
			continue
		}
		begin, err := z.readMoment(start.value, nil)
		if err != nil {
			continue
		}
		_, seconds := to.Zone()
		add := func(wall time.Time) {
			r = append(r, onset{wall, time.Duration(seconds) * time.Second})
		}
		add(begin.wall)
		// An RDATE that cannot be read ends the list.
		_ = z.each(o, "RDATE", func(_ string, m moment, _ property) error {
			add(m.wall)
			return nil
		})
		if p := o.first("RRULE"); p != nil {
			// expandRule compares UNTIL, which is in UTC here, with local times. Some hours more or
			// less do no harm: changes of the offset are months apart. A rule that cannot be read
			// has no changes.
			walls, _ := expandRule(p.value, begin, begin.wall, z.until)
			for _, wall := range walls {
				add(wall)
			}
		}
	}
	slices.SortFunc(r, func(a, b onset) int { return a.wall.Compare(b.wall) })
	return r
}
