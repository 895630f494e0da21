package validate

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/times"
	"cartaz/builder/lang"
)

// whenMembers are the members that tell when an event, or one of its sessions, takes place, as
// their source has them: [object.when] joins them.
var whenMembers = strings.Fields(`starts_at start_time ends_at end_time duration all_day time_tbd
	date_tbd timezone end_timezone utc_offset again`)

// zone is the zone in which times are read and shown.
type zone struct {
	loc  *time.Location // nil if not known
	name string
	show *time.Location // of moments with an offset; nil for that offset
}

// zoneOf returns the zone of the first name that is not "", or else outer. If the name is not a
// zone, local times have no offset: the source names another zone than outer.
func (o object) zoneOf(outer zone, names ...string) zone {
	name := strings.TrimSpace(cmp.Or(names...))
	if name == "" {
		return outer
	}
	var z zone
	z.loc, z.name = times.Zone(name)
	z.show = cmp.Or(z.loc, outer.show)
	if z.loc == time.UTC && outer.show != nil {
		z.name, z.show = outer.name, outer.show // as an offset
	} else if z.loc == nil {
		o.repaired(BadTimezone, "timezone is not in the IANA database: "+quote(name))
	}
	return z
}

// part is the part of a moment that one member states: a day, a time of day, or both.
type part struct {
	times.Reading
	member, text string
	day          bool // it has a day; Clock reports an hour
	exact        bool // a midnight is an hour: another member says so
}

func (p part) known() bool { return p.day || p.Clock }

// part reads the text of a member.
func (o object) part(member, text string) part {
	p := part{member: member, text: text}
	hour := strings.HasSuffix(member, "_time")
	if text == "" || hour && text == "0" {
		return p
	}
	digits := strings.Trim(text, "0123456789") == ""
	if p.Reading, p.Clock = times.Clock(text); p.Clock && (hour || !digits) {
		return p
	} else if p.Reading, p.day = times.Serial(text); !p.day || hour {
		p.Reading, p.day = times.Read(text, o.order)
	}
	if !p.day {
		p.Reading = times.Reading{}
	}
	switch {
	case !p.day:
		what := map[bool]string{false: "date", true: "time of day"}[hour]
		o.repaired(BadDate, member+" is no "+what+" that can be read: "+quote(text))
	case p.Rest != "":
		o.repaired(BadDate, member+" is read as one day; the rest, with any times and more dates, "+
			"is lost: "+quote(p.Rest))
	}
	if p.Astray {
		o.repaired(BadDate, member+" names another day of the week than its date, which is shown: "+
			quote(text))
	}
	if p.Doubt {
		o.repaired(AmbiguousDate, member+" "+quote(text)+" was read as "+
			p.Wall.Format(time.DateOnly)+": nothing shows the order of its numbers; write it as "+
			"2027-02-01")
	}
	return p
}

// said returns the text of a member that is a moment: a string, or a number as it is written.
func (o object) said(member string) string {
	v := o.values[member]
	text, ok := v.(string)
	if v == nil || ok {
		return strings.TrimSpace(text)
	}
	if text, ok = numberText(v); !ok {
		o.must(WrongType, member, "a string or Unix seconds", typeName(v))
	} else if whole, _, _ := strings.Cut(text, "."); len(whole) > len("46419") {
		return whole
	}
	return text
}

// parts returns the moment that a member states, joined with the values beside it in the source for
// the same member.
func (o object) parts(member, text string, z zone) part {
	said := o.part(member, text)
	all, _ := o.values["again"].(map[string]any)
	list, _ := all[member].([]any)
	for i, v := range list {
		again := object{o.reader, o.name, map[string]any{member: v}}.said(member)
		if i == 0 && again != text {
			break // a map has changed it
		} else if i > 0 {
			n := len(o.findings)
			p := o.part(member, again)
			o.reader.findings = o.findings[:n]
			said = o.joined(said, p, z)
		}
	}
	return said
}

