// Package build builds the release of each brand. A build goes through stages, and each stage
// passes a value to the next:
//
//	openPrevious           the state of earlier builds: previous
//	ingest.Read            the source, checked: Catalogue
//	ingest.Settle          slugs, list order, groups of events: Plan
//	guard.check            may this catalogue be published?
//	newRenderer            the renderer of pages, and its print
//	previous.says          the live release has all this already: the build ends here
//	draw                   the pages, documents and search index of the Plan, in a release.Writer
//	publish                seal, publish, export, prune
//
// Brands are independent: a brand that fails keeps its last release and does not stop the others.
// A brand is built under a lock in its own output folder, so two builders never publish the same
// brand at once. A dry run goes as far as sealing, in a temporary folder of its own, and says with
// [changes.Diff] what would change.
//
// # The way of an event
//
// Package upstream reads an item; package ingest checks its records and keeps a Row of each. The
// draw stage takes the rows in list order, in batches of 64, on all cores (render.go). For each row
// it reads the record back from disk, renders page, Markdown, calendar and JSON, and compresses
// them. One goroutine stores the events in list order (draw.go), so the bytes on disk do not depend
// on the number of cores.
//
// Package site keeps the parts of the event that other pages show, its card and its calendar, and
// then draws the pages about more than one event. Everything goes through package keep, which
// leaves in place the bytes that the live release has already: events whose record has not changed,
// and pages of groups of such events.
//
// # The types of an event
//
// A value has a type of its own where it has another lifetime, size or reader:
//
//	upstream.Item        value and position in a source: any shape, until the map runs
//	adapt, map[Field]any members by meaning: of calendars, feeds, tables, pages of HTML
//	catalog.Record       a whole checked event; one at a time, from disk
//	catalog.Text         its description in four forms, made once for all pages
//	ingest.Checked       records of an item with findings, remembered while the item is the same
//	ingest.Row           data of all events for order, groups, neighbours: 1,000,000 in memory
//	page.card, PastRow   the values of a template: in a list, among past events
//	page.eventModel      a card with the frame of its page
//	page.Event           the bytes of its pages; build.renderedEvent has them compressed, on their
//	                     way from a worker to the one writer
//	catalog.Event        version 1 of the API, which is closed
//	search.Doc           its search terms, for an index that knows no catalogue
//	release.EventRow     a row of 36 bytes, found by number, for the next build to compare
//	site.EventPast       data that outlives formats of releases: addresses, SEQUENCE, first seen
//
// An event is written as JSON by the readers of documents and by the programs of maps, in the form
// of the cache, as JSON of list and detail, as fragments of the index, and as a line of
// history.jsonl: a process, a disk or a client is between each of these.
//
// # What may change the bytes
//
// Records, the brand, templates and the builder itself; never the clock, with two exceptions:
// an event becomes one that has ended, and the days of the agenda and the order of the home page
// begin with today (see [site.Days]). The times on a page ("prices read at") and the Last-Modified
// of an address are carried over from the release before while the content is the same.
//
// # Rollback
//
// After a rollback ([release.Folder.Rollback]) a build compares itself with the newest release that
// was taken back. See publish.go.
package build
