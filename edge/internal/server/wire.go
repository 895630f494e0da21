package server

import (
	"errors"
	"io"
	"net/http"
	"net/netip"
	"strconv"
	"time"

	"cartaz/edge/internal/answer"
	"cartaz/edge/internal/http1"
)

// incoming is one request, whichever transport has read it.
type incoming struct {
	request    answer.Request
	host       string
	remote     netip.Addr // the other end; invalid on a listener without addresses
	forwarded  []string   // X-Forwarded-For, in the order of the message
	credential string     // X-Agent-Credential
	a2aVersion string     // A2A-Version
	agent      string     // User-Agent, for the log
	trace      string     // traceparent, for the log
	wire       wire
}

// wire is what is left of a transport: what few requests need, and the way back.
type wire interface {
	// body reads at most limit bytes, and says whether there are more.
	body(limit int) ([]byte, bool)
	header() http.Header
	send(a *answer.Answer)
}

// begin forgets the request before.
func (in *incoming) begin(w wire, now time.Time) {
	*in = incoming{forwarded: in.forwarded[:0], wire: w}
	in.request.Time = now
}

// field takes a line of the header, if it is one that matters.
func (in *incoming) field(f http1.Field) {
	r := &in.request
	switch len(f.Name) {
	case 6:
		switch {
		case f.Is("accept"):
			join(&r.Accept, f.Value)
		case f.Is("origin"):
			first(&r.Origin, f.Value)
		}
	case 10:
		if f.Is("user-agent") {
			first(&in.agent, f.Value)
		}
	case 11:
		switch {
		case f.Is("a2a-version"):
			join(&in.a2aVersion, f.Value)
		case f.Is("traceparent"):
			first(&in.trace, f.Value)
		}
	case 12:
		if f.Is("content-type") {
			first(&r.ContentType, f.Value)
		}
	case 13:
		if f.Is("if-none-match") {
			join(&r.IfNoneMatch, f.Value)
		}
	case 14:
		if f.Is("sec-fetch-dest") {
			first(&r.SecFetchDest, f.Value)
		}
	case 15:
		switch {
		case f.Is("accept-encoding"):
			join(&r.AcceptEncoding, f.Value)
		case f.Is("x-forwarded-for"):
			in.forwarded = append(in.forwarded, f.Value)
		}
	case 16:
		if f.Is("content-encoding") {
			join(&r.ContentEncoding, f.Value)
		}
	case 17:
		if f.Is("if-modified-since") {
			first(&r.IfModifiedSince, f.Value)
		}
	case 18:
		if f.Is("x-agent-credential") {
			first(&in.credential, f.Value)
		}
	case 29:
		if f.Is("access-control-request-method") {
			first(&r.PreflightMethod, f.Value)
		}
	}
}

// join adds the value of a field that is a list and may be sent in several lines
// (RFC 9110, section 5.3).
func join(to *string, value string) {
	if *to != "" {
		value = *to + ", " + value
	}
	*to = value
}

// first keeps the first value of a field that is no list.
func first(to *string, value string) {
	if *to == "" {
		*to = value
	}
}

// readPlain collects what the core may know of a request, except its body.
func (in *incoming) readPlain(r *http1.Request) {
	in.host, in.remote = r.Host, r.Remote
	in.request.Method, in.request.Path, in.request.Query = r.Method, r.Path, r.Query
	for _, f := range r.Fields {
		in.field(f)
	}
}

// readStd does the same for a request that net/http has read.
func (in *incoming) readStd(r *http.Request) {
	in.host = r.Host
	if remote, err := netip.ParseAddrPort(r.RemoteAddr); err == nil {
		in.remote = remote.Addr().Unmap()
	}
	in.request.Method, in.request.Path, in.request.Query = r.Method, requestPath(r), r.URL.RawQuery
	for name, values := range r.Header {
		for _, v := range values {
			in.field(http1.Field{Name: name, Value: v})
		}
	}
}

// requestPath is the path as it was sent. net/http keeps it apart only when it
// holds escapes.
func requestPath(r *http.Request) string {
	if r.RequestURI == "*" {
		return "*"
	}
	return r.URL.EscapedPath()
}

// plainWire is a request that came in plain HTTP/1.1.
type plainWire struct {
	w *http1.Response
	r *http1.Request
}

var _ wire = (*plainWire)(nil)

func (p *plainWire) body(limit int) ([]byte, bool) {
	return p.r.Body[:min(len(p.r.Body), limit)], len(p.r.Body) > limit
}

func (p *plainWire) header() http.Header {
	h := make(http.Header, len(p.r.Fields))
	for _, f := range p.r.Fields {
		h.Add(f.Name, f.Value)
	}
	return h
}

func (p *plainWire) send(a *answer.Answer) {
	p.w.Begin(a.Status)
	for i := range a.Fields {
		p.w.Field(a.Fields[i].Name, a.Fields[i].Value)
	}
	// A client that has gone away is no error of ours.
	if a.NoBody {
		_ = p.w.SendNothing()
	} else {
		_ = p.w.Send(a.Body)
	}
}

// stdWire is a request that net/http has read.
type stdWire struct {
	w http.ResponseWriter
	r *http.Request
}

var _ wire = (*stdWire)(nil)

func (s *stdWire) body(limit int) ([]byte, bool) {
	if s.r.Body == nil || s.r.Body == http.NoBody {
		return nil, false
	}
	// One byte more than may be is enough to know that there is more.
	buf := make([]byte, limit+1)
	n, err := io.ReadFull(s.r.Body, buf)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		// A body that breaks off is no JSON; "{" makes the core say so.
		return append(buf[:0], '{'), false
	}
	return buf[:min(n, limit)], n > limit
}

func (s *stdWire) header() http.Header { return s.r.Header }

// send sends an answer. The last step is a flush: net/http would otherwise
// keep strings of the answer until after the handler has returned.
func (s *stdWire) send(a *answer.Answer) {
	header := s.w.Header()
	for _, f := range a.Fields {
		// As spelled by the core: net/http would write Etag and Ratelimit.
		header[f.Name] = append(header[f.Name], f.Value)
	}
	if !a.NoBody {
		header["Content-Length"] = []string{strconv.Itoa(len(a.Body))}
	}
	s.w.WriteHeader(a.Status)
	if !a.NoBody && s.r.Method != http.MethodHead {
		// A client that has gone away is no error of ours.
		_, _ = s.w.Write(a.Body)
	}
	if f, ok := s.w.(http.Flusher); ok {
		f.Flush()
	}
}