// offset returns the member utc_offset in seconds. It is in hours, minutes, seconds or
// milliseconds, or in ISO 8601.
func (o object) offset() (seconds int, ok bool) {
	text := o.said("utc_offset")
	if text == "" {
		return 0, false
	}
	at, _ := times.Clock("23:59:59" + text)
	iso := at.HasOffset && len(text) == len("-0500")
	n, err := strconv.Atoi(text)
	// The first unit in which a bare number is an offset that exists.
	for _, unit := range []time.Duration{time.Hour, time.Minute, time.Second, time.Millisecond} {
		if at := time.Duration(n) * unit; !iso && err == nil && at.Abs() <= 14*time.Hour {
			return int(at.Seconds()), true
		}
	}
	return at.Offset, at.HasOffset
}

// contradict reports two members that do not agree.
func (o object) contradict(a, b part) {
	o.repaired(BadDate, a.member+" "+quote(a.text)+" and "+b.member+" "+quote(b.text)+
		" contradict; the first is shown")
}

// wall returns the time that clocks of the zone show at a part; without an offset, the time as
// written.
func (p part) wall(z zone) time.Time {
	if !p.HasOffset || z.show == nil {
		return p.Wall
	}
	return catalog.Wall(p.Instant().In(z.show))
}

// midnight begins a day, and clock is the time of day alone.
func midnight(t time.Time) time.Time  { return t.Truncate(24 * time.Hour) }
func clock(t time.Time) time.Duration { return t.Sub(midnight(t)) }

// dayOf returns the day of a part, and whether the part has nothing more: databases and programs
// write a day as midnight, as it is written or in the zone.
func (p part) dayOf(z zone) (day time.Time, whole bool) {
	for _, at := range []time.Time{p.Wall, p.wall(z)} {
		if day = midnight(at); day == at && !p.exact {
			return day, true
		}
	}
	return day, !p.Clock
}

// isDays reports whether two moments are whole days apart, whatever the hour: from 06:00 to
// 05:59:59 of the next day is one day.
func (p part) isDays(end part) bool {
	const day = 24 * time.Hour
	apart := end.Instant().Sub(p.Instant()) + time.Second
	return p.day && end.day && end.Clock && apart >= day && apart%day <= time.Second
}

// isHour reports whether a moment on an epoch, beside one that is not, is a time of day.
func (p part) isHour(beside part) bool {
	return p.day && p.Clock && times.Epoch(p.Wall) && beside.day && !times.Epoch(beside.Wall)
}

// hour turns a moment on an epoch into a time of day: "1970-01-01T20:00:00Z". A moment of 1899 with
// odd seconds is in local mean time: "1899-12-30T23:06:28Z" is 20:00 in São Paulo.
func (p part) hour(z zone) part {
	if p.HasOffset && p.Wall.Second() > 0 {
		p.Wall = p.wall(z)
	}
	p.Wall = time.Time{}.Add(clock(p.Wall))
	p.day = false
	p.HasOffset = false
	return p
}

// joined returns the moment that two parts make together: a day and a time of day, or the same
// moment twice.
func (o object) joined(a, b part, z zone) part {
	// a becomes the day, or the only part that is known.
	if b.day && (!a.day || a.isHour(b)) || !a.known() {
		a, b = b, a
	}
	if b.isHour(a) {
		b = b.hour(z)
	}
	if !b.known() {
		return a
	}
	day, whole := a.dayOf(z)
	shown := a.wall(z)
	of := clock(b.Wall)
	switch {
	case b.day:
		return o.twice(a, b, z)
	case !whole || !a.day:
		if of != clock(shown) && (a.Offset == 0 || of != clock(a.Wall)) {
			o.contradict(a, b)
		}
		return a
	case of != 0 && a.Clock && of == clock(shown):
		o.repaired(AmbiguousDate, a.member+" "+quote(a.text)+" is read as a day, and may be "+
			"the moment of "+quote(b.text)+" on that before: write the day alone")
	}
	a.Wall = day.Add(b.Wall.Sub(time.Time{}))
	a.Clock = true
	a.Night = b.Night
	a.Zone = cmp.Or(a.Zone, b.Zone)
	if b.HasOffset {
		a.Offset, a.HasOffset = b.Offset, true
	} else if a.Offset == 0 || z.loc != nil {
		a.HasOffset = false
	}
	return a
}

// says returns how precise a part is: a day; a midnight, which programs may write for a day; or
// more.
func (p part) says(z zone) int {
	if _, whole := p.dayOf(z); !p.Clock {
		return 0
	} else if whole {
		return 1
	}
	return 2
}

