package page

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/i18n"
	"cartaz/builder/internal/agenda"
	"cartaz/builder/internal/words"
)

// DayCount is a day with the number of its events on sale. Runs is the number of events that do not
// count, because their open days are not known.
type DayCount struct {
	Date        catalog.Date
	Count, Runs int
}

// AgendaModel is the content of the agenda: all days with events, in order. Total is the number of
// events that have a date. Events holds the first events of each day from First on, whose months
// are shown; the other months are links.
type AgendaModel struct {
	Total  int
	Days   []DayCount
	First  int
	Events [][]EventRow
	Off    [][]EventRow // of the same days, the cancelled ones
	// Schedule reports whether there is a schedule.xml.
	Schedule bool
}

// MonthModel is the content of a month's page. Before and After are the months next to it that have
// events, or nil.
type MonthModel struct {
	Month         catalog.Month
	Days          []DayCount   // of this month, in order
	Events        [][]EventRow // the first ones of each day
	Off           [][]EventRow // the cancelled ones of each day
	Before, After *catalog.Month
}

// EventRow is an event in one line: the address of its page, its name, and a note of time, place
// and price. Off is the time of a cancelled event.
type EventRow struct{ Path, Name, Off, Note string }

// FewDays is the largest number of days that are a row of buttons instead of a calendar.
const FewDays = 4

const (
	nextDays       = 14 // days that the home page offers as chips
	weekdaysOfWeek = 7
)

// agendaModel is the model of the agenda and of a month's page.
type agendaModel struct {
	frame
	Lead     string
	Buttons  []chip // few days, instead of Months
	Months   []calendarModel
	Later    []chip
	Days     []dayRows // the days of Months among them
	Neighbor neighbors
}

// neighbors holds the links to the pages before and after a page, or nil. Label names them.
type neighbors struct {
	Label         string
	Before, After *Link
}

// calendarModel is a month laid out in weeks.
type calendarModel struct {
	ID       string // of its heading
	Path     string
	Name     string // "novembro de 2026"
	Weekdays []weekday
	Weeks    []week
	Legend   string // if days have only runs; else ""
	Days     []dayRows
}

type weekday struct{ Short, Long string }

type week struct{ Days []cell }

// cell is one day of a calendar. Number is "" for a day of another month, Path is "" for a day
// without events.
type cell struct{ Number, Path, Count, Events string }

// dayRows is a day with its first events. SeeAll is nil if these are all.
type dayRows struct {
	Path, Datetime, Name string
	Events               []EventRow
	SeeAll               *Link
}

// Agenda renders the page of all days.
func (r *Renderer) Agenda(m AgendaModel) (Page, error) {
	w := r.words
	lead, known := w.NoDates, 0
	for _, d := range m.Days {
		known += min(d.Count, 1)
	}
	if known > 0 {
		lead = w.Days.Lead.Text(w.Lists.Events.Count(m.Total), w.Days.DaysCount.Count(known))
	}
	a := agendaModel{frame: r.frame.page(catalog.AgendaPath, w.Agenda, lead), Lead: lead}
	a.Crumbs = r.frame.crumbs()
	if m.Schedule {
		a.Schedule = catalog.SchedulePath
	}
	shown := m.Days[m.First : m.First+len(m.Events)]
	a.Days = r.dayRows(shown, m.Events, m.Off)
	if len(m.Days) <= FewDays {
		a.Buttons = r.dayButtons(m.Days)
		return r.programs.render("agenda", a.Path, &a)
	}
	monthOf := func(d DayCount) catalog.Month { return d.Date.Month() }
	for month, days := range agenda.Runs(m.Days, monthOf) {
		if shown[0].Date <= month.Last() && month.First() <= shown[len(shown)-1].Date {
			c := r.calendar(month, days)
			for _, day := range a.Days {
				if strings.HasPrefix(day.Datetime, month.String()) {
					c.Days = append(c.Days, day)
				}
			}
			a.Months = append(a.Months, c)
		} else {
			events := 0
			for _, day := range days {
				events += day.Count
			}
			a.Later = append(a.Later, chip{Path: catalog.MonthPath(month),
				Label: words.UpperFirst(w.Days.MonthName(month)), Count: w.Numbers.Text(events)})
		}
	}
	return r.programs.render("agenda", a.Path, &a)
}

// nextChips returns the first days with events, from one on.
func nextChips(w *words.Words, days []DayCount, from catalog.Date) (list []chip) {
	for _, d := range days {
		if d.Date >= from && d.Count > 0 && len(list) < nextDays {
			list = append(list, dayChip(w, d))
		}
	}
	return list
}

// dayChip returns a day as a chip, with its count.
func dayChip(w *words.Words, d DayCount) chip {
	return chip{Path: catalog.DayPath(d.Date), Label: w.Days.Chip(d.Date),
		Count: w.Numbers.Text(d.Count)}
}

