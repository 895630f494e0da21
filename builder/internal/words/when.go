package words

import (
	"strings"

	"cartaz/builder/catalog"
)

// DateBlock is the block next to an event's name: two to four lines; the strong ones are set large.
type DateBlock struct {
	Lines    []DateLine
	Kind     DateKind
	Datetime string // value of time[datetime], the start; "" if not known
}

// DateLine is one line of a [DateBlock].
type DateLine struct {
	Text   string
	Strong bool
}

// DateKind is the shape of a [DateBlock]; its values serve as class names.
type DateKind string

// The shapes.
const (
	DateOne   DateKind = "one"   // sáb / 23 / mai 2026
	DateDays  DateKind = "days"  // sáb–dom / 23–24 / mai 2026
	DateSpan  DateKind = "span"  // 23 mai / até / 30 ago / 2026
	DateYears DateKind = "years" // 28 dez 2026 / até / 3 jan 2027
	DateNone  DateKind = "none"  // data a / definir
)

// String returns the block in one line: "sáb 23 mai 2026".
func (b DateBlock) String() string {
	var lines []string
	for _, line := range b.Lines {
		lines = append(lines, line.Text)
	}
	return joinKnown(" ", lines)
}

// dateBlock returns the block on a card for the days of an event, if they are known.
func (d *Dates) dateBlock(span catalog.Span, known bool, start catalog.Moment) DateBlock {
	if !known {
		first, second, _ := cutLast(LowerFirst(d.ToCome))
		return DateBlock{Kind: DateNone, Lines: []DateLine{{first, true}, {second, true}}}
	}
	b := DateBlock{Datetime: start.String()}
	a, z := span.First.Time(), span.Last.Time()
	day, month, year := d.short(a)
	lastDay, lastMonth, lastYear := d.short(z)
	monthYear := d.MonthYear.Text(lastMonth, lastYear)
	until := d.Until
	switch {
	case span.Days() == 1:
		b.Kind = DateOne
		b.Lines = []DateLine{{d.ShortDays[a.Weekday()], false}, {d.BlockDay.Text(day), true},
			{monthYear, false}}
	case year != lastYear:
		b.Kind = DateYears
		b.Lines = []DateLine{{d.shortDate(a), true}, {until, false}, {d.shortDate(z), true}}
	case a.Month() != z.Month():
		b.Kind = DateSpan
		b.Lines = []DateLine{{d.DayMonth.Text(day, month), true}, {until, false},
			{d.DayMonth.Text(lastDay, lastMonth), true}, {lastYear, false}}
	default:
		b.Kind = DateDays
		b.Lines = []DateLine{
			{d.DayRange.Text(d.ShortDays[a.Weekday()], d.ShortDays[z.Weekday()]), false},
			{d.DayRange.Text(d.BlockDay.Text(day), d.BlockDay.Text(lastDay)), true},
			{monthYear, false},
		}
	}
	return b
}

func cutLast(s string) (before, after string, found bool) {
	i := strings.LastIndexByte(s, ' ')
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+1:], true
}

// When is the long form of an event's time, in parts.
type When struct {
	Known bool
	Date  string // "sábado, 23 de maio de 2026"; "data a definir"
	Hours string // "21h às 22h", "a partir de 10h"; "" if no hour is known
	Start string // "21h", "a partir de 10h": Hours without the end
	Zone  string // "(horário de Brasília, UTC−3)"; "" without Hours
	Note  string // the sentence after a date to come, else ""
}

// DateLine returns Date as the HTML page opens with it: "Sábado, 23 de maio de 2026".
func (h When) DateLine() string { return UpperFirst(h.Date) }

// HoursLine returns Hours as a line of its own: "21h às 22h", "A partir de 10h".
func (h When) HoursLine() string { return UpperFirst(h.Hours) }

// Inline returns the whole in one line, as on the Markdown page: "sábado, 23 de maio de 2026, 21h
// às 22h (horário de Brasília, UTC−3)".
func (h When) Inline() string {
	if !h.Known {
		return h.Date + ". " + h.Note
	}
	out := h.Date
	if h.Hours != "" {
		out += ", " + h.Hours
		if h.Zone != "" {
			out += " " + h.Zone
		}
	}
	return out
}

// Summary returns date and start for a description: "Sábado, 23 de maio de 2026, 21h".
func (h When) Summary() string { return List(h.DateLine(), h.Start) }

// When writes the time of an event from its start, its end and the IANA name of its zone, or "".
func (d *Dates) When(start, end catalog.Moment, zone string) When {
	span, known := catalog.SpanOf(start, end)
	if !known {
		return When{Date: LowerFirst(d.ToCome), Note: d.NotAnnounced}
	}
	h := When{Known: true, Date: d.longDates(span)}
	if !start.HasClock() {
		return h
	}
	h.Zone = d.zones.Label(start, zone)
	h.Start = d.Clock(start.Time)
	if span.Days() > 1 {
		h.Start = d.FromHour.For(start.Time.Hour()).Text(h.Start)
		h.Hours = h.Start
		return h
	}
	h.Hours = h.Start
	if span.HasEnd && end.HasClock() {
		h.Hours = d.Hours.For(end.Time.Hour()).Text(d.bareClock(start.Time), d.bareClock(end.Time))
		if span.NextDay {
			h.Hours = d.HoursNextDay.Text(h.Hours, d.LongDays[end.Time.Weekday()])
		}
	}
	return h
}

// longDates writes the day or days of an event.
func (d *Dates) longDates(span catalog.Span) string {
	a, z := span.First.Time(), span.Last.Time()
	day, month, year := d.long(a)
	lastDay, lastMonth, lastYear := d.long(z)
	switch {
	case span.Days() == 1:
		return d.Long.Text(d.LongDays[a.Weekday()], day, month, year)
	case year != lastYear:
		return d.Years.Text(day, month, year, lastDay, lastMonth, lastYear)
	case month != lastMonth:
		return d.Months.Text(day, month, lastDay, lastMonth, year)
	}
	return d.Days.Text(day, lastDay, month, year)
}

// Beside returns the hour of something that belongs to an event, such as the opening of the doors,
// and its day unless the event starts that day, or "" if no hour is known.
func (d *Dates) Beside(m, start catalog.Moment) string {
	if !m.HasClock() {
		return ""
	}
	at := d.Clock(m.Time)
	if catalog.DateOf(m.Time) != catalog.DateOf(start.Time) {
		at = List(d.ShortDate(m), at)
	}
	return at
}

// Card returns the time of an event on a card: the block; the hour, if known; [Dates.List]. An
// event of several days has no hour: its block says enough.
func (d *Dates) Card(start, end catalog.Moment) (block DateBlock, hour, listDate string) {
	span, known := catalog.SpanOf(start, end)
	block = d.dateBlock(span, known, start)
	if start.HasClock() && span.Days() == 1 {
		hour = d.Clock(start.Time)
	}
	return block, hour, List(block.String(), hour)
}

// List returns date and hour of a line in Markdown: "sáb 23 mai 2026, 21h".
func (d *Dates) List(start, end catalog.Moment) string {
	_, _, date := d.Card(start, end)
	return date
}
