package validate

import (
	"strconv"
	"strings"
	"time"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/times"
)

// zone is the zone in which a record's times are read and shown.
type zone struct {
	loc   *time.Location // nil when not known
	name  string
	own   bool // named by the record, not by the brand
	wrong bool // the record names one that does not exist
}

// zone reads the record's timezone; the brand's counts when it names none. A record that names an
// unknown zone has no zone at all: its local times stay without offset, as the brand's zone would
// be a guess against its word.
func (o object) zone() zone {
	c := o.checker
	name := o.word("timezone")
	if name == "" {
		return zone{loc: c.config.Zone, name: c.config.ZoneName}
	}
	z := zone{own: true}
	if z.loc, z.name = times.Zone(name); z.loc != nil {
		return z
	}
	o.repaired(BadTimezone, "timezone is not in the IANA database: "+quote(name))
	return zone{wrong: true}
}

// moment reads a member that is a time.
//
// A local time takes the zone. A time with an offset is an exact moment and is shown in the
// record's zone; in the brand's zone only where that is no claim about the event: when the source
// wrote UTC, as programs do, or the offset is the brand's own. Other offsets stay as they are
// written.
func (o object) moment(member string, z zone) catalog.Moment {
	v := o.values[member]
	text, ok := v.(string)
	switch {
	case v == nil, ok && strings.TrimSpace(text) == "":
		return catalog.Moment{}
	case !ok:
		if text, ok = numberText(v); !ok {
			o.must(WrongType, member, "a string or Unix seconds", typeName(v))
			return catalog.Moment{}
		}
		text, _, _ = strings.Cut(text, ".")
	}
	read, ok := times.Read(text, o.checker.order)
	switch {
	case !ok:
		o.repaired(BadDate, member+" is no date that can be read: "+quote(text))
		return catalog.Moment{}
	case read.Rest != "":
		o.repaired(BadDate, member+" has no time of day that can be read, its day is kept: "+
			quote(text))
	}
	if read.Doubt {
		first := map[bool]string{false: "day", true: "month"}
		o.repaired(AmbiguousDate, member+" "+quote(text)+" was read with the "+
			first[o.checker.order.MonthFirst]+
			" first: nothing shows the order of day and month; write it as 2027-02-01")
	}
	switch {
	case !read.Clock:
		return catalog.Moment{Precision: catalog.Day, Time: read.Wall}
	case read.HasOffset:
		t := read.Wall.Add(-time.Duration(read.Offset) * time.Second).In(time.FixedZone("",
			read.Offset))
		if in := z.display(t, o.checker.config.Zone); in != nil {
			t = t.In(in)
		}
		return catalog.Moment{Precision: catalog.Instant, Time: t}
	case z.loc == nil:
		return catalog.Moment{Precision: catalog.Local, Time: read.Wall}
	}
	t, gap := times.In(read.Wall, z.loc)
	if gap {
		o.repaired(TimeInGap, member+" was skipped by the clocks of "+z.name+", read as "+
			t.Format(time.RFC3339)+": "+quote(text))
	}
	return catalog.Moment{Precision: catalog.Instant, Time: t}
}

// display is the zone in which to show a moment that came with an offset, nil to leave it as it is.
func (z zone) display(t time.Time, brand *time.Location) *time.Location {
	if z.own {
		return z.loc
	}
	if brand == nil {
		return nil
	}
	_, offset := t.Zone()
	_, at := t.In(brand).Zone()
	if offset == 0 || !z.wrong && offset == at {
		return brand
	}
	return nil
}

// shown is the zone name to publish: the record's own, or the brand's when the times are in it.
func (z zone) shown(rec *catalog.Record) string {
	if z.own {
		return z.name
	}
	for _, m := range []catalog.Moment{rec.Starts, rec.Ends} {
		if m.Precision == catalog.Instant && m.Time.Location() != z.loc {
			return ""
		}
	}
	return z.name
}

