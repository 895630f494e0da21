package answer

import (
	"crypto/sha256"
	"encoding/base64"
	"strconv"
	"time"

	"cartaz/builder/catalog"
	"cartaz/builder/release"
	"cartaz/builder/search"
	"cartaz/edge/internal/answer/listquery"
	"cartaz/edge/internal/phrases"
)

// The fixed pieces of the list.
var (
	listHead  = []byte(`{"data":[`)
	listComma = []byte(",")
	listMeta  = []byte(`],"meta":`)
	listTail  = []byte("}\n")
)

// list answers the list endpoint: sealed JSON items joined between fixed
// pieces.
func (e *api) list(a *Answer, r *Request) {
	q := listquery.Parse(r.Query)
	a.Coding = joinedCoding(r)
	etag := e.results.etag(a, List, &q)
	a.set("Content-Type", "application/json")
	a.set("Cache-Control", catalog.CacheResults)
	a.set("Vary", catalog.VaryCoding)
	a.set("ETag", etag)
	a.set("Content-Signal", e.brand.ContentSignal)
	e.fields.set(a, r)
	if unchanged(r, etag, 0) {
		a.notModified()
		return
	}
	err := e.results.list(a, &q, func(dst []byte, total int) []byte {
		return q.Meta(total).AppendMeta(dst)
	})
	if err != nil {
		e.problems.fail(a, r, List, err)
	}
}

// list joins the sealed items of a query into the body of a. appendMeta appends the value of meta,
// and what members follow it.
func (s *results) list(a *Answer, q *listquery.Query,
	appendMeta func(dst []byte, total int) []byte) error {
	var total int
	a.ids, total = s.index.Search(q.Query, q.Offset(), q.PerPage, a.ids[:0])
	b := s.join(a, search.JSONForm)
	b.text(listHead)
	for i, id := range a.ids {
		if i > 0 {
			b.text(listComma)
		}
		b.fragment(id)
	}
	b.text(listMeta)
	a.value = appendMeta(a.value[:0], total)
	b.text(a.value)
	b.text(listTail)
	_, err := b.finish(a)
	return err
}

// results are the search results of one release, which answers are joined from.
type results struct {
	rel   *release.Release
	index *search.Index
}

// etag is the strong validator of a joined answer in the coding of a. The
// answer is a pure function of the release, the query that was understood and
// the coding, so their digest stands for the bytes and costs nothing of what a
// body would.
func (s *results) etag(a *Answer, kind Kind, q *listquery.Query) string {
	b := append(a.etag[:0], s.rel.ID()...)
	b = append(b, 0, byte(kind))
	for _, part := range [...]string{q.Text, q.City, q.State, q.Organization} {
		b = appendPart(b, part)
	}
	b = strconv.AppendInt(append(b, 'p'), int64(q.Page), 10)
	b = strconv.AppendInt(append(b, '/'), int64(q.PerPage), 10)
	a.etag = b
	return a.digest()
}

func appendPart(b []byte, part string) []byte {
	b = strconv.AppendInt(b, int64(len(part)), 10)
	return append(append(b, ':'), part...)
}

// pageETag is the strong validator of a page of results. It also depends on what was not
// understood, and on the day, which its quick choices name.
func (s *results) pageETag(a *Answer, kind Kind, q *listquery.Query, now moment) string {
	b := append(a.etag[:0], s.rel.ID()...)
	b = append(b, 0, byte(kind))
	b = strconv.AppendInt(b, int64(now.today), 10)
	b = listquery.Append(b, &q.Query, q.Page)
	for _, sentence := range q.Wrong {
		b = appendPart(append(b, 0), sentence)
	}
	a.etag = b
	return a.digest()
}

// digest makes a validator of what the answer is a function of, in a.etag.
func (a *Answer) digest() string {
	digest := sha256.Sum256(a.etag)
	start := len(a.texts)
	a.texts = base64.RawURLEncoding.AppendEncode(append(a.texts, '"'), digest[:16])
	if a.Coding == release.Gzip {
		a.texts = append(a.texts, "-gz"...)
	}
	a.texts = append(a.texts, '"')
	return a.text(start)
}

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

// ReadRequest reads a message to an agent by the names of the release, at the time of a request; ok
// is false without a release.
func (c *Catalogue) ReadRequest(message string, at time.Time) (q phrases.Request, ok bool) {
	if c.index == nil {
		return q, false
	}
	r := c.pages.reader
	return r.Words.ReadRequest(message, r.Names, c.brand.Now(at).In(c.pages.zone)), true
}

// agentList is the answer of ReadList.
func (s *listPages) agentList(a *Answer, r *Request) {
	if s.results == nil {
		s.problems.answer(a, r, List, catalog.UpstreamUnavailable)
		return
	}
	q := listquery.Parse(r.Query)
	s.reader.Refine(&q, r.Query)
	s.reader.CheckChoices(&q, r.Query)
	s.reader.ReadTime(&q, s.brand.Now(r.Time).In(s.zone))
	q.Query = q.Asked()
	a.set("Content-Type", "application/json")
	err := s.results.list(a, &q, func(dst []byte, total int) []byte {
		dst = q.Meta(total).AppendMeta(dst)
		dst = s.appendAsked(append(dst, `,"query":{`...), &q.Query)
		dst = append(dst, `},"notes":[`...)
		for i, sentence := range q.Wrong {
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

// appendAsked appends the members of the filters in use, and the address of the list.
func (s *listPages) appendAsked(dst []byte, q *search.Query) []byte {
	dst = listquery.AppendMembers(dst, q)
	known := search.Query{Text: q.Text, City: q.City, State: q.State, Organization: q.Organization}
	address := s.siteURL + catalog.EventsPath
	if known == *q {
		address = s.brand.BaseURL + catalog.APIEvents
	}
	dst = append(dst, `"url":`...)
	return catalog.AppendString(dst, string(listquery.Append([]byte(address), q, 1)))
}
