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

// Moment is the start or end of an event with what is really known of it, so
// that nothing invented (midnight, UTC) is ever shown.
type Moment struct {
	Precision Precision
	// Time is the wall clock. Its offset means something for Instant only; Day
	// and Local are kept in UTC.
	Time time.Time
}

// String is the form of starts_at and ends_at: RFC 3339 with offset for an
// Instant, local time without offset for Local, full-date for Day, "" for
// Unknown.
func (m Moment) String() string {
	switch m.Precision {
	case Instant:
		return m.Time.Format(time.RFC3339)
	case Local:
		return m.Time.Format("2006-01-02T15:04:05")
	case Day:
		return m.Time.Format(time.DateOnly)
	}
	return ""
}

// Known says whether there is a date at all.
func (m Moment) Known() bool { return m.Precision != Unknown }

// Passes is the instant after which the moment, as an end, is over, and false
// for an unknown one: a Day passes when the day is over. A moment without offset
// passes when it has passed in the last zone on earth (UTC-12), so that nothing
// is called over too early.
func (m Moment) Passes() (time.Time, bool) {
	const lastZone = 12 * time.Hour
	switch m.Precision {
	case Instant:
		return m.Time, true
	case Local:
		return m.Time.Add(lastZone), true
	case Day:
		return m.Time.AddDate(0, 0, 1).Add(lastZone), true
	}
	return time.Time{}, false
}

// SortKey orders moments in time, in Unix seconds: what is not known of the
// zone counts as UTC, and an unknown date comes last.
func (m Moment) SortKey() int64 {
	if m.Precision == Unknown {
		return 1<<63 - 1
	}
	return m.Time.Unix()
}
