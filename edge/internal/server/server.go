package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"cartaz/edge/internal/certs"
	"cartaz/edge/internal/credential"
	"cartaz/edge/internal/http1"
	"cartaz/edge/internal/mirror"
	"cartaz/edge/internal/ratelimit"
	"cartaz/edge/internal/redact"
	"cartaz/edge/internal/site"
)

// Config configures an edge.
type Config struct {
	Out    string // output folder of the builder
	Listen string // address of the public listener
	Admin  string // address of the admin listener, or ""
	// HTTPS is the address of the TLS listener, or "". With HTTPS, the public listener only
	// redirects to it and answers the authority of Certificates.
	HTTPS        string
	Certificates certs.Config
	Rescan       time.Duration // between scans of Out without a wake-up
	Drain        time.Duration // how long running requests may take at the end
	Rates        ratelimit.Rates
	// Limits is the address of the store in which edges count together ([ratelimit.Shared]), or "".
	// All of these edges must then have the same Keys.
	Limits string
	// Connections is how many connections one client may have open, except trusted proxies; 0 for
	// no bound.
	Connections int
	// MaxConnections is how many connections may be open at a time; 0 for as many as the descriptor
	// limit allows. A larger number is lowered to that limit.
	MaxConnections int
	// Mirror keeps Out equal to a bucket; nil when another program fills Out.
	Mirror *mirror.Mirror
	// Sockets may be inherited from another process.
	Sockets *Sockets
	Keys    *credential.Keys
	// Previews are the passwords of held releases, by brand.
	Previews map[string]Password
	Trusted  []netip.Prefix // proxies whose X-Forwarded-For is believed
	Access   io.Writer      // access log, or nil
	Log      *slog.Logger
	Now      func() time.Time
}

// maxHeader is how many bytes of header net/http may read. net/http adds 4 KiB itself, which makes
// the 16 KiB of package http1.
const maxHeader = 12 << 10

// Edge is a running server.
type Edge struct {
	cfg     Config
	site    *site.Site
	handler *Handler
	shared  *ratelimit.Shared // nil without Config.Limits
	public  net.Listener
	https   net.Listener   // nil without Config.HTTPS
	certs   *certs.Manager // of https
	admin   net.Listener
	// of the public listener and the HTTPS listener
	fronts   []*front
	messages messageLog // of all servers
}

// front is a listener with its servers.
type front struct {
	net.Listener
	http1    *http1.Server
	fallback *http.Server // net/http, for connections that are not plain HTTP/1.1
}

func (e *Edge) newFront(l net.Listener, h http1.Handler) *front {
	s := e.newHTTP1Server(h)
	return &front{l, s, e.newFallbackServer(s)}
}

// serve answers connections until stop.
func (f *front) serve(failed chan<- error) {
	go func() { failed <- f.http1.Serve(f.Listener) }()
	go func() { failed <- f.fallback.Serve(problemListener{f.http1.Fallback()}) }()
}

// stop lets running requests finish. Requests that do not end in time are cut off. It sends the
// result of each server to ended.
func (f *front) stop(ctx context.Context, ended chan<- error) {
	go func() { ended <- f.http1.Shutdown(ctx) }()
	err := f.fallback.Shutdown(ctx)
	_ = f.fallback.Close()
	ended <- err
}

// New prepares an edge and opens its listeners, so that an address in use is an
// error at once.
func New(cfg Config) (*Edge, error) {
	sc := site.Config{Out: cfg.Out, Keys: cfg.Keys, Rescan: cfg.Rescan, Log: cfg.Log}
	_, sc.Port, _ = net.SplitHostPort(cfg.Listen) // no port, no warning
	if cfg.Mirror != nil {
		sc.Damaged = cfg.Mirror.Doubt
		sc.Owner = cfg.Mirror.Owner
	}
	s := site.New(sc)
	e := &Edge{cfg: cfg, site: s, handler: newHandler(cfg, s), messages: messageLog{log: cfg.Log,
		limit: rate.NewLimiter(maxServerMessages, maxServerMessages)}}
	if cfg.Mirror != nil {
		cfg.Mirror.Attach(s.Wake, cfg.Log)
		e.handler.metrics.registry.MustRegister(cfg.Mirror)
	}
	if err := e.shareLimits(); err != nil {
		return nil, err
	}
	var err error
	if e.public, err = cfg.Sockets.listen(publicSocket, cfg.Listen); err != nil {
		e.shared.Close()
		return nil, fmt.Errorf("listen: %w", err)
	}
	if cfg.HTTPS == "" {
		e.fronts = []*front{e.newFront(e.public, e.handler)}
	} else if err = e.openSecure(); err != nil {
		return nil, errors.Join(err, e.close())
	}
	e.handler.metrics.connections(e.fronts)
	if cfg.Admin != "" {
		if e.admin, err = cfg.Sockets.listen(adminSocket, cfg.Admin); err != nil {
			return nil, errors.Join(fmt.Errorf("admin listener: %w", err), e.close())
		}
	}
	if err = cfg.Sockets.unused(); err != nil {
		return nil, errors.Join(err, e.close())
	}
	return e, nil
}

