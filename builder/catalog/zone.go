package catalog

import (
	"archive/zip"
	_ "embed" // zoneinfo.zip
	"io/fs"
	"strings"
	"sync"
	"time"
)

// Zones is the release of the IANA time zone database (iana.org/time-zones, in the public domain)
// that is compiled in. zoneinfo.zip is made of it as lib/time/update.bash of Go does. The files of
// the machine are never read, so that two builders show the same hours.
const Zones = "2026c"

//go:embed zoneinfo.zip
var zoneArchive string

var (
	zoneFiles = sync.OnceValue(func() fs.FS {
		files, err := zip.NewReader(strings.NewReader(zoneArchive), int64(len(zoneArchive)))
		if err != nil {
			panic(err) // it is of this program
		}
		return files
	})
	zonesRead sync.Map // *time.Location by name
)

// Zone returns the zone of a name of the IANA database, or nil for any other name. Each name has
// one pointer.
func Zone(name string) *time.Location {
	if name == "UTC" {
		return time.UTC
	}
	if zone, ok := zonesRead.Load(name); ok {
		return zone.(*time.Location)
	}
	b, err := fs.ReadFile(zoneFiles(), name)
	if err != nil {
		return nil
	}
	zone, err := time.LoadLocationFromTZData(name, b)
	if err != nil {
		return nil
	}
	first, _ := zonesRead.LoadOrStore(name, zone)
	return first.(*time.Location)
}
