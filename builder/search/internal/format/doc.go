// Package format is the file of a search index: its bytes, what reads them, and what encodes its
// parts. It knows nothing of how a file is filled (package write) or queried (package match).
//
// # The file
//
// All numbers are little-endian; u16, u32 and u64 are unsigned. Sections follow each other in this
// order, each padded with zeros to a multiple of 8 bytes:
//
//	header          16 bytes
//	fragments       of each document: JSON, card, line, their packed forms, the description
//	fragment table  64 bytes for each document
//	codings         what the packed forms are packed for
//	lists           which documents hold a term, a word with a prefix, or a facet value
//	terms           dictionary of all words, and of derived terms
//	prefixes        dictionary of the prefixes whose joined list is stored
//	cities          dictionary of folded cities
//	states          dictionary of folded abbreviations
//	organizations   dictionary of folded producer slugs
//	venues          dictionary of the keys of venues
//	countries       dictionary of folded ISO 3166-1 codes
//	topics          dictionary of the keys of topics
//	marks           dictionary of what an event may be: "free", "online"
//	hours           dictionary of the hours at which events start, "00" to "23"
//	texts           the words and labels of all dictionaries
//	spelling table  words by length and letters
//	deletion index  words by how they begin and end
//	days            first and last day of each document
//	block sums      checksums of all blocks of the file before them
//	footer          480 bytes
//
// Header:
//
//	0   magic "CARTAZIX"
//	8   u32 Version; nothing behind it is looked at in a version that is not known
//	12  u32 zero
//
// Footer, at the end of the file: for each of the nineteen sections in their order
//
//	0   u64 start, from the beginning of the file
//	8   u64 size, without padding
//	16  u32 CRC-32C of the section, without padding
//	20  u32 zero
//
// and then
//
//	456 u32 number of documents, at most 2^30-1
//	460 u32 languages whose rules the words were cut and are expanded by, a bit each:
//	    0 Portuguese, 1 English, 2 French, 3 Spanish, 4 German, 5 Russian, 6 Japanese
//	464 u64 size of the file
//	472 u32 CRC-32C of the header and the footer up to here
//	476 "XICZ"
//
// It stands at the end because only then all sums are known, and the file is written in one pass.
//
// Entry of the fragment table: u64 where what is stored of the document begins in the fragments,
// then for JSON, card, line, packed JSON, packed card, packed line and description u32 length and
// u32 checksum. All of it follows in that order, and the documents follow each other. The checksum
// of a fragment is its CRC-32 as in gzip (IEEE), which compressed answers are combined from; that
// of a packed form the CRC-32C of its bytes and of length and checksum of its fragment; that of the
// description its CRC-32C.
//
// Codings: u32 size of those of JSON, card and line, then these, as package pack describes them.
// They are trained on up to 16 pages of 20 documents, picked by content hash; of up to 320
// documents on all. A packed form gives back its fragment.
//
// A dictionary of n entries, sorted by the bytes of their keys: n times u64, the first eight bytes
// of the key as a big-endian number, zeros behind shorter keys; then n times
//
//	0   u32 where the key begins in the texts; the label follows the key there
//	4   u16 length of the key, at least 1
//	6   u16 length of the label; words, marks and hours have none
//	8   u32 number of documents, at least 1
//	12  u32 where the list begins in its section, divided by 8
//
// A list of c documents in an index of d takes one of two forms. With c × 32 ≤ d it is c times u32,
// document × 4 + field, in the order of the documents, and padding. Otherwise it is two u64 for
// every 64 documents: bit n of the first is the low bit of the field of document n, bit n of the
// second the high bit. Fields are 1 description, 2 place, 3 name, the greatest that applies; 0 is
// absence; facet lists use 1. Documents are numbered in list order.
//
// Derived terms begin with a control character, which no word does. Joined words are written
// without anything between and cut at 64 bytes; a and b stand for words. derived.go says what they
// are for.
//
//	0x01 ab          the adjacent words a b in a name or place, also with stop words between; and
//	                 three to five words joined that are a member of a group of synonyms; in a
//	                 description only some, see Neighbours
//	0x02 ab 0x02 n   a-b, where a has n bytes
//	0x03 a           the name begins with a, pictograms aside, and stop words where it has
//	                 others
//	0x04 a           the name ends with a
//	0x05 a           a synonym of a, which is a word or up to five joined
//	0x06 a b 0x06 c  one of the members "a b" and c of a group of synonyms, in their order. How
//	                 many words of a query are looked up as one synonym follows from these
//
//	0x09 a           a word in kana
//
// The prefixes dictionary holds every prefix of two letters or more that at least two words share
// and whose lists would cost a query more than 64 + d/16 postings to join; a list costs 4 + the
// lesser of c and d/32. Entries with the same words share one list. Where the languages have German
// it also holds 0x08 and a for each part a of a compound, with the documents of all such compounds;
// where they have Japanese, 0x09 and a for each part a of a word in katakana, and 0x07 before what
// words in kana begin with. Terms with the same documents may share one list, in all dictionaries,
// and a key that another begins with may lie in the bytes of that one.
//
// Spelling table: 66 times u32, for words of 0 to 65 letters the row where they begin. There is a
// row for each word of four letters or more, sorted by letters, mask and number: first the numbers
// of all of them in the dictionary of terms, u32 each, then their letter masks, u32 each. A letter
// mask has one bit for each letter that the word holds an odd number of times: bit 31 down to 6 for
// the letters of "aeosirntdmulcpgbvfhqjxzkyw", code point modulo 6 for others.
//
// Deletion index: u32 number of lists, a power of two; u32 number of entries; for each list u32 its
// first entry; then the entries, u32 letter mask and u32 number of the word. Every word of 7
// letters or more stands under its first four letters without each of them in turn, and under its
// last four, once under equal keys; deletions.go says why that finds what two edits can reach. A
// hash of the key decides which list, and the order in it.
//
// Days: for each document u32 its first day; then for each its last day; then for every 64
// documents four u32, the least and the greatest first day and the least and the greatest last day
// of them. Days count from 1, which is 1 January of the year 1. A document without a date has
// 2^32-1 as its first day and 0 as its last, so that no range of days meets it. Since documents lie
// in the order of their start, most groups of 64 lie within a range of days or outside it, and no
// document of them is looked at.
//
// Block sums: u32 CRC-32C of each 4,096 bytes of the file, from its first byte to the end of the
// padding before this section; the last block is shorter.
//
// # Limits
//
// Words are cut at 64 bytes, keys and labels are refused beyond 65,535, fragments and descriptions
// beyond 2^31-1, a file beyond 2^32-1 bytes of texts or 2^35 bytes of lists. All of these are
// errors of the writer.
//
// # Damage
//
// Open checks in constant time what its sums cover: header and footer. Behind that nothing is
// trusted: each offset is checked where it is used, no allocation follows a number in the file that
// the size of the file does not bear out, and no bytes make any call panic. A fragment, a packed
// form or a coding that was damaged after it was written gives an error. Lists, dictionaries and
// tables are compared block by block with their checksums before the first answer that rests on
// them; where one does not match, the answer may be wrong, and File.Err says so from then on. A
// binary search is exempt on its way and proves its end instead: the entry that it found and the
// one before match their checksums and stand on both sides of what was looked for. What is damaged
// after it matched, Verify finds: it reads everything and finds every damage.
package format
