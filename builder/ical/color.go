package ical

import (
	_ "embed" // colors.txt
	"strconv"
	"strings"
)

// colorNames are CSS colours (CSS Color Module Level 3, section 4.3) that calendars show well, each
// a name and its red, green and blue: COLOR takes names only (RFC 7986, section 5.9).
//
//go:embed colors.txt
var colorNames string

// ColorName returns the CSS name nearest to a colour "#rrggbb", by the distance of red, green and
// blue, or "" for any other text.
func ColorName(hex string) string {
	if len(hex) != 7 || hex[0] != '#' {
		return ""
	}
	rgb, err := strconv.ParseUint(hex[1:], 16, 32)
	if err != nil {
		return ""
	}
	best, nearest := "", 1<<31-1
	for line := range strings.Lines(colorNames) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		color, _ := strconv.ParseUint(value, 16, 32)
		distance := 0
		for _, shift := range [...]int{16, 8, 0} {
			d := int(rgb>>shift&255) - int(color>>shift&255)
			distance += d * d
		}
		if distance < nearest {
			best, nearest = name, distance
		}
	}
	return best
}