// order puts an end that is before its start on the same clocks, by less than a day, on the next
// day, and takes any other end off that is not after its start. An hour on the day of the start is
// how people write that an event goes on after midnight, and a day that ends on itself is a single
// day: both are no fault.
func (o object) order(rec *catalog.Record) {
	start, end := rec.Starts, rec.Ends
	if !start.Known() || !end.Known() {
		return
	}
	later := catalog.Wall(end.Time).Sub(catalog.Wall(start.Time))
	days := catalog.DateOf(end.Time) - catalog.DateOf(start.Time)
	hours := start.HasClock() && end.HasClock()
	if start.Precision == catalog.Instant && end.Precision == catalog.Instant {
		later = end.Time.Sub(start.Time)
	} else if !hours {
		if later = time.Duration(days) * 24 * time.Hour; days == 0 && end.HasClock() {
			return // a day, and the hour at which it ends
		}
	}
	switch {
	case later > 0:
		return
	case later == 0 && end.Precision == catalog.Day:
	case later == 0:
		o.repaired(EndEqualsStart, "ends_at equals starts_at "+start.String())
	case hours && later > -24*time.Hour && sameClocks(start.Time, end.Time):
		rec.Ends.Time = end.Time.AddDate(0, 0, 1)
		if days != 0 {
			o.repaired(EndBeforeStart, "ends_at "+end.String()+" is before starts_at "+
				start.String()+" and is taken as a time of the next day")
		}
		return
	default:
		o.repaired(EndBeforeStart, "ends_at "+end.String()+" is before starts_at "+start.String())
	}
	rec.Ends = catalog.Moment{}
}

// doors leaves out a time at which doors open unless it is of the day of the start or the one
// before: a number of a door, or a date without a year, is read as some time, too.
func (o object) doors(rec *catalog.Record) {
	at := rec.DoorsAt
	days := catalog.DateOf(rec.Starts.Time) - catalog.DateOf(at.Time)
	if at.Known() && (days < 0 || days > 1) {
		o.repaired(BadDate, "doors_at "+at.String()+" is not shortly before starts_at")
		rec.DoorsAt = catalog.Moment{}
	}
}

// lasts is how long a record says that it takes, unless its start and end say it or contradict.
func (o object) lasts(rec *catalog.Record) {
	given := o.word("duration")
	length, err := time.ParseDuration(strings.ToLower(strings.TrimPrefix(given, "PT")))
	switch minutes := int(length.Minutes()); {
	case given == "":
	case err != nil || minutes < 1 || length > 24*time.Hour:
		o.must(BadFormat, "duration", "one such as PT1H30M, of a day at most", quote(given))
	case !rec.Ends.Known() || rec.Ends.Time.Sub(rec.Starts.Time) > length:
		rec.Duration = catalog.Duration("PT" + strconv.Itoa(minutes) + "M")
	}
}

// sameClocks reports whether two times are written by the clocks of one zone.
func sameClocks(a, b time.Time) bool {
	_, x := a.Zone()
	_, y := b.Zone()
	return x == y || a.Location() == b.Location()
}

// setClock says when the event is over, and how it stands at the time of the build.
func (c *Checker) setClock(rec *catalog.Record, z zone) {
	loc := z.loc
	if rec.Timezone == "" {
		loc = nil // the brand's zone is none of this event
	}
	if over, ok := catalog.Over(rec.Starts, rec.Ends, loc); ok {
		rec.Over = over.UTC()
	}
	Restate(rec, c.config.Now)
}

// Restate makes a record say of now whether it has started or ended, whether its call is open and
// which sessions are over, and reports whether it said something else.
func Restate(rec *catalog.Record, now time.Time) bool {
	ended := !rec.Over.IsZero() && rec.Over.Before(now)
	begins, ok := rec.Begins()
	started := ok && !ended && begins.Before(now)
	end, ok := rec.CallUntil.Passes()
	open := ok && now.Before(end)
	gone := int64(passed(rec.Sessions.All, now))
	changed := rec.IsEnded != ended || rec.IsStarted != started || rec.CallIsOpen != open ||
		rec.Sessions.Passed != gone
	rec.IsEnded, rec.IsStarted, rec.CallIsOpen = ended, started, open
	rec.Sessions.Passed = gone
	return changed
}
