package answer

import (
	"strconv"
	"strings"
	"time"

	"cartaz/builder/catalog"
	"cartaz/edge/internal/answer/listquery"
)

// when answers the addresses that mean a day by the clock, such as /hoje, and the addresses below
// /agenda that the release has no page for. All answers are redirects: the pages themselves do not
// depend on a clock, and so keep their bytes.
type when struct{ *common }

// isWhen reports whether a path means a day by the clock, in either form.
func isWhen(path string) bool {
	switch path, _ = cutTwin(path); path {
	case catalog.TodayPath, catalog.TomorrowPath, catalog.WeekendPath:
		return true
	}
	return false
}

// cutTwin cuts the suffix of a Markdown twin off a path; suffix is "" if the path has none.
func cutTwin(path string) (page, suffix string) {
	if page, ok := strings.CutSuffix(path, twinSuffix); ok {
		return page, twinSuffix
	}
	return path, ""
}

var twinSuffix = strings.TrimPrefix(catalog.EventsTwinPath, catalog.EventsPath)

// clock redirects /hoje and /amanha to the page of the day, if the release has one, and else to the
// list of that day, which shows the next events. The weekend is always a list, and so is an address
// with a query: /hoje?city=Recife is today's list of Recife.
//
// The answer is good until the day changes in the zone of the brand, or the week.
func (w *when) clock(a *Answer, r *Request, route Route) {
	path, suffix := cutTwin(route.Path)
	now := w.brand.Now(r.Time).In(w.zone)
	from := catalog.DateOf(now)
	to, change := from, from+1
	switch path {
	case catalog.TomorrowPath:
		from, to = from+1, from+1
	case catalog.WeekendPath:
		from, to = from.Weekend()
		change = to + 1
	}
	target := w.list(r.Query, from, to, suffix)
	if from == to && r.Query == "" {
		if _, ok := w.rel.Lookup(catalog.DayPath(from) + suffix); ok {
			target = w.spelling.Own(catalog.DayPath(from) + suffix)
		}
	}
	y, m, d := change.Time().Date()
	good := time.Date(y, m, d, 0, 0, 0, 0, w.zone).Sub(now)
	redirect(a, 302, target, catalog.CacheFor(good))
}

// missing redirects a day, a month or a range of days below /agenda without a page to the list of
// those days, and returns false for any other path. The next release may have a page there, so the
// answer is good for a minute only. A further page of a big day, which earlier releases had,
// redirects to the day.
func (w *when) missing(a *Answer, path string) bool {
	rest, ok := strings.CutPrefix(path, catalog.AgendaPath+"/")
	if !ok {
		return false
	}
	rest, suffix := cutTwin(rest)
	rest, further, _ := strings.Cut(rest, "/")
	from, to, ok := parseDays(rest)
	if n, _ := strconv.Atoi(further); ok && from == to && n > 1 {
		redirect(a, 301, w.spelling.Own(catalog.DayPath(from)+suffix), catalog.CacheFor(time.Hour))
		return true
	}
	if !ok || further != "" {
		return false
	}
	redirect(a, 302, w.list("", from, to, suffix), catalog.CacheFor(time.Minute))
	return true
}

// parseDays reads the last part of addresses below /agenda: "2026-11-28", "2026-11" or
// "2026-11-28..2026-11-29". A reversed range is also a range, for which the list explains the
// mistake.
func parseDays(name string) (from, to catalog.Date, ok bool) {
	if from, ok = catalog.ParseDate(name); ok {
		return from, from, true
	}
	if m, ok := catalog.ParseMonth(name); ok {
		return m.First(), m.Last(), true
	}
	first, last, ok := strings.Cut(name, "..")
	if !ok {
		return 0, 0, false
	}
	from, ok = catalog.ParseDate(first)
	to, also := catalog.ParseDate(last)
	return from, to, ok && also
}

// list returns the address of the list of some days, with the filters of a query.
func (w *when) list(query string, from, to catalog.Date, suffix string) string {
	b := []byte(w.spelling.Own(catalog.EventsPath) + suffix + "?")
	for pair := range strings.SplitSeq(query, "&") {
		name, _, _ := strings.Cut(pair, "=")
		if name = listquery.Unescape(name); pair != "" && name != "from" && name != "to" {
			b = append(append(b, pair...), '&')
		}
	}
	return string(append(b, catalog.DaysQuery(from, to)...))
}

// redirect answers with another address.
func redirect(a *Answer, status int, location, cache string) {
	a.Status, a.NoBody = status, false
	a.set("Location", location)
	a.set("Cache-Control", cache)
}
