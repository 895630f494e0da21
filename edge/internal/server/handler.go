package server

import (
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
	// previews are the passwords of previews; guesses limits the wrong passwords of an address.
	previews map[string]Password
	guesses  *ratelimit.Limiter
	keys     *credential.Keys
	trusted  []netip.Prefix
	log      *slog.Logger
	access   *accessLog
	front    sync.Once // of noteFront
	unset    sync.Once // of refusesPreview
	metrics  *metricSet
	now      func() time.Time
	twins    sync.Map // hosts redirected to their [site.Site.Twin]
}

// ServeHTTP1 implements [http1.Handler].
func (h *Handler) ServeHTTP1(w *http1.Response, r *http1.Request) {
	x := newExchange(w, r, h.now())
	defer x.free()
	h.handle(x)
}

// end records an answered request in the log and the metrics.
func (h *Handler) end(x *exchange) {
	x.duration = h.now().Sub(x.request.Time)
	h.metrics.observe(x)
	h.access.write(x)
}

// handle answers a request.
func (h *Handler) handle(x *exchange) {
	isHost := !isMalformed(x.in.Host)
	if isHost {
		x.snapshot = h.site.Acquire(x.in.Host)
	}
	if x.snapshot != nil {
		// The transport writes bytes of the mapping, so the snapshot is released only after the
		// write.
		defer x.snapshot.Release()
		h.serve(x)
	} else {
		x.kind = h.withoutBrand(x, isHost)
		x.send()
	}
	h.end(x)
}

// withoutBrand answers a request whose host is malformed, if isHost is false, or belongs to no
// brand here, and returns the route for the log. With a mirror, the files of the brand may still be
// on their way; such a host is not unknown.
func (h *Handler) withoutBrand(x *exchange, isHost bool) string {
	r, a := &x.request, &x.answer
	host := site.NormalizeHost(r.Host)
	twin := h.site.Twin(host)
	switch {
	case !isHost:
		answer.Brandless(a, nil, catalog.BadRequest)
		return "malformed"
	case twin != "" && r.Reads():
		h.twins.Store(host, true)
		toHost(a, r, twin)
		return "www"
	case h.mirror == nil || !h.mirror.Pending(host):
		answer.Brandless(a, r, catalog.UnknownHost)
		return "unknown_host"
	case r.Method == http.MethodGet && strings.HasSuffix(r.Path, catalog.APIHealth):
		answer.BrandlessHealth(a)
		return "health"
	}
	answer.Brandless(a, r, catalog.UpstreamUnavailable)
	return "not_fetched"
}

// movedTo returns the host to which a page or an API call on a former host is redirected, or "" for
// a current host or a method that a redirect would change.
func movedTo(r *answer.Request, b *release.Brand) string {
	if len(b.MovedHosts) == 0 || !r.Reads() ||
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

// toHost redirects to the same address of another host. The address has the port of the request and
// no scheme, so the client keeps both.
func toHost(a *answer.Answer, r *answer.Request, host string) {
	to := "//" + host
	if _, port, err := net.SplitHostPort(r.Host); err == nil {
		to += ":" + port
	}
	a.Status = http.StatusMovedPermanently
	a.Fields = append(a.Fields, release.Field{Name: "Location", Value: to + r.Target()},
		release.Field{Name: "Cache-Control", Value: catalog.CacheRedirect})
}

// serve answers for one brand. A fault of the mapping (a sealed file that was truncated) or any
// panic ends this request, not the process.
func (h *Handler) serve(x *exchange) {
	a, r, snapshot := &x.answer, &x.request, x.snapshot
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
			if x.sent {
				// Part of an answer was sent: only a cut connection tells the client.
				panic(http.ErrAbortHandler)
			}
			snapshot.Catalogue.Internal(a, r, x.route)
			x.send()
		}
	}()
	if snapshot.Brand().State == release.StateRetired {
		x.kind = "retired"
		answer.Brandless(a, r, catalog.NotFound)
	} else if to := movedTo(r, snapshot.Brand()); to != "" {
		x.kind = "moved"
		toHost(a, r, to)
	} else if !h.refusesPreview(x) {
		x.route = snapshot.Catalogue.Route(r)
		x.kind = x.route.Kind.String()
		h.admit(x)
		h.answer(x)
	}
	if a.Err != nil {
		isDamage := errors.Is(a.Err, release.ErrCorrupt) || errors.Is(a.Err, search.ErrCorrupt)
		if !isDamage || h.site.ReportBroken(snapshot) {
			h.log.Error("answer", "brand", snapshot.Brand().Key, "path",
				redact.Text(r.Path, maxLogged), "err", a.Err)
		}
	}
	if snapshot.Preview != "" {
		unlist(a)
	}
	x.send()
}

// answer calls the package that answers this address.
func (h *Handler) answer(x *exchange) {
	a, r, c := &x.answer, &x.request, x.snapshot.Catalogue
	if x.route.Kind != answer.MCP && x.route.Kind != answer.A2A {
		c.Answer(a, r, x.route)
		return
	}
	switch {
	case c.Refuse(a, r, x.route.Kind):
	case x.route.Kind == answer.MCP:
		mcp.Answer(a, r, x.header(), c)
	default:
		a2a.Answer(a, r, x.a2aVersion, c)
	}
	c.Doubt(a, r, x.route.Kind)
}
