// Package bucket keeps the releases of many brands in one [store.Store], from which any number of
// builders and edges on any machine work.
//
// The store mirrors the brands' folders (package release), whose names certify their content:
//
//	brands/<key>/segments/<name>.seg    create-only
//	brands/<key>/releases/<id>/<file>   create-only
//	<either>.zst                        create-only: in place of a large one, compressed
//	live                                [Live] as JSON: the one object that changes, by
//	                                    compare-and-swap
//
// # Publishing
//
// A builder sends the segments, the files, the manifest ([Bucket.Push]) and moves live last
// ([Mover.Move]), once for all brands that are ready. So the releases that live names are whole at
// every moment. If two builders swap at once, one wins. The other reads live again and adds its own
// brands, except brands that somebody else has moved on meanwhile: they are never moved back,
// [ErrMovedOn]. What it had sent for them stays unreachable and is pruned.
//
// An example: builders A and B both begin at palco 7. A moves palco to 8a. The swap of B, with
// palco 8b and virada 3, fails. B reads palco 8a: that is not the 7 from which it began, so it
// leaves palco alone and swaps virada 3 only. The next run of B begins from 8a.
//
// # Large files
//
// A file of 1 MiB and more is stored as a frame of zstd (RFC 8878). Readers compare its content
// with the digest in the manifest.
//
// # Reading
//
// A reader asks for live with the tag that it has ([Bucket.Live]), and fetches what a new entry
// lacks ([Bucket.Pull]). The entry holds the SHA-256 of the manifest, the manifest certifies the
// files, and the name of a segment is its digest: bytes are compared before their file has a name.
//
// # Pruning
//
// [Bucket.Prune] removes releases that are not live, not rolled back, and neither among the newest
// nor live or sent within the time of grace, then the segments that no remaining release names. A
// builder may reuse a segment that a prune is about to remove. Therefore a prune announces itself
// in live before it removes anything and when it is done: a builder that began before loses its
// swap, waits for the end, and sends missing objects again. After two minutes it gives up,
// [ErrBusy], and its next run goes on. A prune that died is taken over after an hour.
package bucket
