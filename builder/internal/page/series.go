package page

import (
	"bytes"
	"html"
	"slices"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/markup"
	"cartaz/builder/internal/words"
	"cartaz/builder/text"
)

// WithSeries returns the card and the line of an event with a link to the rest of its series: the
// events of that name at that venue. days is the number of days on which they begin; if that is 1,
// times is the number of their times. The card itself has the same bytes on every page.
func (r *Renderer) WithSeries(card, line []byte, name, venueKey string,
	days, times int) (_, _ []byte) {
	path := seriesPath(name, venueKey)
	label := r.words.Lists.MoreDates.Count(days - 1)
	if days == 1 {
		label = r.words.Lists.MoreTimes.Count(times - 1)
	}
	linked := `<p class="again"><a href="` + html.EscapeString(path) + `">` +
		html.EscapeString(label) + `</a></p>`
	end := bytes.LastIndex(card, []byte(`<div class="art `)) // the poster, after the text
	end = bytes.LastIndex(card[:end], []byte("</div>"))
	card = append(append(append([]byte{}, card[:end]...), linked...), card[end:]...)
	return card, withPart(line, "["+text.Markdown(label)+"]("+r.frame.TwinURL(path)+")")
}

// withPart returns the line of an event with one more part.
func withPart(line []byte, part string) []byte {
	return []byte(words.Line(strings.TrimSuffix(string(line), "\n"), part) + "\n")
}

// maxSecond is the largest number of characters of a second line.
const maxSecond = 60

// Second returns the second line of an event: the beginning of its description.
func Second(description string) string { return markup.Summary(description, maxSecond) }

// WithSecond returns the card and the line of an event with a second line, below its name and at
// the end. The card itself has the same bytes on every page, like the card of
// [Renderer.WithSeries].
func WithSecond(card, line []byte, second string) (_, _ []byte) {
	card = bytes.Replace(card, []byte("</h3>"),
		[]byte(`</h3><p dir="auto">`+html.EscapeString(second)+"</p>"), 1)
	return card, withPart(line, text.Markdown(second))
}

// WithHour returns the card of an event that starts at a minute of a day, for the page of that day:
// the hour replaces the date.
func (r *Renderer) WithHour(card []byte, minute int) []byte {
	before, rest, _ := bytes.Cut(card, []byte(`<p class="date`))
	_, after, ok := bytes.Cut(rest, []byte("</p>"))
	if !ok {
		return card
	}
	return slices.Concat(before, []byte(`<p class="date hour"><span><b>`+
		html.EscapeString(r.words.Days.Clock(minute))+"</b></span></p>"), after)
}

// maxSeriesName is the largest length of a name in a link to its dates, in bytes: a query has at
// most 256, with quotation marks.
const maxSeriesName = 254

// seriesPath returns the list of all dates of a name at a venue. The name is in quotation marks: in
// "Forró de quinta" they keep the day of the week from being read as a date.
func seriesPath(name, venueKey string) string {
	if !strings.Contains(name, `"`) {
		name = `"` + text.Clip(name, maxSeriesName) + `"`
	}
	return catalog.EventsPath + "?" + query("q", name) + "&" + query("venue", venueKey) +
		"&order=date"
}
