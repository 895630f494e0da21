package page_test

import (
	"bytes"
	"html"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	ics "github.com/arran4/golang-ical"
	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/catalog"
	"cartaz/builder/internal/agenda"
	"cartaz/builder/internal/page"
)

func onDate(t testing.TB, text string) catalog.Date {
	t.Helper()
	d, ok := catalog.ParseDate(text)
	require.True(t, ok, text)
	return d
}

// agendaPages draws the pages of days and months, by name.
func agendaPages(t testing.TB, r *page.Renderer, listed page.Listed) map[string]page.Page {
	t.Helper()
	all := map[string]page.Page{}
	add := func(name string, p page.Page, err error) {
		require.NoError(t, err)
		all[name] = p
	}
	today := onDate(t, "2026-11-20")
	days := []page.DayCount{{Date: today - 1, Count: 1}, {Date: today + 8, Count: 12},
		{Date: today + 9, Count: 1}, {Date: onDate(t, "2027-02-28"), Count: 1462}}
	for m := range catalog.Month(12) { // more than the agenda shows as calendars
		days = append(days, page.DayCount{Date: (onDate(t, "2027-03-01").Month() + m).First(),
			Count: 2})
	}
	rows := eventRows(listed)
	p, err := r.Agenda(page.AgendaModel{Total: 1500, Days: days, First: 1,
		Events: [][]page.EventRow{rows, rows[:1]}})
	add("agenda", p, err)
	p, err = r.Agenda(page.AgendaModel{})
	add("agenda-empty", p, err)
	before, after := onDate(t, "2026-10-01").Month(), onDate(t, "2027-02-01").Month()
	november := []page.DayCount{days[0], {Date: today + 1, Count: 2}, days[1], days[2],
		{Date: today + 10, Count: 2}}
	p, err = r.Month(page.MonthModel{Month: today.Month(), Before: &before, After: &after,
		Days: november, Events: [][]page.EventRow{rows[:1], rows, rows[:1], rows[:1], nil}})
	add("month", p, err)
	p, err = r.Month(page.MonthModel{Month: after, Days: days[3:4],
		Events: [][]page.EventRow{rows}})
	add("month-alone", p, err)
	p, err = r.Agenda(page.AgendaModel{Total: 12, Days: days[1:3],
		Events: [][]page.EventRow{rows, rows[:1]}})
	add("agenda-few", p, err)
	p, err = r.Day(page.DayModel{DayCount: days[1], Before: &days[0].Date, After: &days[2].Date,
		Groups: []page.HourGroup{{Hour: 0, Listed: listed}, {Hour: 21, Listed: listed},
			{Hour: agenda.NoHour, Listed: listed}, {Hour: page.StillOn, Listed: listed}}})
	add("day", p, err)
	p, err = r.Day(page.DayModel{DayCount: days[3], Before: &days[2].Date,
		Groups: []page.HourGroup{
			{Hour: 0, Rows: rows[:1], Listed: page.Listed{Lines: listed.Lines[:1]}},
			{Hour: 20, Rows: rows, Listed: page.Listed{Lines: listed.Lines}},
			{Hour: agenda.NoHour, Rows: rows, Listed: page.Listed{Lines: listed.Lines}},
			{Hour: page.StillOn, Rows: rows, Listed: page.Listed{Lines: listed.Lines}}},
		ByTopic: []page.Facet{{Label: "samba & choro", Value: "samba & choro", Count: 60}},
		ByVenue: []page.Facet{{Label: "Sala <São> & Paulo", Value: "sala", Count: 1300,
			Next: days[0].Date}}}) // a day's venue names no other day
	add("day-full", p, err)
	return all
}

// eventRows returns the listed events in one line each.
func eventRows(listed page.Listed) []page.EventRow {
	var rows []page.EventRow
	for i, card := range listed.Cards {
		row := page.EventRow{Path: "/x", Name: "/eventos/" + string(rune('a'+i))}
		if to := anchor.FindStringSubmatch(string(card)); to != nil {
			row.Path, row.Note = to[1], "20h30 · Sala <São> & Paulo · Grátis"
		}
		rows = append(rows, row)
	}
	return rows
}

func listedCards(t testing.TB, r *page.Renderer, b *brands.Brand) page.Listed {
	t.Helper()
	return cut(cards(t, r, b), 2)
}