// twice joins two parts with a day, as of starts_at and start_time. It returns the more precise
// one, or the first if they are equal, and reports parts that contradict each other.
func (o object) twice(a, b part, z zone) part {
	if a.says(z) >= b.says(z) {
		a, b = b, a
	}
	if z.show == nil && b.HasOffset && !a.HasOffset && a.says(z) == 2 {
		a, b = b, a // the local part shows the hour; both together give the offset
	}
	shown, east := b.wall(z), b.Wall.Sub(a.Instant())
	day, whole := a.dayOf(z)
	on := whole && (day == midnight(b.Wall) || day == midnight(shown))
	switch {
	case a.Clock && shown == a.wall(z): // the same moment
		b.exact = true
	case on && !a.Clock && b.says(z) == 1 && b.HasOffset && day == b.Wall && b.Offset == 0:
		return a // a day, and its midnight in UTC
	case z.show == nil && a.HasOffset && !b.HasOffset && east.Abs() <= 14*time.Hour:
		// a moment, and the local time of it
		b.Offset, b.HasOffset = int(east.Seconds()), true
	case !on:
		o.contradict(b, a)
	default:
		b.exact = true
	}
	return b
}

// moment returns a part in the form of records. A local time gets the zone. A time with an offset
// is an exact moment: it is shown in the zone or, if none is known, as it is written.
func (o object) moment(p part, z zone) catalog.Moment {
	switch {
	case !p.known():
		return catalog.Moment{}
	case !p.day, times.Epoch(p.Wall) && p.Wall.Year() != 2000:
		o.repaired(BadDate, p.member+" is a time of day without a day: "+quote(p.text))
		return catalog.Moment{}
	case !p.Clock:
		return catalog.Moment{Precision: catalog.Day, Time: p.Wall}
	}
	own := o.zoneOf(z, p.Zone)
	switch {
	case p.HasOffset:
		return catalog.Moment{Precision: catalog.Instant, Time: p.Instant().In(
			cmp.Or(z.show, time.FixedZone("", p.Offset)))}
	case own.loc == nil:
		return catalog.Moment{Precision: catalog.Local, Time: p.Wall}
	}
	t, gap := times.In(p.Wall, own.loc)
	if gap {
		o.repaired(TimeInGap, p.member+" was skipped by the clocks of "+own.name+", read as "+
			t.Format(time.RFC3339)+": "+quote(p.text))
	}
	if own.name != "" && z.loc != nil {
		t = t.In(z.show)
	}
	return catalog.Moment{Precision: catalog.Instant, Time: t}
}

// at reads a member that is a moment of its own. A time of day is on the day of the start.
func (o object) at(member string, rec *catalog.Record, z zone) catalog.Moment {
	p, start := o.part(member, o.said(member)), rec.Starts
	_, offset := start.Time.Zone()
	if p.Clock && !p.day && start.Known() && (z.show != nil || offset != 0 ||
		start.Precision != catalog.Instant) {
		p.on(start)
	}
	return o.moment(p, z)
}

// on gives a time of day the day of a start.
func (p *part) on(start catalog.Moment) {
	p.Wall = catalog.DateOf(start.Time).Time().Add(p.Wall.Sub(time.Time{}))
	p.day = true
}

