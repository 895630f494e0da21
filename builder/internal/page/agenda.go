package page

import (
	"html/template"
	"strconv"

	"cartaz/builder/catalog"
	"cartaz/builder/i18n"
	"cartaz/builder/internal/agenda"
	"cartaz/builder/internal/words"
)

// DayCount is a day with the number of its events on sale. Runs are those that do not count,
// because nobody says on which days they are open.
type DayCount struct {
	Date        catalog.Date
	Count, Runs int
}

// AgendaModel is the content of the agenda: all days with events, in order. Total is the number of
// events that have a date.
type AgendaModel struct {
	Today catalog.Date
	Total int
	Days  []DayCount
	// Schedule reports that there is a schedule.xml.
	Schedule bool
}

// MonthModel is the content of a month's page. Before and After are the months next to it that have
// events, nil for none.
type MonthModel struct {
	Month         catalog.Month
	Days          []DayCount // of this month, in order
	Before, After *catalog.Month
}

// DayModel is the content of a day's page. Before and After are the days next to it that have
// events, nil for none. A day with more events than a page shows as cards has Full in place of
// Groups and Running. ByVenue is there for a day with many events at several venues.
type DayModel struct {
	DayCount
	Groups        []HourGroup
	Running, Open Listed // what goes on from an earlier day, and the Runs
	Full          *FullDay
	ByVenue       []Facet
	Before, After *catalog.Date
}

// Listed are events of a list: fragments of [Renderer.Event] and the paths of their pages.
type Listed struct {
	Cards, Lines [][]byte
	Paths        []string
}

// HourGroup is the events of a day that start in one hour, [agenda.NoHour] for those whose hour is
// not known.
type HourGroup struct {
	Hour int
	Listed
}

const (
	nextDays       = 14 // days that the agenda and the home page offer as chips
	agendaMonths   = 12 // months that it shows as calendars; the others are chips
	weekdaysOfWeek = 7
)

// agendaModel is the model of the agenda and of a month's page.
type agendaModel struct {
	frame
	Lead     string
	Next     []chip
	Months   []calendarModel
	Later    []chip
	Days     []dayRow // of a month
	Neighbor neighbors
}

// neighbors are the links to what lies before and after a page, nil for none. Label names them.
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
}

type weekday struct{ Short, Long string }

type week struct{ Days []cell }

// cell is one day of a calendar. Number is "" for a day of another month, Path for one without
// events.
type cell struct{ Number, Path, Count, Events string }

// dayRow is one day of a month in a list.
type dayRow struct{ Path, Datetime, Name, Events string }

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
	for _, d := range m.Days {
		if d.Date >= m.Today && d.Count > 0 && len(a.Next) < nextDays {
			a.Next = append(a.Next, dayChip(w, d))
		}
	}
	for days := m.Days; len(days) > 0; {
		month, n := days[0].Date.Month(), 1
		for n < len(days) && days[n].Date <= month.Last() {
			n++
		}
		if len(a.Months) < agendaMonths {
			a.Months = append(a.Months, r.calendar(month, days[:n]))
		} else {
			a.Later = append(a.Later, chip{Path: catalog.MonthPath(month),
				Label: w.Days.MonthName(month), Count: w.Numbers.Text(n)})
		}
		days = days[n:]
	}
	return r.programs.render("agenda", a.Path, &a)
}

// dayChip is a day as a chip, with its count.
func dayChip(w *words.Words, d DayCount) chip {
	return chip{Path: catalog.DayPath(d.Date), Label: w.Days.Chip(d.Date),
		Count: w.Numbers.Text(d.Count)}
}

// Month renders the page of a month.
func (r *Renderer) Month(m MonthModel) (Page, error) {
	w := r.words
	heading := w.Days.EventsIn.Text(w.Days.MonthName(m.Month))
	a := agendaModel{}
	for _, d := range m.Days {
		a.Days = append(a.Days, dayRow{Path: catalog.DayPath(d.Date), Datetime: d.Date.String(),
			Name: w.Days.ListedDay(d.Date), Events: r.events(d)})
	}
	a.frame = r.frame.page(catalog.MonthPath(m.Month), heading, heading+".")
	a.Crumbs = r.frame.crumbs(r.frame.agendaCrumb())
	a.Months = []calendarModel{r.calendar(m.Month, m.Days)}
	link := func(month *catalog.Month, text *i18n.Message) *Link {
		if month == nil {
			return nil
		}
		return &Link{Path: catalog.MonthPath(*month), Label: text.Text(w.Days.MonthName(*month))}
	}
	a.Neighbor = neighbors{w.OtherMonths, link(m.Before, &w.Days.BeforeLink),
		link(m.After, &w.Days.AfterLink)}
	return r.programs.render("month", a.Path, &a)
}

// events is how many events a day has.
func (r *Renderer) events(d DayCount) string {
	if d.Count == 0 {
		return r.words.Days.OpenOnDay.Count(d.Runs)
	}
	return r.words.Lists.Events.Count(d.Count)
}

