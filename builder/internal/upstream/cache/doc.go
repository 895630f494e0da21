// Package cache keeps the answers of a brand's backend from one pull to the
// next: an [fetch.Cache] in one file of the brand's output folder.
//
// The file is a convenience. It may be deleted at any time; whatever is wrong
// with it means that the next pull asks for everything. It is not published,
// only its owner can read it (bodies of a backend may say more than the site
// does), and edges have no use for it.
//
// # Format
//
// Little endian. One file, [Name], never changed in place: a new one replaces it
// by rename when a pull brought anything new, and is byte for byte a function of
// the order of the calls.
//
//	header   16  magic "CARTANSW", version u32, zero u32
//	entries      meta and body of one answer after the other, without gaps
//	index    40  for each entry, in the order of keys, each key once:
//	             key [16], offset u64, body bytes u64, meta bytes u32,
//	             CRC-32C u32 of meta and body
//	footer   32  index offset u64, count u64, CRC-32C u32 of the index,
//	             zero u32, magic "CARTANSW"
//
// An entry that was replaced while it was written leaves its bytes behind; the
// next file that is written drops them. A reader refuses another version, and
// checks magic, bounds, order and checksums before it uses what they cover. In
// memory are some four bits for each entry that was there, and for each new one
// its row.
//
// Version 1: the first.
package cache
