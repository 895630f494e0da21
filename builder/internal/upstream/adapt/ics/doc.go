// Package ics reads the events of a calendar: iCalendar (RFC 5545), with the properties that
// RFC 7986 and RFC 9073 add.
//
// An event that repeats is written out, one item for each date: RRULE and RDATE within
// [adapt.Options].Window of the builder's clock on both sides, without EXDATE, and with the changes
// that a component with RECURRENCE-ID makes to its own date. An event that does not repeat comes
// whatever its date is.
//
// # Items
//
//	{"record": {…}, "event": {"SUMMARY": [{"value": "…", "params": {"LANGUAGE": "pt"}}], …},
//	 "recurrence": "20270201T200000"}
//
// event holds the properties by their names, in capitals, values with their escapes resolved where
// the property is a text. recurrence is the date by its rule, as RECURRENCE-ID writes it; it is not
// there for an event that does not repeat.
//
// # Record
//
//   - id: UID; of an event that repeats UID, a slash and recurrence. So a date that is moved keeps
//     its page.
//   - name SUMMARY, description DESCRIPTION (or the HTML of X-ALT-DESC), tags CATEGORIES, producer
//     the CN of ORGANIZER, buy_url URL, updated_at LAST-MODIFIED.
//   - images: IMAGE (RFC 7986), else ATTACH that is a picture by its FMTTYPE or its file's name.
//   - state: cancelled for STATUS:CANCELLED, and in a calendar with METHOD:CANCEL.
//   - starts_at, ends_at, timezone: DTSTART, DTEND or DURATION. TZID is a name that
//     [times.Zone] knows, else what the VTIMEZONE of the calendar says, as an offset; any other
//     name is reported. A time without a zone takes X-WR-TIMEZONE of the calendar, else the
//     brand's, and a time in UTC is shown in it. The end of a whole day is the
//     last day, not the one after it.
//   - location: the text of LOCATION before its first comma or line break as the name, all of it as
//     the address, GEO as coordinates. An event without LOCATION and with CONFERENCE (or
//     what Google and Microsoft write for it) is online.
//
// A component with CLASS PRIVATE or CONFIDENTIAL makes no item.
//
// # What is left out
//
// A property without a value, and what follows a calendar. Of several components with one UID
// and RECURRENCE-ID all but those of the highest SEQUENCE, and of these the last DTSTAMP. The check
// of records leaves out an event without SUMMARY.
//
// # Limits
//
// 10,000 dates of one event. FREQ is DAILY, WEEKLY, MONTHLY or YEARLY. RANGE=THISANDFUTURE is
// refused: the event is then reported, since its later dates are not known.
package ics
