package ics

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"cartaz/builder/internal/times"
	"cartaz/builder/internal/upstream/adapt"
)

// zone is what a TZID stands for. All members are zero for a time without a zone; one that nobody
// knows has a name alone, which the check of records reports.
type zone struct {
	name  string         // of the IANA database, or the TZID
	loc   *time.Location // of the IANA database; nil for none
	rules *rules         // of the calendar's own VTIMEZONE, or an offset; nil for none
}

// shown is the name of a zone as a record has it.
func (z zone) shown() string {
	if z.rules != nil {
		return "" // the times of the record have its offsets
	}
	return z.name
}

// instant is the point in time of a wall clock.
func (z zone) instant(wall time.Time) time.Time {
	switch {
	case z.loc != nil:
		y, m, d := wall.Date()
		return time.Date(y, m, d, wall.Hour(), wall.Minute(), wall.Second(), 0, z.loc).UTC()
	case z.rules != nil:
		return wall.Add(-z.rules.offset(wall))
	}
	return wall
}

// wall is the wall clock, in UTC, of a point in time.
func (z zone) wall(t time.Time) time.Time {
	switch {
	case z.loc != nil:
		t = t.In(z.loc)
		y, m, d := t.Date()
		return time.Date(y, m, d, t.Hour(), t.Minute(), t.Second(), 0, time.UTC)
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

// rules are the offsets of a VTIMEZONE, by the wall clock at which each begins.
type rules struct {
	onsets []onset // in order; the first holds for what is before it too
}

// offset is what holds at a wall clock.
func (r *rules) offset(wall time.Time) time.Duration {
	i, exact := slices.BinarySearchFunc(r.onsets, wall,
		func(o onset, t time.Time) int { return o.wall.Compare(t) })
	if !exact {
		i--
	}
	return r.onsets[max(i, 0)].offset
}

// zoneCost is what a zone takes that is read out of the database.
const zoneCost = 8 << 10

// zones finds the zones of one calendar.
type zones struct {
	budget *adapt.Budget
	own    map[string]*component // VTIMEZONE by TZID
	found  map[string]zone
	none   zone // of a time without TZID
	until  time.Time
}

func newZones(budget *adapt.Budget, calendar *component, until time.Time) *zones {
	z := &zones{budget: budget, until: until, own: map[string]*component{},
		found: map[string]zone{}}
	for _, c := range calendar.children {
		if c.name == "VTIMEZONE" {
			z.own[c.text("TZID")] = c
		}
	}
	if name := calendar.text("X-WR-TIMEZONE"); name != "" {
		z.none = z.find(name)
	}
	return z
}

// find is the zone of a TZID. The IANA database goes before the calendar's own rules, because a
// page shows its names and knows its later changes.
func (z *zones) find(tzid string) zone {
	tzid = strings.TrimSpace(tzid)
	if tzid == "" {
		return z.none
	}
	if known, ok := z.found[tzid]; ok {
		return known
	}
	if z.budget.Charge(zoneCost) != nil {
		return z.none // the next charge says why
	}
	found := zone{name: tzid}
	switch loc, name := times.Zone(tzid); {
	case name != "":
		found.name, found.loc = name, loc
	case z.own[tzid] != nil:
		found.rules = z.readRules(z.own[tzid])
	case loc != nil:
		_, seconds := z.until.In(loc).Zone()
		found.rules = &rules{[]onset{{offset: time.Duration(seconds) * time.Second}}}
	}
	z.found[tzid] = found
	return found
}

// readRules reads the observances of a VTIMEZONE (section 3.6.5); nil when it has none.
func (z *zones) readRules(c *component) *rules {
	r := &rules{}
	for _, o := range c.children {
		z.budget.At("line", o.line)
		offset, ok := readOffset(o.text("TZOFFSETTO"))
		start := o.first("DTSTART")
		if !ok || start == nil {
			continue
		}
		begin, err := z.readMoment(start.value, nil)
		if err != nil {
			continue
		}
		add := func(wall time.Time) {
			r.onsets = append(r.onsets, onset{wall, offset})
		}
		add(begin.wall)
		for _, p := range o.all("RDATE") {
			for text := range values(p) {
				if z.budget.Charge(adapt.ValueCost) != nil {
					break
				}
				if m, err := z.readMoment(text, nil); err == nil {
					add(m.wall)
				}
			}
		}
		if p := o.first("RRULE"); p != nil {
			// UNTIL of an observance is UTC; a change of offset is hours away from the next.
			// A rule that cannot be read gives none; the next charge says what is too large.
			walls, _ := expandRule(z.budget, p.value, begin, begin.wall, z.until)
			for _, wall := range walls {
				add(wall)
			}
		}
	}
	if len(r.onsets) == 0 {
		return nil
	}
	slices.SortFunc(r.onsets, func(a, b onset) int { return a.wall.Compare(b.wall) })
	return r
}

// readOffset reads a UTC-OFFSET (section 3.3.14): -0300, +053000.
func readOffset(text string) (time.Duration, bool) {
	if len(text) != 5 && len(text) != 7 || text[0] != '+' && text[0] != '-' {
		return 0, false
	}
	var parts [3]int
	for i := 1; i < len(text); i += 2 {
		n, err := strconv.Atoi(text[i : i+2])
		if err != nil || n < 0 || n > 59 {
			return 0, false
		}
		parts[i/2] = n
	}
	d := time.Duration(parts[0])*time.Hour + time.Duration(parts[1])*time.Minute +
		time.Duration(parts[2])*time.Second
	if text[0] == '-' {
		d = -d
	}
	return d, d > -24*time.Hour && d < 24*time.Hour
}
