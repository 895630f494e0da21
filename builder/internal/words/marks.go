package words

import (
	"cmp"

	"cartaz/builder/catalog"
	"cartaz/builder/search"
)

// Filtered returns a document of the search with all by which an event is filtered besides its
// facets and its prices, on sale or not: its days and hours, ways of access, ages and state.
func Filtered(rec *catalog.Record, doc search.Doc) search.Doc {
	doc.Online, doc.Marks = rec.IsOnline, marks(rec)
	if span, ok := rec.Span(); ok {
		doc.First, doc.Last = search.DayOf(span.First.Time()), search.DayOf(span.Last.Time())
	}
	for _, s := range rec.Sessions.Left() {
		span, _ := s.Span()
		for d := span.First; d <= span.Last && len(doc.Sessions) < catalog.MaxSessions; d++ {
			at := search.Session{Day: search.DayOf(d.Time())}
			if d == span.First {
				at.Hour = hour(s.Starts)
			}
			doc.Sessions = append(doc.Sessions, at)
		}
	}
	doc.Hour = hour(rec.Starts)
	return doc
}

// hour returns the hour of a moment, 1 to 24, or 0 if it has none.
func hour(m catalog.Moment) int {
	if !m.HasClock() {
		return 0
	}
	return cmp.Or(m.Time.Hour(), 24)
}

// marks returns the ways of access of an event, its ages and its state, a comma between.
func marks(rec *catalog.Record) string {
	marks := string(rec.Access)
	if rec.Ages != "" {
		marks += "," + search.AgesMark + string(rec.Ages)
	}
	switch {
	case StateOf(rec) == StateCancelled || rec.SaysCancelled:
		marks += ",cancelled"
	case rec.State == catalog.Postponed:
		marks += ",postponed"
	case StateOf(rec) == StateSoldOut:
		marks += ",sold_out"
	}
	return marks
}
