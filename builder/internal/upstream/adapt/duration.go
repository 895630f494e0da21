package adapt

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// maxDuration is the longest event.
const maxDuration = 20 * 366 * 24 * time.Hour

var duration = regexp.MustCompile(
	`^\+?P(?:(\d{1,5})W)?(?:(\d{1,6})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,7})S)?)?$`)

// Duration reads a DURATION (RFC 5545, section 3.3.6). Days and weeks are nominal, so they come
// apart.
func Duration(text string) (days int, clock time.Duration, err error) {
	m := duration.FindStringSubmatch(strings.TrimSpace(text))
	if m != nil {
		var n [6]int
		for i := range n[1:] {
			n[i+1], _ = strconv.Atoi(m[i+1]) // digits, or nothing
		}
		days = 7*n[1] + n[2]
		clock = time.Duration(n[3]*3600+n[4]*60+n[5]) * time.Second
	}
	if m == nil || days > 10_000 || time.Duration(days)*24*time.Hour+clock > maxDuration {
		return 0, 0, fmt.Errorf("%.40q is no DURATION of RFC 5545", text)
	}
	return days, clock, nil
}
