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

// addField stores a header field if the edge uses it.
func (x *exchange) addField(f http1.Field) {
	r := &x.request
	switch len(f.Name) {
	case 6:
		switch {
		case f.Is("accept"):
			joinList(&r.Accept, f.Value)
		case f.Is("origin"):
			setFirst(&r.Origin, f.Value)
		}
	case 10:
		if f.Is("user-agent") {
			setFirst(&x.agent, f.Value)
		}
	case 11:
		switch {
		case f.Is("a2a-version"):
			joinList(&x.a2aVersion, f.Value)
		case f.Is("traceparent"):
			setFirst(&x.trace, f.Value)
		}
	case 12:
		if f.Is("content-type") {
			setFirst(&r.ContentType, f.Value)
		}
	case 13:
		if f.Is("if-none-match") {
			joinList(&r.IfNoneMatch, f.Value)
		}
	case 14:
		if f.Is("sec-fetch-dest") {
			setFirst(&r.SecFetchDest, f.Value)
		}
	case 15:
		switch {
		case f.Is("accept-encoding"):
			joinList(&r.AcceptEncoding, f.Value)
		case f.Is("x-forwarded-for"):
			x.forwarded = append(x.forwarded, f.Value)
		}
	case 16:
		if f.Is("content-encoding") {
			joinList(&r.ContentEncoding, f.Value)
		}
	case 17:
		if f.Is("if-modified-since") {
			setFirst(&r.IfModifiedSince, f.Value)
		}
	case 18:
		if f.Is("x-agent-credential") {
			setFirst(&x.credential, f.Value)
		}
	case 29:
		if f.Is("access-control-request-method") {
			setFirst(&r.PreflightMethod, f.Value)
		}
	}
}

// joinList adds the value of a list field, which may be sent in several lines (RFC 9110, section
// 5.3).
func joinList(to *string, value string) {
	if *to != "" {
		value = *to + ", " + value
	}
	*to = value
}

// setFirst stores the first value of a field that is not a list.
func setFirst(to *string, value string) {
	if *to == "" {
		*to = value
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

// send sends the answer. A client that has gone away is no error of ours.
func (x *exchange) send() {
	a := &x.answer
	x.sent = true
	x.w.Begin(a.Status)
	x.w.Lines(a.Lines)
	for i := range a.Fields[a.NumLines:] {
		f := &a.Fields[a.NumLines+i]
		x.w.Field(f.Name, f.Value)
	}
	if a.NoBody {
		_ = x.w.SendNothing()
	} else {
		_ = x.w.Send(a.Body)
	}
}
