package server

import (
	"crypto/rand"
	"errors"
	"log/slog"
	"net/http"
	"net/netip"
	"runtime/debug"
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
	"cartaz/edge/internal/ratelimit"
	"cartaz/edge/internal/site"
)

// Handler answers requests for every brand of a site.
type Handler struct {
	site    *site.Site
	limiter *ratelimit.Limiter
	keys    *credential.Keys
	trusted []netip.Prefix
	log     *slog.Logger
	access  *accessLog
	metrics *metricSet
	mcp     *mcp.Endpoint
	now     func() time.Time
}

// scratch is what one request needs, kept between requests.
type scratch struct {
	incoming
	answer   answer.Answer
	decision ratelimit.Decision
	sent     bool // the answer's head is on its way
	plain    plainWire
	std      stdWire
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// ServeHTTP1 implements [http1.Handler].
func (h *Handler) ServeHTTP1(w *http1.Response, r *http1.Request) {
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	s.plain = plainWire{w, r}
	s.begin(&s.plain, h.now())
	s.readPlain(r)
	h.handle(s)
}

// ServeHTTP implements [http.Handler], for what is not plain.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	s.std = stdWire{w, r}
	s.begin(&s.std, h.now())
	s.readStd(r)
	h.handle(s)
}

// handle answers a request.
func (h *Handler) handle(s *scratch) {
	s.answer.Reset()
	s.sent = false
	line := entry{in: &s.incoming, answer: &s.answer}
	held := h.site.Acquire(s.host)
	if held == nil {
		answer.Brandless(&s.answer, catalog.UnknownHost)
		line.kind = "unknown_host"
		s.wire.send(&s.answer)
	} else {
		// Bytes of the mapping are written below, so the release is let go of
		// only after the write.
		defer held.Release()
		line.held = held
		h.serve(s, held, &line)
	}
	line.duration = h.now().Sub(s.request.Time)
	h.metrics.observe(&line)
	h.access.write(&line)
}

// serve answers for one brand. A fault of the mapping (a sealed file that
// somebody cut short) and any panic end this request, not the process.
func (h *Handler) serve(s *scratch, held *site.Held, line *entry) {
	a, r := &s.answer, &s.request
	debug.SetPanicOnFault(true)
	defer func() {
		if p := recover(); p != nil {
			if p == http.ErrAbortHandler {
				panic(p)
			}
			h.site.ReportBroken(held)
			h.log.Error("panic", "brand", held.Brand().Key, "path", cutText(r.Path, maxLogged), "err", p, "stack", string(debug.Stack()))
			if s.sent {
				// Half an answer is out: only a cut connection tells the client.
				panic(http.ErrAbortHandler)
			}
			held.Catalogue.Internal(a, r)
			s.wire.send(a)
		}
	}()
	route := held.Catalogue.Route(r)
	line.kind = route.Kind.String()
	if limit := route.Kind.MaxBody(); r.Method == http.MethodPost {
		r.Body, r.BodyOver = s.wire.body(limit)
	}
	if route.Kind == answer.Identity || route.Kind == answer.A2A {
		rand.Read(r.Entropy[:]) // never fails (crypto/rand)
	}
	h.limit(s, held, route, line)
	h.answer(s, held.Catalogue, route)
	if a.Err != nil {
		h.log.Error("answer", "brand", held.Brand().Key, "path", cutText(r.Path, maxLogged), "err", a.Err)
		if errors.Is(a.Err, release.ErrCorrupt) || errors.Is(a.Err, search.ErrCorrupt) {
			h.site.ReportBroken(held)
		}
	}
	s.sent = true
	s.wire.send(a)
}

// answer has the package answer that the address belongs to.
func (h *Handler) answer(s *scratch, c *answer.Catalogue, route answer.Route) {
	a, r := &s.answer, &s.request
	switch {
	case route.Kind != answer.MCP && route.Kind != answer.A2A:
		c.Answer(a, r, route)
	case c.Refuse(a, r, route):
	case route.Kind == answer.MCP:
		h.mcp.Answer(a, r, s.wire.header(), c)
	default:
		a2a.Answer(a, r, s.a2aVersion, c)
	}
}

// limit charges the request to its client and notes who that is.
func (h *Handler) limit(s *scratch, held *site.Held, route answer.Route, line *entry) {
	if !s.remote.IsValid() {
		return // a listener without addresses, in tests
	}
	client := ratelimit.ClientAddr(s.remote, s.forwarded, h.trusted)
	line.client = client
	s.request.Network = ratelimit.Network(client)
	var identity credential.Identity
	known := false
	if s.credential != "" {
		identity, known = h.keys.Verify(held.Brand().Key, s.credential, s.request.Time)
		if known {
			line.credential = identity.ID.String()
		}
	}
	if !route.Kind.Counted() || s.request.Method == http.MethodOptions {
		return
	}
	cost := 1
	if route.Kind == answer.MCP {
		cost = mcp.Cost(s.request.Body)
	}
	for range cost {
		s.decision = h.charge(route, client, identity, known, s.request.Time)
	}
	s.request.Limit = &s.decision
}
