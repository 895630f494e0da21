package answer

import (
	"net/netip"
	"strconv"
	"time"

	"cartaz/builder/catalog"
	"cartaz/builder/release"
	"cartaz/edge/internal/answer/listquery"
	"cartaz/edge/internal/ratelimit"
)

// Request holds every fact of a request that may change its answer. Fields that were repeated are
// joined by ", " (RFC 9110, section 5.3).
type Request struct {
	Method string
	Host   string // as sent: may have a port
	Path   string // as sent: not decoded, without query
	Query  string // as sent, without "?"

	Accept          string
	AcceptEncoding  string
	IfNoneMatch     string
	IfModifiedSince string
	SecFetchDest    string
	Origin          string
	PreflightMethod string // Access-Control-Request-Method
	ContentType     string
	ContentEncoding string

	Body     []byte // at most Kind.MaxBody bytes
	BodyOver bool   // there was more

	Time    time.Time
	Network netip.Prefix        // the client's network, bound into a new credential
	Entropy [16]byte            // random bytes for a new credential or message
	Limit   *ratelimit.Decision // nil if the request is not counted

	list *listquery.Query // see List
}

// Reads reports whether the method is GET or HEAD.
func (r *Request) Reads() bool { return r.Method == "GET" || r.Method == "HEAD" }

// Target returns the address within the host, as it was sent.
func (r *Request) Target() string { return withQuery(r.Path, r.Query) }

// withQuery returns a path with a query, if there is one.
func withQuery(path, query string) string {
	if query != "" {
		path += "?" + query
	}
	return path
}

// List returns the query as the query of a list, without the parts that pages and agents refine. It
// is parsed once.
func (r *Request) List() *listquery.Query {
	if r.list == nil {
		q := listquery.Parse(r.Query)
		r.list = &q
	}
	return r.list
}

// Answer is the answer to a request. The zero value is ready; reuse it with [Answer.Reset].
type Answer struct {
	Status int
	Fields []release.Field
	// Body is the content for GET; the transport leaves it out for HEAD. It may be a slice of the
	// release's mapping and is then valid only while the release is held.
	Body []byte
	// NoBody reports that the status has no content at all (204, 304), so that no Content-Length is
	// sent either.
	NoBody bool

	Coding release.Coding // content coding of Body, for metrics
	Code   catalog.Code   // problem code, or ""
	Err    error          // why the answer is an internal error; for the log

	// Searched is the search text as it was typed, and Hits the number of events that it finds, for
	// the log. Searched is "" if the request is not a search, or asks for a further page of one.
	Searched string
	Hits     int

	buf   []byte
	plain []byte // a body before it is compressed into buf
	ids   []uint32
	view  listView // a page of results while it is joined
}

// Reset makes a ready for the next request and keeps its buffers. It is not inlined, because its
// copy of an answer would stay on the stack of the caller while it answers: 700 bytes, which would
// make the stack of a connection 8 KiB instead of 4.
//
//go:noinline
func (a *Answer) Reset() {
	*a = Answer{
		Fields: a.Fields[:0], buf: a.buf[:0],
		ids: a.ids[:0], plain: a.plain[:0],
	}
}

// Field returns the value of a header field of the answer, or "". Names are compared as spelled:
// the answer core spells each in one way.
func (a *Answer) Field(name string) string {
	for i := range a.Fields {
		if a.Fields[i].Name == name {
			return a.Fields[i].Value
		}
	}
	return ""
}

func (a *Answer) set(name, value string) {
	a.Fields = append(a.Fields, release.Field{Name: name, Value: value})
}

func (a *Answer) setTokens(n uint32) {
	a.set("X-Markdown-Tokens", strconv.FormatUint(uint64(n), 10))
}

// clear drops the fields and the body that a failed attempt has set, so that an error never carries
// the header fields of the answer that it replaces.
func (a *Answer) clear() {
	a.Fields = a.Fields[:0]
	a.Body = nil
	a.buf = a.buf[:0]
	a.NoBody = false
	a.Coding = release.Identity
}
