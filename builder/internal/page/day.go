package page

import (
	"html/template"
	"strconv"

	"cartaz/builder/catalog"
	"cartaz/builder/i18n"
	"cartaz/builder/internal/agenda"
	"cartaz/builder/internal/words"
)

// DayModel is the content of a day's page. Before and After are the days next to it that have
// events, or nil. Only a day with many events has ByTopic, ByVenue and Free, the number of free
// events.
type DayModel struct {
	DayCount
	Groups           []HourGroup
	ByTopic, ByVenue []Facet
	Free             int
	Off              []EventRow  // cancelled
	Grid             []GridEvent // of a festival, in the order of their starts
	Before, After    *catalog.Date
}

// HourGroup holds the events of a day with one value of Hour. On a day with too many events for
// cards, they are rows.
type HourGroup struct {
	Hour int
	Listed
	Rows []EventRow
}

// Hours of events that are not listed under their hour, besides [agenda.NoHour].
const (
	AllDay  = agenda.NoHour - 1 - iota // it lasts for most of the day
	StillOn                            // it began on an earlier day
	Open                               // it lasts for long, and its open days are not known
	Starts                             // on a day with few events: it starts on it
)

// dayModel is the model of a day's page. Hours link to its groups, Filters and Venues to the list
// of the day's events, filtered.
type dayModel struct {
	frame
	Lead     string
	Hours    []chip
	Filters  []chip
	Groups   []hourGroup
	Venues   []chip
	Map      template.HTML
	Grid     *grid // nil if the events do not fit one
	SeeAll   *Link
	Neighbor neighbors
}

// hourGroup is a group with its heading, and a note below it. Dated means that its events are in
// lines with their last days. Alone means that its heading adds nothing to the title.
type hourGroup struct {
	HourGroup
	ID, Heading, Note string
	Dated, Alone      bool
}

// Day renders the page of a day.
func (r *Renderer) Day(m DayModel) (Page, error) {
	w := r.words
	heading := words.UpperFirst(w.Days.LongDay(m.Date))
	lead := w.Days.EventsOfDay.Count(m.Count)
	if m.Count == 0 {
		lead = w.Days.OpenOnDay.Count(m.Runs) + "."
	}
	d := dayModel{frame: r.frame.page(catalog.DayPath(m.Date), heading, heading+". "+lead),
		Lead: lead, Grid: r.grid(m.Grid)}
	month := m.Date.Month()
	d.Crumbs = r.frame.crumbs(r.frame.agendaCrumb(),
		Link{Path: catalog.MonthPath(month), Label: w.Days.MonthName(month)})
	var cards []template.HTML
	for _, g := range m.Groups {
		group := r.hourGroup(g)
		group.Alone = len(m.Groups)+len(m.Off) == 1 && g.Hour == Starts
		if len(m.Groups) == 1 &&
			g.Hour == agenda.NoHour {
			group.Heading = w.Starting
		}
		d.Groups = append(d.Groups, group)
		cards = append(cards, g.Cards...)
		if len(m.ByVenue)+len(m.ByTopic) > 0 {
			d.Hours = append(d.Hours, chip{Path: "#" + group.ID, Label: group.Heading,
				Count: w.Numbers.Text(len(group.Lines))})
		}
	}
	if len(m.Off) > 0 {
		d.Groups = append(d.Groups, hourGroup{HourGroup: HourGroup{Rows: m.Off}, ID: "cancelados",
			Heading: w.Off})
	}
	all := catalog.EventsPath + "?" + catalog.DaysQuery(m.Date, m.Date)
	filtered := func(parameter string, facets []Facet) []chip {
		list := chips(w, facets)
		for i, f := range facets {
			list[i].Path = all + "&" + query(parameter, f.Value)
			list[i].Next = "" // it could be another day's
		}
		return list
	}
	if m.Free > 0 {
		d.Filters = []chip{{Path: all + "&free=1", Label: w.Prices.Free,
			Count: w.Numbers.Text(m.Free)}}
	}
	d.Filters = append(d.Filters, filtered("tag", m.ByTopic)...)
	d.Venues, d.Map = filtered("venue", m.ByVenue), r.dots(m.ByVenue)
	if len(d.Hours) > 0 {
		d.SeeAll = &Link{Path: all, Label: w.Lists.SeeAll.Count(m.Count + m.Runs)}
	}
	link := func(date *catalog.Date, text *i18n.Message) *Link {
		if date == nil {
			return nil
		}
		return &Link{Path: catalog.DayPath(*date),
			Label: text.Text(w.Days.DayBeside(*date, m.Date))}
	}
	d.Neighbor = neighbors{w.OtherDays, link(m.Before, &w.Days.BeforeLink),
		link(m.After, &w.Days.AfterLink)}
	d.drawList(m.Count+m.Runs, heading, "", cards)
	if len(cards) > 0 {
		d.JSONLD = ld(d.eventList(cards))
	}
	return r.programs.render("day", d.Path, &d)
}

// hourGroup returns a group as the page of a day shows it.
func (r *Renderer) hourGroup(of HourGroup) hourGroup {
	g := hourGroup{HourGroup: of, Dated: of.Hour != Starts && of.Hour < agenda.NoHour}
	switch of.Hour {
	default:
		g.ID, g.Heading = "h"+strconv.Itoa(of.Hour), r.words.Days.Clock(60*of.Hour)
	case Starts:
		g.ID, g.Heading = "h", r.words.Starting
	case agenda.NoHour:
		g.ID, g.Heading = "h", r.words.HourUnknown
	case AllDay:
		g.ID, g.Heading = "dia", r.words.AllDay
	case StillOn:
		g.ID, g.Heading = "continuam", r.words.StillOn
	case Open:
		g.ID, g.Heading, g.Note = "abertos", r.words.OpenOn, r.words.OpenNote
	}
	return g
}