var (
	anchor = regexp.MustCompile(`(?s)<a href="([^"]*)"[^>]*>(.*?)</a>`)
	tags   = regexp.MustCompile(`<span class="hide">:</span>|<[^>]*>`)
)

// TestAgendaFactsAgree: the Markdown of a page of days has the links of its content, with the same
// words and numbers.
func TestAgendaFactsAgree(t *testing.T) {
	for _, b := range []*brands.Brand{palco(), confs()} {
		r := mustNew(t, b)
		for name, p := range agendaPages(t, r, listedCards(t, r, b)) {
			_, main, _ := strings.Cut(string(p.HTML), "<h1>")
			main, _, _ = strings.Cut(main, "</main>")
			md := string(p.Markdown)
			links := anchor.FindAllStringSubmatch(main, -1)
			for _, link := range links {
				path, _, _ := strings.Cut(html.UnescapeString(link[1]), "#")
				if path == "" {
					continue // within the page
				}
				require.Contains(t, md, "]("+b.SiteURL+catalog.TwinPath(path)+")", "%s: %s", name,
					link[0])
			}
			for _, heading := range regexp.MustCompile(`<h[12][^>]*>(.*?)</h[12]>`).
				FindAllStringSubmatch(string(p.HTML), -1) {
				text := tags.ReplaceAllString(heading[1], "")
				if !strings.Contains(md, html.UnescapeString(text)) {
					require.Contains(t, heading[0], `id="explorar"`,
						"%s: heading missing in Markdown", name)
				}
			}
			if name != "agenda-empty" {
				require.NotEmpty(t, links)
			}
		}
	}
}

// TestDayWithoutHours: if no event of a day has an hour, the page has no hours.
func TestDayWithoutHours(t *testing.T) {
	r := mustNew(t, palco())
	p, err := r.Day(page.DayModel{DayCount: page.DayCount{Date: onDate(t, "2026-11-28"), Count: 2},
		Groups: []page.HourGroup{{Hour: agenda.NoHour, Listed: listedCards(t, r, palco())}}})
	require.NoError(t, err)
	require.Contains(t, string(p.HTML), ">Começam neste dia</h2>")
	require.NotContains(t, string(p.HTML), "Horário não informado")
}

// TestDayOfFewEvents: the hours are in the stubs of its tickets; an event that lasts for long is a
// line.
func TestDayOfFewEvents(t *testing.T) {
	r := mustNew(t, palco())
	listed := listedCards(t, r, palco())
	var at page.Listed
	at.Add(r.WithHour([]byte(listed.Cards[0]), 21*60+30), []byte(listed.Lines[0]))
	m := page.DayModel{DayCount: page.DayCount{Date: onDate(t, "2026-11-28"), Count: 1},
		Groups: []page.HourGroup{{Hour: page.Starts, Listed: at}}}
	p, err := r.Day(m)
	require.NoError(t, err)
	require.Contains(t, string(p.HTML), `<h2 id="h" class="hide">Começam neste dia</h2>`)
	require.Contains(t, string(p.HTML),
		`<li class="card"><p class="date hour"><span><b>21h30</b></span></p>`)
	require.NotContains(t, string(p.HTML), `class="date one"`)
	m.Groups = append(m.Groups, page.HourGroup{Hour: page.StillOn, Listed: listed})
	p, err = r.Day(m)
	require.NoError(t, err)
	require.Contains(t, string(p.HTML), `<h2 id="h">Começam neste dia</h2>`)
	require.Contains(t, string(p.HTML),
		"<h2 id=\"continuam\">Em cartaz desde antes</h2>\n<ul class=\"cards byday\">")
}

