package times

import (
	_ "embed" // windows.txt
	"regexp"
	"strconv"
	"strings"
	"time"

	// Zones must be found, and be the same, on machines without a zone database.
	_ "time/tzdata"
)

//go:embed windows.txt
var windowsFile string

// byWindows are the zones by names of Windows, and by the cities that these zones are called after,
// which display names list; all in small letters.
var byWindows = func() map[string]string {
	zones := map[string]string{}
	for line := range strings.Lines(windowsFile) {
		if name, zone, ok := strings.Cut(strings.TrimSpace(line), ": "); ok {
			zones[strings.ToLower(name)] = zone
			city := zone[strings.LastIndexByte(zone, '/')+1:]
			zones[strings.ToLower(strings.ReplaceAll(city, "_", " "))] = zone
		}
	}
	return zones
}()

var (
	iana    = regexp.MustCompile(`^[A-Z][A-Za-z0-9+-]+(/[A-Z][A-Za-z0-9_+-]*){0,2}$`)
	offset  = regexp.MustCompile(`^(?i:UTC|GMT)? ?([+-]\d{1,2})(?::?([0-5]\d))?$`)
	display = regexp.MustCompile(`^\(((?:UTC|GMT)[^()]{0,8})\)(.*)$`)
	words   = regexp.MustCompile(`(?:^|[/_-])[a-z]`)
)

// Zone is the zone of a name and its name in the IANA database: one of that database in any case
// and with any prefix ("/freeassociation.sourceforge.net/Europe/Paris"), one of Windows (Unicode
// CLDR, windowsZones.xml), the text that Windows shows for one, or an offset as "UTC-8", for which
// the name is "". The zone is nil for any other name; it is never that of the machine.
func Zone(name string) (loc *time.Location, known string) {
	name = strings.TrimSpace(name)
	if len(name) > 128 {
		return nil, ""
	}
	if loc, known = find(name); loc != nil {
		return loc, known
	}
	m := display.FindStringSubmatch(name)
	if m == nil {
		return nil, ""
	}
	text := strings.TrimSpace(m[2])
	if text == "" {
		return find(m[1])
	}
	// "Eastern Time (US & Canada)", or a list of cities.
	standard, _, _ := strings.Cut(text, " Time (")
	for city := range strings.SplitSeq(standard+" Standard Time,"+text, ",") {
		if loc, known = load(byWindows[strings.ToLower(strings.TrimSpace(city))]); loc != nil {
			return loc, known
		}
	}
	return nil, ""
}

// find is the zone of a name that is no display name.
func find(name string) (*time.Location, string) {
	lower := strings.ToLower(name)
	if lower == "utc" || lower == "gmt" || lower == "etc/utc" {
		return time.UTC, "UTC"
	}
	if loc, known := load(byWindows[lower]); loc != nil && strings.Contains(name, " ") {
		return loc, known
	}
	parts := strings.Split(strings.ReplaceAll(name, " ", "_"), "/")
	for n := min(len(parts), 3); n > 1 || n == len(parts); n-- {
		end := strings.Join(parts[len(parts)-n:], "/")
		for _, name := range []string{end, words.ReplaceAllStringFunc(strings.ToLower(end),
			strings.ToUpper), strings.ToUpper(end)} {
			if loc, known := load(name); loc != nil {
				return loc, known
			}
		}
	}
	return fixed(name), ""
}

// fixed is the zone of an offset, nil for what is none.
func fixed(name string) *time.Location {
	m := offset.FindStringSubmatch(name)
	if m == nil {
		return nil
	}
	hours, _ := strconv.Atoi(m[1]) // digits
	minutes, _ := strconv.Atoi("0" + m[2])
	if m[1][0] == '-' {
		minutes = -minutes
	}
	if hours < -14 || hours > 14 {
		return nil
	}
	return time.FixedZone("", hours*3600+minutes*60)
}

// load is a zone of the IANA database.
func load(name string) (*time.Location, string) {
	if !iana.MatchString(name) || name == "Local" || name == "Factory" {
		return nil, ""
	}
	loc, err := time.LoadLocation(name)
	if err != nil {
		return nil, ""
	}
	return loc, name
}
