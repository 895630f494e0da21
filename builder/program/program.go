// Package program has what the builder and the edge share as programs: how they declare flags and
// answer operators, and the description of the running program and of the formats that it reads and
// writes, for --version and for an operator who prepares an upgrade.
package program

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"cartaz/builder/catalog"
	"cartaz/builder/release"
	"cartaz/builder/search"
)

// Info describes a program. An unknown text is "".
type Info struct {
	// of the module, as the Go command stamps it; "(devel)" without one
	Version  string `json:"version"`
	Commit   string `json:"commit"`   // full hash of the commit it was built from
	Time     string `json:"time"`     // of that commit, RFC 3339, UTC
	Modified bool   `json:"modified"` // the work tree had uncommitted changes
	Go       string `json:"go"`       // version of Go, as in go1.26.8
	Platform string `json:"platform"` // as in linux/amd64
	// Formats are the versions of the files on disk. A program reads and writes these versions
	// only.
	Formats Formats `json:"formats"`
}

// Formats are versions of formats on disk.
type Formats struct {
	Release int `json:"release"` // release.FormatVersion
	Search  int `json:"search"`  // search.FormatVersion
}

// Read describes the running program.
func Read() Info {
	info := Info{
		Version: "(devel)", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH,
		Formats: Formats{Release: release.FormatVersion, Search: search.FormatVersion},
	}
	stamp, ok := debug.ReadBuildInfo()
	if !ok {
		return info
	}
	if stamp.Main.Version != "" {
		info.Version = stamp.Main.Version
	}
	for _, s := range stamp.Settings {
		switch s.Key {
		case "vcs.revision":
			info.Commit = s.Value
		case "vcs.time":
			info.Time = s.Value
		case "vcs.modified":
			info.Modified = s.Value == "true"
		}
	}
	return info
}

// Line returns the description in one line, as in
//
//	edge v1.2.0 (commit 0123456789ab of 2026-11-22T10:00:00Z), zones 2026c,
//	go1.26.8 linux/amd64; formats: release 3, search 8
func (i Info) Line(program string) string {
	var source string
	if i.Commit != "" {
		source = " (commit " + i.Commit[:min(12, len(i.Commit))]
		if i.Time != "" {
			source += " of " + i.Time
		}
		if i.Modified {
			source += ", with changes"
		}
		source += ")"
	}
	return fmt.Sprintf("%s %s%s, zones %s, %s %s; formats: release %d, search %d", program,
		i.Version, source, catalog.Zones, i.Go, i.Platform, i.Formats.Release, i.Formats.Search)
}
