// Package ingest is the first pass over a brand's catalogue. It has two stages:
//
//	Read: source → items → records → checked → on disk   gives a [Catalogue]
//	Settle: duplicates, slugs, list order, groups of events   gives a [Plan]
//
// # The way of an item
//
// The source hands over an [upstream.Item]. When an earlier build made something of the same bytes
// (package cache finds it by the item's digest), that is taken as it is. Otherwise the worker that
// made its records has checked them by package validate, and the records wait on disk in the binary
// form of that package. In memory stays one [Row] for each record: 128 bytes, a slug, where it was
// read, and until the rows are sorted a name. A million events are some 180 MB.
package ingest
