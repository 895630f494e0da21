// Package poster draws the pictures of a brand as PNG files: the posters that a shared link shows
// where an event has no image of its own, and the icons.
//
// A poster has the palette and the pattern that the style sheet gives an event without an image
// (package theme, classes a0 to a4 and p0 to p4), in the size that previews of links use, with the
// brand's mark in its lower left corner. The pixels of a pattern are the same for every palette:
// they are numbers of palette entries, each a mixture in sixteenths of at most three colours. So
// the patterns are files of this package, and a poster is such a file with another palette. For
// example the entry "x 4, y 12, z 0" is the edge of a disc in colour y that covers three quarters
// of a pixel of the ground x.
//
// The bytes depend on the arguments only.
package poster
