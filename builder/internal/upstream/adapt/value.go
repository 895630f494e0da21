package adapt

import (
	"cmp"
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"cartaz/builder/internal/times"
)

// Scalar is a value as it is written: a text, a number, true or false; "" for any other.
func Scalar(v any) string {
	switch v := v.(type) {
	case string:
		return strings.TrimSpace(v)
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case nil, []any, map[string]any:
		return ""
	}
	return fmt.Sprint(v) // bool, int, *big.Int, json.Number
}

// First is the first of several values, also of lists in lists, else the value.
func First(v any) any {
	for {
		list, ok := v.([]any)
		if !ok {
			return v
		}
		if v = nil; len(list) > 0 {
			v = list[0]
		}
	}
}

// List is a value as a list.
func List(v any) []any {
	switch v := v.(type) {
	case nil:
		return nil
	case []any:
		return v
	}
	return []any{v}
}

// member is the first text among some members of an object.
func member(o map[string]any, names ...string) string {
	for _, name := range names {
		if text := Scalar(o[name]); text != "" {
			return text
		}
	}
	return ""
}

// named is a name that is given as a text, or as an object that has one.
func named(v any) string {
	if o, ok := First(v).(map[string]any); ok {
		names := []string{"name", "title", "label"}
		for _, name := range slices.Sorted(maps.Keys(o)) {
			if f := meaning(name).field; f == Name || f == Venue {
				names = append(names, name)
			}
		}
		return Plain(member(o, append(names, "code", "#text")...))
	}
	text, _ := First(v).(string)
	return Plain(text)
}

// textual is a text, or that of an object that holds it.
func textual(v any) string {
	if o, ok := First(v).(map[string]any); ok {
		return member(o, "rendered", "html", "processed", "value", "content", "text", "plain")
	}
	return Scalar(v)
}

// labels are labels in any of the usual forms.
func labels(v any) (tags []any) {
	list, ok := v.([]any)
	if !ok {
		for s := range strings.FieldsFuncSeq(Scalar(v), func(c rune) bool {
			return strings.ContainsRune(",;|\n", c)
		}) {
			if list = append(list, s); len(list) == maxTags {
				break
			}
		}
		if _, object := v.(map[string]any); object {
			list = []any{v}
		}
	}
	for _, v := range list[:min(len(list), maxTags)] {
		if name := named(v); name != "" {
			tags = append(tags, name)
			continue
		}
		object, _ := v.(map[string]any)
		for _, name := range slices.Sorted(maps.Keys(object)) { // of a list
			if _, list := object[name].([]any); list || meaning(name).field == Tags {
				tags = append(tags, labels(object[name])...)
			}
		}
	}
	return tags
}

// isLink reports whether a value is an address of the net, or an object that has one.
func isLink(v any) bool {
	if o, ok := v.(map[string]any); ok {
		v = member(o, "url", "href", "joinUrl", "uri")
		return v != "" || o["entryPoints"] != nil // Google Calendar
	}
	text := strings.ToLower(Scalar(v))
	return strings.HasPrefix(text, "https://") || strings.HasPrefix(text, "http://")
}

// address is an address of the net, or that of an object. A path alone leads nowhere.
func address(v any, base *url.URL) string {
	v = First(v)
	if o, ok := v.(map[string]any); ok {
		v = First(cmp.Or(o["url"], o["contentUrl"]))
		v = cmp.Or(Scalar(v), member(o, "src", "original", "href", "@id"))
		for _, name := range slices.Sorted(maps.Keys(o)) {
			if v == "" && meaning(name).field == Image {
				return address(o[name], base)
			}
		}
	}
	text := Resolve(base, Scalar(v))
	switch {
	case strings.HasPrefix(text, "/"):
		return ""
	case strings.HasPrefix(strings.ToLower(text), "www."):
		return "https://" + text
	}
	return text
}

// LooksHTML says whether a text without a format is HTML: it has an element of HTML.
func LooksHTML(s string) bool { return strings.Contains(s, "<") && htmlSign.MatchString(s) }

