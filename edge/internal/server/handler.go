package server

import (
	"crypto/rand"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"cartaz/builder/catalog"
	"cartaz/builder/release"
	"cartaz/builder/search"
	"cartaz/edge/internal/a2a"
	"cartaz/edge/internal/answer"
	"cartaz/edge/internal/credential"
	"cartaz/edge/internal/http1"
	"cartaz/edge/internal/mcp"
	"cartaz/edge/internal/mirror"
	"cartaz/edge/internal/ratelimit"
	"cartaz/edge/internal/redact"
	"cartaz/edge/internal/site"
)

// Handler answers requests for every brand of a site.
type Handler struct {
	site    *site.Site
	mirror  *mirror.Mirror // nil without a bucket
	limiter *ratelimit.Limiter
	keys    *credential.Keys
	trusted []netip.Prefix
	log     *slog.Logger
	access  *accessLog
	front   sync.Once // of noteFront
	metrics *metricSet
	now     func() time.Time
	ownTime bool        // now is the clock of a test, not that of connections
	twins   sync.Map    // hosts redirected to their [site.Site.Twin]
	ending  func() bool // whether an answer is the last of its connection
}

// requestState is the memory that one request needs. It is reused for later requests.
type requestState struct {
	incomingRequest
	answer   answer.Answer
	decision ratelimit.Decision
	sent     bool // the answer's head is on its way
	http1    http1Transport
	nethttp  nethttpTransport
}

var statePool = sync.Pool{New: func() any { return new(requestState) }}

// newState is the state of a request that package http1 has read.
func newState(w *http1.Response, r *http1.Request, at time.Time) *requestState {
	s := statePool.Get().(*requestState)
	s.http1 = http1Transport{w, r}
	s.reset(&s.http1, at)
	s.readHTTP1(r)
	return s
}

// newNetHTTPState is that of a request that net/http has read.
func newNetHTTPState(w http.ResponseWriter, r *http.Request, at time.Time) *requestState {
	s := statePool.Get().(*requestState)
	s.nethttp = nethttpTransport{w: w, r: r}
	s.reset(&s.nethttp, at)
	s.readNetHTTP(r)
	return s
}

// ServeHTTP1 implements [http1.Handler].
func (h *Handler) ServeHTTP1(w *http1.Response, r *http1.Request) {
	at := r.Arrived
	if h.ownTime {
		at = h.now()
	}
	s := newState(w, r, at)
	defer statePool.Put(s)
	h.handle(s)
}

// takesBody reports whether this method and address take a body. The body of any other request is
// not read.
func (h *Handler) takesBody(r *http1.Request) bool {
	if r.Method != http.MethodPost {
		return false
	}
	snapshot := h.site.Acquire(r.Host)
	if snapshot == nil {
		return false
	}
	defer snapshot.Release()
	return snapshot.Catalogue.Route(&answer.Request{Path: r.Path,
		Query: r.Query}).Kind.MaxBody() > 0
}

// ServeHTTP implements [http.Handler], for requests that are not plain HTTP/1.1.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s := newNetHTTPState(w, r, h.now())
	defer statePool.Put(s)
	if len(r.TransferEncoding) > 0 || !r.ProtoAtLeast(1, 1) {
		// A request with both Content-Length and Transfer-Encoding must be the last of its
		// connection, and so must an HTTP/1.0 request with Transfer-Encoding (RFC 9112, section
		// 6.1). net/http has dropped the extra field, so every request that may have had it ends
		// its connection.
		w.Header().Set("Connection", "close")
	} else if h.ending != nil && h.ending() {
		w.Header().Set("Connection", "close") // before net/http is told to shut down
	}
	h.handle(s)
}

// handle answers a request.
func (h *Handler) handle(s *requestState) {
	s.answer.Reset()
	s.sent = false
	line := logEntry{in: &s.incomingRequest, answer: &s.answer}
	var snapshot *site.Snapshot
	if !s.malformed {
		snapshot = h.site.Acquire(s.request.Host)
	}
	if snapshot == nil {
		line.kind = h.withoutBrand(s)
		s.transport.send(&s.answer)
	} else if snapshot.Brand().State == release.StateRetired {
		defer snapshot.Release()
		line.snapshot, line.kind = snapshot, "retired"
		answer.Brandless(&s.answer, &s.request, catalog.NotFound)
		s.transport.send(&s.answer)
	} else if to := movedTo(&s.request, snapshot.Brand()); to != "" {
		defer snapshot.Release()
		line.snapshot, line.kind = snapshot, "moved"
		h.toHost(s, to)
		s.transport.send(&s.answer)
	} else {
		// The transport writes bytes of the mapping, so the snapshot is released only after the
		// write.
		defer snapshot.Release()
		line.snapshot = snapshot
		h.serve(s, snapshot, &line)
	}
	line.duration = h.since(s.request.Time)
	h.metrics.observe(&line)
	h.access.write(&line)
}

