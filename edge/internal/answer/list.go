package answer

import (
	"crypto/sha256"
	"encoding/base64"
	"strconv"

	"cartaz/builder/catalog"
)

// eventList answers the list endpoint: sealed JSON items joined between fixed
// pieces.
func (c *Catalogue) eventList(a *Answer, r *Request) {
	q := parseListQuery(r.Query)
	etag := c.listETag(a, List, &q)
	a.set("Content-Type", "application/json")
	a.set("Cache-Control", cacheList)
	a.set("ETag", etag)
	a.set("Content-Signal", c.brand.ContentSignal)
	c.apiFields(a, r)
	if unchanged(r, etag, 0) {
		a.notModified()
		return
	}
	var total int
	a.ids, total = c.index.Search(q.Query, q.offset(), q.perPage, a.ids[:0])
	a.buf = append(a.buf[:0], `{"data":[`...)
	for i, id := range a.ids {
		if i > 0 {
			a.buf = append(a.buf, ',')
		}
		item, err := c.index.JSON(id)
		if err != nil {
			c.fail(a, r, List, err)
			return
		}
		a.buf = append(a.buf, item...)
	}
	a.buf = append(a.buf, `],"meta":`...)
	a.buf = q.meta(total).AppendMeta(a.buf)
	a.buf = append(a.buf, "}\n"...)
	a.Status, a.Body = 200, a.buf
}

// listETag is the strong validator of a joined answer. The answer is a pure
// function of the release and the query that was understood, so their digest
// stands for the bytes and costs nothing of what a body would.
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
	return `"` + base64.RawURLEncoding.EncodeToString(digest[:16]) + `"`
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
