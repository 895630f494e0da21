package adapt

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/teambition/rrule-go"
)

// MaxDates bounds the dates of one rule.
const MaxDates = 10_000

const (
	maxInterval = 10_000
	maxTimes    = 96 // times of a day that BYHOUR and BYMINUTE name
)

// Dates returns the dates of a recurrence rule (RFC 5545, section 3.3.10) between from and to, as
// wall clock times in order. Calendars and the schedules of web pages use it. It refuses rules that
// would take very long, or for ever. start is the first date, and COUNT includes it. until is the
// last date, or zero if the rule has no end; the caller reads it from UNTIL, because only the
// caller knows its zone.
//
//	Dates("FREQ=WEEKLY;BYDAY=TU", 2027-02-02 20:00, none, 2027-02-01, 2027-02-20)
//	= 2027-02-02 20:00, 2027-02-09 20:00, 2027-02-16 20:00
func Dates(rule string, start, until, from, to time.Time) (out []time.Time, err error) {
	defer func() {
		// An input that the library does not expect costs one rule.
		if r := recover(); r != nil {
			out, err = nil, fmt.Errorf("RRULE %.80q: %v", rule, r)
		}
	}()
	option, err := readRule(rule)
	if err != nil {
		return nil, err
	}
	option.Dtstart = start
	// The library looks at UNTIL each time it has a date, and else continues to the year 9999.
	option.Until = until
	if until.IsZero() || until.After(to) {
		option.Until = to
	}
	if option.Until.Before(start) || option.Until.Before(from) {
		return nil, nil
	}
	expanded, err := rrule.NewRRule(*option)
	if err != nil {
		return nil, fmt.Errorf("RRULE %.80q: %v", rule, err)
	}
	next := expanded.Iterator()
	for {
		t, ok := next()
		switch {
		case !ok || t.After(to):
			return out, nil
		case len(out) > MaxDates:
			return nil, ErrTooLarge.Errorf("RRULE %.80q gives more than %d dates", rule, MaxDates)
		}
		if !t.Before(from) {
			out = append(out, t)
		}
	}
}

// readRule reads a rule and refuses a rule that would take the library long or for ever.
func readRule(rule string) (*rrule.ROption, error) {
	bad := func(why any) error { return fmt.Errorf("RRULE %.80q: %v", rule, why) }
	if len(rule) > 1000 {
		return nil, bad("longer than 1,000 characters")
	}
	var kept []string
	for part := range strings.SplitSeq(strings.TrimSuffix(rule, ";"), ";") {
		name, _, _ := strings.Cut(part, "=")
		switch {
		case name == "BYSECOND", name == "BYEASTER", name == "DTSTART":
			return nil, bad(name + " is not for events")
		case strings.HasPrefix(name, "X-"):
		default:
			kept = append(kept, part)
		}
	}
	option, err := rrule.StrToROption(strings.Join(kept, ";"))
	switch {
	case err != nil:
		return nil, bad(err)
	case option.Freq > rrule.DAILY:
		return nil, bad("FREQ is not DAILY, WEEKLY, MONTHLY or YEARLY: no event repeats so often")
	case option.Interval < 0 || option.Interval > maxInterval:
		return nil, bad("INTERVAL is not from 1 to 10000")
	case option.Count < 0:
		return nil, bad("COUNT is negative")
	case max(1, len(option.Byhour))*max(1, len(option.Byminute)) > maxTimes:
		return nil, bad("BYHOUR and BYMINUTE name more than 96 times of a day")
	case slices.ContainsFunc(option.Byweekday, func(d rrule.Weekday) bool {
		// The library looks beyond the end of its year for a week that the period does not have.
		return max(d.N(), -d.N()) > 5 && (option.Freq != rrule.YEARLY || len(option.Bymonth) > 0)
	}):
		return nil, bad("BYDAY names a week that no month has")
	case impossible(option):
		return nil, bad("no such day of the month exists")
	}
	return option, nil
}

// impossible reports that BYMONTH and BYMONTHDAY have no day in common, as 30 February.
func impossible(o *rrule.ROption) bool {
	if len(o.Bymonth) == 0 || len(o.Bymonthday) == 0 {
		return false
	}
	days := [13]int{0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}
	for _, m := range o.Bymonth {
		for _, d := range o.Bymonthday {
			if m >= 1 && m <= 12 && max(d, -d) <= days[m] {
				return false
			}
		}
	}
	return true
}