// when joins the members of an event, or of one of its sessions, about its time: a day, a time of
// day, a zone, an end and a length. It returns the zone in which all of it is shown: the zone named
// with the start, the zone of the object, the zone of its place, its default, else outer.
//
// Ends of whole days are exclusive as moments, and inclusive as dates.
func (o object) when(rec *catalog.Record, outer zone) zone {
	date := o.said("starts_at")
	from := o.said("start_time")
	until := o.said("ends_at")
	to := o.said("end_time")
	if start, end, ok := times.Span(date, true); ok && until+to == "" {
		date, until = start, end
	}
	if start, end, ok := times.Span(from, false); ok {
		from, to = start, cmp.Or(to, end)
	}
	// The zone, and the offset of a member of its own.
	day, _ := times.Read(date, o.order)
	hour, clock := times.Clock(from)
	if !clock {
		hour, _ = times.Read(from, o.order)
	}
	place, _ := o.values["location"].(map[string]any)
	here, _ := place["timezone"].(string)
	own := cmp.Or(day.Zone, hour.Zone, o.word("timezone"))
	z := o.zoneOf(o.zoneOf(outer, here, o.word("default_timezone")), own)
	east, offset := o.offset()
	// joined joins a day with its time of day, on the clocks of the zone.
	joined := func(day, at, hour, clock string) part {
		p := o.joined(o.parts(day, at, z), o.parts(hour, clock, z), z)
		both := p.Zone != "" && p.Zone == own && p.Offset != 0
		if p.Clock && !p.HasOffset && offset {
			p.Offset, p.HasOffset, both = east, true, own != ""
		}
		if both && z.loc != nil && p.Wall != p.wall(z) {
			o.repaired(BadTimezone, p.member+" "+quote(p.text)+" has an offset that clocks of "+
				z.name+" do not have then")
			p.HasOffset = false
		}
		return p
	}
	// The start.
	start := joined("starts_at", date, "start_time", from)
	if start.Zone == own {
		start.Zone = ""
	}
	if start.Night {
		o.repaired(AmbiguousDate, start.member+": midnight may begin a day or end it, so the hour "+
			"is left out; write 00:00 or 24:00: "+quote(cmp.Or(from, date)))
		start.Wall = start.Wall.AddDate(0, 0, -1)
		start.Clock = false
	}
	allDay := o.boolean("all_day", false)
	open := o.boolean("time_tbd", false)
	if o.boolean("date_tbd", false) {
		start, date, until = part{}, "", ""
	}
	end := joined("ends_at", until, "end_time", to)
	if _, whole := start.dayOf(z); allDay && !whole && start.isDays(end) {
		opens := start.wall(z)
		start.Wall = midnight(opens)
		end.Wall = end.wall(z).Add(start.Wall.Sub(opens))
		start.HasOffset, end.HasOffset = false, false
	}
	if (allDay || open) && start.day {
		whole := false
		if start.Wall, whole = start.dayOf(z); allDay && !whole && start.Clock {
			o.contradict(part{member: "all_day", text: "true"}, start)
		}
		start.Clock = false
	}
	rec.Starts = o.moment(start, z)
	if !start.day && lang.Says(date, "postponed") { // "rinviato a data da destinarsi"
		rec.State = cmp.Or(rec.State, catalog.Postponed)
	}

	// The end, which may be a time of day alone, and for whole days their last.
	if end.isHour(start) {
		end = end.hour(z)
	}
	end.Zone = cmp.Or(end.Zone, o.word("end_timezone"))
	if !end.day && end.Clock && rec.Starts.Known() { // the end of a single day is its time alone
		if end.on(rec.Starts); z.loc == nil && !end.HasOffset {
			end.Offset = start.Offset
			end.HasOffset = start.HasOffset
		}
	}
	if (allDay || open) && end.day {
		last, whole := end.dayOf(z)
		switch before := last.AddDate(0, 0, -1); {
		case !allDay || !whole || before.Before(rec.Starts.Time):
		case end.Clock:
			last = before
		default:
			o.repaired(AmbiguousDate, "ends_at "+quote(until)+" is taken as the last day: "+
				"calendars write the day after; write a time of day, as in 2027-02-01T00:00")
		}
		end.Wall, end.Clock = last, false
	}
	if start.says(z) == 1 && end.says(z) < 2 && strings.HasSuffix(start.text, "Z") &&
		start.Wall != midnight(start.Wall) {
		o.repaired(AmbiguousDate, start.member+" is midnight there, and may be a day: "+
			quote(start.text))
	}
	rec.Ends = o.moment(end, z)
	o.lasts(rec, allDay)
	o.ordered(rec, !start.HasOffset || !end.HasOffset || start.Offset == end.Offset)
	return z
}

