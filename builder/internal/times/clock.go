package times

import (
	"cmp"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"cartaz/builder/lang"
)

// hours are the words for noon and midnight, from files hours.txt of package lang.
var hours = lang.Load("hours.txt")

var (
	serial   = regexp.MustCompile(`^\d{5}([.,]\d+)?$`)
	fraction = regexp.MustCompile(`^0?[.,]\d+$`)
	// noOffset matches the beginning of a date and of two times of day: "2027-03-01",
	// "22:00-03:00".
	noOffset = regexp.MustCompile(`(?i)^(\d{4}-\d\d-|\d\d?(:\d\d)?( ?[ap]\.? ?m\.?)? ?-)`)
	spanSign = regexp.MustCompile(
		`(?i) *[-–—/] *| +(?:to|until|até|às|as|a|à|bis|tot|t/m|au|hasta|al|alle) +| +all['’]`)
)

// Clock reads a time of day alone, of 1 January of the year 1: "20h", "8 pm", "20:00:00-03:00",
// 0.8333 of a spreadsheet, noon, and 25:30 of the next day.
func Clock(s string) (r Reading, ok bool) {
	s = strings.TrimSpace(s)
	if fraction.MatchString(s) {
		return Reading{Wall: time.Time{}.Add(partOfDay(s)), Clock: true}, true
	}
	p := scanner{s}
	ok = len(s) <= maxText && !noOffset.MatchString(s) && p.clock(&r) && r.Clock
	return r, ok
}

// The days of spreadsheets that are read as serial numbers: 1954 to 2119.
const firstSerial, lastSerial = 20_000, 80_000

// Serial reads a day of a spreadsheet: 46419.8333 since 1899-12-30.
func Serial(s string) (r Reading, ok bool) {
	if !serial.MatchString(s) {
		return r, false
	}
	n, _ := strconv.Atoi(s[:5]) // digits
	r.Wall = time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC).AddDate(0, 0, n)
	if r.Clock = len(s) > 5; r.Clock {
		r.Wall = r.Wall.Add(partOfDay(s[5:]))
	}
	return r, n >= firstSerial && n < lastSerial
}

// partOfDay returns the time of a fraction of a day, rounded to the minute if its text has four
// digits or fewer, which are no more precise than that.
func partOfDay(s string) time.Duration {
	exact := time.Second
	if at := strings.IndexAny(s, ".,"); len(s)-at <= 5 {
		exact = time.Minute
	}
	n, _ := strconv.ParseFloat(strings.ReplaceAll(s, ",", "."), 64) // digits
	return time.Duration(n * float64(24*time.Hour)).Round(exact)
}

// half is the half of the day that a time of day names.
var half = regexp.MustCompile(`(?i)\d *[ap]\.? ?m\.?$`)

// upToYear matches a date without what follows it.
var upToYear = regexp.MustCompile(`^.*\b\d{4}\b`)

// Span cuts a text into a start and an end: two times of day or, for a member that holds days, a
// moment and another moment or time. A single moment is not a span. In "8-10pm" the half of the day
// applies to both; in "11-1am" the start takes the half that puts it less than twelve hours before
// the end. In "6 a 8 de março de 2027" and "March 6-8, 2027" both have one month and one year.
func Span(s string, day bool) (start, end string, ok bool) {
	clock := func(s string, day bool) (at time.Duration, ok bool) {
		r, ok := Clock(s)
		if day {
			r, ok = Read(s, Order{})
		}
		return r.Wall.Sub(r.Wall.Truncate(24 * time.Hour)), ok && r.Rest == "" &&
			(day || !r.HasOffset)
	}
	_, whole := Clock(s)
	if _, moment := clock(s, day); whole || moment || len(s) > maxText {
		return "", "", false
	}
	for _, at := range spanSign.FindAllStringIndex(s, -1) {
		start, end = s[:at[0]], s[at[1]:]
		month := start + strings.TrimLeft(end, "0123456789") // "6" and "8 de março": "6 de março"
		for i, pair := range [][2]string{{start + " am", end}, {start + " pm", end}, {start, end},
			{month, end}, {month, strings.TrimRight(start, "0123456789") + end},
			{start + end[max(0, len(end)-len("/2027")):], end}} {
			from, to := pair[0], pair[1]
			if i < 2 && half.MatchString(start) {
				from, to = start, end+from[len(start):]
			}
			begin, begins := clock(from, day)
			finish, ends := clock(to, false)
			length := (finish - begin + 24*time.Hour) % (24 * time.Hour)
			if !ends {
				_, ends = clock(to, day)
			}
			if i > 2 && !upToYear.MatchString(from) {
				continue // "03.05-05.05"
			}
			// In the first two pairs one side lends its half of the day, for 12 hours at most.
			if begins && ends && (i > 1 || half.MatchString(start) != half.MatchString(end) &&
				length > 0 && length <= 12*time.Hour) {
				if i > 2 { // each of the days begins at the hour
					to = cmp.Or(upToYear.FindString(to), to)
				}
				return from, to, true
			}
		}
	}
	return "", "", false
}

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

var lastsText = regexp.MustCompile(`^(?:(\d{1,2}) ?(?:h|st|uur|ore|:)[a-z.]* ?)?` +
	`(?:(?:e |y |et |und |and |en )?(\d{1,3}) ?(m[a-z.]*)?(?::\d\d)?)?$`)

// Lasts reads how long something takes, as people write it: "1h30", "90 min", "00:50".
func Lasts(said string) (time.Duration, bool) {
	m := lastsText.FindStringSubmatch(strings.ToLower(said))
	if m == nil || m[1]+m[3] == "" { // a number alone may be of any unit
		return 0, false
	}
	hours, _ := strconv.Atoi(m[1])
	minutes, _ := strconv.Atoi(m[2])
	return time.Duration(hours)*time.Hour + time.Duration(minutes)*time.Minute, true
}
