// Package cache keeps byte strings between builds, each under a digest of its origin: the answers
// of a backend, from one pull to the next, and the result of every item of a source, so that an
// item whose bytes are those of the last build is not decoded, mapped and checked again. Within a
// build, checked records wait in it on disk for their turn to be drawn.
//
// In memory are 32 bytes for each string of the last build and for each of this one. Whoever
// deletes the files loses time only. They are not published, and only their owner can read them:
// bodies of a backend may say more than the site.
//
// # On disk
//
// cache.log is written at its end only: 24 bytes of head (magic "CARTAZLG", a random name), then
// the strings without gaps. cache.idx says which of them count. A finished build replaces it whole:
//
//	magic "CARTAZLX", u32 version, u32 count, name of the log 16 bytes, u64 length of the log,
//	then for each string, sorted: digest 16 bytes, u64 offset, u32 length, u32 CRC-32C of
//	digest and string; then u32 CRC-32C of all before it
//
// Numbers are little-endian. Bytes of the log behind the length that the index states are of a
// build that did not end, and the next build cuts them off. The log needs no fsync: a string is
// checked each time it is found, and a damaged or lost one counts as not known. When less than half
// of the log counts, its strings are copied to cache.new, where the first log begins, too. The new
// index names that file, which then takes the place of the log.
//
// Version 1: items and answers in files of their own. Version 2: one log, without a key of its own.
package cache
