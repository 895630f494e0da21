package words_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/words"
	"cartaz/builder/rowstest"
)

// readable writes the no-break space as "_", which a reader of a failing test can see.
func readable(s string) string { return strings.ReplaceAll(s, "\u00a0", "_") }

func TestMoney(t *testing.T) {
	tests := rowstest.Read[[]struct {
		Amount               int64
		Currency             string
		Pt, En, AmountPT, Dp string
	}](t, "testdata/money.yaml")
	for _, tt := range tests {
		t.Run(tt.Currency+" "+tt.Pt, func(t *testing.T) {
			pt, en := words.For("pt-BR"), words.For("en")
			require.Equal(t, tt.Pt, readable(pt.Money.Text(tt.Amount, tt.Currency)))
			require.Equal(t, tt.En, readable(en.Money.Text(tt.Amount, tt.Currency)))
			require.Equal(t, tt.AmountPT, pt.Money.Amount(tt.Amount, tt.Currency))
			require.Equal(t, tt.Dp, words.Decimal(tt.Amount, tt.Currency))
		})
	}
}

func TestCaption(t *testing.T) {
	pt, en := words.For("pt-BR"), words.For("en")
	require.Equal(t, "Valores em reais (R$), por ingresso.", pt.Money.Caption("BRL"))
	require.Equal(t, "Valores em dólares (US$), por ingresso.", pt.Money.Caption("USD"))
	require.Equal(t, "Valores em libras (£), por ingresso.", pt.Money.Caption("GBP"))
	require.Equal(t, "Amounts in euros (€), per ticket.", en.Money.Caption("EUR"))
	require.Equal(t, "Amounts in US dollars ($), per ticket.", en.Money.Caption("USD"))
	require.Equal(t, "Amounts in JPY, per ticket.", en.Money.Caption("JPY"))
	require.Equal(t, "Amounts per ticket.", en.Money.Caption(""))
}

// ticket returns an available ticket, in BRL; none is an amount that is not given.
func ticket(price, fee int64) catalog.Ticket {
	t := catalog.Ticket{Name: "Plateia", Currency: "BRL", Available: true}
	if price != none {
		t.Price = &price
	}
	if fee != none {
		t.Fee = &fee
	}
	return t
}

const none = -1

func soldOut(t catalog.Ticket) catalog.Ticket {
	t.Available = false
	return t
}

func inEuros(t catalog.Ticket) catalog.Ticket {
	t.Currency = "EUR"
	return t
}

// states are the names of the states in rows.
var states = map[words.State]string{words.StateOnSale: "on sale", words.StateFree: "free",
	words.StateNoTickets: "no tickets", words.StateSoldOut: "sold out",
	words.StateClosed: "closed", words.StateEnded: "ended", words.StateCancelled: "cancelled"}

func TestPriceSummary(t *testing.T) {
	for _, tt := range rowstest.Read[[]struct {
		Name    string
		Tickets []struct {
			Price, Fee  *int64
			Gone, Euros bool
		}
		Pt, En, State string
	}](t, "testdata/price-summary.yaml") {
		var tickets []catalog.Ticket
		for _, row := range tt.Tickets {
			ticket := catalog.Ticket{Name: "Plateia", Price: row.Price, Fee: row.Fee,
				Currency: "BRL", Available: !row.Gone}
			if row.Euros {
				ticket = inEuros(ticket)
			}
			tickets = append(tickets, ticket)
		}
		t.Run(tt.Name, func(t *testing.T) {
			require.Equal(t, tt.Pt,
				readable(words.For("pt-BR").Prices.Summary(tickets).String()))
			require.Equal(t, tt.En, readable(words.For("en").Prices.Summary(tickets).String()))
			require.Equal(t, tt.State, states[words.StateOf(&catalog.Record{Tickets: tickets})])
		})
	}
}

