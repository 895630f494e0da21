// Package agenda arranges the events of a catalogue by the days that they take place on: which days
// there are, what starts on each, what goes on from earlier days, and how a month is laid out in
// weeks. It is pure: it reads no clock and writes nothing. Which days an event covers is decided by
// [catalog.SpanOf].
//
// # Which days have a page
//
// A page exists for each day that an event on sale covers, or on which it has a session. An event
// of more than 31 days without sessions makes pages only for the days of the next [Horizon], and is
// shown on later days that have one anyway: an exhibition until 2099 would make 27,000 pages. Days
// before today have no page: visitors look for a day to go out. One exception is the last day of an
// event that is not over: at 01:00 visitors look for one that began yesterday at 23:00.
//
// Example, with today = 20 November: a festival from 20 to 25 February is on these six days, an
// exhibition from 1 November to 30 May on all days from 20 November to 20 January, and on those of
// the festival. A concert that began on 19 November at 23:00 and ends at 05:00 is on 19
// November until it is over.
package agenda
