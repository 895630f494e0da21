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
// event holds the properties by their names in capitals; escapes in texts are resolved. recurrence
// is the date by the rule, as RECURRENCE-ID writes it; an event that does not repeat has none.
//
// # Record
//
//   - id: UID; if the event repeats, UID, a slash and recurrence. So a date that moves keeps its
//     page.
//   - name SUMMARY, description DESCRIPTION (or the HTML of X-ALT-DESC), tags CATEGORIES, producer
//     the CN of ORGANIZER, buy_url URL, updated_at LAST-MODIFIED.
//   - images: IMAGE (RFC 7986), else ATTACH that is a picture by its FMTTYPE or its file's name.
//   - state: cancelled for STATUS:CANCELLED, and in a calendar with METHOD:CANCEL.
//   - starts_at, ends_at, timezone: DTSTART, DTEND or DURATION. TZID is a name that
//     [times.Zone] knows, or the name of a VTIMEZONE, which gives an offset; any other name is
//     reported. A time without a zone takes X-WR-TIMEZONE of the calendar, else the
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
// Properties without a value, text after a calendar, and older versions of a component: UID and
// RECURRENCE-ID are the same, and SEQUENCE or DTSTAMP is lower. The check of records leaves out an
// event without SUMMARY.
//
// # Limits
//
// 10,000 dates of one event. FREQ is DAILY, WEEKLY, MONTHLY or YEARLY. RANGE=THISANDFUTURE is
// refused: the event is then reported, since its later dates are not known.
package ics