// since is the time since t. Of the clock of connections it reads the monotonic half only.
func (h *Handler) since(t time.Time) time.Duration {
	if h.ownTime {
		return h.now().Sub(t)
	}
	return time.Since(t)
}

// withoutBrand answers a request for a host that is malformed or that no brand has here, and
// returns the route for the log. With a mirror the files of the brand may still be on their way:
// that is no unknown host.
func (h *Handler) withoutBrand(s *requestState) string {
	host := site.NormalizeHost(s.request.Host)
	twin := h.site.Twin(host)
	switch {
	case s.malformed:
		answer.Brandless(&s.answer, nil, catalog.BadRequest)
		return "malformed"
	case twin != "" && (s.request.Method == http.MethodGet || s.request.Method == http.MethodHead):
		h.twins.Store(host, true)
		h.toHost(s, twin)
		return "www"
	case h.mirror == nil || !h.mirror.Pending(host):
		answer.Brandless(&s.answer, &s.request, catalog.UnknownHost)
		return "unknown_host"
	case s.request.Method == http.MethodGet && strings.HasSuffix(s.request.Path, catalog.APIHealth):
		answer.BrandlessHealth(&s.answer)
		return "health"
	}
	answer.Brandless(&s.answer, &s.request, catalog.UpstreamUnavailable)
	return "not_fetched"
}

// movedTo is the host that a page or a call of the API on a former host leads to; "" for a host of
// today, and for a method that a redirect would change.
func movedTo(r *answer.Request, b *release.Brand) string {
	isRead := r.Method == http.MethodGet || r.Method == http.MethodHead
	if len(b.MovedHosts) == 0 || !isRead ||
		!slices.Contains(b.MovedHosts, site.NormalizeHost(r.Host)) {
		return ""
	}
	address := b.SiteURL
	if b.BasePath != "" && strings.HasPrefix(r.Path, b.BasePath+"/") {
		address = b.BaseURL
	}
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Hostname()
}

// toHost redirects to the same address of another host. The address has no scheme and the port of
// the request, so that the client keeps both.
func (h *Handler) toHost(s *requestState, host string) {
	to := "//" + host
	if _, port, err := net.SplitHostPort(s.request.Host); err == nil {
		to += ":" + port
	}
	if to += s.request.Path; s.request.Query != "" {
		to += "?" + s.request.Query
	}
	s.answer.Status = http.StatusMovedPermanently
	s.answer.Fields = append(s.answer.Fields, release.Field{Name: "Location", Value: to},
		release.Field{Name: "Cache-Control", Value: catalog.CacheRedirect})
}

// serve answers for one brand. A fault of the mapping (a sealed file that somebody cut short) and
// any panic end this request and not the process.
func (h *Handler) serve(s *requestState, snapshot *site.Snapshot, line *logEntry) {
	a, r := &s.answer, &s.request
	debug.SetPanicOnFault(true)
	defer func() {
		if p := recover(); p != nil {
			if p == http.ErrAbortHandler {
				panic(p)
			}
			_, isFault := p.(interface{ Addr() uintptr }) // of a mapping; see debug.SetPanicOnFault
			if first := h.site.ReportBroken(snapshot); first || !isFault {
				h.log.Error("panic", "brand", snapshot.Brand().Key, "path",
					redact.Text(r.Path, maxLogged), "err", p, "stack", string(debug.Stack()))
			}
			if s.sent {
				// Part of an answer was sent: only a cut connection tells the client.
				panic(http.ErrAbortHandler)
			}
			snapshot.Catalogue.Internal(a, r)
			s.transport.send(a)
		}
	}()
	route := snapshot.Catalogue.Route(r)
	line.kind = route.Kind.String()
	if route.Kind == answer.Identity || route.Kind == answer.A2A {
		rand.Read(r.Entropy[:]) // never fails (crypto/rand)
	}
	h.admit(s, snapshot, route, line)
	h.answer(s, snapshot.Catalogue, route)
	if a.Err != nil {
		isDamage := errors.Is(a.Err, release.ErrCorrupt) || errors.Is(a.Err, search.ErrCorrupt)
		if !isDamage || h.site.ReportBroken(snapshot) {
			h.log.Error("answer", "brand", snapshot.Brand().Key, "path",
				redact.Text(r.Path, maxLogged), "err", a.Err)
		}
	}
	s.sent = true
	s.transport.send(a)
}

// answer calls the package that answers this address.
func (h *Handler) answer(s *requestState, c *answer.Catalogue, route answer.Route) {
	a, r := &s.answer, &s.request
	switch {
	case route.Kind != answer.MCP && route.Kind != answer.A2A:
		c.Answer(a, r, route)
	case c.Refuse(a, r, route):
	case route.Kind == answer.MCP:
		mcp.Answer(a, r, s.transport.header(), c)
	default:
		a2a.Answer(a, r, s.a2aVersion, c)
	}
	c.Doubt(a, r, route.Kind)
}
