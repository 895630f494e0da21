package server

import (
	"errors"
	"io"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"

	"cartaz/edge/internal/answer"
	"cartaz/edge/internal/http1"
)

// incomingRequest is one request, from either transport.
type incomingRequest struct {
	request    answer.Request
	remote     netip.Addr // the other end; invalid on a listener without addresses
	forwarded  []string   // X-Forwarded-For, in the order of the message
	credential string     // X-Agent-Credential
	a2aVersion string     // A2A-Version
	agent      string     // User-Agent, for the log
	trace      string     // traceparent, for the log
	transport  transport
	malformed  bool // the host, or the scheme of the target
}

// transport gives access to the parts of a request that few requests need, and sends the answer.
type transport interface {
	// body reads at most limit bytes and reports whether there are more.
	body(limit int) ([]byte, bool)
	header() http.Header
	send(a *answer.Answer)
}

// reset clears the previous request.
func (in *incomingRequest) reset(w transport, now time.Time) {
	*in = incomingRequest{forwarded: in.forwarded[:0], transport: w}
	in.request.Time = now
}

// addField stores a header field if the edge uses it.
func (in *incomingRequest) addField(f http1.Field) {
	r := &in.request
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
			setFirst(&in.agent, f.Value)
		}
	case 11:
		switch {
		case f.Is("a2a-version"):
			joinList(&in.a2aVersion, f.Value)
		case f.Is("traceparent"):
			setFirst(&in.trace, f.Value)
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
			in.forwarded = append(in.forwarded, f.Value)
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
			setFirst(&in.credential, f.Value)
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

// readHTTP1 collects what the core may know of a request, except its body.
func (in *incomingRequest) readHTTP1(r *http1.Request) {
	in.request.Host, in.remote, in.malformed = r.Host, r.Remote, isMalformed(r.Host)
	in.request.Method, in.request.Path, in.request.Query = r.Method, r.Path, r.Query
	for _, f := range r.Fields {
		in.addField(f)
	}
}

// readNetHTTP does the same for a request that net/http has read.
func (in *incomingRequest) readNetHTTP(r *http.Request) {
	in.request.Host = r.Host
	// In absolute form a target has a scheme, and its host counts (RFC 9112, section 3.2.2).
	in.malformed = isMalformed(r.Host) || !slices.Contains([]string{"", "http", "https"},
		r.URL.Scheme)
	if remote, err := netip.ParseAddrPort(r.RemoteAddr); err == nil {
		in.remote = remote.Addr().Unmap()
	}
	in.request.Method, in.request.Path, in.request.Query = r.Method, requestPath(r), r.URL.RawQuery
	for name, values := range r.Header {
		for _, v := range values {
			in.addField(http1.Field{Name: name, Value: v})
		}
	}
}

// isMalformed reports whether a host is not a name or an address with at most a port (RFC 9110,
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

// requestPath is the path as it was sent. net/http stores it separately only when the path has
// escapes.
func requestPath(r *http.Request) string {
	if r.RequestURI == "*" {
		return "*"
	}
	return r.URL.EscapedPath()
}

// http1Transport carries a request that package http1 has read.
type http1Transport struct {
	w *http1.Response
	r *http1.Request
}

var _ transport = (*http1Transport)(nil)

func (p *http1Transport) body(limit int) ([]byte, bool) {
	return p.r.Body[:min(len(p.r.Body), limit)], len(p.r.Body) > limit
}

func (p *http1Transport) header() http.Header {
	h := make(http.Header, len(p.r.Fields))
	for _, f := range p.r.Fields {
		h.Add(f.Name, f.Value)
	}
	return h
}

func (p *http1Transport) send(a *answer.Answer) {
	p.w.Begin(a.Status)
	p.w.Lines(a.Lines)
	for i := range a.Fields[a.NumLines:] {
		f := &a.Fields[a.NumLines+i]
		p.w.Field(f.Name, f.Value)
	}
	// A client that has gone away is no error of ours.
	if a.NoBody {
		_ = p.w.SendNothing()
	} else {
		_ = p.w.Send(a.Body)
	}
}

// nethttpTransport carries a request that net/http has read.
type nethttpTransport struct {
	w        http.ResponseWriter
	r        *http.Request
	bodyRead bool // the body was read to its end
}

var _ transport = (*nethttpTransport)(nil)

func (s *nethttpTransport) body(limit int) ([]byte, bool) {
	if s.r.Body == nil || s.r.Body == http.NoBody {
		return nil, false
	}
	// One byte over the limit is enough to know that there is more.
	size := limit + 1
	if s.r.ContentLength >= 0 {
		size = int(min(int64(size), s.r.ContentLength))
	}
	buf := make([]byte, size, max(size, 1))
	n, err := io.ReadFull(s.r.Body, buf)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		// A truncated body is not JSON; "{" makes the core say so.
		return append(buf[:0], '{'), false
	}
	s.bodyRead = n <= limit
	return buf[:min(n, limit)], n > limit
}

func (s *nethttpTransport) header() http.Header { return s.r.Header }

// send sends an answer. The last step is a flush: otherwise net/http would keep strings of the
// answer until after the handler has returned.
func (s *nethttpTransport) send(a *answer.Answer) {
	header := s.w.Header()
	for _, f := range a.Fields {
		// As spelled by the core: net/http would write Etag and Ratelimit.
		header[f.Name] = append(header[f.Name], f.Value)
	}
	left := s.r.Body != nil && s.r.Body != http.NoBody && !s.bodyRead
	if left {
		// net/http would wait for the rest before it sends the answer.
		header.Set("Connection", "close")
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
	if left {
		// net/http would also wait before it closes the connection. A writer without deadlines, in
		// tests, has no connection either.
		_ = http.NewResponseController(s.w).SetReadDeadline(time.Unix(1, 0))
	}
}
