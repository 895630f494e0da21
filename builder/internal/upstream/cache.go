package upstream

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"
)

// Cache remembers answers from one pull to the next. A pull calls it from one
// goroutine at a time. It may forget whatever it likes, and what goes wrong in
// it is its own affair: a pull without memory asks for everything again.
type Cache interface {
	// Get gives what was put under key in this or an earlier pull, and takes note
	// that it is still wanted. nil means that there is nothing sound.
	Get(key CacheKey) *Kept
	// Put keeps an answer in place of what is under key. It has read body to its
	// end when it returns.
	Put(key CacheKey, meta []byte, body io.Reader)
	// Drop forgets what is under key.
	Drop(key CacheKey)
}

// CacheKey names a request: a digest of its method, address, header fields and
// body. In query, header fields and body the names of secrets stand in the place
// of their values.
type CacheKey [16]byte

// Kept is one remembered answer.
type Kept struct {
	Meta []byte        // as it was put: JSON of this package
	Body io.ReadSeeker // as it was put: one gzip stream
}

// memo is the meta of a remembered answer.
type memo struct {
	Version      []byte            `json:"v,omitempty"` // digest of what source.detail.key gave
	ETag         string            `json:"e,omitempty"`
	LastModified string            `json:"m,omitempty"`
	NDJSON       bool              `json:"n,omitempty"`
	Digest       []byte            `json:"d,omitempty"` // of the body as it was sent
	Header       map[string]string `json:"h,omitempty"` // what $headers shows
}

const (
	maxValidator = 1 << 10  // bytes of an ETag or a date
	maxHeaders   = 16 << 10 // bytes of the header fields that filters see
)

// remembered is what an earlier pull kept for a request.
type remembered struct {
	memo
	body io.ReadSeeker
}

// recall looks for an earlier answer; nil when there is none.
func (p *puller) recall(key CacheKey) *remembered {
	if p.opts.Cache == nil {
		return nil
	}
	kept := p.opts.Cache.Get(key)
	if kept == nil {
		return nil
	}
	r := &remembered{body: kept.Body}
	if err := json.Unmarshal(kept.Meta, &r.memo); err != nil {
		return nil // written by another version of the builder
	}
	if p.headers && r.Header == nil {
		return nil // the filters want to see what was not kept
	}
	return r
}

// validates says whether the source can be asked if the answer still holds.
func (r *remembered) validates() bool { return r != nil && (r.ETag != "" || r.LastModified != "") }

// remember keeps a whole, sound answer. version is what source.detail.key gave;
// nil for a page.
func (p *puller) remember(key CacheKey, a *answer, version []byte) error {
	if p.opts.Cache == nil || a.kept != nil && bytes.Equal(a.kept.Version, version) {
		return nil // Get has kept it
	}
	m := a.memo
	if m.Version = version; version == nil && (!p.src.Conditional || m.ETag == "" && m.LastModified == "") {
		return nil // it could not be used
	}
	meta, err := json.Marshal(m)
	if err != nil {
		return err
	}
	content, err := a.content()
	if err != nil {
		return err
	}
	if !a.gzip && !a.packed {
		squeezed := squeeze(content)
		defer squeezed.Close()
		content = squeezed
	}
	p.opts.Cache.Put(key, meta, content)
	return nil
}

// squeeze compresses while it is read; Close ends it early.
func squeeze(from io.Reader) *io.PipeReader {
	r, w := io.Pipe()
	go func() {
		z, err := gzip.NewWriterLevel(w, gzip.BestSpeed)
		if err == nil {
			_, err = io.Copy(z, from)
		}
		if err == nil {
			err = z.Close()
		}
		w.CloseWithError(err) // nil is the end of the stream
	}()
	return r
}

// key digests a request.
func (p *puller) key(q *request) CacheKey {
	h := sha256.New()
	write := func(text string) {
		// Lengths keep neighbours apart.
		h.Write([]byte{byte(len(text)), byte(len(text) >> 8), byte(len(text) >> 16), byte(len(text) >> 24)})
		io.WriteString(h, text) // a hash takes everything
	}
	write(q.method())
	// Host and folder count as they are, wherever they come from: the same path of
	// another machine, or of another organiser, is another catalogue. A key in the
	// path that is changed costs one pull without memory.
	write(origin(q.url) + q.url.EscapedPath())
	write(p.src.Redact(q.url.RawQuery))
	for _, name := range slices.Sorted(maps.Keys(p.src.Headers)) {
		write(name)
		write(p.src.Redact(p.src.Headers[name]))
	}
	write(p.src.Redact(string(q.body)))
	return CacheKey(h.Sum(nil))
}

// note reads what may be remembered of an answer's header.
func (p *puller) note(resp *http.Response) memo {
	m := memo{Header: p.shownHeader(resp.Header)}
	for _, directive := range strings.Split(strings.ToLower(resp.Header.Get("Cache-Control")), ",") {
		if strings.TrimSpace(directive) == "no-store" {
			return m
		}
	}
	if etag := resp.Header.Get("ETag"); len(etag) <= maxValidator {
		m.ETag = etag
	}
	// A document that changed twice within the second of its date would be taken
	// for unchanged (RFC 9110, section 8.8.2.2), so a date counts once it is older
	// than the answer by a second.
	modified, err := http.ParseTime(resp.Header.Get("Last-Modified"))
	date, dateErr := http.ParseTime(resp.Header.Get("Date"))
	if err == nil && dateErr == nil && date.Sub(modified) > time.Second {
		m.LastModified = resp.Header.Get("Last-Modified")
	}
	return m
}

// shownHeader is what the filters of source.pages see as $headers: each field
// by its name in small letters, its first value. nil when none of them looks.
func (p *puller) shownHeader(header http.Header) map[string]string {
	if !p.headers {
		return nil
	}
	shown, size := map[string]string{}, 0
	for _, name := range slices.Sorted(maps.Keys(header)) {
		v := strings.ToValidUTF8(header.Get(name), "\ufffd")
		if size += len(name) + len(v); size > maxHeaders {
			break
		}
		if name != "Set-Cookie" {
			shown[strings.ToLower(name)] = v
		}
	}
	return shown
}