// TestCancelledOfADay: a visitor with a ticket finds the event on its day, with the hour struck
// out.
func TestCancelledOfADay(t *testing.T) {
	r := mustNew(t, palco())
	listed, date := listedCards(t, r, palco()), onDate(t, "2026-05-23")
	rec := evinha()
	rec.State = catalog.Cancelled
	off := []page.EventRow{r.EventRow(rec, agenda.Item{First: date, Last: date, Minute: 21 * 60},
		"Theatro Municipal")}
	day, err := r.Day(page.DayModel{DayCount: page.DayCount{Date: date, Count: 1},
		Groups: []page.HourGroup{{Hour: page.Starts, Listed: listed}}, Off: off})
	require.NoError(t, err)
	const row = `</a> <small><s>21h</s> · Theatro Municipal · Cancelado</small></li>`
	require.Regexp(t, `(?s)<h2 id="h">.*<h2 id="cancelados">Não acontecem</h2>.*`+row,
		string(day.HTML))
	require.Regexp(t, `## Não acontecem\n\n- \[Evinha[^\n]* ~~21h~~ Theatro Municipal · Canc`,
		string(day.Markdown))
	for _, count := range []int{0, 5} {
		month, err := r.Month(page.MonthModel{Month: date.Month(), Off: [][]page.EventRow{off},
			Days:   []page.DayCount{{Date: date, Count: count, Runs: 1}},
			Events: [][]page.EventRow{eventRows(listed)[1:]}})
		require.NoError(t, err)
		require.Contains(t, string(month.HTML), row)
		require.Equal(t, count > 0, strings.Contains(string(month.HTML), "Ver todos os 5 eventos"))
	}
}

// TestWhenChips: the home page leads to today by the clock of the reader, and to the days after
// tomorrow that have events.
func TestWhenChips(t *testing.T) {
	r := mustNew(t, palco())
	today := onDate(t, "2026-11-20")
	p, err := r.Home(page.HomeModel{Total: 3, Today: today, Days: []page.DayCount{
		{Date: today, Count: 1}, {Date: today + 1, Count: 2}, {Date: today + 2, Count: 3},
		{Date: today + 3, Runs: 4}}})
	require.NoError(t, err)
	got := string(p.HTML)
	for _, want := range []string{`<a href="/hoje">Hoje</a>`, `<a href="/amanha">Amanhã</a>`,
		`<a href="/fim-de-semana">Fim de semana</a>`, `<a href="/agenda/2026-11-22">dom 22 nov` +
			`<span class="hide">:</span> <i>3</i></a>`} {
		require.Contains(t, got, want)
	}
	require.NotContains(t, got, "/agenda/2026-11-21")
	require.NotContains(t, got, "/agenda/2026-11-23", "no event begins or is known to be open then")
	require.Contains(t, string(p.Markdown), "["+"Hoje]("+palco().SiteURL+"/hoje.md)")

	p, err = r.Group(catalog.CitiesPath, page.GroupModel{Facet: cityFacets()[0],
		Days: []page.DayCount{{Date: today, Count: 1}}})
	require.NoError(t, err)
	require.Contains(t, string(p.HTML), `<a href="/hoje?city=S%C3%A3o%20Paulo">Hoje</a>`)
	require.Contains(t, string(p.HTML),
		`<a href="/eventos?city=S%C3%A3o%20Paulo&amp;from=2026-11-20&amp;to=2026-11-20">sex 20 nov`)
}

func zoneOf(b *brands.Brand, rec *catalog.Record) *time.Location {
	switch {
	case rec.Timezone != "":
		return mustZone(rec.Timezone)
	case b.Zone != nil:
		return b.Zone
	}
	return time.UTC
}

// mustCalendar reads a calendar with an independent parser and checks the requirements of RFC 5545
// for its lines.
func mustCalendar(t *testing.T, raw []byte) *ics.VEvent {
	t.Helper()
	require.True(t, bytes.HasSuffix(raw, []byte("END:VCALENDAR\r\n")))
	require.Equal(t, bytes.Count(raw, []byte("\n")), bytes.Count(raw, []byte("\r\n")),
		"a line end without CR")
	for _, line := range bytes.Split(raw, []byte("\r\n")) {
		require.LessOrEqual(t, len(line), 75)
		require.True(t, utf8.Valid(line), "folded inside a character: %q", line)
	}
	cal, err := ics.ParseCalendar(bytes.NewReader(raw))
	require.NoError(t, err)
	zones := bytes.Count(raw, []byte("\r\nBEGIN:VTIMEZONE\r\n"))
	require.LessOrEqual(t, zones, 1)
	require.Len(t, cal.Components, 1+zones, "an injected component")
	require.Len(t, cal.Events(), 1)
	return cal.Events()[0]
}
