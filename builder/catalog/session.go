package catalog

import (
	"cmp"
	"slices"
)

// Session is one time at which an event takes place. Ends is unknown, or after Starts.
type Session struct{ Starts, Ends Moment }

// Span returns the days of the session, see [SpanOf].
func (s Session) Span() (Span, bool) { return SpanOf(s.Starts, s.Ends) }

// Whole returns the time from the start of the event to its end.
func (r *Record) Whole() Session { return Session{r.Starts, r.Ends} }

// Sessions are all times at which an event takes place, if there is more than one: the opening days
// of an exhibition, the evenings of a play. They are in order, each once. An event without any
// takes place from its start to its end, as far as is known.
type Sessions struct {
	All    []Session
	Passed int64 // how many of the first of them are over at the build
}

// MaxSessions is the largest number of sessions of a record.
const MaxSessions = 1000

// Left returns the sessions that are not over at the build.
func (s *Sessions) Left() []Session { return s.All[min(uint64(s.Passed), uint64(len(s.All))):] }

// Next returns the next session, or the whole time of an event whose sessions are over or not
// known.
func (r *Record) Next() Session {
	if left := r.Sessions.Left(); len(left) > 0 {
		return left[0]
	}
	return r.Whole()
}

// Put adds sessions and keeps all in order, each once. If two begin at the same time, it keeps the
// longer one.
func (s *Sessions) Put(more ...Session) {
	s.All = append(s.All, more...)
	slices.SortStableFunc(s.All, func(a, b Session) int {
		return cmp.Or(cmp.Compare(a.Starts.SortKey(), b.Starts.SortKey()),
			cmp.Compare(a.Starts.Precision, b.Starts.Precision), longer(a.Ends, b.Ends))
	})
	s.All = slices.CompactFunc(s.All, func(a, b Session) bool {
		return a.Starts.Precision == b.Starts.Precision && a.Starts.Time.Equal(b.Starts.Time)
	})
}

// longer puts the later end first, and an unknown one last.
func longer(a, b Moment) int {
	if a.Known() != b.Known() {
		return cmp.Compare(b.Precision, a.Precision)
	}
	return cmp.Compare(b.SortKey(), a.SortKey())
}
