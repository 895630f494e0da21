// Package cache keeps byte strings between builds, each under a digest of its origin: the answers
// of a backend, from one pull to the next, and the result of every item of a source, so that an
// item whose bytes are those of the last build is not decoded, mapped and checked again. Within a
// build, checked records wait in it on disk for their turn to be drawn.
//
// In memory are 40 bytes for each string. Whoever deletes the file loses time only. It is not
// published, and only its owner can read it: bodies of a backend may say more than the site.
//
// # On disk
//
// cache.log begins with the magic "CARTAZL3". Then come the strings without gaps, each behind a
// head of 28 bytes, whose numbers are little-endian:
//
//	key 16 bytes, zero for a string of one build; u32 length; u32 CRC-32C of key and string;
//	u32 CRC-32C of the head before
//
// Of several strings under one key the last one counts, and an empty one counts as none. A string
// is there when its head is, which is written last. So what a killed build has put counts, too, up
// to the first head that is wrong: there the next build goes on. The log needs no fsync: a string
// is checked each time it is found, and a damaged one counts as not known. When half of the log or
// less is of use, at the beginning of a build or at its end, that is copied, and the copy takes the
// place of the log.
package cache
