// Package cache keeps byte strings between builds, each under a digest of its origin:
//
//   - [Log] is the cache of items. The builder keeps in it the result of every item of a source, so
//     that an item whose bytes are those of the last build is not decoded, mapped and checked
//     again. Within a build, checked records wait in it on disk for their turn to be drawn.
//   - [Answers] is a log of the backend's answers, from one pull to the next, for package fetch.
//
// In memory are 32 bytes for each string of the last build and for each of this one.
//
// Both are caches: whoever deletes their files loses time only. A log is good for one key, a digest
// of all else that the strings depend on; under another key it is empty, and a build that commits
// replaces it. A build whose source cannot be read finds with [Last] the strings of the last good
// build, for whatever key. The files are not published, and only their owner can read them: bodies
// of a backend may say more than the site.
//
// # On disk
//
// NAME.log is written at its end only: 24 bytes of head (magic "CARTAZLG", a random name), then the
// strings without gaps. NAME.idx says which of them count. A finished build replaces it whole:
//
//	magic "CARTAZLX", u32 version, u32 count, name of the log 16 bytes, key 16 bytes,
//	u64 length of the log, then for each string, sorted: digest 16 bytes, u64 offset,
//	u32 length, u32 CRC-32C of digest and string; then u32 CRC-32C of all before it
//
// A string of answers.log is u32 length of the metadata, the metadata, the body.
//
// Numbers are little-endian. Bytes of the log behind the length that the index states are of a
// build that did not end, and the next build cuts them off. The log needs no fsync: a string is
// checked each time it is found, and a damaged or lost one counts as not known. When less than half
// of the log counts, its strings are copied to NAME.new, where a log for another key begins, too.
// The new index names that file, which then takes the place of the log.
//
// Version 1: the first.
package cache