// shareLimits connects the limiter to the store of all edges, if there is one.
func (e *Edge) shareLimits() (err error) {
	if e.cfg.Limits != "" {
		e.shared, err = ratelimit.NewShared(e.cfg.Limits, e.cfg.Keys.Limits(), e.cfg.Log)
		if err != nil {
			return fmt.Errorf("--limits: %w", err)
		}
		e.handler.limiter.Shared = e.shared
	}
	e.handler.metrics.sharedLimits(e.shared)
	return nil
}

// close closes the listeners of an edge that does not run.
func (e *Edge) close() error {
	e.shared.Close()
	err := e.public.Close()
	if e.https != nil {
		e.certs.Close()
		err = errors.Join(err, e.https.Close())
	}
	if e.admin != nil {
		err = errors.Join(err, e.admin.Close())
	}
	return err
}

// newHandler returns the handler of an edge with its limits, log and metrics.
func newHandler(cfg Config, s *site.Site) *Handler {
	return &Handler{
		site:     s,
		mirror:   cfg.Mirror,
		limiter:  ratelimit.New(cfg.Rates, ratelimit.Large),
		previews: cfg.Previews,
		guesses:  ratelimit.New(ratelimit.Rates{Address: maxGuesses}, ratelimit.Small),
		keys:     cfg.Keys,
		trusted:  cfg.Trusted,
		log:      cfg.Log,
		access:   newAccessLog(cfg.Access),
		metrics:  newMetricSet(s, cfg.Now),
		now:      cfg.Now,
	}
}

// newHTTP1Server returns the server of plain HTTP/1.1 requests.
func (e *Edge) newHTTP1Server(h http1.Handler) *http1.Server {
	s := http1.NewServer(h)
	s.MaxPerClient = e.cfg.Connections
	listeners := 1
	if e.cfg.HTTPS != "" {
		listeners = 2
	}
	s.MaxConns = maxConnections(e.cfg.MaxConnections, descriptorLimit(), listeners)
	s.ClientOf = func(a netip.Addr) http1.Client {
		if ratelimit.Trusted(a, e.cfg.Trusted) {
			return http1.Client{}
		}
		block := ratelimit.Network(a)
		return http1.Client{Block: block, Wide: ratelimit.Wide(block)}
	}
	s.Refusal = tooManyConnections()
	s.Log = e.errorLog().Printf
	return s
}

// maxConnections returns how many connections each listener may have open, 0 for no bound, from the
// number wanted for all listeners and the descriptor limit. It reserves an eighth of the
// descriptors, at least 64, for files, the admin listener and connections that are being refused.
func maxConnections(wish, descriptors, listeners int) int {
	bound := wish
	if descriptors > 0 {
		bound = max(1, descriptors-max(descriptors/8, minReserved))
		if wish > 0 {
			bound = min(wish, bound)
		}
	}
	if bound <= 0 {
		return 0
	}
	return max(1, bound/listeners)
}

// minReserved is the minimum number of reserved descriptors.
const minReserved = 64

// newFallbackServer returns the net/http server for requests that are not plain.
func (e *Edge) newFallbackServer(h http.Handler) *http.Server {
	return &http.Server{
		Handler:           h,
		ReadHeaderTimeout: http1.HeadTimeout,
		ReadTimeout:       http1.RequestTimeout,
		WriteTimeout:      http1.WriteTimeout,
		IdleTimeout:       http1.IdleTimeout,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          e.errorLog(),
		// Otherwise net/http would answer OPTIONS * with an empty 200.
		DisableGeneralOptionsHandler: true,
	}
}

// errorLog returns the log for errors that net/http cannot send to a client.
func (e *Edge) errorLog() *log.Logger { return log.New(&e.messages, "", 0) }

// Bounds on the log messages of servers, which clients can provoke: the bytes of one message and
// the number of messages in a second.
const (
	maxServerLog      = 1024
	maxServerMessages = 10
)

// messageLog passes messages of servers to our log. It only counts messages beyond
// maxServerMessages in a second.
type messageLog struct {
	log      *slog.Logger
	limit    *rate.Limiter
	unlogged atomic.Int64 // messages that were only counted
}

// Write implements io.Writer.
func (w *messageLog) Write(p []byte) (int, error) {
	if !w.limit.Allow() {
		w.unlogged.Add(1)
		return len(p), nil
	}
	w.log.Warn("http", "err", redact.Message(string(p), maxServerLog), "unlogged",
		w.unlogged.Swap(0))
	return len(p), nil
}