var htmlSign = regexp.MustCompile(`(?i)</(p|a|b|i|u|li|ul|ol|strong|div|em|span|h[1-6]|td|table|` +
	`font|blockquote)>|<(br|p|hr|img|div)\b[^<>]*>`)

// reference is a character reference, which a text without a format has when it is HTML.
var reference = regexp.MustCompile(`&(#\d{2,6}|#[xX][\da-fA-F]{2,6}|[a-zA-Z]{2,8});`)

var (
	serial   = regexp.MustCompile(`^\d{5}([.,]\d+)?$`)
	fraction = regexp.MustCompile(`^0?[.,]\d+$`)
	spanSign = regexp.MustCompile(
		`(?i) *[-–—/] *| +(?:to|until|até|às|as|a|à|bis|tot|au|hasta|al|alle) +`)
)

// isClock reports whether a text is a time of day and can be nothing else.
func isClock(s string) bool {
	_, ok := times.Clock(s)
	return ok && strings.Trim(s, "0123456789") != ""
}

// span cuts a text into a start and an end: two times of day, or where moment is given, a moment
// and either. A text that is one of them is none.
func span(s string, moment func(string) bool) (start, end string, ok bool) {
	clock := func(s string) bool {
		_, ok := times.Clock(s)
		return ok
	}
	if moment == nil {
		moment = clock
	}
	if moment(s) || len(s) > 100 {
		return "", "", false
	}
	for _, at := range spanSign.FindAllStringIndex(s, -1) {
		start, end = s[:at[0]], s[at[1]:]
		if moment(start) && (moment(end) || clock(end)) {
			return start, end, true
		}
	}
	return "", "", false
}

// The days of spreadsheets that are read as serial numbers: 1954 to 2119.
const firstSerial, lastSerial = 20_000, 80_000

// Time reads a date and the time of day beside it as [times.Read] does, besides days of a
// spreadsheet (46419.8333 since 1899-12-30, a time of day as 0.8333), and gives them as records
// have them. What the check of records reads as well, or reports, is given as it is.
func Time(order times.Order, date, clock string) string {
	date, clock = strings.TrimSpace(date), strings.TrimSpace(clock)
	if fraction.MatchString(clock) {
		clock = time.Time{}.Add(partOfDay(clock)).Format(time.TimeOnly)
	}
	if serial.MatchString(date) {
		date = ofSerial(date)
	}
	r, ok := times.Read(date, order)
	other, _ := times.Read(date, times.Order{MonthFirst: !order.MonthFirst, Sure: order.Sure})
	switch {
	case date == "":
		return ""
	case clock == "" && r == other: // the order says nothing
		return date
	case !ok || r.Doubt:
		return strings.TrimSpace(date + " " + clock)
	case r.Rest != "" && clock == "":
		return r.Wall.Format(time.DateOnly) + " " + r.Rest
	case clock != "" && (!r.Clock || r.Wall.Equal(r.Wall.Truncate(24*time.Hour)) && !r.HasOffset):
		if read, ok := times.Read(r.Wall.Format(time.DateOnly)+" "+clock, order); ok &&
			read.Rest == "" {
			return read.String()
		}
		return r.Wall.Format(time.DateOnly) + " " + clock
	}
	return r.String()
}

// ofSerial reads a day of a spreadsheet.
func ofSerial(s string) string {
	whole, _, ok := strings.Cut(strings.ReplaceAll(s, ",", "."), ".")
	n, _ := strconv.Atoi(whole) // digits
	if n < firstSerial || n >= lastSerial {
		return s
	}
	t := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC).AddDate(0, 0, n)
	if !ok {
		return t.Format(time.DateOnly)
	}
	return t.Add(partOfDay(s[len(whole):])).Format("2006-01-02T15:04:05")
}

// partOfDay is the time of a fraction of a day, to the minute when its text has four digits or
// fewer, since they tell no more.
func partOfDay(s string) time.Duration {
	exact := time.Second
	if at := strings.IndexAny(s, ".,"); len(s)-at <= 5 {
		exact = time.Minute
	}
	n, _ := strconv.ParseFloat(strings.ReplaceAll(s, ",", "."), 64) // digits
	return time.Duration(n * float64(24*time.Hour)).Round(exact)
}