// lasts reads how long an event takes. An ISO 8601 duration gives the end if no other member does.
// Otherwise it is the duration of the record, unless it follows from start and end. Hours of an
// event that lasts all day count as whole days.
func (o object) lasts(rec *catalog.Record, allDay bool) {
	given := o.word("duration")
	days, length, err := times.Duration(strings.ToUpper(given))
	iso, ok := err == nil, true
	if !iso {
		length, ok = times.Lasts(given)
	} else if allDay {
		days += int(length / (24 * time.Hour))
		length = length % (24 * time.Hour)
	}
	start, end := rec.Starts, rec.Ends
	switch minutes := int(length.Minutes()); {
	case given == "", iso && days == 0 && length == 0:
	case iso && start.HasClock() && !end.Known():
		at := start.Time.AddDate(0, 0, days).Add(length)
		rec.Ends = catalog.Moment{Precision: start.Precision, Time: at}
	case iso && days > 0 && length == 0 && start.Known() && !end.Known():
		rec.Ends = catalog.Moment{Precision: catalog.Day, Time: start.Time.AddDate(0, 0, days-1)}
	case !ok, days > 0, minutes < 1, length > 24*time.Hour:
		o.must(BadFormat, "duration", "one such as PT1H30M, of a day at most", quote(given))
	default:
		apart := end.Time.Sub(start.Time)
		if !end.Known() || apart > length {
			rec.Duration = catalog.Duration("PT" + strconv.Itoa(minutes) + "M")
		}
		if end.HasClock() && start.HasClock() && apart > 0 && apart < 24*time.Hour &&
			apart != length {
			o.repaired(BadDate, "duration "+quote(given)+" and ends_at "+end.String()+" contradict")
		}
	}
}

// ordered puts an end that is before its start on the same clocks, by less than a day, on the next
// day, unless the event would then go on for more than 18 hours, and removes any other end that is
// not after its start. Neither is a fault: people write the end of a night with the day on which it
// began, and a single day as an end that equals its start. sameClocks is false if start and end
// name different offsets from UTC.
func (o object) ordered(rec *catalog.Record, sameClocks bool) {
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
		later = time.Duration(days) * 24 * time.Hour
		if days == 0 && end.HasClock() {
			return // a day, and the hour at which it ends
		}
	}
	switch {
	case days > 3660:
		o.repaired(BadDate, "ends_at "+end.String()+" is more than ten years after starts_at")
	case later > 0:
		return
	case later == 0 && end.Precision == catalog.Day:
	case later == 0:
		o.repaired(EndEqualsStart, "ends_at equals starts_at "+start.String())
	case hours && later > -24*time.Hour && (days != 0 || later <= -6*time.Hour) &&
		sameClocks:
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

// doors leaves out a time at which doors open unless it is on the day of the start or the day
// before: a door number, or a date without a year, may also be read as a time.
func (o object) doors(rec *catalog.Record) {
	at := rec.DoorsAt
	days := catalog.DateOf(rec.Starts.Time) - catalog.DateOf(at.Time)
	if at.Known() && (days < 0 || days > 1) {
		o.repaired(BadDate, "doors_at "+at.String()+" is not shortly before starts_at")
		rec.DoorsAt = catalog.Moment{}
	}
}

// setClock sets when the event is over, and its state at the time of the build.
func (c *Checker) setClock(rec *catalog.Record, z zone) {
	loc := z.loc
	if rec.Timezone == "" {
		loc = nil // the brand's zone is not the event's
	}
	if over, ok := catalog.Over(rec.Starts, rec.Ends, loc); ok {
		rec.Over = over.UTC()
	}
	Restate(rec, c.config.Now)
}

// Restate updates a record to now: whether it has started or ended, whether its call is open, which
// sessions are over, whether sales have ended, and when they begin if that is ahead. It reports
// whether the record changed.
func Restate(rec *catalog.Record, now time.Time) bool {
	ended := !rec.Over.IsZero() && rec.Over.Before(now)
	begins, ok := rec.Begins()
	started := ok && !ended && begins.Before(now)
	end, ok := rec.CallUntil.Passes()
	open := ok && now.Before(end)
	gone := int64(passed(rec.Sessions.All, now))
	sold, ok := rec.SalesAt.Passes()
	sells := ok && !now.Before(sold)
	closed := rec.IsClosed || !rec.Closes.IsZero() && !rec.Closes.After(now)
	changed := sells || rec.IsClosed != closed || rec.IsEnded != ended ||
		rec.IsStarted != started || rec.CallIsOpen != open || rec.Sessions.Passed != gone
	rec.IsEnded, rec.IsStarted = ended, started
	rec.CallIsOpen, rec.IsClosed = open, closed
	rec.Sessions.Passed = gone
	if sells {
		rec.SalesAt = catalog.Moment{}
	}
	return changed
}