// calendar lays out a month; days are those with events.
func (r *Renderer) calendar(m catalog.Month, days []DayCount) calendarModel {
	w := r.words
	start := w.Days.WeekStart()
	c := calendarModel{ID: "m" + m.String(), Path: catalog.MonthPath(m),
		Name: words.UpperFirst(w.Days.MonthName(m))}
	for _, d := range agenda.Weekdays(start) {
		c.Weekdays = append(c.Weekdays, weekday{w.Dates.ShortDays[d], w.Dates.LongDays[d]})
	}
	for _, dates := range agenda.Weeks(m, start) {
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
				}
				days = days[1:]
			}
			row = append(row, at)
		}
		c.Weeks = append(c.Weeks, week{row})
	}
	return c
}

// dayModel is the model of a day's page.
type dayModel struct {
	frame
	Lead     string
	Groups   []hourGroup
	Hours    []chip // of a full day
	Venues   []chip
	SeeAll   *Link
	Neighbor neighbors

	Previous, Next *Link // parts of a full day
}

// hourGroup is a heading with cards, or with rows by venue. Lines are the same in Markdown.
type hourGroup struct {
	ID, Heading string
	Note        string // below the heading
	Cards       []template.HTML
	Venues      []VenueRows
	Lines       []string
}

// Day renders the page of a day.
func (r *Renderer) Day(m DayModel) (Page, error) {
	w := r.words
	heading := words.UpperFirst(w.Days.LongDay(m.Date))
	lead := w.Days.EventsOfDay.Count(m.Count)
	if m.Count == 0 {
		lead = w.Days.OpenOnDay.Count(m.Runs) + "."
	}
	path := catalog.DayPath(m.Date)
	if m.Full != nil {
		lead, path = r.fullLead(&m), DayPartPath(m.Date, m.Full.Part)
	}
	d := dayModel{frame: r.frame.page(path, heading, heading+". "+lead), Lead: lead}
	month := m.Date.Month()
	d.Crumbs = r.frame.crumbs(r.frame.agendaCrumb(),
		Link{Path: catalog.MonthPath(month), Label: w.Days.MonthName(month)})
	var paths []string
	for _, g := range m.Groups {
		group := newHourGroup(hourID(g.Hour), r.hourName(g.Hour), g.Listed)
		if g.Hour == agenda.NoHour && len(m.Groups) == 1 {
			group.Heading = w.Starting
		}
		d.Groups = append(d.Groups, group)
		paths = append(paths, g.Paths...)
	}
	if len(m.Running.Cards) > 0 {
		d.Groups = append(d.Groups,
			newHourGroup(hourID(StillOn), r.hourName(StillOn), m.Running))
		paths = append(paths, m.Running.Paths...)
	}
	if len(m.Open.Cards) > 0 {
		group := newHourGroup(hourID(Open), w.OpenOn, m.Open)
		group.Note = w.OpenNote
		d.Groups = append(d.Groups, group)
		paths = append(paths, m.Open.Paths...)
	}
	all := catalog.EventsPath + "?" + catalog.DaysQuery(m.Date, m.Date)
	for _, v := range m.ByVenue {
		d.Venues = append(d.Venues, chip{Path: all + "&" + query("venue", v.Value),
			Label: v.Label, Count: w.Numbers.Text(v.Count)})
	}
	if m.Full != nil {
		r.fill(&d, &m)
		d.SeeAll = &Link{Path: all, Label: w.Lists.SeeAll.Count(m.Count + m.Runs)}
	}
	link := func(date *catalog.Date, text *i18n.Message) *Link {
		if date == nil {
			return nil
		}
		return &Link{Path: catalog.DayPath(*date), Label: text.Text(w.Days.ListedDay(*date))}
	}
	d.Neighbor = neighbors{w.OtherDays, link(m.Before, &w.Days.BeforeLink),
		link(m.After, &w.Days.AfterLink)}
	if len(paths) > 0 {
		d.JSONLD = ld(itemList(r.brand.SiteURL, heading, paths))
	}
	return r.programs.render("day", d.Path, &d)
}

func newHourGroup(id, heading string, events Listed) hourGroup {
	g := hourGroup{ID: id, Heading: heading}
	for i, card := range events.Cards {
		g.Cards = append(g.Cards, template.HTML(card))
		g.Lines = append(g.Lines, string(events.Lines[i]))
	}
	return g
}

// whenChips are the links that mean a day by the clock, and after them the days given, without
// those that the clock may mean.
func whenChips(w *words.Words, today catalog.Date, days []DayCount) []chip {
	list := []chip{{Path: catalog.TodayPath, Label: w.Today},
		{Path: catalog.TomorrowPath, Label: w.Tomorrow},
		{Path: catalog.WeekendPath, Label: w.ThisWeekend}}
	for _, d := range days {
		if d.Date > today+1 && len(list) < 3+nextDays {
			list = append(list, dayChip(w, d))
		}
	}
	return list
}

// whenChipsOf are the same for the events that a filter finds: lists of those, by day.
func whenChipsOf(w *words.Words, filter string, days []DayCount) []chip {
	list := []chip{{Path: catalog.TodayPath + "?" + filter, Label: w.Today},
		{Path: catalog.TomorrowPath + "?" + filter, Label: w.Tomorrow},
		{Path: catalog.WeekendPath + "?" + filter, Label: w.ThisWeekend}}
	for _, d := range days {
		c := dayChip(w, d)
		c.Path = catalog.EventsPath + "?" + filter + "&" + catalog.DaysQuery(d.Date, d.Date)
		list = append(list, c)
	}
	return list
}
