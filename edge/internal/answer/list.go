package answer

import (
	"crypto/sha256"
	"encoding/base64"
	"strconv"

	"cartaz/builder/catalog"
	"cartaz/builder/release"
	"cartaz/builder/search"
)

// The fixed pieces of the list.
var (
	listHead  = []byte(`{"data":[`)
	listComma = []byte(",")
	listMeta  = []byte(`],"meta":`)
	listTail  = []byte("}\n")
)

// eventList answers the list endpoint: sealed JSON items joined between fixed
// pieces.
func (c *Catalogue) eventList(a *Answer, r *Request) {
	q := parseListQuery(r.Query)
	a.Coding = joinedCoding(r)
	etag := c.listETag(a, List, &q)
	a.set("Content-Type", "application/json")
	a.set("Cache-Control", cacheList)
	a.set("Vary", varyCoding)
	a.set("ETag", etag)
	a.set("Content-Signal", c.brand.ContentSignal)
	c.apiFields(a, r)
	if unchanged(r, etag, 0) {
		a.notModified()
		return
	}
	var total int
	a.ids, total = c.index.Search(q.Query, q.offset(), q.perPage, a.ids[:0])
	b := c.join(a, search.JSONForm)
	b.text(listHead)
	for i, id := range a.ids {
		if i > 0 {
			b.text(listComma)
		}
		b.fragment(id)
	}
	b.text(listMeta)
	a.value = q.meta(total).AppendMeta(a.value[:0])
	b.text(a.value)
	b.text(listTail)
	if _, err := b.finish(a); err != nil {
		c.fail(a, r, List, err)
	}
}

// listETag is the strong validator of a joined answer in the coding of a. The
// answer is a pure function of the release, the query that was understood and
// the coding, so their digest stands for the bytes and costs nothing of what a
// body would.
func (c *Catalogue) listETag(a *Answer, kind Kind, q *listQuery) string {
	b := append(a.etag[:0], c.rel.ID()...)
	b = append(b, 0, byte(kind))
	for _, part := range [...]string{q.Text, q.City, q.State, q.Organization} {
		b = strconv.AppendInt(b, int64(len(part)), 10)
		b = append(append(b, ':'), part...)
	}
	b = strconv.AppendInt(append(b, 'p'), int64(q.page), 10)
	b = strconv.AppendInt(append(b, '/'), int64(q.perPage), 10)
	a.etag = b
	digest := sha256.Sum256(b)
	suffix := `"`
	if a.Coding == release.Gzip {
		suffix = `-gz"`
	}
	return `"` + base64.RawURLEncoding.EncodeToString(digest[:16]) + suffix
}

// appendHealth appends a health body.
func appendHealth(dst []byte, h *catalog.Health) []byte {
	dst = catalog.AppendString(append(dst, `{"status":`...), h.Status)
	dst = catalog.AppendString(append(dst, `,"brand":`...), h.Brand)
	dst = appendNullable(append(dst, `,"release":`...), h.Release)
	dst = appendNullable(append(dst, `,"built_at":`...), h.BuiltAt)
	dst = strconv.AppendInt(append(dst, `,"events":`...), int64(h.Events), 10)
	return append(dst, "}\n"...)
}

func appendNullable(dst []byte, s *string) []byte {
	if s == nil {
		return append(dst, "null"...)
	}
	return catalog.AppendString(dst, *s)
}