// Month renders the page of a month.
func (r *Renderer) Month(m MonthModel) (Page, error) {
	w := r.words
	heading := w.Days.EventsIn.Text(w.Days.MonthName(m.Month))
	a := agendaModel{frame: r.frame.page(catalog.MonthPath(m.Month), heading, heading+"."),
		Days: r.dayRows(m.Days, m.Events, m.Off)}
	a.Crumbs = r.frame.crumbs(r.frame.agendaCrumb())
	if len(m.Days) <= FewDays {
		a.Buttons = r.dayButtons(m.Days)
	} else {
		a.Months = []calendarModel{r.calendar(m.Month, m.Days)}
	}
	link := func(month *catalog.Month, text *i18n.Message) *Link {
		if month == nil {
			return nil
		}
		return &Link{Path: catalog.MonthPath(*month),
			Label: text.Text(w.Days.MonthBeside(*month, m.Month))}
	}
	a.Neighbor = neighbors{w.OtherMonths, link(m.Before, &w.Days.BeforeLink),
		link(m.After, &w.Days.AfterLink)}
	return r.programs.render("month", a.Path, &a)
}

// events returns the number of events of a day in words.
func (r *Renderer) events(d DayCount) string {
	if d.Count == 0 {
		return r.words.Days.OpenOnDay.Count(d.Runs)
	}
	return r.words.Lists.Events.Count(d.Count)
}

// dayButtons returns days as chips with their number of events in words.
func (r *Renderer) dayButtons(days []DayCount) []chip {
	list := make([]chip, len(days))
	for i, d := range days {
		list[i] = dayChip(r.words, d)
		list[i].Count = r.events(d)
	}
	return list
}

// dayRows returns days with the first events of each and the cancelled ones, without days that have
// only runs.
func (r *Renderer) dayRows(days []DayCount, events, off [][]EventRow) (list []dayRows) {
	for i, d := range days {
		day := dayRows{Path: catalog.DayPath(d.Date), Datetime: d.Date.String(),
			Name: r.words.Days.ListedDay(d.Date)}
		if d.Count > 0 {
			day.Events = events[i]
		}
		if i < len(off) {
			day.Events = slices.Concat(day.Events, off[i])
		}
		if len(day.Events) == 0 && d.Count == 0 {
			continue
		}
		if d.Count > len(events[i]) {
			day.SeeAll = &Link{Path: day.Path, Label: r.words.Lists.SeeAll.Count(d.Count)}
		}
		list = append(list, day)
	}
	return list
}

// EventRow returns the row of an event for an item of the agenda. venue is "" if it is not known.
func (r *Renderer) EventRow(rec *catalog.Record, item agenda.Item, venue string) EventRow {
	c := r.card(rec, words.StateOf(rec), r.words.Prices.Summary(rec.Tickets))
	when := ""
	if item.First != item.Last {
		when = c.listDate
	} else if item.Minute != agenda.NoHour {
		when = r.words.Days.Clock(int(item.Minute))
	}
	row := EventRow{Path: c.Path, Name: c.Name}
	if rec.State == catalog.Cancelled {
		row.Off, when = cmp.Or(when, c.listDate), ""
	}
	row.Note = words.Line(when, venue, c.Price.String())
	for _, t := range c.Tags {
		row.Note = words.Line(row.Note, t.Label)
	}
	return row
}

// calendar lays out a month from its first week with events on; days are the days with events.
func (r *Renderer) calendar(m catalog.Month, days []DayCount) calendarModel {
	w := r.words
	start := w.Days.WeekStart()
	c := calendarModel{ID: "m" + m.String(), Path: catalog.MonthPath(m),
		Name: words.UpperFirst(w.Days.MonthName(m))}
	for _, d := range agenda.Weekdays(start) {
		c.Weekdays = append(c.Weekdays, weekday{w.Dates.ShortDays[d], w.Dates.LongDays[d]})
	}
	for _, dates := range agenda.Weeks(m, start) {
		if len(c.Weeks) == 0 && len(days) > 0 && dates[weekdaysOfWeek-1] < days[0].Date {
			continue // it is over, or there is nothing yet
		}
		row := make([]cell, 0, weekdaysOfWeek)
		for _, d := range dates {
			var at cell
			if d.Month() == m {
				at.Number = strconv.Itoa(int(d-m.First()) + 1)
			}
			if len(days) > 0 && days[0].Date == d {
				at.Path, at.Events = catalog.DayPath(d), r.events(days[0])
				if days[0].Count > 0 {
					at.Count = w.Numbers.Text(days[0].Count)
				} else {
					c.Legend = w.CalendarLegend
				}
				days = days[1:]
			}
			row = append(row, at)
		}
		c.Weeks = append(c.Weeks, week{row})
	}
	return c
}

// whenChips returns the links to today, tomorrow and this weekend, for the events of a query, or ""
// for all events.
func whenChips(w *words.Words, query string) []chip {
	return []chip{{Path: catalog.TodayPath + query, Label: w.Today},
		{Path: catalog.TomorrowPath + query, Label: w.Tomorrow},
		{Path: catalog.WeekendPath + query, Label: w.ThisWeekend}}
}
