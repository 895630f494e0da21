package words

import (
	"slices"

	"cartaz/builder/catalog"
)

// SessionGroup holds the sessions of an event that begin and end at the same hours. Rule, Until and
// Count are "" if the dates follow no rule.
type SessionGroup struct {
	Hours string // "10h às 18h"; "" if they are not known
	Rule  string // "Toda sexta, 10h às 18h"
	Until string // "até 7 nov 2026"
	Count string // "27 datas"
	Dates []string
}

// Sessions groups sessions by their hours, in the order of the first of each group, and names the
// dates of the first limit sessions. A year is written with its first date.
func (c *Days) Sessions(sessions []catalog.Session, limit int) (groups []SessionGroup) {
	byHours, year := map[string]int{}, map[int]int{} // group by hours, last year of the group
	var days [][]catalog.Date                        // of each group
	for n, s := range sessions {
		when := c.dates.When(s.Starts, s.Ends, "")
		i, ok := byHours[when.Hours]
		if !ok {
			i = len(groups)
			byHours[when.Hours] = i
			groups, days = append(groups, SessionGroup{Hours: when.Hours}), append(days, nil)
		}
		day := catalog.DateOf(s.Starts.Time)
		date := c.Chip(day)
		if span, _ := s.Span(); span.Days() > 1 {
			date, day = when.Date, 0
		} else if y := s.Starts.Time.Year(); year[i] != y {
			date, year[i] = c.ListedDay(day), y
		}
		days[i] = append(days[i], day)
		if n < limit {
			groups[i].Dates = append(groups[i].Dates, date)
		}
	}
	groups = slices.DeleteFunc(groups, func(g SessionGroup) bool { return g.Dates == nil })
	for i := range groups {
		g := &groups[i]
		if rule := c.rule(days[i]); rule != "" {
			g.Rule = UpperFirst(List(rule, g.Hours))
			g.Until = c.UntilDay.Text(c.dates.shortDate(days[i][len(days[i])-1].Time()))
			g.Count = c.SessionDates.Count(len(days[i]))
		}
	}
	return groups
}

// leastRounds is how often each day of the week occurs in dates that follow a rule.
const leastRounds = 3

// rule returns the rule of ascending days, or "": every day, or each of at most three days of the
// week, without a gap from the first to the last. Day 0 follows no rule. Example: the Fridays from
// 9 May to 7 November are "toda sexta"; without one of them they are only dates.
func (c *Days) rule(days []catalog.Date) string {
	var count [7]int
	for _, d := range days {
		count[d.Time().Weekday()]++
	}
	var names []string
	for weekday, n := range count {
		if n > 0 {
			names = append(names, c.EveryDayOf[weekday])
		}
	}
	// Four to six days of the week would be a long list.
	if len(days) < leastRounds*len(names) || days[0] == 0 || len(names) > 3 && len(names) < 7 {
		return ""
	}
	next := 0
	for d := days[0]; d <= days[len(days)-1]; d++ {
		if count[d.Time().Weekday()] == 0 {
			continue
		}
		if days[next] != d {
			return ""
		}
		next++
	}
	switch {
	case next < len(days):
		return ""
	case len(names) == 7:
		return c.EveryDay
	}
	return List(names...)
}
