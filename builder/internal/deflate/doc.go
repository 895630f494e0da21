// Package deflate compresses bodies of up to 64 KiB, such as pages, into gzip files (RFC 1951 and
// 1952) with less processor time than a general library needs for them.
//
// A library is made for streams. Of a page of 2 to 10 KB it spends half of its time on the codes of
// the one block that the page becomes. Here a body is one block, and its codes are made in time
// that grows with the number of symbols: counts are sorted by digits, the depths of a Huffman tree
// follow from two queues, and depths beyond the limit are brought up afterwards. So no tree of
// pointers and no comparison of lists is needed (package-merge, which klauspost/compress does).
//
// Matches are looked for as in LZ4 and Snappy: one table by a hash of four bytes, whose last place
// is the only one that is compared. A short match gives way to a longer one at the next byte, and a
// match is extended backwards.
//
// # What it takes
//
// Means of 500 bodies of one kind, beside klauspost/compress/gzip at level 6 and its
// StatelessDeflate, in bytes and in µs of processor time; two cores shared with other work, so only
// ratios count:
//
//	                               level 6      stateless     here
//	event page, 9,421 bytes        3,152  65    3,457  44    3,268  32
//	its Markdown, 2,378 bytes      1,188  28    1,256  22    1,195  13
//	its API form, 1,358 bytes        727  20      758  15      730   9
//
// Literals are not copied before they are written: a step counts them. Where a branch could not be
// predicted, there is none: which queue of a Huffman tree is next, how many bytes are full. That
// took a third off the time.
//
// From 24 KiB on, as lists of days are, a page is up to 16 % larger than with level 6, because its
// best match is often not the last one. Builds leave those to the library.
//
// Tried and not kept: two places for each hash (3,217 bytes in 1.7 of the time), three (3,192 bytes
// in 1.8); eight bytes' hashes beside those of four (3,247 bytes in 1.5 of the time, and every
// place within a match known, 3,290 bytes in 1.15, both before that third was gone). And the layout
// of a brand, compressed once: gzip knows no dictionary, so a page has to say a text before it can
// refer to it, and two event pages are the same for their first 130 bytes only, up to the title.
// What else they have in common, 60 % of the bytes, lies in 29 texts of 64 bytes or more between
// which texts differ. Finding these and copying their tokens, with distances counted anew, took
// 57 µs and 3,559 bytes a page.
package deflate
