package release

import (
	"fmt"
	"path"
	"strconv"
	"strings"

	"cartaz/builder/internal/durable"
)

// Names in a brand's folder, defined only here.
const (
	// BrandFile holds a [Brand] as JSON, for the time before the first release.
	BrandFile = "brand.json"
	// CurrentFile holds the id of the live release and a newline. It is replaced
	// by rename: watch the folder, not the file.
	CurrentFile = "current"
	// ReleasesDir holds one directory per sealed release, named by its id.
	ReleasesDir = "releases"
	// SegmentsDir holds the sealed segments.
	SegmentsDir = "segments"
	// SiteDir holds the live release as plain files.
	SiteDir = "site"
	// RollbackFile lists the releases that an operator rolled back; see [Pin].
	RollbackFile = "rollback.json"
	// HeldFile names the release that waits to be made live; see [Held].
	HeldFile = "held.json"
	// LockFile is the file that a builder locks.
	LockFile = "lock"
	// TempPrefix begins every name that is not published. Readers ignore such names; the next
	// builder removes them.
	TempPrefix = durable.TempPrefix
)

// Names in a release's directory.
const (
	ManifestFile = "manifest.json"
	TableFile    = "resources.tbl"
	SearchFile   = "search.idx"
	EventsFile   = "events.tbl"
	ReportFile   = "report.json"
	HistoryFile  = "history.jsonl"
)

const (
	segmentSuffix  = ".seg"
	segmentNameLen = 32 // hex digits of the file's SHA-256

	seqDigits = 8
	sumDigits = 16
	idLen     = seqDigits + 1 + sumDigits
	maxSeq    = 99_999_999

	plainMode = 0o644
	dirMode   = 0o755
)

// releaseFiles are the files that a manifest lists, in its order.
var releaseFiles = [...]string{EventsFile, ReportFile, TableFile, SearchFile, HistoryFile}

func releaseDir(id string) string        { return path.Join(ReleasesDir, id) }
func releasePath(id, name string) string { return path.Join(ReleasesDir, id, name) }
func tempReleaseDir(seq int) string {
	return path.Join(ReleasesDir, fmt.Sprintf("%s%08d", TempPrefix, seq))
}

// SegmentPath returns the path of a segment in the brand's folder, by its name in a manifest.
func SegmentPath(name string) string { return path.Join(SegmentsDir, name+segmentSuffix) }

func tempSegmentPath(number int) string {
	return path.Join(SegmentsDir, TempPrefix+strconv.Itoa(number))
}
func makeID(seq int, sumHex string) string {
	return fmt.Sprintf("%08d-%s", seq, sumHex[:sumDigits])
}
func parseSegmentFile(file string) (name string, ok bool) {
	name, ok = strings.CutSuffix(file, segmentSuffix)
	return name, ok && isHex(name, segmentNameLen)
}

// ParseID returns the sequence number of a release id, which has the form "<8 digits>-<first 16 hex
// digits of the manifest's SHA-256>".
func ParseID(id string) (seq int, err error) {
	if len(id) != idLen || id[seqDigits] != '-' || !isHex(id[seqDigits+1:], sumDigits) ||
		strings.Trim(id[:seqDigits], "0123456789") != "" {
		return 0, fmt.Errorf("%w: %.40q is not a release id", ErrCorrupt, id)
	}
	if seq, err = strconv.Atoi(id[:seqDigits]); err != nil || seq == 0 {
		return 0, fmt.Errorf("%w: %q: releases count from 1", ErrCorrupt, id)
	}
	return seq, nil
}

// isHex reports whether s is n lower-case hex digits.
func isHex(s string, n int) bool {
	return len(s) == n && strings.Trim(s, "0123456789abcdef") == ""
}