func TestPriceSummaryParts(t *testing.T) {
	p := words.For("pt-BR").Prices.Summary([]catalog.Ticket{ticket(12000, 1800), ticket(6000, 900),
		soldOut(ticket(4000, 600))})
	require.Equal(t, words.PriceSummary{
		Before: "a partir de", Amount: "R$\u00a069,00", After: "com taxa", Lowest: 6900,
		Highest:  13800,
		Currency: "BRL", HasLowest: true,
	}, p)
	require.Equal(t, "A partir de R$_69,00 com taxa", readable(p.Sentence()))
	require.True(t, words.For("en").Prices.Summary([]catalog.Ticket{soldOut(ticket(1, 1))}).SoldOut)
	require.False(t, words.For("en").Prices.Summary([]catalog.Ticket{ticket(none, 1)}).HasLowest,
		"no price where none is known")
}

func TestTicketTable(t *testing.T) {
	pt := words.For("pt-BR")
	table := pt.Prices.Table([]catalog.Ticket{
		ticket(12000, 1800), ticket(0, 0), ticket(6000, none), ticket(none, 900),
		soldOut(ticket(4000, 0)), ticket(0, 500),
		ticket(0, none), ticket(none, none),
	})
	require.Equal(t, "Valores em reais (R$), por ingresso.", table.Caption)
	want := rowstest.Read[[][8]string](t, "testdata/ticket-table.yaml")
	require.Len(t, table.Rows, len(want))
	for i, row := range table.Rows {
		require.Equal(t, want[i], [8]string{
			row.Price, row.Fee, row.Total, readable(row.FullPrice), readable(row.FullFee),
			readable(row.FullTotal), row.Tag, row.Status,
		}, "row %d", i)
		require.Equal(t, row.Tag == "", row.Available)
	}

	mixed := words.For("en").Prices.Table([]catalog.Ticket{ticket(6000, 900),
		inEuros(ticket(6000, 900))})
	require.Equal(t, "Amounts per ticket.", mixed.Caption)
	require.Equal(t, "R$69.00", mixed.Rows[0].Total,
		"without a common currency every cell names its own")
	require.Equal(t, "€69.00", mixed.Rows[1].Total)
	require.Empty(t, words.For("en").Prices.Table(nil).Rows)
}

func TestStateOf(t *testing.T) {
	for _, tt := range rowstest.Read[[]struct {
		Name                   string
		Record                 catalog.Record
		Want                   string
		Tag, Line, Buy, Label  string
		Selling, Table, Notice bool
	}](t, "testdata/states.yaml") {
		tt.Record.Starts = catalog.Moment{Precision: catalog.Instant,
			Time: time.Date(2026, 5, 23, 21, 0, 0, 0, time.UTC)}
		t.Run(tt.Name, func(t *testing.T) {
			w, s := words.For("pt-BR"), words.StateOf(&tt.Record)
			require.Equal(t, tt.Want, states[s])
			require.Equal(t, tt.Tag, w.States.Tag(s))
			require.Equal(t, tt.Line, w.States.Name(&tt.Record, s))
			text, label := w.States.Link(s)
			require.Equal(t, [2]string{tt.Buy, tt.Label}, [2]string{text, label})
			require.Equal(t, tt.Selling, s.Selling())
			require.Equal(t, tt.Table, s.HasTable())
			bold, rest := w.States.Notice(&tt.Record, s)
			require.Equal(t, tt.Notice, bold != "" && rest != "")
			require.Equal(t, tt.Record.OnSale(), s.Selling() || s == words.StateSoldOut,
				"in the list or not, like the catalogue says")
		})
	}
}

