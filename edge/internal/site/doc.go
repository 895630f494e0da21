// Package site knows which brands there are. It watches the output folder, opens the live release
// of every brand and finds the brand of a host.
//
// Requests see [Site]; brands decides which release of a brand serves; opener opens a release and
// decides whether to verify it first; checker verifies the releases that serve.
//
// # Life of a release
//
// A scan reads the current file of every brand folder. A new release is opened and verified while
// the old one serves. Then one atomic pointer moves to a new table, and the old release is closed
// after its last reader. A request acquires the snapshot of its brand once, with [Site.Acquire],
// and uses it to the end: no answer mixes two releases, and no file is unmapped while it is read.
//
// A release that cannot be opened is refused with its reason, and the old one goes on. At the
// start, when nothing serves yet, older releases are tried in turn. An output folder that is
// missing or holds no brand is taken for an accident and changes nothing. When a brand folder is
// gone while others remain, its brand is no longer served.
//
// # Hosts
//
// A host that several brands claim stays with the brand that it leads to; at the start it goes to
// the first by name. From a bucket, package mirror decides in the same way, remembers it over
// restarts, and knows all brands before their files are here ([Config.Owner]). The builder refuses
// two brands with one host in one folder, so a second claim comes from another builder or a stolen
// key: it appears in the log, in the state of the brand and in a gauge, and the brand's other hosts
// are served.
//
// # Previews
//
// A held release (held.json) is served alongside the live one, at its own host, as if it were
// another brand. The server asks for a password and keeps it out of caches and search engines.
//
// # Many brands
//
// With more than 256 brands ([lazyFrom]) a scan only learns the hosts and the live release of a
// brand. The release is opened by the first request for one of the hosts, which waits for it: a
// millisecond or two. From then on the brand is like any other.
//
// # The background check
//
// Index files of more than 256 MiB are not verified before they serve, and any file may be
// overwritten in place while it is mapped. So one goroutine compares the index files of the served
// releases with their checksums: unverified releases at once, and releases whose files have another
// inode, time or size at a scan, which takes three stats a release; then each release once an hour,
// one at a time and at most 16 MiB a second over all brands. After a change, answers rely on no
// earlier comparison, and the status of the brand says so. A damaged release is treated as if a
// request had met the damage. It is not opened again before its files are verified, and they are
// not verified again before they change.
//
// # Watching
//
// File events only wake a scan, through a channel of one slot. So a burst of events costs one scan,
// and a lost event does no harm: a slow ticker scans anyway. Folders are watched and never files,
// because a watch on a file ends with its first rename.
package site
