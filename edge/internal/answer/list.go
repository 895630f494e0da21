package answer

import (
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/release"
	"cartaz/builder/resultpage"
	"cartaz/builder/search"
	"cartaz/edge/internal/answer/listquery"
)

// list answers the list endpoint: sealed JSON items joined between fixed
// pieces.
func (e *api) list(a *Answer, r *Request) {
	q := r.List()
	a.Coding = joinedCoding(r)
	etag := e.results.pageETag(a, List, q, moment{})
	a.set("Content-Type", "application/json")
	a.set("Cache-Control", catalog.CacheResults)
	a.set("Vary", catalog.VaryCoding)
	a.set("ETag", etag)
	a.set("Content-Signal", e.brand.ContentSignal)
	e.apiFields(a, r)
	if unchanged(r, etag, 0) {
		a.notModified()
		return
	}
	if err := e.results.list(a, q, e.brand.BasePath+catalog.APIEvents); err != nil {
		e.fail(a, r, List, err)
	}
}

// list joins the sealed items of a query into the body of a, and reports the reading of words that
// no event has as they were typed. path is the path of the list.
func (s *results) list(a *Answer, q *listquery.Query, path string) error {
	o := s.find(a, q, q.Query, q.PerPage)
	if o.Reading >= search.Corrected {
		a.set("Search-Reading", o.Reading.String())
	}
	if o.Missing != nil {
		found := q.Query
		found.Text = strings.Join(o.Found, " ")
		a.set("Link", "<"+path+listquery.Encode(&found, 1)+`>; rel="related"`)
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

// find searches for a query, up to limit events of its page, and records in a the text that was
// typed and the hits. A further page does not count as a search of its own.
func (s *results) find(a *Answer, q *listquery.Query, asked search.Query,
	limit int) (o search.Outcome) {
	a.ids, o = s.index.Answer(asked, q.Offset(), limit, a.ids[:0])
	if q.Page == 1 {
		a.Searched, a.Hits = cmp.Or(q.Typed.Text, q.Text), o.Total
	}
	return o
}

// results are the search results of one release, from which answers are joined.
type results struct {
	rel   *release.Release
	index *search.Index
	past  *search.Index // of the names of events that are not on sale; or nil
}

// openResults opens the search indexes of a release.
func openResults(rel *release.Release) (*results, error) {
	s := &results{rel: rel}
	var err error
	if s.index, err = search.Open(rel.SearchIndex()); err != nil {
		return nil, fmt.Errorf("release %s: %s: %w", rel.ID(), release.SearchFile, err)
	}
	ref, ok := rel.Lookup(resultpage.PathPast)
	if !ok {
		return s, nil
	}
	var body []byte
	if ref.NumVariants() == 0 {
		err = fmt.Errorf("%s: %w", release.TableFile, release.ErrCorrupt)
	} else if body, err = ref.Variant(0).Body(); err == nil {
		s.past, err = search.Open(body)
	}
	if err != nil {
		return nil, fmt.Errorf("release %s: resource %s: %w", rel.ID(), resultpage.PathPast, err)
	}
	return s, nil
}

// mostPast is the largest number of events that are not on sale in an answer.
const mostPast = 3

// named returns the events that are not on sale, pass the filters in use and have all words of a
// query in their names, or are in the state that it asks for. It leaves out events that are over if
// other events have all words as they were typed: a search for jazz does not ask for the concerts
// of last year.
func (s *results) named(q *listquery.Query, o search.Outcome, today search.Day) (
	list []resultpage.Past, err error) {
	if s.past == nil || q.Text+q.Status == "" || q.Page > 1 {
		return nil, nil
	}
	asked, most := q.Query, mostPast
	asked.MaxPrice, asked.Free, asked.CFP = 0, false, false // nothing of it is on sale
	if q.Status != "" {
		most = q.PerPage
	} else if o.Total > 0 && o.Reading < search.Corrected {
		asked.From = max(asked.From, today)
	}
	ids, past := s.past.Answer(asked, 0, most, nil)
	least := search.Corrected
	if o.Total > 0 { // other words than those of the answer would be about something else
		least = min(o.Reading, least-1)
	}
	if past.Reading > least {
		return nil, nil
	}
	for _, id := range ids {
		var event resultpage.Past
		item, err := s.past.JSON(id)
		if err == nil {
			err = json.Unmarshal(item, &event)
		}
		if err != nil {
			return nil, err
		}
		list = append(list, event)
	}
	return list, s.past.Err()
}

// pageETag returns the strong validator of a joined answer in the coding of a. The answer is a pure
// function of the release, the query as it was understood, the coding and, for a page, the parts
// that were not understood and the day, which its quick choices name. Their digest represents the
// bytes, and needs no body.
func (s *results) pageETag(a *Answer, kind Kind, q *listquery.Query, now moment) string {
	return a.etag("%s %d %d %s/%d %q %q", s.rel.ID(), kind, now.today,
		listquery.Encode(&q.Query, q.Page), q.PerPage, q.Typed.Text, q.Wrong)
}

// etag returns a validator of an answer in the coding of a, made of all that its bytes depend on.
func (a *Answer) etag(format string, inputs ...any) string {
	digest := sha256.Sum256(fmt.Appendf(nil, format, inputs...))
	suffix := ""
	if a.Coding == release.Gzip {
		suffix = "-gz"
	}
	return `"` + base64.RawURLEncoding.EncodeToString(digest[:16]) + suffix + `"`
}
