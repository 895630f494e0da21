package adapt

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// maxDuration is the longest event.
const maxDuration = 20 * 366 * 24 * time.Hour

// Duration reads a DURATION (RFC 5545, section 3.3.6). Days and weeks are nominal, so they come
// apart.
func Duration(text string) (days int, clock time.Duration, err error) {
	bad := fmt.Errorf("%.40q is no DURATION of RFC 5545", text)
	rest, ok := strings.CutPrefix(strings.TrimPrefix(strings.TrimSpace(text), "+"), "P")
	if !ok {
		return 0, 0, bad
	}
	inTime := false
	for rest != "" {
		if rest[0] == 'T' {
			inTime, rest = true, rest[1:]
			continue
		}
		end := strings.IndexFunc(rest, func(c rune) bool { return c < '0' || c > '9' })
		if end <= 0 {
			return 0, 0, bad
		}
		n, err := strconv.Atoi(rest[:end])
		if err != nil || n > 1_000_000 {
			return 0, 0, bad
		}
		switch unit := rest[end]; {
		case unit == 'W' && !inTime:
			days += 7 * n
		case unit == 'D' && !inTime:
			days += n
		case unit == 'H' && inTime:
			clock += time.Duration(n) * time.Hour
		case unit == 'M' && inTime:
			clock += time.Duration(n) * time.Minute
		case unit == 'S' && inTime:
			clock += time.Duration(n) * time.Second
		default:
			return 0, 0, bad
		}
		rest = rest[end+1:]
	}
	if time.Duration(days)*24*time.Hour+clock > maxDuration || days > 10_000 {
		return 0, 0, bad
	}
	return days, clock, nil
}
