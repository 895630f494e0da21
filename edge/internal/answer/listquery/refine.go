package listquery

import (
	"strconv"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/search"
	"cartaz/edge/internal/answer/percent"
	"cartaz/edge/internal/phrases"
)

// params goes through the parameters of a raw query.
type params struct{ rest string }

// next returns the next parameter, decoded; ok is false behind the last one.
func (p *params) next() (name, value string, ok bool) {
	if p.rest == "" {
		return "", "", false
	}
	var pair string
	pair, p.rest, _ = strings.Cut(p.rest, "&")
	name, value, _ = strings.Cut(pair, "=")
	value = strings.TrimSpace(strings.ToValidUTF8(percent.Query(value), "\uFFFD"))
	return percent.Query(name), value, true
}

// Reader reads the queries of a site's list, in one language and against one index.
type Reader struct {
	Names *phrases.Names
	Texts *Texts
	Words phrases.Rules
}

// refinements are the parameters of the list of a site that its API does not have, as they were
// written; "" for none. MCP and A2A take them too.
type refinements struct {
	from, to, after      string
	venue, country, tag  string
	free, online, byDate bool
}

// parseRefinements reads them from a raw query. Of a repeated one the first counts.
func parseRefinements(raw string) (r refinements) {
	var free, online, order string
	for p := (params{raw}); ; {
		name, value, ok := p.next()
		if !ok {
			r.free, r.online, r.byDate = isOn(free), isOn(online), order == "date"
			return r
		}
		var into *string
		switch name {
		case "from":
			into = &r.from
		case "to":
			into = &r.to
		case "after":
			into = &r.after
		case "venue":
			into = &r.venue
		case "country":
			into = &r.country
		case "tag":
			into = &r.tag
		case "free":
			into = &free
		case "online":
			into = &online
		case "order":
			into = &order
		default:
			continue
		}
		if *into == "" {
			*into = Term(value)
		}
	}
}

// isOn reports whether a box is ticked: "on" is what a browser sends for one without a value.
func isOn(value string) bool { return value == "1" || value == "on" || value == "true" }

// Refine adds the refinements of a raw query to a query. What is not understood is left out, and
// q.Wrong says of each what was wrong, in a sentence. It never fails.
//
// Words for time in the text come after it; see [Reader.ReadTime].
func (r *Reader) Refine(q *Query, raw string) {
	given, texts := parseRefinements(raw), r.Texts
	q.Free, q.Online, q.ByDate = given.free, given.online, given.byDate
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
	if q.From, q.To = day(given.from), day(given.to); q.To != 0 && q.From > q.To {
		q.From, q.To = q.To, q.From
		wrong(texts.WrongRange.Text(texts.day(q.From), texts.day(q.To)))
	}
	if given.after != "" {
		hour, err := strconv.Atoi(given.after)
		if err != nil || hour < 0 || hour > 23 {
			wrong(texts.WrongHour.Text(texts.Quoted(given.after)))
		} else {
			q.After = hour
		}
	}
	for _, f := range [...]struct {
		value string
		into  *string
		kind  phrases.Kind
		none  func(texts ...string) string
	}{
		{given.venue, &q.Venue, phrases.Venue, texts.UnknownVenue.Text},
		{given.country, &q.Country, phrases.Country, texts.UnknownCountry.Text},
		{given.tag, &q.Topic, phrases.Topic, texts.UnknownTopic.Text},
	} {
		if f.value == "" {
			continue
		}
		if key, ok := r.Names.Key(f.kind, f.value); ok {
			*f.into = key
		} else {
			wrong(f.none(texts.Quoted(f.value)))
		}
	}
}

// CheckChoices notes the values of free, online and order that are none of theirs. A browser sends
// no others, but models do.
func (r *Reader) CheckChoices(q *Query, raw string) {
	texts := r.Texts
	for p := (params{raw}); ; {
		name, value, ok := p.next()
		if !ok {
			return
		}
		switch name {
		case "free", "online":
			ok = isOn(value) || value == "0" || value == "false"
		case "order":
			ok = value == "date" || value == "relevance"
		}
		if !ok && value != "" {
			q.Wrong = append(q.Wrong, texts.WrongChoice.Text(texts.Quoted(Term(value)), name))
		}
	}
}
