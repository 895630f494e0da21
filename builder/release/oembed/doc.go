// Package oembed is what builder and edge agree on about lists that stand on pages of other sites:
// the frame that a site copies, the size that a client of oEmbed (oembed.com) asks for, and the
// table of titles that the builder seals and the edge answers from.
//
// # Format of the titles
//
// One line for each page that can be embedded, in the byte order of their paths: the path, a tab,
// the title, a line feed. Control characters of a title are spaces. The resource that holds the
// table has the checksum.
package oembed
