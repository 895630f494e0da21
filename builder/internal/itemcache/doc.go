// Package itemcache keeps byte strings between builds, each under the digest of what
// it was made of. The builder keeps what became of every item of a source in it,
// so that an item whose bytes are those of the last build is not decoded, mapped
// and checked again; within a build it is where checked records wait on disk for
// their turn to be drawn.
//
// In memory are 32 bytes for each string, of the last build and of this one.
//
// It is a cache: whoever deletes it loses time only. What it holds is good for
// one key, a digest of all else that the strings depend on; under another key
// it is empty.
//
// # On disk
//
// items.log is written at its end only: 24 bytes of head (magic, version, a
// random name), then the strings, one after the other. items.idx says which of
// them count, and is replaced as a whole when a build has ended well:
//
//	magic "CARTAZMX", u32 version, u32 count, name of the log 16 bytes, key 16 bytes,
//	u64 length of the log, then for each string, sorted: digest 16 bytes, u64 offset,
//	u32 length, u32 CRC-32C of digest and string; then u32 CRC-32C of all before it
//
// Numbers are little-endian. What lies in the log behind the length that the
// index states is of a build that did not end, and is cut off by the next. No
// fsync is needed: a string is checked each time it is found, and one that is
// not what was written counts as not known. When more than half of the log is
// dead it is written anew.
package itemcache
