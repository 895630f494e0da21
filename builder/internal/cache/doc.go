// Package cache keeps byte strings between builds, each under a digest of its origin: the answers
// of a backend, from one pull to the next, and the result of every item of a source, so that an
// item whose bytes have not changed is not decoded, mapped and checked again. Within a
// build, checked records wait in it on disk for their turn to be drawn.
//
// Each string takes 40 bytes of memory. Deleting the file costs time only. It is not published, and
// only its owner can read it: bodies of a backend may say more than the site.
//
// # On disk
//
// cache.log begins with the magic "CARTAZL3". The strings follow without gaps, each after a head of
// 28 bytes, whose numbers are little-endian:
//
//	key 16 bytes, zero for a string of one build; u32 length; u32 CRC-32C of key and string;
//	u32 CRC-32C of the head before
//
// If several strings have one key, the last one counts; an empty string deletes the key. The head
// is written last, so a string exists once its head does. The strings of a killed build count, too,
// up to the first head that is wrong, where the next build goes on. The log needs no fsync: Find
// checks each string, and a damaged one counts as unknown. When at most half of the log is in use,
// at the beginning or the end of a build, the used part is copied to a new file, which replaces the
// log.
package cache
