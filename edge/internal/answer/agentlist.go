package answer

import (
	"strconv"
	"time"

	"cartaz/builder/catalog"
	"cartaz/builder/search"
	"cartaz/edge/internal/timewords"
)

// ReadList answers a search of an agent protocol as JSON. query is a raw query with the parameters
// of the page of results; of pages it reads page and per_page as the API does, because agents page
// through data. at is the time of the request: words such as "hoje" in q are read by it.
//
// The body has the members of the list of the API, data and meta, and two more. The API itself must
// not have them:
//
//   - query: the filters that were used, by the names of the parameters, and url, the address of
//     the same list: in the API, or on the site when a filter is used that the API does not have
//   - notes: sentences about words that were read as time, and about values that were left out
//     because they could not be understood; empty for most searches
//
// No value makes it fail. Without a release, or with a damaged one, the answer is the problem that
// the API answers with, and a.Code says which.
func (c *Catalogue) ReadList(a *Answer, query string, at time.Time) {
	r := Request{Method: "GET", Path: c.brand.BasePath + catalog.APIEvents, Query: query, Time: at}
	a.Reset()
	c.pages.agentList(a, &r)
	c.Doubt(a, &r, List)
}

// ReadTime finds the words for time in a text as searches of the brand do, at the time of a
// request. The catalogue must have a release.
func (c *Catalogue) ReadTime(text string, at time.Time) timewords.Meaning {
	return c.pages.words.Read(text, c.brand.Now(at).In(c.pages.zone))
}

// agentList is the answer of ReadList.
func (s *listPages) agentList(a *Answer, r *Request) {
	if s.results == nil {
		s.problems.answer(a, r, List, catalog.UpstreamUnavailable)
		return
	}
	q := parseListQuery(r.Query)
	q.refine(r.Query, s.results.index, s.texts)
	q.checkChoices(r.Query, s.texts)
	s.readTime(&q, s.brand.Now(r.Time).In(s.zone))
	q.Query = q.Asked()
	a.set("Content-Type", "application/json")
	err := s.results.list(a, &q, func(dst []byte, total int) []byte {
		dst = q.meta(total).AppendMeta(dst)
		dst = s.appendAsked(append(dst, `,"query":{`...), &q.Query)
		dst = append(dst, `},"notes":[`...)
		for i, sentence := range q.wrong {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = catalog.AppendString(dst, sentence)
		}
		return append(dst, ']')
	})
	if err != nil {
		s.problems.fail(a, r, List, err)
	}
}

// checkChoices notes the values of free, online and order that are none of theirs. A browser sends
// no others, but models do.
func (q *listQuery) checkChoices(raw string, texts *texts) {
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
			q.wrong = append(q.wrong, texts.WrongChoice.Text(texts.quoted(Term(value)), name))
		}
	}
}

// appendAsked appends the members of the filters in use, and the address of the list.
func (s *listPages) appendAsked(dst []byte, q *search.Query) []byte {
	name := func(name string) {
		dst = append(append(append(dst, '"'), name...), `":`...)
	}
	text := func(key, value string) {
		if value != "" {
			name(key)
			dst = append(catalog.AppendString(dst, value), ',')
		}
	}
	text("q", q.Text)
	text("city", q.City)
	text("state", q.State)
	text("organization", q.Organization)
	text("from", q.From.String())
	text("to", q.To.String())
	if q.After != 0 {
		name("after")
		dst = append(strconv.AppendInt(dst, int64(q.After), 10), ',')
	}
	text("venue", q.Venue)
	text("country", q.Country)
	text("tag", q.Topic)
	if q.Free {
		dst = append(dst, `"free":true,`...)
	}
	if q.Online {
		dst = append(dst, `"online":true,`...)
	}
	if q.ByDate {
		dst = append(dst, `"order":"date",`...)
	}
	known := search.Query{Text: q.Text, City: q.City, State: q.State, Organization: q.Organization}
	address := s.siteURL + catalog.EventsPath
	if known == *q {
		address = s.brand.BaseURL + catalog.APIEvents
	}
	name("url")
	return catalog.AppendString(dst, string(appendQuery([]byte(address), q, 1)))
}
