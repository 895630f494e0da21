package listquery

import (
	"cmp"
	"fmt"
	"strconv"

	"cartaz/builder/i18n"
	"cartaz/builder/resultpage"
	"cartaz/builder/search"
)

// Texts holds the texts that the edge itself writes into pages of results, in one language. The
// builder writes all others.
type Texts struct {
	i18n.Numbers
	Quote   i18n.Message `i18n:"text.quote,text"`
	FirstOf i18n.Message `i18n:"follow.first_of,n,total"`
	Events  string       `i18n:"frame.events"`

	// Chips of the filters in use.
	Filter   i18n.Message      `i18n:"search.filter,name,value"`
	Without  i18n.Message      `i18n:"search.without,filter"`
	Only     i18n.Message      `i18n:"search.only,filter"`
	Labels   map[string]string `i18n:"filter.label.*"`
	Words    map[string]string `i18n:"filter.word.*"`
	FromHour i18n.Plural       `i18n:"date.from_hour,time" range:"0-23"`
	FromDay  i18n.Message      `i18n:"refine.from_day,date"`
	ToDay    i18n.Message      `i18n:"refine.to_day,date"`
	Days     i18n.Message      `i18n:"refine.days,first,last"`

	// Days, hours and amounts of money.
	Symbols     map[string]string `i18n:"money.symbol.*"` // by currency
	WithSymbol  i18n.Message      `i18n:"money.with_symbol,symbol,amount"`
	WithCode    i18n.Message      `i18n:"money.with_code,code,amount"`
	Hour        i18n.Message      `i18n:"date.hour,h?,hh?,mm?"`
	Short       i18n.Message      `i18n:"date.short,day,month,year"`
	ShortMonths [12]string        `i18n:"date.short_months"`
	Month       i18n.Message      `i18n:"date.month,month,year"`
	LongMonths  [12]string        `i18n:"date.long_months"`

	// Parts that were not understood.
	WrongDate  i18n.Message `i18n:"refine.wrong_date,value"`
	WrongRange i18n.Message `i18n:"refine.wrong_range,first,last"`
	WrongValue i18n.Message `i18n:"refine.wrong_value,value,name"`

	// Texts of a search whose words no event has.
	NoMatch    i18n.Message `i18n:"search.no_match,term"`
	ResultsFor string       `i18n:"search.results_for"`
	AndSimilar string       `i18n:"search.and_similar"`
	Partial    i18n.Message `i18n:"search.partial,found,missing"`

	// The list of changes.
	Changes      string            `i18n:"changes.title"`
	ChangesSince i18n.Message      `i18n:"changes.since,date"`
	Changed      map[string]string `i18n:"changes.what.*"`
	NoChanges    string            `i18n:"changes.none"`
	MoreChanges  i18n.Message      `i18n:"changes.more,address"`

	// Words of a search that became filters.
	ReadAs    i18n.Message `i18n:"search.read_as,term"`
	Literally string       `i18n:"search.literally"`
	TimeLeft  i18n.Message `i18n:"refine.time_left,words"`
	Unlike    i18n.Message `i18n:"refine.unlike,words"`
	NotCut    i18n.Message `i18n:"refine.without,words"`
	LeftOut   i18n.Message `i18n:"refine.left_out,words"`
}

// TextsOf returns the texts of a locale.
var TextsOf = i18n.Bind[Texts]()

// Quoted returns a text of a client in quotation marks.
func (t *Texts) Quoted(value string) string {
	return t.Quote.Text(resultpage.InnerQuotes(value))
}

// day returns a day in running text: "28 nov 2026".
func (t *Texts) day(d search.Day) string {
	on := d.Time()
	return t.Short.Text(strconv.Itoa(on.Day()), t.ShortMonths[on.Month()-1],
		strconv.Itoa(on.Year()))
}

// days returns the chip of a range of days; one end may be open. A whole month has its name.
func (t *Texts) days(from, to search.Day) string {
	switch {
	case to == 0:
		return t.FromDay.Text(t.day(from))
	case from == 0:
		return t.ToDay.Text(t.day(to))
	case from == to:
		return t.day(from)
	}
	first := from.Time()
	if first.Day() == 1 && to == search.DayOf(first.AddDate(0, 1, -1)) {
		return t.Month.Text(t.LongMonths[first.Month()-1], strconv.Itoa(first.Year()))
	}
	return t.Days.Text(t.day(from), t.day(to))
}

// Sign returns the sign of a currency, or its code.
func (t *Texts) Sign(currency string) string { return cmp.Or(t.Symbols[currency], currency) }

// price returns a price in whole units: "R$ 60".
func (t *Texts) price(units int, currency string) string {
	form := &t.WithSymbol
	if t.Symbols[currency] == "" {
		form = &t.WithCode
	}
	return form.Text(t.Sign(currency), t.Numbers.Text(units))
}

// fromHour returns the chip of the hour from which events start: "from 22:00".
func (t *Texts) fromHour(hour int) string {
	return t.FromHour.For(hour).
		Text(t.Hour.Text(strconv.Itoa(hour), fmt.Sprintf("%02d", hour), "00"))
}
