// Package build builds the release of each brand. A build goes through stages, and each stage gives
// a value to the next:
//
//	openPrevious           what earlier builds left: previous
//	ingest.Read            the source, checked: Catalogue
//	ingest.Settle          slugs, list order, groups of events: Plan
//	guard.check            may this catalogue be published?
//	newRenderer            what draws pages, and its print
//	previous.says          the live release says all this already: the build ends here
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
// draw stage takes the rows in list order, in batches of 64, on all cores (render.go). Of a row it
// reads the record back from disk, renders page, Markdown, calendar and JSON, and compresses them.
// One goroutine stores the events in list order (draw.go), so that the bytes on disk do not depend
// on how many cores there are.
//
// Package site keeps what other pages show of the event, its card and its calendar, and then draws
// the pages about more than one event. All goes through package keep, which leaves where they lie
// the bytes that the live release has already: events whose record has not changed, and pages of
// groups of such events.
//
// # The types of an event
//
// A type is kept where its values have another life, another size or another reader:
//
//	upstream.Item        value and position in a source: any shape, until the map is run
//	adapt, map[Field]any members by meaning: of calendars, feeds, tables, pages of HTML
//	catalog.Record       all of an event that was checked; one at a time, from disk
//	catalog.Text         its description in four forms, made once for all pages
//	ingest.Checked       records of an item with findings, remembered while the item is the same
//	ingest.Row           what order, groups and neighbours need of all events: 1,000,000 in memory
//	page.card, pastRow   the values of a template: in a list, among past events
//	page.eventModel      a card with the frame of its page
//	page.Event           the bytes of its pages; build.renderedEvent has them compressed, on their
//	                     way from a worker to the one writer
//	catalog.Event        version 1 of the API, which is closed
//	search.Doc           what finds it, for an index that knows no catalogue
//	release.EventRow     what the next build compares: a row of 36 bytes, found by number
//	site.EventPast       what outlives formats of releases: addresses, SEQUENCE, first seen
//
// It is written as JSON by the readers of documents and by the programs of maps, in the form of the
// cache, as JSON of list and detail, as fragments of the index, and as a line of history.jsonl: a
// process, a disk or a client is between each of these.
//
// # What may change the bytes
//
// Records, the brand, templates and the builder itself; never the clock, with two exceptions:
// an event that has ended turns into one, and the days of the agenda and the order of the home page
// begin with today (see [site.Days]). What a page says about time ("prices read at") and the
// Last-Modified of an address are carried over from the release before as long as the content is
// the same.
//
// # Rollback
//
// After a rollback ([release.Folder.Rollback]) a build compares itself with the newest release that
// was taken back. See publish.go.
package build
