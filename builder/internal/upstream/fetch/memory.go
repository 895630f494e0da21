package fetch

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"cartaz/brands"
	"cartaz/builder/internal/cache"
)

// Meta is the metadata of a remembered answer.
type Meta struct {
	Version      []byte            `json:"v,omitempty"` // digest of what source.detail.key gave
	ETag         string            `json:"e,omitempty"`
	LastModified string            `json:"m,omitempty"`
	NDJSON       bool              `json:"n,omitempty"`
	Charset      string            `json:"c,omitempty"` // of Content-Type
	Digest       []byte            `json:"d,omitempty"` // of the body as it was sent
	Header       map[string]string `json:"h,omitempty"` // what $headers shows
	Signs        map[string]string `json:"s,omitempty"` // [SignFields]
}

const (
	maxMeta      = 64 << 10 // bytes of Meta as JSON
	maxValidator = 1 << 10  // bytes of an ETag or a date
	maxHeaders   = 16 << 10 // bytes of the header fields that filters see
)

// Memory is what a pull knows of earlier ones. In the cache, an answer is its Meta as a line of
// JSON, then its body as one gzip stream. What goes wrong there is told when the cache is
// committed: a pull without memory asks for everything again. It is for one goroutine.
type Memory struct {
	src     brands.Source
	cache   *cache.Log  // nil for no memory
	headers bool        // a filter of the pages looks at the header
	pages   []cache.Key // of pages that were read from it
}

// NewMemory gives the memory of one pull. With headers only answers count whose header was kept.
func NewMemory(src brands.Source, cache *cache.Log, headers bool) *Memory {
	return &Memory{src: src, cache: cache, headers: headers}
}

// Page notes that a page was read from memory.
func (m *Memory) Page(key cache.Key) { m.pages = append(m.pages, key) }

// ForgetPages drops the pages that were read from memory.
func (m *Memory) ForgetPages() {
	for _, key := range m.pages {
		_, _ = m.cache.Put(&key, nil) // Commit tells
	}
}

// Recall looks for an earlier answer; nil when there is none.
func (m *Memory) Recall(key cache.Key) *Answer {
	if m.cache == nil {
		return nil
	}
	kept, _, ok := m.cache.Find(key)
	if !ok {
		return nil
	}
	meta, body, ok := bytes.Cut(kept, []byte("\n"))
	a := &Answer{gzip: true, kept: bytes.Clone(body)}
	if !ok || json.Unmarshal(meta, &a.Meta) != nil {
		return nil // written by another version of the builder
	}
	if m.headers && a.Header == nil {
		return nil // the filters want to see what was not kept
	}
	return a
}

// validates says whether the source can be asked if the answer still holds.
func (a *Answer) validates() bool { return a != nil && (a.ETag != "" || a.LastModified != "") }

// Remember keeps a whole, sound answer. version is what source.detail.key gave; nil for a page.
func (m *Memory) Remember(key cache.Key, a *Answer, version []byte) error {
	if m.cache == nil || a.Known() && bytes.Equal(a.Version, version) {
		return nil // Recall has kept it
	}
	kept := a.Meta
	if kept.Version = version; version == nil &&
		(!m.src.Conditional || kept.ETag == "" && kept.LastModified == "") {
		return nil // it could not be used
	}
	meta, err := json.Marshal(kept)
	if err != nil || len(meta) > maxMeta {
		return err
	}
	content, err := a.content()
	if err != nil {
		return err
	}
	_, _ = m.cache.Write(&key, func(w io.Writer) error {
		if _, err := w.Write(append(meta, '\n')); err != nil {
			return err
		}
		if a.gzip || a.packed {
			_, err := io.Copy(w, content)
			return err
		}
		z, _ := gzip.NewWriterLevel(w, gzip.BestSpeed) // a level that there is
		_, err := io.Copy(z, content)
		return cmp.Or(err, z.Close())
	})
	return nil
}

// Key digests a request.
func (m *Memory) Key(q *Request) cache.Key {
	h := sha256.New()
	write := func(text string) {
		// Lengths keep neighbours apart.
		h.Write([]byte{byte(len(text)), byte(len(text) >> 8), byte(len(text) >> 16),
			byte(len(text) >> 24)})
		io.WriteString(h, text) // a hash takes everything
	}
	write(q.method())
	// Host and folder count as they are, wherever they come from: the same path of another machine,
	// or of another organiser, is another catalogue. A key in the path that is changed costs one
	// pull without memory.
	write(Origin(q.URL) + q.URL.EscapedPath())
	write(m.src.Redact(q.URL.RawQuery))
	for _, name := range slices.Sorted(maps.Keys(m.src.Headers)) {
		write(name)
		write(m.src.Redact(m.src.Headers[name]))
	}
	write(m.src.Redact(string(q.Body)))
	return cache.Key(h.Sum(nil))
}

// note reads what may be Remembered of an answer's header.
func (f *Fetcher) note(resp *http.Response) Meta {
	m := Meta{Header: f.shownHeader(resp.Header), Signs: signs(resp.Header)}
	for _, directive := range strings.Split(strings.ToLower(resp.Header.Get("Cache-Control")),
		",") {
		if strings.TrimSpace(directive) == "no-store" {
			return m
		}
	}
	if etag := resp.Header.Get("ETag"); len(etag) <= maxValidator {
		m.ETag = etag
	}
	// A document that changed twice within the second of its date would be taken for unchanged (RFC
	// 9110, section 8.8.2.2), so a date counts once it is older than the answer by a second.
	modified, err := http.ParseTime(resp.Header.Get("Last-Modified"))
	date, dateErr := http.ParseTime(resp.Header.Get("Date"))
	if err == nil && dateErr == nil && date.Sub(modified) > time.Second {
		m.LastModified = resp.Header.Get("Last-Modified")
	}
	return m
}

// shownHeader is what the filters of source.pages see as $headers: each field by its name in small
// letters, its first value (of Link all). nil when none of them looks.
func (f *Fetcher) shownHeader(header http.Header) map[string]string {
	if !f.opts.Headers {
		return nil
	}
	shown, size := map[string]string{}, 0
	for _, name := range slices.Sorted(maps.Keys(header)) {
		v := fieldValue(header, name)
		if size += len(name) + len(v); size > maxHeaders {
			break
		}
		if name != "Set-Cookie" {
			shown[strings.ToLower(name)] = v
		}
	}
	return shown
}

// SignFields are the fields of an answer that tell of its paging.
var SignFields = []string{"link", "x-wp-total", "x-wp-totalpages", "x-total-count", "x-total-pages"}

// signs are the [SignFields] of an answer; nil when there are none.
func signs(header http.Header) (found map[string]string) {
	for _, name := range SignFields {
		v := fieldValue(header, http.CanonicalHeaderKey(name))
		if header.Values(name) != nil && len(v) <= maxHeaders {
			if found == nil {
				found = map[string]string{}
			}
			found[name] = v
		}
	}
	return found
}

// fieldValue is the first value of a field, or all of Link, which is a list that may come in
// several fields (RFC 9110, section 5.3).
func fieldValue(header http.Header, name string) string {
	v := header.Get(name)
	if name == "Link" {
		v = strings.Join(header[name], ", ")
	}
	return strings.ToValidUTF8(v, "\ufffd")
}