// TestStartedNotice: the notice of an event without an end from its first minute on.
func TestStartedNotice(t *testing.T) {
	for _, tt := range []struct {
		hour, minute int
		pt, en       string
	}{
		{21, 0, "Começou às 21h.", "Started at 21:00."},
		{20, 30, "Começou às 20h30.", "Started at 20:30."},
		{1, 0, "Começou à 1h.", "Started at 01:00."},
		{0, 30, "Começou à 0h30.", "Started at 00:30."},
	} {
		rec := &catalog.Record{IsStarted: true, Starts: catalog.Moment{
			Precision: catalog.Instant, Time: time.Date(2026, 5, 23, tt.hour, tt.minute, 0, 0,
				time.FixedZone("", -3*3600)),
		}}
		bold, rest := words.For("pt-BR").States.Notice(rec, words.StateOnSale)
		require.Equal(t, tt.pt, bold)
		require.Equal(t, "A organização não informou o término.", rest)
		bold, rest = words.For("en").States.Notice(rec, words.StateOnSale)
		require.Equal(t, tt.en, bold)
		require.Equal(t, "The organiser has not said when it ends.", rest)
		bold, _ = words.For("en").States.Notice(rec, words.StateClosed)
		require.Equal(t, "Sales closed.", bold)
	}
}

// at reads a moment from the form that String writes: nothing, a date, a clock without or with
// offset.
func at(tb testing.TB, s string) catalog.Moment {
	tb.Helper()
	if s == "" {
		return catalog.Moment{}
	}
	for precision, layout := range map[catalog.Precision]string{
		catalog.Day: time.DateOnly, catalog.Local: "2006-01-02T15:04",
		catalog.Instant: "2006-01-02T15:04Z07:00",
	} {
		if t, err := time.Parse(layout, s); err == nil {
			return catalog.Moment{Precision: precision, Time: t}
		}
	}
	require.Fail(tb, "bad moment", s)
	return catalog.Moment{}
}

func TestDates(t *testing.T) {
	var out strings.Builder
	for _, c := range rowstest.Read[[]struct{ Name, Start, End, Zone string }](t,
		"testdata/dates.yaml") {
		start, end := at(t, c.Start), at(t, c.End)
		fmt.Fprintf(&out, "# %s: %q to %q in %q\n", c.Name, c.Start, c.End, c.Zone)
		for _, locale := range locales {
			w := words.For(locale)
			b, h := w.Dates.Block(start, end), w.Dates.When(start, end, c.Zone)
			lines := make([]string, len(b.Lines))
			for i, line := range b.Lines {
				lines[i] = line.Text
				if line.Strong {
					lines[i] = "*" + line.Text + "*"
				}
			}
			fmt.Fprintf(&out, "%-5s block    %s [%s %q]\n", locale, strings.Join(lines, " / "),
				b.Kind, b.Datetime)
			fmt.Fprintf(&out, "      page     %s | %s %s\n", h.DateLine(), h.HoursLine(), h.Zone)
			fmt.Fprintf(&out, "      markdown %s\n", h.Inline())
			fmt.Fprintf(&out, "      summary  %s\n", h.Summary())
			_, card, _ := w.Dates.Card(start, end)
			fmt.Fprintf(&out, "      card     %s\n", card)
			fmt.Fprintf(&out, "      list     %s\n", w.Dates.List(start, end))
			fmt.Fprintf(&out, "      row      %s\n", w.Dates.ShortDate(start))
			require.Equal(t, b.Kind != words.DateNone, h.Known)
			require.Equal(t, start.Known(), b.Kind != words.DateNone)
		}
	}
	requireGolden(t, "dates.golden", strings.ReplaceAll(out.String(), " \n", "\n"))
}

func TestTimeRead(t *testing.T) {
	read := time.Date(2026, 5, 20, 16, 0, 0, 0, time.FixedZone("", -3*3600))
	require.Equal(t, "20 mai 2026, 16h", words.For("pt-BR").Dates.TimeRead(read))
	require.Equal(t, "20 May 2026, 16:00", words.For("en").Dates.TimeRead(read))
	require.Equal(t, "20 mai 2026, 16h (UTC−3)", words.For("pt-BR").Dates.TimeReadWithOffset(read))
}

