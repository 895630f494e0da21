// Package pack compresses texts once, one by one, so that any of them can later be joined into one
// gzip file at about the cost of copying them. It is for answers that consist of many small
// ready-made texts in an order that only the request decides, such as the items of a page of search
// results.
//
// # Why not ready-made blocks
//
// Whole DEFLATE blocks can be joined as they are, but the items of a list are short and alike: what
// makes a list small is that each item repeats the others, and a block of its own cannot refer to
// them. On pages of 20 items such blocks came to 2.2 to 3.5 times the bytes of compressing the page
// at level 6, and saved a tenth of Markdown lines. What this package does comes to 1.2 to 1.6
// times, and needs less room on disk.
//
// # Phrases
//
// A Coding is trained on texts of one kind. It holds the prefix codes of one DEFLATE block, which
// become the same in every answer, and up to 255 phrases: stretches that many of the texts have in
// common. A packed text is a row of ready bits, under these codes, and of references to phrases.
// Only where a phrase stands in an answer is unknown ahead. So the Joiner copies bits, and sends
// each phrase in full where it comes first and as the distance to its last place everywhere else.
// The full form of a phrase may refer to shorter phrases in turn.
//
// Say that A stands for "Festival de " and B for " em São Paulo", 12 and 14 bytes. Text 1 is packed
// as A, the bits of "Jazz", B; text 2 as A, the bits of "Blues", B. An answer of text 2 and then
// text 1 is
//
//	text 2   A in full    bits of "Blues"   B in full
//	text 1   12 bytes     bits of "Jazz"    14 bytes
//	         from 31 back                   from 30 back
//
// so that compressing it was copying two rows of bits and writing four phrases.
//
// The result is a gzip file of one member with one block with dynamic codes, which every decoder
// reads. Its CRC-32 is combined from those of the parts.
//
// # Bytes
//
// All numbers are little-endian. A coding is
//
//	286 bytes  lengths of the codes of literals, end of block, match lengths (RFC 1951, 3.2.5)
//	30 bytes   lengths of the codes of distances
//	u16        number of phrases, at most 255
//
// and for each phrase u16 length and its bytes, sorted by length. All code lengths are 1 to 12, and
// both codes are complete: every byte can be sent. A packed text is a row of segments, each
//
//	u16  number of bits
//	u16  bytes of text that they stand for
//	u8   phrase that follows them, 255 for none
//
// and then the bits, the first one lowest, in whole bytes. Distances among the bits reach to the
// start of the text at most. An empty text has no segments.
package pack

import "errors"

// ErrCorrupt means that bytes are no coding, or no packed text.
var ErrCorrupt = errors.New("damaged packing")
