// Package site knows which brands there are: it watches the output folder,
// opens the live release of every brand and finds the brand of a host.
//
// # Life of a release
//
// A scan reads current of every brand folder. A release that is not yet open is
// opened and verified beside the one that serves; only then one atomic pointer
// moves to a new table, and the release before it is closed after its last
// reader. A request takes its brand once, with [Site.Acquire], and keeps it to
// the end: no answer mixes two releases, and nothing is unmapped while it is
// read.
//
// A release that cannot be opened is refused with its reason; the one before
// goes on. At the start, when nothing serves yet, older releases are tried in
// turn. An output folder that is missing or holds no brand at all is taken for
// an accident and changes nothing; a brand folder that is gone while others
// remain takes its brand away.
//
// # Watching
//
// File events only wake a scan, through a channel of one slot, so that a burst
// of them costs one scan and a lost one nothing: a slow ticker scans anyway.
// Folders are watched, never files, because a watch on a file dies with its
// first rename.
package site
