package answer

import (
	"crypto/sha256"
	"encoding/base64"
	"strconv"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/release"
	"cartaz/builder/search"
	"cartaz/edge/internal/answer/listquery"
)

// list answers the list endpoint: sealed JSON items joined between fixed
// pieces.
func (e *api) list(a *Answer, r *Request) {
	q := listquery.Parse(r.Query)
	a.Coding = joinedCoding(r)
	etag := e.results.pageETag(a, List, &q, moment{})
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
	if err := e.results.list(a, &q, e.brand.BasePath+catalog.APIEvents); err != nil {
		e.problems.fail(a, r, List, err)
	}
}

// list joins the sealed items of a query into the body of a, and says how words were read that no
// event has as they were typed. path is that of the list.
func (s *results) list(a *Answer, q *listquery.Query, path string) error {
	var o search.Outcome
	a.ids, o = s.index.Answer(q.Query, q.Offset(), q.PerPage, a.ids[:0])
	if o.Reading >= search.Corrected {
		a.set("Search-Reading", o.Reading.String())
	}
	if o.Missing != nil {
		found := q.Query
		found.Text = strings.Join(o.Found, " ")
		a.set("Link", "<"+string(listquery.Append([]byte(path), &found, 1))+`>; rel="related"`)
	}
	b := s.join(a, search.JSONForm)
	b.text(`{"data":[`)
	separator := ""
	for item := range b.fragments(a.ids) {
		b.text(separator)
		b.plain, separator = append(b.plain, item...), ","
	}
	b.text(`],"meta":`)
	b.plain = q.Meta(o.Total).AppendMeta(b.plain)
	b.text("}\n")
	_, err := b.finish(a)
	return err
}

// results are the search results of one release, which answers are joined from.
type results struct {
	rel   *release.Release
	index *search.Index
}

func appendPart(b []byte, part string) []byte {
	b = strconv.AppendInt(b, int64(len(part)), 10)
	return append(append(b, ':'), part...)
}

// pageETag is the strong validator of a joined answer in the coding of a. The answer is a pure
// function of the release, the query that was understood, of a page also what was not and the day,
// which its quick choices name, and the coding: their digest stands for the bytes and costs nothing
// of what a body would.
func (s *results) pageETag(a *Answer, kind Kind, q *listquery.Query, now moment) string {
	b := append(a.etag[:0], s.rel.ID()...)
	b = append(b, 0, byte(kind))
	b = strconv.AppendInt(b, int64(now.today), 10)
	b = listquery.Append(b, &q.Query, q.Page)
	b = strconv.AppendInt(append(b, '/'), int64(q.PerPage), 10)
	b = appendPart(append(b, 0), q.Typed.Text)
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
