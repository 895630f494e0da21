package page

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"cartaz/builder/internal/times"
	"cartaz/builder/internal/upstream/adapt"
	"cartaz/builder/lang"
)

// record makes a record of an event, except its id.
func (g *graph) record(e map[string]any, order times.Order, locale string) map[string]any {
	e = maps.Clone(e)
	sessions := adapt.List(e["sessions"])
	for _, name := range inner {
		for _, v := range adapt.List(e[name]) {
			if at, ok := g.session(v, e); ok {
				sessions = append(sessions, at)
			}
		}
	}
	adapt.Put(e, "sessions", sessions)
	maps.DeleteFunc(e, func(name string, _ any) bool { // other events, and ids
		return strings.HasPrefix(name, "@") || slices.Contains(inner, name) ||
			slices.Contains(notInside, name) || name == "eventSchedule"
	})
	// The offers: when sales are, and whether all are free.
	all := offers(e["offers"], nil)
	open := slices.DeleteFunc(slices.Clone(all), func(offer map[string]any) bool {
		state := lang.StateOf(adapt.Scalar(offer["availability"]))
		return state == "closed" || state == "sold_out"
	})
	begin, _ := outermost(open, "validFrom", time.Time.Before)
	end, last := outermost(open, "validThrough", time.Time.After)
	adapt.Put(e, "sales_at", begin)
	adapt.Put(e, "sales_end", end)
	delete(e, "offers")
	free := len(all) > 0
	for _, offer := range all {
		said := false
		for _, v := range append(adapt.List(offer["priceSpecification"]), offer) {
			part, _ := v.(map[string]any)
			price := cmp.Or(adapt.Scalar(part["highPrice"]), adapt.Scalar(part["price"]))
			said = said || price != ""
			if strings.Trim(price, "0.,") != "" {
				e["price"] = append(adapt.List(e["price"]), price)
			}
		}
		free = free && said && e["price"] == nil
	}
	if free {
		e["is_free"] = true
	}
	// The members, and what only schema.org says.
	said := adapt.Members(e, locale)
	said[adapt.Description] = adapt.Said(said[adapt.Description])
	if mode := adapt.Said(e["eventAttendanceMode"]); strings.HasPrefix(
		lang.LastPart(mode), "OnlineEvent") {
		said[adapt.Online] = true
	}
	shop := ""
	for _, offer := range slices.Concat([]map[string]any{last}, open, all) {
		shop = cmp.Or(shop, g.link(offer["url"]))
	}
	said[adapt.BuyURL] = cmp.Or(shop, g.link(e["url"]), g.base.String())
	record := adapt.Record(said, order, g.base)
	if len(all) > 0 && len(open) == 0 {
		record["sold_out"] = true
	}
	return record
}

// outermost returns the earliest or the latest date among offers, and its offer. If an offer has no
// date, it returns "" and the first such offer, since nothing bounds it.
func outermost(offers []map[string]any, name string, beyond func(a, b time.Time) bool) (date string,
	of map[string]any) {
	var most time.Time
	for _, offer := range offers {
		said := adapt.Said(offer[name])
		r, ok := times.Read(said, times.Order{})
		if !ok {
			return "", offer
		}
		if at := r.Instant(); of == nil || beyond(at, most) {
			date, of, most = said, offer, at
		}
	}
	return date, of
}

// offers returns offers. It replaces an AggregateOffer by its offers, which inherit the members
// that they lack.
func offers(v any, outer map[string]any) (all []map[string]any) {
	for _, v := range adapt.List(v) {
		if _, list := v.([]any); list {
			all = append(all, offers(v, outer)...)
			continue
		}
		offer, ok := v.(map[string]any)
		if !ok {
			continue
		}
		offer = maps.Clone(offer)
		for name := range strings.FieldsSeq("url availability validFrom validThrough") {
			if offer[name] = adapt.First(offer[name]); offer[name] == nil {
				offer[name] = outer[name]
			}
		}
		if within := offers(offer["offers"], offer); len(within) > 0 {
			all = append(all, within...)
		} else {
			all = append(all, offer)
		}
	}
	return all
}

// clockForm is a date and a wall clock, as the texts of schema.org have them.
const clockForm = "2006-01-02T15:04:05"

// dates writes out the eventSchedule (schema.org/Schedule) of an event: the event at each date
// within the range, with its startDate, endTime and duration, in order. Without a schedule, without
// a readable one, or without a date in the range, it returns the event alone.
//
// An event that itself goes on for days stays one, and the dates are its sessions.
//
//	{"startDate": "2027-02-02", "repeatFrequency": "P1W", "repeatCount": 2, "startTime": "20:00"}
//	= 2027-02-02T20:00:00 and 2027-02-09T20:00:00
func (g *graph) dates(e map[string]any, o adapt.Options) (all []event) {
	whole, _ := g.said(e, 0).(map[string]any)
	seen := map[string]bool{}
	for _, v := range adapt.List(whole["eventSchedule"]) {
		rule, _ := v.(map[string]any)
		for _, d := range schedule(rule, adapt.Said(whole["startDate"]), o) {
			if start := d["startDate"].(string); seen[start] {
				continue
			} else {
				seen[start] = true
			}
			at := event{maps.Clone(e), maps.Clone(whole), true}
			for _, object := range []map[string]any{at.value, at.said} {
				delete(object, "endDate")
				maps.Copy(object, d)
			}
			adapt.Put(at.said, "timezone", rule["scheduleTimezone"])
			all = append(all, at)
		}
	}
	if len(all) == 0 {
		return []event{{e, whole, false}}
	}
	if runs(whole) {
		var sessions []any
		for _, at := range all {
			sessions = append(sessions, map[string]any{"startDate": at.said["startDate"],
				"endTime": at.said["endTime"], "duration": at.said["duration"]})
		}
		whole = maps.Clone(whole)
		whole["sessions"] = sessions
		adapt.Put(whole, "timezone", all[0].said["timezone"])
		return []event{{e, whole, false}}
	}
	slices.SortStableFunc(all, func(a, b event) int {
		return strings.Compare(a.said["startDate"].(string), b.said["startDate"].(string))
	})
	return all
}

