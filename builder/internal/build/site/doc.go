// Package site draws the parts of a release besides its events: the pages that show several events,
// the pages that explain problems, the brand's own pages, calendars and feeds beside the list and
// beside the page of each group of events, files of all events, the list of changes, and the
// documents for machines. A [Site] is their common state: the plan, the renderer, the store, and
// the fragments of events.
package site