func TestZone(t *testing.T) {
	tests := rowstest.Read[[]struct{ Name, Start, Zone, Pt, En string }](t, "testdata/zone.yaml")
	for _, tt := range tests {
		t.Run(tt.Name, func(t *testing.T) {
			start := at(t, tt.Start)
			require.Equal(t, tt.Pt, words.For("pt-BR").Zones.Label(start, tt.Zone))
			require.Equal(t, tt.En, words.For("en").Zones.Label(start, tt.Zone))
		})
	}
}

func TestEveryMonthAndDay(t *testing.T) {
	for _, locale := range locales {
		w := words.For(locale)
		shorts, longs, days := map[string]bool{}, map[string]bool{}, map[string]bool{}
		for i := range 366 {
			m := catalog.Moment{Precision: catalog.Day,
				Time: time.Date(2028, 1, 1+i, 0, 0, 0, 0, time.UTC)}
			shorts[strings.Fields(w.Dates.ShortDate(m))[1]] = true
			long := w.Dates.When(m, catalog.Moment{}, "").Date
			parts := strings.Fields(strings.ReplaceAll(strings.Replace(long, ",", "", 1), " de ",
				" "))
			days[parts[0]] = true
			longs[parts[2]] = true
			require.Equal(t, locale == "en", parts[0] == m.Time.Weekday().String(), long)
		}
		require.Len(t, shorts, 12)
		require.Len(t, longs, 12)
		require.Len(t, days, 7)
	}
}

// TestSessions: dates that come every week without a gap are a rule; any others are only dates.
func TestSessions(t *testing.T) {
	fridays := "2026-11-06 2026-11-13 2026-11-20 2026-11-27"
	for _, row := range []struct{ name, locale, dates, want string }{
		{"every Friday", "en", fridays, "Every Friday, 20:00 to 22:00 until 27 Nov 2026 (4 dates)"},
		{"every Friday", "pt-BR", fridays, "Toda sexta, 20h às 22h até 27 nov 2026 (4 datas)"},
		{"every Friday", "fr", fridays,
			"Tous les vendredis, de 20 h à 22 h jusqu’au 27 nov. 2026 (4 dates)"},
		{"two days a week", "en",
			"2026-11-06 2026-11-07 2026-11-13 2026-11-14 2026-11-20 2026-11-21",
			"Every Friday, every Saturday, 20:00 to 22:00 until 21 Nov 2026 (6 dates)"},
		{"every day", "en", days("2026-11-01", 21),
			"Every day, 20:00 to 22:00 until 21 Nov 2026 (21 dates)"},
		{"a gap", "en", "2026-11-06 2026-11-13 2026-11-27 2026-12-04", ""},
		{"too few", "en", "2026-11-06 2026-11-13", ""},
		{"five of seven days", "en", "2026-11-02 2026-11-03 2026-11-04 2026-11-05 2026-11-06", ""},
		{"one more", "en", fridays + " 2026-12-01", ""},
		{"twice a day", "en", "2026-11-06 2026-11-06 2026-11-13 2026-11-20", ""},
	} {
		t.Run(row.name+" "+row.locale, func(t *testing.T) {
			var sessions []catalog.Session
			for day := range strings.FieldsSeq(row.dates) {
				sessions = append(sessions, catalog.Session{
					Starts: catalog.ParseMoment(day + "T20:00:00-03:00"),
					Ends:   catalog.ParseMoment(day + "T22:00:00-03:00")})
			}
			groups := words.For(row.locale).Days.Sessions(sessions, 3)
			require.Len(t, groups, 1)
			require.Len(t, groups[0].Dates, min(3, len(sessions)), "the limit")
			got := ""
			if g := groups[0]; g.Rule != "" {
				got = g.Rule + " " + g.Until + " (" + g.Count + ")"
			}
			require.Equal(t, row.want, strings.ReplaceAll(got, "\u00a0", " "))
		})
	}
}

// days are n days from a day on.
func days(first string, n int) string {
	d, _ := catalog.ParseDate(first)
	var all []string
	for i := range n {
		all = append(all, (d + catalog.Date(i)).String())
	}
	return strings.Join(all, " ")
}
