// Package ical writes iCalendar files (RFC 5545, with the calendar properties of RFC 7986): the
// calendar of one event, and collections of many.
//
// A collection is joined from the events of single files. [Split] cuts a file into its time zones
// and its events, [Calendar.AppendHead], the time zones and the events follow each other, and
// [AppendEnd] ends the file. So each event is written once, whatever files show it.
//
//	BEGIN:VCALENDAR
//	VERSION:2.0
//	BEGIN:VTIMEZONE … END:VTIMEZONE    once for each zone, before the events that name it
//	BEGIN:VEVENT … END:VEVENT
//	END:VCALENDAR
//
// No text of an event can end its line or its component: values of type TEXT are escaped, and
// forbidden characters are removed from addresses and parameters.
package ical
