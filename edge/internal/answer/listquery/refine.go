package listquery

import (
	"strconv"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/search"
	"cartaz/edge/internal/phrases"
)

// Reader reads the queries of a site's list, in one language and against one index.
type Reader struct {
	Names *phrases.Names
	Texts *Texts
	Words phrases.Rules
}

// maxPrice bounds the price that is asked for, in whole units.
const maxPrice = 10_000_000

// isOn reports whether a box is ticked: "on" is what a browser sends for one without a value.
func isOn(value string) bool { return value == "1" || value == "on" || value == "true" }

// Refine adds its refinements to a query that was parsed. An invalid day or hour is left out, and
// q.Wrong says so in a sentence. A name that no event on sale has stays a filter that finds
// nothing: package suggest has the names near it. It never fails.
//
// Words of the text come after it; see [Reader.ReadWords].
func (r *Reader) Refine(q *Query) {
	g, texts := &q.given, r.Texts
	q.Free, q.Online, q.CFP = isOn(g[freeParam]), isOn(g[onlineParam]), isOn(g[cfpParam])
	q.ByDate = g[orderParam] == "date"
	wrong := func(sentence string) { q.Wrong = append(q.Wrong, sentence) }
	day := func(value string) search.Day {
		date, ok := catalog.ParseDate(value)
		if !ok && value != "" {
			wrong(texts.WrongDate.Text(texts.Quoted(value)))
		}
		if !ok {
			return 0
		}
		return search.DayOf(date.Time())
	}
	if q.From, q.To = day(Term(g[fromParam])), day(Term(g[toParam])); q.To != 0 && q.From > q.To {
		q.From, q.To = q.To, q.From
		wrong(texts.WrongRange.Text(texts.day(q.From), texts.day(q.To)))
	}
	if after := Term(g[afterParam]); after != "" {
		hour, err := strconv.Atoi(after)
		if err != nil || hour < 0 || hour > 23 {
			wrong(texts.WrongHour.Text(texts.Quoted(after)))
		} else {
			q.After = hour
		}
	}
	q.Hour = strings.ToLower(Term(g[hourParam]))
	if r.Names.Index.Currency() != "" {
		q.ByPrice = g[orderParam] == "price"
		q.MaxPrice = clamp(g[maxPriceParam], 0, maxPrice, 0)
	}
	q.Venue, q.Country, q.Topic = Term(g[venueParam]), Term(g[countryParam]), Term(g[topicParam])
	for i := range Fields {
		value := Fields[i].Of(&q.Query)
		if key, ok := r.Names.Key(Fields[i].Kind, *value); ok {
			*value = key
		}
	}
}
