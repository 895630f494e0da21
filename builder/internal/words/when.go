package words

import (
	"strconv"
	"strings"

	"cartaz/builder/catalog"
)

// DateBlock is the block beside an event's name: two to four lines, of which
// the strong ones are set large.
type DateBlock struct {
	Lines    []DateLine
	Kind     DateKind
	Datetime string // value of time[datetime], the start; "" when not known
}

// DateLine is one line of a [DateBlock].
type DateLine struct {
	Text   string
	Strong bool
}

// DateKind is the shape of a [DateBlock]; its values serve as class names.
type DateKind string

// The shapes, by the rows of the table in pages.md, section 4.
const (
	DateOne   DateKind = "one"   // sáb / 23 / mai 2026
	DateDays  DateKind = "days"  // sáb–dom / 23–24 / mai 2026
	DateSpan  DateKind = "span"  // 23 mai / até / 30 ago / 2026
	DateYears DateKind = "years" // 28 dez 2026 / até / 3 jan 2027
	DateNone  DateKind = "none"  // data a / definir
)

// String is the block in one line: "sáb 23 mai 2026".
func (b DateBlock) String() string {
	var buf [48]byte
	out := buf[:0]
	for i, line := range b.Lines {
		if i > 0 {
			out = append(out, ' ')
		}
		out = append(out, line.Text...)
	}
	return string(out)
}

func (w *Words) dateBlock(s stretch, start catalog.Moment) DateBlock {
	if !s.known {
		first, second, _ := cutLast(LowerFirst(w.DateToCome()))
		return DateBlock{Kind: DateNone, Lines: []DateLine{{first, true}, {second, true}}}
	}
	b := DateBlock{Datetime: start.String()}
	a, z := s.first, s.last
	monthYear := w.shortMonth(z) + " " + strconv.Itoa(z.year)
	until := w.pick("até", "to")
	switch {
	case s.oneDay():
		b.Kind = DateOne
		b.Lines = []DateLine{{w.shortDay(a), false}, {strconv.Itoa(a.number), true}, {monthYear, false}}
	case a.year != z.year:
		b.Kind = DateYears
		b.Lines = []DateLine{{w.shortDate(a), true}, {until, false}, {w.shortDate(z), true}}
	case a.month != z.month:
		b.Kind = DateSpan
		b.Lines = []DateLine{
			{strconv.Itoa(a.number) + " " + w.shortMonth(a), true}, {until, false},
			{strconv.Itoa(z.number) + " " + w.shortMonth(z), true}, {strconv.Itoa(z.year), false},
		}
	default:
		b.Kind = DateDays
		b.Lines = []DateLine{
			{w.shortDay(a) + "–" + w.shortDay(z), false},
			{strconv.Itoa(a.number) + "–" + strconv.Itoa(z.number), true}, {monthYear, false},
		}
	}
	return b
}

// cutLast cuts s at its last space.
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
	Hours string // "21h às 22h", "a partir de 10h"; "" when no hour is known
	Start string // "21h", "a partir de 10h": Hours without the end
	Zone  string // "(horário de Brasília, UTC−3)"; "" without Hours
	Note  string // the sentence after a date to come, else ""
}

// DateLine is Date as the HTML page opens with it: "Sábado, 23 de maio de 2026".
func (h When) DateLine() string { return UpperFirst(h.Date) }

// HoursLine is Hours as a line of its own: "21h às 22h", "A partir de 10h".
func (h When) HoursLine() string { return UpperFirst(h.Hours) }

// Inline is the whole in one line, as the Markdown page says it: "sábado, 23 de
// maio de 2026, 21h às 22h (horário de Brasília, UTC−3)".
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

// Summary is date and start for a description: "Sábado, 23 de maio de 2026,
// 21h".
func (h When) Summary() string { return List(h.DateLine(), h.Start) }

// When writes the time of an event from its start, its end and the IANA name of
// its zone ("" when not known).
func (w *Words) When(start, end catalog.Moment, zone string) When {
	s := stretchOf(start, end)
	if !s.known {
		return When{Date: LowerFirst(w.DateToCome()), Note: w.DateNotAnnounced()}
	}
	h := When{Known: true, Date: w.longDates(s)}
	if !s.hour {
		return h
	}
	h.Zone = w.Zone(start, zone)
	h.Start = w.Clock(s.start)
	if !s.oneDay() {
		h.Start = w.pick("a partir de ", "from ") + h.Start
		h.Hours = h.Start
		return h
	}
	h.Hours = h.Start
	if s.until {
		h.Hours += w.until(s) + w.Clock(s.end)
		if s.nextDay {
			h.Hours += w.pick(" (de ", " (") + w.longDay(dayOf(s.end)) + ")"
		}
	}
	return h
}

// until joins two hours; Portuguese contracts with the article: "às 22h", but
// "à 1h" and "à 0h30".
func (w *Words) until(s stretch) string {
	if w.pt && s.end.Hour() <= 1 {
		return " à "
	}
	return w.pick(" às ", " to ")
}

// longDates writes the day or days of an event.
func (w *Words) longDates(s stretch) string {
	a, z := s.first, s.last
	if s.oneDay() {
		return w.longDay(a) + ", " + w.dayNumber(a) + w.of() + w.longMonth(a) + w.of() + strconv.Itoa(a.year)
	}
	end := w.dayNumber(z) + w.of() + w.longMonth(z) + w.of() + strconv.Itoa(z.year)
	to := w.pick(" a ", " to ")
	switch {
	case a.year != z.year:
		return w.dayNumber(a) + w.of() + w.longMonth(a) + w.of() + strconv.Itoa(a.year) + to + end
	case a.month != z.month:
		return w.dayNumber(a) + w.of() + w.longMonth(a) + to + end
	case w.pt:
		return w.dayNumber(a) + to + end
	}
	return w.dayNumber(a) + "–" + end
}

func (w *Words) of() string { return w.pick(" de ", " ") }

// dayNumber is the number of a day in running text: Portuguese counts the first
// of a month as an ordinal.
func (w *Words) dayNumber(d day) string {
	if w.pt && d.number == 1 {
		return "1º"
	}
	return strconv.Itoa(d.number)
}

// cardHour is the hour on a card, "" when no hour is known and for an event of
// several days, whose block says enough.
func (w *Words) cardHour(s stretch) string {
	if !s.known || !s.hour || !s.oneDay() {
		return ""
	}
	return w.Clock(s.start)
}

// CardDates is what a card says of an event's time: the block; hour and venue,
// "21h · Theatro Municipal", without what is not known; and [Words.ListDate].
func (w *Words) CardDates(start, end catalog.Moment, venue string) (block DateBlock, timeVenue, listDate string) {
	s := stretchOf(start, end)
	block = w.dateBlock(s, start)
	hour := w.cardHour(s)
	return block, Line(hour, venue), List(block.String(), hour)
}

// ListDate is date and hour of a line in Markdown: "sáb 23 mai 2026, 21h".
func (w *Words) ListDate(start, end catalog.Moment) string {
	_, _, date := w.CardDates(start, end, "")
	return date
}
