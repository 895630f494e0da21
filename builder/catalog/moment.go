package catalog

import "time"

// Precision says how much of a [Moment] is known.
type Precision uint8

const (
	Unknown Precision = iota // nothing: the date is still to be announced
	Day                      // the day, without an hour
	Local                    // day and hour on a clock whose zone is not known
	Instant                  // day, hour and offset
)

// Moment is the start or end of an event, with the precision that the source gave. Nothing is
// invented: a day does not become midnight, and a local time does not become UTC.
type Moment struct {
	Precision Precision
	// Time is the wall clock. Its offset is valid for Instant only; Day and Local are kept in UTC.
	Time time.Time
}

// LocalTime is the layout of a time without offset.
const LocalTime = "2006-01-02T15:04:05"

// String returns the form of starts_at and ends_at: RFC 3339 with offset for an Instant, local time
// without offset for Local, full-date for Day, "" for Unknown.
func (m Moment) String() string {
	switch m.Precision {
	case Instant:
		return m.Time.Format(time.RFC3339)
	case Local:
		return m.Time.Format(LocalTime)
	case Day:
		return m.Time.Format(time.DateOnly)
	}
	return ""
}

// Known reports whether there is a date at all.
func (m Moment) Known() bool { return m.Precision != Unknown }

// HasClock reports whether the hour is known.
func (m Moment) HasClock() bool { return m.Precision == Local || m.Precision == Instant }

// After reports whether m is later than other, in the precision that both have. If one of them has
// no offset, it compares wall clocks.
func (m Moment) After(other Moment) bool {
	switch {
	case m.Precision == Instant && other.Precision == Instant:
		return m.Time.After(other.Time)
	case m.HasClock() && other.HasClock():
		return Wall(m.Time).After(Wall(other.Time))
	}
	return DateOf(m.Time) > DateOf(other.Time)
}

// Wall returns the wall clock of t as if it were UTC.
func Wall(t time.Time) time.Time {
	y, m, d := t.Date()
	hour, minute, second := t.Clock()
	return time.Date(y, m, d, hour, minute, second, 0, time.UTC)
}

// ParseMoment parses the output of [Moment.String]. For any other text the Moment is unknown. An
// Instant gets its offset back, but not the name of its zone.
func ParseMoment(text string) Moment {
	for _, form := range [...]struct {
		layout    string
		precision Precision
	}{{time.RFC3339, Instant}, {LocalTime, Local}, {time.DateOnly, Day}} {
		if t, err := time.Parse(form.layout, text); err == nil {
			return Moment{Precision: form.precision, Time: t}
		}
	}
	return Moment{}
}

// lastZoneLag is the distance of the last zone on earth (UTC-12) to UTC. A time without offset is
// over when it has passed in that zone, so no event is called over too early.
const lastZoneLag = 12 * time.Hour

// Passes returns the time after which the moment is over; false for an unknown moment. A Day is
// over at its end. A moment without offset is over when it has passed in the last zone on earth
// (UTC-12).
func (m Moment) Passes() (time.Time, bool) {
	switch m.Precision {
	case Instant:
		return m.Time, true
	case Local:
		return m.Time.Add(lastZoneLag), true
	case Day:
		return m.Time.AddDate(0, 0, 1).Add(lastZoneLag), true
	}
	return time.Time{}, false
}

// overHour is the hour at which an event without an end is over, on the day after its start.
const overHour = 6

// Over returns the time after which an event is over; false when neither start nor end is known.
//
// With an end it is [Moment.Passes] of the end. Without an end it is 06:00 of the day after the
// start, in zone, the event's own. If zone is nil, the start's offset is used, and for a start
// without an offset the last zone on earth (UTC-12). Example: an event that starts on 23 May at
// 21:00 in São Paulo and has no end is over on 24 May at 06:00 there.
//
// Every part of the project uses this function: the list and the search contain the events that are
// not over, and pages and documents show its result.
func Over(start, end Moment, zone *time.Location) (time.Time, bool) {
	if end.Known() || !start.Known() {
		return end.Passes()
	}
	t := start.Time
	switch {
	case start.Precision == Instant && zone == nil:
		zone = t.Location()
	case start.Precision == Instant:
		t = t.In(zone)
	case zone == nil:
		zone = time.FixedZone("", -int(lastZoneLag/time.Second))
	}
	y, m, d := t.Date()
	return time.Date(y, m, d+1, overHour, 0, 0, 0, zone), true
}

// SortKey orders moments by time, in Unix seconds. A moment without a zone counts as UTC; an
// unknown moment comes last.
func (m Moment) SortKey() int64 {
	if m.Precision == Unknown {
		return 1<<63 - 1
	}
	return m.Time.Unix()
}
