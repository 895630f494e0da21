// Package index is the file of a search index: its bytes, the code that reads them, and the code
// that encodes its parts. It does not know how a file is filled (package indexer) or queried
// (package query).
//
// # The file
//
// All numbers are little-endian; u16, u32 and u64 are unsigned. Sections follow each other in this
// order, each padded with zeros to a multiple of 8 bytes:
//
//	header          16 bytes
//	fragments       of each document: JSON, card, line, the description
//	fragment table  40 bytes for each document
//	postings        which documents hold a term, a word with a prefix, or a facet value
//	terms           dictionary of all words, and of derived terms
//	prefixes        dictionary of the prefixes whose joined postings are stored
//	cities          dictionary of folded cities
//	states          dictionary of folded abbreviations
//	organizations   dictionary of folded producer slugs
//	venues          dictionary of the keys of venues
//	countries       dictionary of folded ISO 3166-1 codes
//	topics          dictionary of the keys of topics
//	marks           dictionary of what an event may be: "cfp", "free", "online", a way of
//	                access, a state; of its price,
//	                a currency and eight digits: "brl00000060"; "s" if its sessions are
//	                known, and of each "s", seven digits of the day and two of the hour
//	hours           dictionary of the hours at which events start, "00" to "23"
//	texts           the words and labels of all dictionaries
//	spelling table  words by length and letters
//	days            first and last day of each document
//	block sums      checksums of all blocks of the file before them
//	footer          432 bytes
//
// Header:
//
//	0   magic "CARTAZIX"
//	8   u32 Version; in an unknown version nothing after it is read
//	12  u32 zero
//
// Footer, at the end of the file: for each of the seventeen sections in their order
//
//	0   u64 start, from the beginning of the file
//	8   u64 size, without padding
//	16  u32 CRC-32C of the section, without padding
//	20  u32 zero
//
// and then
//
//	408 u32 number of documents, at most 2^30-1
//	412 u32 languages whose rules the words were cut and are expanded by, a bit each in the
//	    order of codes of package search/lang
//	416 u64 size of the file
//	424 u32 CRC-32C of the header and the footer up to here
//	428 "XICZ"
//
// The footer is at the end because the sums are not known before, and the file is written in one
// pass.
//
// Entry of the fragment table: u64 where the stored bytes of the document begin in the fragments,
// then for JSON, card, line and description u32 length and u32 complement of its CRC-32C. These
// bytes follow each other in that order, and the documents follow each other.
//
// A dictionary of n entries, sorted by the bytes of their keys: n times u64, the first eight bytes
// of the key as a big-endian number, zeros after shorter keys; then n times
//
//	0   u32 where the key begins in the texts; the label follows the key there
//	4   u16 length of the key, at least 1
//	6   u16 length of the label; words, marks and hours have no label
//	8   u32 number of documents, at least 1
//	12  u32 where the list begins in its section, divided by 8
//
// A list of c documents in an index of d takes one of two forms. If c × 32 ≤ d, it is c times u32,
// document × 4 + field, in the order of the documents, and padding. Otherwise it is two u64 for
// every 64 documents: bit n of the first is the low bit of the field of document n, bit n of the
// second the high bit. Fields are 1 description, 2 place, 3 name, the greatest that applies; 0 is
// absence; facet lists use 1. Documents are numbered in list order.
//
// Derived terms begin with a control character, which no word does; derived.go shows them. Joined
// words are written without a separator and cut at 64 bytes.
//
// The prefixes dictionary holds every prefix of two letters or more that at least two words share
// and whose postings would cost a query more than 64 + d/16 to join; the postings of a word cost 4
// + the lesser of c and d/32. Entries with the same words share one list. If the languages include
// German, it also holds 0x06 and a for each part a of a compound, with the documents of all such
// compounds. If a key is the beginning of another key, it may share the bytes of the longer key.
//
// Spelling table: 66 times u32, for words of 0 to 65 letters the row where they begin. There is a
// row for each word of four letters or more, sorted by letters, mask and number: first the numbers
// of all of them in the dictionary of terms, u32 each, then their letter masks, u32 each. A letter
// mask has one bit for each letter that the word holds an odd number of times: bit 31 down to 6 for
// the letters of "aeosirntdmulcpgbvfhqjxzkyw", code point modulo 6 for others.
//
// Days: for each document u32 its first day; then for each its last day. Days count from 1, which
// is 1 January of the year 1. A document without a date has 2^32-1 as its first day and 0 as its
// last, so that no range of days contains it.
//
// Block sums: for each 4,096 bytes of the file, from its first byte to the end of the padding
// before this section, u32 complement of the CRC-32C, xor the number of the block × 0x9E3779B1; the
// last block is shorter.
//
// # Limits
//
// Words are cut at 64 bytes, keys and labels are refused beyond 65,535, fragments and descriptions
// beyond 2^31-1, a file beyond 2^32-1 bytes of texts or 2^35 bytes of lists. All of these are
// errors of the writer.
//
// # Damage
//
// Open checks in constant time the part that its sums cover: header and footer. Everything else is
// untrusted: each offset is checked where it is used, no allocation is larger than the size of the
// file justifies, whatever a number in it says, and no bytes make any call panic. A fragment that
// was damaged after it was written gives an error. Postings, dictionaries and tables are compared
// block by block with their checksums before the first answer that depends on them; if one does not
// match, the answer may be wrong, and File.Err says so from then on. A binary search is exempt on
// its way and proves its result instead: the entry that it found and the one before match their
// checksums and are on both sides of the key. Damage done after a block matched is found only by
// comparing the whole file with a checksum. Zeros are noticed at once, though: no key begins with
// eight zero bytes, and no entry has no documents.
package index