// runs reports whether an event ends more than a day after its start.
func runs(whole map[string]any) bool {
	start, ok := times.Read(adapt.Said(whole["startDate"]), times.Order{})
	end, also := times.Read(adapt.Said(whole["endDate"]), times.Order{})
	return ok && also && end.Wall.Sub(start.Wall) > 24*time.Hour
}

// schedule returns startDate, endTime and duration of each date of a Schedule within the range, or
// nothing if it cannot be read. start is the event's start: its day counts if the schedule has no
// start date, and its time of day if the schedule has no time. Offsets are left out: the zone of
// the brand, or of the schedule, applies.
func schedule(rule map[string]any, start string, o adapt.Options) (dates []map[string]any) {
	text := func(name string) string { return adapt.Said(rule[name]) }
	midnight := func(t time.Time) time.Time { return t.Truncate(24 * time.Hour) }
	first, ok := times.Read(cmp.Or(text("startDate"), start), times.Order{})
	last, bounded := times.Read(text("endDate"), times.Order{})
	frequency, known := frequencyOf(rule)
	if rule == nil || !ok || !known || !bounded && text("endDate") != "" {
		return nil
	}
	begin, form := first.Wall, clockForm
	if whole, _ := times.Read(start, times.Order{}); !first.Clock && whole.Clock {
		begin = midnight(begin).Add(whole.Wall.Sub(midnight(whole.Wall)))
	} else if !first.Clock {
		form = time.DateOnly
	}
	if clock, ok := times.Clock(text("startTime")); ok {
		begin = midnight(begin).Add(clock.Wall.Sub(time.Time{}))
		form = clockForm
	}
	var until time.Time
	if bounded {
		until = midnight(last.Wall).Add(24*time.Hour - time.Second)
	}
	from, to := o.Range()
	starts, _ := adapt.Dates(frequency, begin, until, from, to) // none for a refused rule
	for _, t := range starts {
		if !slices.ContainsFunc(adapt.List(rule["exceptDate"]), func(v any) bool {
			return strings.HasPrefix(adapt.Scalar(v), t.Format(time.DateOnly))
		}) {
			dates = append(dates, map[string]any{"startDate": t.Format(form),
				"endTime": text("endTime"), "duration": text("duration")})
		}
	}
	return dates
}

// frequencies are the words for repeatFrequency that pages use besides durations, and units the
// last letters of durations.
var (
	frequencies = map[string]string{"daily": "P1D", "weekly": "P1W", "monthly": "P1M",
		"yearly": "P1Y", "annually": "P1Y", "biweekly": "P2W"}
	units = map[byte]string{'D': "DAILY", 'W': "WEEKLY", 'M': "MONTHLY", 'Y': "YEARLY"}
)

// frequencyOf writes a Schedule as an RRULE, or returns false for a Schedule that no event has.
func frequencyOf(rule map[string]any) (text string, ok bool) {
	all := func(name string) (texts []string) {
		for _, v := range adapt.List(rule[name]) {
			texts = append(texts, adapt.Scalar(v))
		}
		return texts
	}
	var days []string
	weeks := all("byMonthWeek")
	for _, name := range all("byDay") {
		day := strings.ToUpper(lang.LastPart(name))
		if strings.HasSuffix(day, "DAY") {
			day = day[:2] // Monday
		}
		for _, week := range append(weeks, "")[:max(len(weeks), 1)] {
			days = append(days, week+day)
		}
	}
	frequency := adapt.Said(rule["repeatFrequency"])
	frequency = cmp.Or(frequencies[strings.ToLower(lang.LastPart(frequency))], frequency)
	switch n := len(frequency); {
	case n > 2 && frequency[0] == 'P' && units[frequency[n-1]] != "":
		text = "FREQ=" + units[frequency[n-1]] + ";INTERVAL=" + frequency[1:n-1]
	case n > 0:
		return "", false
	case len(days) == 0:
		return "FREQ=DAILY;COUNT=1", true
	case len(weeks) > 0:
		text = "FREQ=MONTHLY"
	default:
		text = "FREQ=WEEKLY"
	}
	add := func(name string, values []string) {
		if len(values) > 0 {
			text += ";" + name + "=" + strings.Join(values, ",")
		}
	}
	add("BYDAY", days)
	add("BYMONTH", all("byMonth"))
	add("BYMONTHDAY", all("byMonthDay"))
	add("COUNT", all("repeatCount"))
	return text, true
}
