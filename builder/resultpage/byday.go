package resultpage

import (
	"bytes"
	"iter"
	"strconv"
	"time"

	"cartaz/builder/catalog"
	"cartaz/builder/i18n"
)

// DayTexts are the headings of a list by days, in one language.
type DayTexts struct {
	ShortDays   [7]string    `i18n:"date.short_days"`
	ShortMonths [12]string   `i18n:"date.short_months"`
	ListDay     i18n.Message `i18n:"agenda.list_day,weekday,day,month,year"`
	StillOn     string       `i18n:"agenda.still_on"`
	ToCome      string       `i18n:"event.date_to_come"`
}

// DayTextsOf returns the headings of a locale.
var DayTextsOf = i18n.Bind[DayTexts]()

// The beginning of the day in a card, and the beginning of a card that is sold out.
var (
	dayOf   = []byte(`<time datetime="`)
	soldOut = []byte(`<li class="card sold">`)
)

// Append appends cards in the order of their starts, with a heading before the first card of each
// day. Events that began before today share a heading, and so do events without a day. Below each
// heading, sold-out events come last.
func (t *DayTexts) Append(dst []byte, cards iter.Seq[[]byte], today catalog.Date) []byte {
	heading := ""
	var late []byte
	for card := range cards {
		if of := t.heading(card, today); of != heading {
			heading = of
			dst, late = append(dst, late...), late[:0]
			dst = EscapeHTML.Append(append(dst, `<li class="day">`...), of)
			dst = append(dst, "</li>\n"...)
		}
		if SoldOut(card) {
			late = append(late, card...)
		} else {
			dst = append(dst, card...)
		}
	}
	return append(dst, late...)
}

// SoldOut reports whether a card is of an event without a ticket left.
func SoldOut(card []byte) bool { return bytes.HasPrefix(card, soldOut) }

// heading returns the heading over a card.
func (t *DayTexts) heading(card []byte, today catalog.Date) string {
	_, rest, _ := bytes.Cut(card, dayOf)
	date, ok := catalog.ParseDate(string(rest[:min(len(time.DateOnly), len(rest))]))
	switch on := date.Time(); {
	case !ok:
		return t.ToCome
	case date < today:
		return t.StillOn
	default:
		return t.ListDay.Text(t.ShortDays[on.Weekday()], strconv.Itoa(on.Day()),
			t.ShortMonths[on.Month()-1], strconv.Itoa(on.Year()))
	}
}
