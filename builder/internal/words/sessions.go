package words

import "cartaz/builder/catalog"

// SessionGroup is the sessions of an event that begin and end at the same hours.
type SessionGroup struct {
	Hours string // "10h às 18h"; "" when they are not known
	Dates []string
}

// Sessions groups sessions by their hours, in the order of the first of each group. A year is
// written with the first date that lies in it.
func (c *Days) Sessions(sessions []catalog.Session) (groups []SessionGroup) {
	byHours, year := map[string]int{}, map[int]int{} // group by hours, last year of the group
	for _, s := range sessions {
		when := c.dates.When(s.Starts, s.Ends, "")
		i, ok := byHours[when.Hours]
		if !ok {
			i = len(groups)
			byHours[when.Hours] = i
			groups = append(groups, SessionGroup{Hours: when.Hours})
		}
		date := c.Chip(catalog.DateOf(s.Starts.Time))
		if span, _ := s.Span(); span.Days() > 1 {
			date = when.Date
		} else if y := s.Starts.Time.Year(); year[i] != y {
			date, year[i] = c.ListedDay(catalog.DateOf(s.Starts.Time)), y
		}
		groups[i].Dates = append(groups[i].Dates, date)
	}
	return groups
}
