package server

import (
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"sync"
	"time"

	"cartaz/edge/internal/answer"
	"cartaz/edge/internal/http1"
	"cartaz/edge/internal/ratelimit"
	"cartaz/edge/internal/site"
)

// exchange is one request, its answer, and the memory that both need. It is reused for later
// requests.
type exchange struct {
	facts

	answer answer.Answer
}

// facts holds everything that is known about one request.
type facts struct {
	w  *http1.Response
	in *http1.Request

	request    answer.Request
	forwarded  []string // X-Forwarded-For, in the order of the message
	credential string   // X-Agent-Credential
	a2aVersion string   // A2A-Version
	agent      string   // User-Agent, for the log
	trace      string   // traceparent, for the log

	snapshot *site.Snapshot // nil for an unknown host
	route    answer.Route
	kind     string     // of the route, for log and metrics
	client   netip.Addr // the address that is charged
	known    string     // id of a valid credential, never the credential itself
	decision ratelimit.Decision
	sent     bool // the answer's head is on its way
	duration time.Duration
}

var exchangePool = sync.Pool{New: func() any { return new(exchange) }}

// newExchange reads the parts of a request that the core may know, except its body.
func newExchange(w *http1.Response, in *http1.Request, at time.Time) *exchange {
	x := exchangePool.Get().(*exchange)
	x.w, x.in = w, in
	x.request = answer.Request{Method: in.Method, Host: in.Host, Path: in.Path, Query: in.Query,
		Time: at}
	x.answer.Reset()
	for _, f := range in.Fields {
		x.addField(f)
	}
	return x
}

// free keeps the memory of x for another request.
func (x *exchange) free() {
	forwarded := x.forwarded[:0]
	x.facts = facts{} // alone: with a field of x in it, a copy would be made on the stack
	x.forwarded = forwarded
	exchangePool.Put(x)
}

// addField stores a header field if the edge uses it. A list may be sent in several lines, which
// are joined (RFC 9110, section 5.3); of any other field the first line counts.
func (x *exchange) addField(f http1.Field) {
	var name [32]byte // no name below is as long
	n := copy(name[:], f.Name)
	for i, c := range name[:n] {
		if 'A' <= c && c <= 'Z' {
			name[i] = c + 'a' - 'A'
		}
	}
	r := &x.request
	var list, single *string
	switch string(name[:n]) {
	case "accept":
		list = &r.Accept
	case "accept-encoding":
		list = &r.AcceptEncoding
	case "content-encoding":
		list = &r.ContentEncoding
	case "if-none-match":
		list = &r.IfNoneMatch
	case "a2a-version":
		list = &x.a2aVersion
	case "access-control-request-method":
		single = &r.PreflightMethod
	case "content-type":
		single = &r.ContentType
	case "if-modified-since":
		single = &r.IfModifiedSince
	case "origin":
		single = &r.Origin
	case "sec-fetch-dest":
		single = &r.SecFetchDest
	case "traceparent":
		single = &x.trace
	case "user-agent":
		single = &x.agent
	case "x-agent-credential":
		single = &x.credential
	case "x-forwarded-for":
		x.forwarded = append(x.forwarded, f.Value)
	}
	switch {
	case list != nil && *list != "":
		*list += ", " + f.Value
	case list != nil:
		*list = f.Value
	case single != nil && *single == "":
		*single = f.Value
	}
}

// isMalformed reports whether a host is not a name or an address, with or without a port (RFC 9110,
// section 7.2).
func isMalformed(host string) bool {
	port := strings.IndexByte(host, ':')
	if strings.HasPrefix(host, "[") {
		port = strings.IndexByte(host, ']') + 1
	}
	if port >= 0 && port+1 < len(host) {
		if _, err := strconv.ParseUint(host[port+1:], 10, 16); err != nil || host[port] != ':' {
			return true
		}
	}
	return strings.ContainsAny(host, "/@")
}

// header returns the header of the request.
func (x *exchange) header() http.Header {
	h := make(http.Header, len(x.in.Fields))
	for _, f := range x.in.Fields {
		h.Add(f.Name, f.Value)
	}
	return h
}

// send sends the answer. A client that has gone away is not our error.
func (x *exchange) send() {
	a := &x.answer
	x.sent = true
	x.w.Begin(a.Status)
	for i := range a.Fields {
		f := &a.Fields[i]
		x.w.Field(f.Name, f.Value)
	}
	if a.NoBody {
		_ = x.w.SendNothing()
	} else {
		_ = x.w.Send(a.Body)
	}
}
