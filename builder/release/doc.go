// Package release defines the files between the builder and the edge.
//
// A release holds all answers of a brand, sealed: it is complete, read-only and never changes. The
// builder locks the brand's folder ([Lock]), writes a release ([Folder.Create], [Writer]), seals it
// ([Writer.Seal]) and makes it the live one ([Folder.Publish]). The edge reads which release is
// live ([Current]), maps it ([Open]), checks it ([Release.Verify]) and looks up paths
// ([Release.Lookup]). Opening reads no row, whatever the size; a lookup parses and allocates
// nothing; each body is compared with its checksum on every read.
//
// The package starts no goroutine, waits for nothing and logs nothing.
//
// # The brand's folder
//
//	brand.json       Brand as JSON, used before the first release
//	current          id of the live release and a newline
//	releases/<id>/   manifest.json, resources.tbl, search.idx, events.tbl, report.json,
//	                 history.jsonl
//	segments/        <name>.seg: the bytes of resources, shared by releases
//	site/            the live release as plain files; not written by this package
//	rollback.json    releases that were rolled back; usually missing
//	held.json        the release that waits to be made live; usually missing
//	lock             flock(2) of the running builder
//
// Files of a release and segments have mode 0444 and are never written again: they are replaced by
// rename and removed after a rename, so mappings of them stay valid. Names that begin with
// ".tmp-" are not published; readers ignore them and Lock removes them. All access is below an
// os.Root; a symlink, FIFO, device or directory in place of a file is refused, and so is a symlink
// in place of releases/ or segments/.
//
// The id of a release is "<sequence, 8 digits>-<first 16 hex digits of the SHA-256 of
// manifest.json>". It certifies the manifest, which certifies every other file; and it orders
// releases without a clock. The name of a segment is the first 32 hex digits of its SHA-256.
//
// Durability: a release is made durable bottom up: segments, files, manifest, directory. Current
// moves last; [Writer.Seal] and [Folder.Publish] list the steps. A crash between any two leaves the
// old release live, or the new one, whole. It may also leave a temporary name, a sealed release
// that was not published, or a segment that no release names; Lock and [Folder.Prune] remove these.
// An error in any step is reported as not published, whether the step took effect or not; the next
// build heals.
//
// # manifest.json
//
// [Manifest] as JSON. Member format is read before anything else; the rest is decoded strictly.
// files lists events.tbl, report.json, resources.tbl, search.idx and history.jsonl, in this order,
// each with size, SHA-256 and CRC-32C. segments lists the segments that resources use, by name. At
// most 8 MiB.
//
// content is the SHA-256 of these, where text means a uint32 length and the bytes: text "cartaz
// content 1"; text of the brand as JSON, as in brand.json; events and on_sale as uint64; text of
// the profiles section; then for each resource in the order of paths the texts path, canonical,
// alternate, modified as int64, count of variants as uint32, and for each variant profile uint16,
// coding uint8, tokens uint32, digest; last the text of the SHA-256 of search.idx in hex. So it
// does not depend on the location of bytes, their compression, the time of building, the report or
// the events table.
//
// # held.json
//
// A JSON object, decoded strictly: release, an id, and host, where edges show it; see [Held]. It
// is removed after current has moved to the release. A file that cannot be read holds nothing.
//
// # rollback.json
//
// A JSON object, decoded strictly: format, 1, and pins, a list of [Pin] by release. It is written
// before current moves. Only pins newer than the live release count, so a rollback that broke off,
// or that a later release ended, has no effect. A build whose content equals the content of a pin
// publishes nothing; see [Folder.Rollback].
//
// # Binary files
//
// All integers are little-endian. CRC means CRC-32C (Castagnoli). A masked CRC is the CRC rotated
// left by 17 bits, plus 0xA282EAD8. It is used for a CRC in the file that it covers: bytes followed
// by their own plain CRC always have the same CRC, so the CRC of the file in the manifest would say
// nothing. Reserved bytes are zero, and are checked. Each file begins with four bytes of
// magic and a uint32 version, which is checked before any other field.
//
// # resources.tbl
//
// A header of 96 bytes, then four sections. Each section is followed by its masked CRC and by zero
// bytes up to a multiple of 8. So the layout follows from the counts and two lengths, and a reader
// demands exactly it.
//
//	 0  magic "CTZR"
//	 4  uint32 version, 3
//	 8  uint32 count of resources
//	12  uint32 count of variants
//	16  uint32 count of profiles, at most 65,535
//	20  uint32 count of segments, as in the manifest
//	24  four times: uint64 offset, uint64 length of a section
//	88  uint32 0
//	92  uint32 masked CRC of the bytes before
//
// Resources, 36 bytes each, in strictly ascending byte order of the paths:
//
//	 0  uint32 offset of the path in the strings section
//	 4  uint16 length of the path, at most 4,096
//	 6  uint16 length of the canonical path, or 0
//	 8  uint32 offset of the canonical path
//	12  uint32 offset of the alternate path
//	16  uint16 length of the alternate path, or 0
//	18  uint16 count of variants, 1 to 64
//	20  uint32 number of the first variant; each resource continues where the last ended
//	24  int64  modified, Unix seconds
//	32  uint32 masked CRC of the 32 bytes before, the path, the canonical and the
//	    alternate path, and of the variants
//
// Variants, 44 bytes each:
//
//	 0  uint64 offset in the segment
//	 8  16 bytes digest: first half of the SHA-256 of the body before coding
//	24  uint32 length of the stored bytes, at most 256 MiB
//	28  uint32 CRC of the stored bytes
//	32  uint32 tokens, or 0
//	36  uint16 segment, its position in the manifest
//	38  uint16 profile
//	40  uint8  coding: 0 identity, 1 gzip, 2 zstd (window at most 8 MiB, RFC 9659)
//	41  3 bytes 0
//
// Profiles, at most 1 MiB, in byte order: each a uint16 count of fields, then for each field uint16
// length of the name, uint16 length of the value, name, value.
//
// Strings: for each resource in order the path; canonical and alternate overlap it where one is
// part of the other, or follow it.
//
// # events.tbl
//
//	 0  magic "CTZE"
//	 4  uint32 version, 3
//	 8  uint64 count of rows
//	16  uint32 masked CRC of all rows
//	20  8 bytes 0
//	28  uint32 masked CRC of the bytes before
//	32  rows of 36 bytes, by strictly ascending id: int64 id, int64 read at
//	    (Unix seconds), 16 bytes hash, uint32 number of the document in
//	    search.idx, or 2^32-1
//
// # history.jsonl
//
// The builder's memory of events across releases, in lines of JSON with a version of their own
// (package builder/internal/build/site). It is read without the manifest, so a change of format
// loses none of it. Edges do not read it.
//
// # Segments
//
// Magic "CTZS", uint32 version 1, 8 bytes 0; then stored bodies one after the other, with nothing
// in between. A writer begins a new segment at 1 GiB.
//
// # search.idx
//
// The format of package search; here it is a sequence of bytes with a checksum.
//
// # What is checked when
//
// [Open] checks all headers, sizes and the manifest. [Release.Verify](false) compares every byte of
// the index files with a checksum; an edge calls it before it serves a release, or in the
// background if it would take long. [Release.Lookup] compares the row that it returns with its
// checksum, and [VariantRef.Body] the stored bytes: on every call, or in an edge again after some
// seconds ([Release.RememberChecks]). So a byte that was damaged earlier is not served.
// [Release.Verify](true) checks everything, slowly. No function panics on any bytes, or allocates
// more than in proportion to its input. A file that is cut while mapped makes reads of it fault:
// Open and Verify turn that into an error, other callers use [Guard].
//
// # Compatibility
//
// A reader refuses unknown versions. Each version of each file has one line of history at its
// constant and a release in testdata/compat.
package release
