// Package build is the pipeline of the builder: for every brand
//
//	pull → check → settle → render → write → seal → publish → export → prune
//
// Brands are independent: one that fails keeps its last release and does not
// stop the others. A brand is built under a lock in its own output folder, so
// two builders never publish the same brand at once.
//
// After a rollback (Folder.Rollback of package release) builds start from the newest
// release that was taken back: what comes out as exactly that one is not
// published, anything else is, and ends the rollback. The content of a release
// holds when events have ended, so the end of an event ends a rollback too.
//
// A dry run goes as far as sealing, in a temporary folder of its own, and says
// with [Diff] what would change.
//
// # Passes over the catalogue
//
// The first pass streams items from the source, checks their records and writes
// them to the brand's memo; in memory stays one small row per event (id, slug,
// place in the order, where it lies). An item whose bytes are those of the last
// build, under the same program and brand, is taken as it was made then. Between
// the passes the rows are settled: duplicates, slugs, order, cities and
// organisers; when they are those of the live release the build ends there. The
// second pass reads the records in list order, renders and compresses on all
// cores and writes in order, so that the bytes on disk do not depend on how many
// cores there are.
//
// # What may change the bytes
//
// Records, the brand, templates and the builder itself; never the clock, except
// that an event that has ended turns into one. What a page says about time
// ("prices read at") and the Last-Modified of an address are carried over from
// the release before as long as the content is the same.
package build
