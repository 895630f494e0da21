// Package site draws what a release has besides its events: the pages that show several of them,
// those that explain problems, the brand's own, calendars and feeds beside the list and beside the
// page of each group of events, files of all events, the list of changes, and the documents for
// machines. A [Site] is their common state: the plan, the renderer, the store, and the fragments of
// events.
package site
