package fetch

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"cartaz/brands"
	"cartaz/builder/internal/cache"
	"cartaz/builder/text"
)

// Meta is the metadata of an answer, which is remembered with it.
type Meta struct {
	Version      []byte            `json:"v,omitempty"` // digest of what source.detail.key gave
	ETag         string            `json:"e,omitempty"`
	LastModified string            `json:"m,omitempty"`
	NDJSON       bool              `json:"n,omitempty"`
	Charset      string            `json:"c,omitempty"` // of Content-Type
	Digest       []byte            `json:"d,omitempty"` // of the body as it was sent
	Header       map[string]string `json:"h,omitempty"` // names in lower case; of Link all values
}

const (
	maxValidator = 1 << 10  // bytes of an ETag or a date
	maxHeader    = 16 << 10 // bytes of Meta.Header
)

// Memory holds the answers of earlier pulls. In the cache, an answer is its Meta as a line of JSON,
// then its body as one gzip stream. The commit of the cache returns errors: a pull without memory
// asks for everything again. It is for one goroutine.
type Memory struct {
	src   brands.Source
	cache *cache.Log  // nil for no memory
	pages []cache.Key // of pages that were read from it
}

// NewMemory returns the memory of one pull.
func NewMemory(src brands.Source, cache *cache.Log) *Memory {
	return &Memory{src: src, cache: cache}
}

// Page notes that a page was read from memory.
func (m *Memory) Page(key cache.Key) { m.pages = append(m.pages, key) }

// ForgetPages drops the pages that were read from memory.
func (m *Memory) ForgetPages() {
	for _, key := range m.pages {
		_, _ = m.cache.Put(&key, nil)
	}
}

// Recall returns an earlier answer, or nil.
func (m *Memory) Recall(key cache.Key) *Answer {
	if m.cache == nil {
		return nil
	}
	kept, _, ok := m.cache.Find(key)
	meta, body, _ := bytes.Cut(kept, []byte("\n"))
	a := &Answer{gzip: true, Known: true}
	if !ok || json.Unmarshal(meta, &a.Meta) != nil {
		return nil // another version of the builder may have written it
	}
	a.memory = bytes.Clone(body)
	return a
}

// validates reports whether the source can be asked if the answer still holds.
func (a *Answer) validates() bool { return a != nil && (a.ETag != "" || a.LastModified != "") }

// Remember keeps a whole, sound answer. version is what source.detail.key gave; nil for a page.
func (m *Memory) Remember(key cache.Key, a *Answer, version []byte) {
	if m.cache == nil || a.Known && bytes.Equal(a.Version, version) {
		return // Recall has kept it
	}
	if version == nil && (!m.src.Conditional || !a.validates()) {
		return // it could not be used
	}
	kept := a.Meta
	kept.Version = version
	_, _ = m.cache.Write(&key, func(w io.Writer) error {
		err := json.NewEncoder(w).Encode(kept)
		if err == nil && a.gzip {
			_, err = io.Copy(w, a.sent())
		} else if err == nil {
			z, _ := gzip.NewWriterLevel(w, gzip.BestSpeed) // a level that there is
			_, err = io.Copy(z, a.sent())
			err = cmp.Or(err, z.Close())
		}
		return err
	})
}

// Key returns the key of the answer to a request. Method, host and path count as they are, even if
// they come from a variable: the same path on another machine, or of another organiser, is another
// catalogue. Query, body and header count without secrets, so that a new password does not cost a
// pull without memory.
func (m *Memory) Key(q *Request) cache.Key {
	h := sha256.New()
	add := func(part string) {
		fmt.Fprintf(h, "%d:%s", len(part), part) // the length keeps neighbours apart
	}
	add(q.method())
	add(Origin(q.URL) + q.URL.EscapedPath())
	add(m.src.Redact(q.URL.RawQuery))
	add(m.src.Redact(string(q.Body)))
	for name, value := range text.InOrder(m.src.Headers) {
		add(m.src.Redact(name))
		add(m.src.Redact(value))
	}
	return cache.Key(h.Sum(nil))
}

// note reads what may be remembered of an answer's header.
func note(header http.Header) Meta {
	m := Meta{Header: fields(header)}
	for directive := range strings.SplitSeq(header.Get("Cache-Control"), ",") {
		if strings.EqualFold(strings.TrimSpace(directive), "no-store") {
			return m
		}
	}
	if etag := header.Get("ETag"); len(etag) <= maxValidator {
		m.ETag = etag
	}
	// A document that changed twice within the second of its date would seem unchanged (RFC 9110,
	// section 8.8.2.2), so a date counts only if it is at least a second older than the answer.
	modified, err := http.ParseTime(header.Get("Last-Modified"))
	date, dateErr := http.ParseTime(header.Get("Date"))
	if err == nil && dateErr == nil && date.Sub(modified) > time.Second {
		m.LastModified = header.Get("Last-Modified")
	}
	return m
}

// fields returns a header as [Meta] has it. Link is a list that may come in several fields (RFC
// 9110, section 5.3).
func fields(header http.Header) map[string]string {
	found, size := map[string]string{}, 0
	for name, values := range text.InOrder(header) {
		v := values[0]
		if name == "Link" {
			v = strings.Join(values, ", ")
		}
		if n := len(name) + len(v); name != "Set-Cookie" && size+n <= maxHeader {
			found[strings.ToLower(name)] = strings.ToValidUTF8(v, "\ufffd")
			size += n
		}
	}
	return found
}
