package adapt

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Order is the order of day and month in dates like 01/02/2027.
type Order struct {
	MonthFirst bool
	Sure       bool   // some date of the document shows it; else it follows from the locale
	Locale     string // of the brand, for notes
}

var slashed = regexp.MustCompile(`^(\d{1,2})([/.-])(\d{1,2})[/.-](\d{4}|\d{2})(?:[ T,]+(.+))?$`)

// OrderOf looks at all dates of a document: a first number beyond 12 is a day, and a second one
// too. Where none shows it, English has the month first, and every other locale the day.
func OrderOf(dates []string, locale string) Order {
	days, months := 0, 0
	for _, text := range dates {
		m := slashed.FindStringSubmatch(strings.TrimSpace(text))
		if m == nil {
			continue
		}
		first, _ := strconv.Atoi(m[1]) // digits
		second, _ := strconv.Atoi(m[3])
		switch {
		case first > 12 || m[2] == ".":
			days++
		case second > 12:
			months++
		}
	}
	o := Order{Locale: locale, Sure: (days > 0) != (months > 0)}
	o.MonthFirst = months > 0 && days == 0 || !o.Sure && strings.HasPrefix(locale, "en")
	return o
}

// Note says how a date was read of which nothing shows the order.
func (o Order) Note(text string) string {
	how := "the day"
	if o.MonthFirst {
		how = "the month"
	}
	return fmt.Sprintf("%.40q was read with %s first, as in %s: no date of the document shows "+
		"the order; write 2027-02-01", strings.TrimSpace(text), how, o.Locale)
}

var (
	compactDate = regexp.MustCompile(`^(\d{4})(\d{2})(\d{2})$`)
	compactTime = regexp.MustCompile(`^(\d{4})(\d{2})(\d{2})[T ]?(\d{2})(\d{2})(\d{2})?(Z?)$`)
	serial      = regexp.MustCompile(`^\d{5}([.,]\d+)?$`)
	fraction    = regexp.MustCompile(`^0?[.,]\d+$`)
	clockOfDay  = regexp.MustCompile(`(?i)^(?:(?:às|as|à|a|at|um|om|alle|kl\.?) )?(\d{1,2})` +
		`(?:[:.h](\d{2})?)?(?::(\d{2})(?:[.,]\d+)?)? ?` +
		`(?:(am|pm|a\.m\.|p\.m\.)|h|hs|uhr|min)?$`)
	digits   = regexp.MustCompile(`^([01]\d|2[0-3])([0-5]\d)$`)
	clocks   = regexp.MustCompile(`^(.*\d.*?) ?[-–—] ?(.*\d.*)$`)
	onlyDate = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}$`)
)

// The days of spreadsheets that are read as serial numbers: 1954 to 2119.
const firstSerial, lastSerial = 20_000, 80_000

// Time reads a date and the time of day beside it, and gives them as records have them. What is in
// no form that tables have is given back as it is, for the check of records to read or to report.
// doubt says that day and month could be the other way round.
//
//	2027-02-01, 2027-02-01T20:00:00Z     as they are
//	20270201, 20270201T200000Z           RFC 5545 and ISO 8601 in its basic form
//	01/02/2027 20:00, 1.2.27, 1-2-2027   in the order of the document; 27 is 2027
//	46419, 46419.8333                    days since 1899-12-30, as spreadsheets have them
//	20:00, às 20h, 2000, 8:30 pm, 0.8333 times of day
func (o Order) Time(date, clock string) (text string, doubt bool) {
	date, clock = strings.TrimSpace(date), strings.TrimSpace(clock)
	if date == "" {
		return "", false
	}
	if day, rest, ok := strings.Cut(date, " "); ok && clock == "" && onlyDate.MatchString(day) {
		date, clock = day, strings.TrimSpace(rest)
	}
	text = date
	if m := compactDate.FindStringSubmatch(date); m != nil {
		text = m[1] + "-" + m[2] + "-" + m[3]
	} else if m := compactTime.FindStringSubmatch(date); m != nil {
		second := m[6]
		if second == "" {
			second = "00"
		}
		text = m[1] + "-" + m[2] + "-" + m[3] + "T" + m[4] + ":" + m[5] + ":" + second + m[7]
	} else if serial.MatchString(date) {
		text = ofSerial(date)
	} else if m := slashed.FindStringSubmatch(date); m != nil {
		text, doubt = o.slashed(m)
	}
	if clock == "" || !onlyDate.MatchString(text) {
		return text, doubt
	}
	if time := readClock(clock); time != "" {
		return text + "T" + time, doubt
	}
	// The check of records reports a time that cannot be read, and keeps the day.
	return text + " " + clock, doubt
}

// slashed reads the parts of a date in the order of the document.
func (o Order) slashed(m []string) (text string, doubt bool) {
	day, _ := strconv.Atoi(m[1]) // digits
	month, _ := strconv.Atoi(m[3])
	year, _ := strconv.Atoi(m[4])
	if len(m[4]) == 2 {
		year += 2000
	}
	dotted := m[2] == "."
	doubt = !dotted && !o.Sure && day <= 12 && month <= 12 && day != month
	if !dotted && o.MonthFirst && day <= 12 || month > 12 {
		day, month = month, day
	}
	text = fmt.Sprintf("%04d-%02d-%02d", year, month, day)
	if m[5] == "" {
		return text, doubt
	}
	if clock := readClock(m[5]); clock != "" {
		return text + "T" + clock, doubt
	}
	return text + " " + m[5], doubt
}

// ofSerial reads a day of a spreadsheet.
func ofSerial(text string) string {
	n, err := strconv.ParseFloat(strings.ReplaceAll(text, ",", "."), 64)
	if err != nil || n < firstSerial || n >= lastSerial {
		return text
	}
	t := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC).AddDate(0, 0, int(n)).
		Add(partOfDay(text, n-float64(int(n))))
	if strings.ContainsAny(text, ".,") {
		return t.Format("2006-01-02T15:04:05")
	}
	return t.Format(time.DateOnly)
}

// partOfDay is the time of a fraction of a day, to the minute when its text has four digits or
// fewer, since they tell no more.
func partOfDay(text string, n float64) time.Duration {
	exact := time.Second
	if at := strings.IndexAny(text, ".,"); len(text)-at <= 5 {
		exact = time.Minute
	}
	return time.Duration(n * float64(24*time.Hour)).Round(exact)
}

// readClock reads a time of day as 15:04:05; "" for what is none.
func readClock(text string) string {
	text = strings.TrimSpace(text)
	if fraction.MatchString(text) {
		n, err := strconv.ParseFloat(strings.ReplaceAll(text, ",", "."), 64)
		if err != nil {
			return ""
		}
		return time.Time{}.Add(partOfDay(text, n)).Format(time.TimeOnly)
	}
	if m := digits.FindStringSubmatch(text); m != nil {
		return m[1] + ":" + m[2] + ":00"
	}
	m := clockOfDay.FindStringSubmatch(text)
	if m == nil {
		return ""
	}
	hour, _ := strconv.Atoi(m[1]) // digits, or nothing
	minute, _ := strconv.Atoi(m[2])
	second, _ := strconv.Atoi(m[3])
	switch half := strings.ToLower(strings.ReplaceAll(m[4], ".", "")); {
	case half != "" && (hour < 1 || hour > 12):
		return ""
	case half == "pm" && hour < 12:
		hour += 12
	case half == "am" && hour == 12:
		hour = 0
	}
	if hour > 23 || minute > 59 || second > 59 {
		return ""
	}
	return fmt.Sprintf("%02d:%02d:%02d", hour, minute, second)
}
