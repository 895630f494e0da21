// Package ingest is the first pass over a brand's catalogue. It has two stages:
//
//	Read: source → items → records → checked → on disk   gives a [Catalogue]
//	Settle: duplicates, slugs, list order, groups of events   gives a [Plan]
//
// # The way of an item
//
// The source hands over an [upstream.Item]. If an earlier build made records of the same bytes
// (package cache finds them by the item's digest), they are taken as they are. Otherwise the worker
// that made its records has checked them by package validate, and the records wait on disk in the
// binary form of that package. For each record one [Row] stays in memory: 128 bytes, a slug, the
// place where it was read, and until the rows are sorted a name. A million events are some 180 MB.
package ingest
