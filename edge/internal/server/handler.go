package server

import (
	"crypto/rand"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/netip"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"time"

	"cartaz/builder/catalog"
	"cartaz/builder/release"
	"cartaz/builder/search"
	"cartaz/edge/internal/a2a"
	"cartaz/edge/internal/answer"
	"cartaz/edge/internal/credential"
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
	request  answer.Request
	answer   answer.Answer
	decision ratelimit.Decision
	sent     bool // the answer's head is on its way
	body     [answer.MaxBody + 1]byte
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// ServeHTTP implements http.Handler.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	started := h.now()
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	s.answer.Reset()
	s.sent = false
	line := entry{started: started, request: r}

	held := h.site.Acquire(r.Host)
	if held == nil {
		answer.Brandless(&s.answer, catalog.UnknownHost)
		line.kind = "unknown_host"
		h.write(w, r, &s.answer)
	} else {
		// Bytes of the mapping are written below, so the release is let go of
		// only after the write.
		defer held.Release()
		line.held = held
		h.serve(w, r, s, held, &line)
	}
	line.duration = h.now().Sub(started)
	line.answer = &s.answer
	h.metrics.observe(&line)
	h.access.write(&line)
}

// serve answers for one brand. A fault of the mapping (a sealed file that
// somebody cut short) and any panic end this request, not the process.
func (h *Handler) serve(w http.ResponseWriter, r *http.Request, s *scratch, held *site.Held, line *entry) {
	a := &s.answer
	debug.SetPanicOnFault(true)
	defer func() {
		if p := recover(); p != nil {
			if p == http.ErrAbortHandler {
				panic(p)
			}
			h.site.ReportBroken(held)
			h.log.Error("panic", "brand", held.Brand().Key, "path", cutText(r.URL.EscapedPath(), maxLogged), "err", p, "stack", string(debug.Stack()))
			if s.sent {
				// Half an answer is out: only a cut connection tells the client.
				panic(http.ErrAbortHandler)
			}
			held.Catalogue.Internal(a, &s.request)
			h.write(w, r, a)
		}
	}()
	h.facts(r, &s.request)
	route := held.Catalogue.Route(&s.request)
	line.kind = route.Kind.String()
	readBody(r, s, route.Kind.MaxBody())
	if route.Kind == answer.Identity || route.Kind == answer.A2A {
		rand.Read(s.request.Entropy[:]) // never fails (crypto/rand)
	}
	h.limit(r, s, held, route, line)
	h.answer(a, r, &s.request, held.Catalogue, route)
	if a.Err != nil {
		h.log.Error("answer", "brand", held.Brand().Key, "path", cutText(s.request.Path, maxLogged), "err", a.Err)
		if errors.Is(a.Err, release.ErrCorrupt) || errors.Is(a.Err, search.ErrCorrupt) {
			h.site.ReportBroken(held)
		}
	}
	s.sent = true
	h.write(w, r, a)
}

// answer has the package answer that the address belongs to.
func (h *Handler) answer(a *answer.Answer, r *http.Request, req *answer.Request, c *answer.Catalogue, route answer.Route) {
	switch {
	case route.Kind != answer.MCP && route.Kind != answer.A2A:
		c.Answer(a, req, route)
	case c.Refuse(a, req, route):
	case route.Kind == answer.MCP:
		h.mcp.Answer(a, req, r.Header, c)
	default:
		a2a.Answer(a, req, joined(r.Header, "A2a-Version"), c)
	}
}

// facts collects what the core may know of a request, except its body.
func (h *Handler) facts(r *http.Request, req *answer.Request) {
	*req = answer.Request{
		Method:          r.Method,
		Path:            requestPath(r),
		Query:           r.URL.RawQuery,
		Accept:          joined(r.Header, "Accept"),
		AcceptEncoding:  joined(r.Header, "Accept-Encoding"),
		IfNoneMatch:     joined(r.Header, "If-None-Match"),
		IfModifiedSince: first(r.Header, "If-Modified-Since"),
		SecFetchDest:    first(r.Header, "Sec-Fetch-Dest"),
		Origin:          first(r.Header, "Origin"),
		PreflightMethod: first(r.Header, "Access-Control-Request-Method"),
		ContentType:     first(r.Header, "Content-Type"),
		ContentEncoding: joined(r.Header, "Content-Encoding"),
		Time:            h.now(),
	}
}

// readBody reads at most limit bytes of the body of a POST.
func readBody(r *http.Request, s *scratch, limit int) {
	if r.Method != http.MethodPost || r.Body == nil || r.Body == http.NoBody {
		return
	}
	buf := s.body[:]
	if limit > answer.MaxBody {
		buf = make([]byte, limit+1)
	}
	// One byte more than may be is enough to know that there is more.
	n, err := io.ReadFull(r.Body, buf)
	s.request.Body = buf[:min(n, limit)]
	s.request.BodyOver = n > limit
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		// A body that breaks off is no JSON; "{" makes the core say so.
		s.request.Body = append(buf[:0], '{')
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

func first(header http.Header, key string) string {
	if v := header[key]; len(v) > 0 {
		return v[0]
	}
	return ""
}

func joined(header http.Header, key string) string {
	if v := header[key]; len(v) > 1 {
		return strings.Join(v, ", ")
	}
	return first(header, key)
}

// limit charges the request to its client and notes who that is.
func (h *Handler) limit(r *http.Request, s *scratch, held *site.Held, route answer.Route, line *entry) {
	remote, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return // a listener without addresses, in tests
	}
	client := ratelimit.ClientAddr(remote.Addr().Unmap(), r.Header["X-Forwarded-For"], h.trusted)
	line.client = client
	s.request.Network = ratelimit.Network(client)
	var identity credential.Identity
	known := false
	if text := first(r.Header, "X-Agent-Credential"); text != "" {
		identity, known = h.keys.Verify(held.Brand().Key, text, s.request.Time)
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

// write sends an answer. The last step is a flush: net/http would otherwise
// keep strings of the answer until after the handler has returned.
func (h *Handler) write(w http.ResponseWriter, r *http.Request, a *answer.Answer) {
	header := w.Header()
	for _, f := range a.Fields {
		// As spelled by the core: net/http would write Etag and Ratelimit.
		header[f.Name] = append(header[f.Name], f.Value)
	}
	if !a.NoBody {
		header["Content-Length"] = []string{strconv.Itoa(len(a.Body))}
	}
	w.WriteHeader(a.Status)
	if !a.NoBody && r.Method != http.MethodHead {
		// A client that has gone away is no error of ours.
		_, _ = w.Write(a.Body)
	}
	if f, ok := w.(http.Flusher); ok {
		f.Flush()
	}
}
