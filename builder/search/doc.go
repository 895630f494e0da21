// Package search is the search index of a brand: the format of its file, what writes it, and what answers queries from
// it. It decides what is searchable and how; it knows nothing of HTTP or of what the fragments say. Beside each fragment
// lies a packed form, so that compressed answers can be joined without compressing: see package pack.
//
// # Answers
//
// A document answers a text when every word of the text is found in it. Words are compared as Fold leaves them. A word
// is found as it stands, as another form of it, or, when it is the last that is not skipped, as the beginning of a word,
// from two letters on. Its other forms are plural and singular and, of a number, the ordinal ones (stem.go); the joined form of a hyphenated word or the
// other way round; the joined form of two words that follow each other in the text, and two words that follow each other in
// a name or place joined, since on line, on-line and online are one; and synonyms (synonyms.go). Stop words and pictograms
// are skipped unless there is nothing else. A single letter with plus or number signs (C++, C#) is a word. Scripts
// without spaces (Han, kana, Hangul, Thai, Lao, Burmese, Khmer) are found by pairs of neighbouring letters. Fields weigh by kind: name, then
// organiser, venue, city, state and whether it is online, then description; the scores, and what decides between equal ones, are in rank.go. When a
// text finds nothing, its words of 5 letters and more may differ by one edit, from 9 letters on by two; an edit is a letter
// added, left out, replaced, or swapped with its neighbour; synonyms of what is found so count as that. At most 256 bytes and 12 words of a text are read.
//
// # The file
//
// All numbers are little-endian; u16, u32 and u64 are unsigned. Sections follow each other in this order, each
// padded with zeros to a multiple of 8 bytes:
//
//	header          16 bytes
//	fragments       of each document: JSON, card, line, their packed forms, the description, without separators
//	fragment table  64 bytes for each document
//	codings         what the packed forms are packed for
//	lists           which documents hold a word, a beginning of words, or a facet value
//	terms           dictionary of all words, and of marks
//	prefixes        dictionary of the beginnings whose joined list is stored
//	cities          dictionary of folded cities
//	states          dictionary of folded abbreviations
//	organizations   dictionary of folded producer slugs
//	texts           the words and labels of all dictionaries
//	corrections     words by length
//	halves          words by how they begin and end; from version 2 on
//	footer          312 bytes; 288 in version 1
//
// Header:
//
//	0   magic "CARTAZIX"
//	8   u32 FormatVersion; nothing behind it is looked at in a version that is not known
//	12  u32 zero
//
// Footer, at the end of the file: for each of the twelve sections in their order (eleven in version 1)
//
//	0   u64 start, from the beginning of the file
//	8   u64 size, without padding
//	16  u32 CRC-32C of the section, without padding
//	20  u32 zero
//
// and then, 24 bytes earlier in version 1
//
//	288 u32 number of documents, at most 2^30-1
//	292 u32 zero
//	296 u64 size of the file
//	304 u32 CRC-32C of the header and the footer up to here
//	308 "XICZ"
//
// It stands at the end because only then all sums are known, and the file is written in one pass.
//
// Entry of the fragment table: u64 where what is stored of the document begins in the fragments, then for JSON, card,
// line, packed JSON, packed card, packed line and description u32 length and u32 checksum. All of it follows in that
// order, and the documents follow each other. The checksum of a fragment is its CRC-32 as in gzip (IEEE), which
// compressed answers are combined from; that of a packed form the CRC-32C of its bytes and of length and checksum of its
// fragment; that of the description its CRC-32C.
//
// Codings: u32 size of those of JSON, card and line, then these, as package pack describes them. They are trained on up
// to 16 stretches of 20 documents, which begin where what the documents say picks them; of up to 320 documents on all. A packed form gives back its fragment.
//
// A dictionary of n entries, sorted by the bytes of their keys: n times u64, the first eight bytes of the key as a
// big-endian number, zeros behind shorter keys; then n times
//
//	0   u32 where the key begins in the texts; the label follows the key there
//	4   u16 length of the key, at least 1
//	6   u16 length of the label; words have none
//	8   u32 number of documents, at least 1
//	12  u32 where the list begins in its section, divided by 8
//
// A list of c documents in an index of d takes one of two forms. With c × 32 ≤ d it is c times u32, document × 4 +
// class, in the order of the documents, and padding. Otherwise it is two u64 for every 64 documents: bit n of the first
// is the low bit of the class of the document n, that of the second the high bit. Classes are 1 description, 2 place, 3
// name, the greatest that applies; 0 is absence; facet lists use 1. A document's number is its place in the list order.
//
// Marks are terms that begin with a control character and are no words. Joined means written without anything between
// and cut at 64 bytes. Their documents are those
//
//	1   and two words joined: whose name or place has them one after the other, also with stop words between; the class
//	    says in which; and three to five words joined that are a member of a group of synonyms
//	2   and two words joined, 2 again and a byte, the length of the first: that have them with a hyphen between
//	3   and a word: whose name begins with it; 4 and a word: whose name ends with it; pictograms aside, and stop words
//	    where there are others
//	5   and a word or up to five joined: that have a synonym of it
//	6   and the members of a group of synonyms in their order, words with a blank between them, 6 between members: that
//	    have one of them. How many words of a query are looked up as one synonym follows from these; where there are
//	    none, as in indexes of earlier builders, it is two
//
// The prefixes dictionary holds every beginning of two letters or more that at least two words share and whose lists
// would cost a query more than 64 + d/16 postings to join, a list costing 4 + the lesser of c and d/32. Entries with the
// same words share one list.
//
// Corrections: 66 times u32, for words of 0 to 65 letters where they begin among what follows; then the numbers in the
// dictionary of all words, not marks, of four letters or more, u32 each, sorted by letters, mask and number; then the
// masks of these, in the same order, u32 with one bit for each letter that the word holds an odd number of times: bit 31 down
// to 6 for the letters of "aeosirntdmulcpgbvfhqjxzkyw", code point modulo 6 for others.
//
// Halves: u32 number of lists, a power of two; u32 number of entries; for each list u32 where its entries begin among them;
// then the entries, u32 mask as above and u32 number of the word. Every word of 7 letters or more, not marks, stands under
// its first four letters without each of them in turn, and under its last four, once under equal ones; halves.go says why
// that finds what two edits can reach. Which list, and in which order, a hash of these letters decides.
//
// # Limits
//
// Words are cut at 64 bytes, keys and labels are refused beyond 65,535, fragments and descriptions beyond 2^31-1, a file
// beyond 2^32-1 bytes of texts or 2^35 bytes of lists. All of these are errors of the writer.
//
// # Damage
//
// Open checks in constant time what its sums cover: header and footer. Behind that nothing is trusted: each offset is
// checked where it is used, no allocation follows a number in the file that the size of the file does not bear out,
// and no bytes make any call panic. A list or dictionary that was damaged after it was written gives wrong answers, a
// fragment, a packed form or a coding an error. Verify reads everything and finds every damage; whoever receives a file
// should call it once.
package search
