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
	"time"

	"cartaz/edge/internal/answer"
	"cartaz/edge/internal/credential"
	"cartaz/edge/internal/http1"
	"cartaz/edge/internal/mcp"
	"cartaz/edge/internal/ratelimit"
	"cartaz/edge/internal/site"
)

// Config is how an edge is run.
type Config struct {
	Out    string        // output folder of the builder
	Listen string        // address of the public listener
	Admin  string        // address of the admin listener; "" for none
	Rescan time.Duration // scan of Out without being woken
	Drain  time.Duration // how long running requests may take at the end; default 15 s
	Rates  ratelimit.Rates
	// Connections is how many one client may hold at a time, trusted proxies
	// apart; 0 for no bound.
	Connections int
	Keys        *credential.Keys
	Trusted     []netip.Prefix // proxies whose X-Forwarded-For is believed
	Access      io.Writer      // access log; nil for none
	Log         *slog.Logger
	Now         func() time.Time // default time.Now
}

// maxHeader is what net/http may read of a header, to which it adds 4 KiB: the
// 16 KiB of package http1.
const maxHeader = 12 << 10

// Edge is a running server.
type Edge struct {
	cfg     Config
	site    *site.Site
	handler *Handler
	plain   *http1.Server
	public  net.Listener
	admin   net.Listener
}

// New prepares an edge and opens its listeners, so that an address in use is an
// error at once.
func New(cfg Config) (*Edge, error) {
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Drain <= 0 {
		cfg.Drain = 15 * time.Second
	}
	s := site.New(site.Config{Out: cfg.Out, Keys: cfg.Keys, Rescan: cfg.Rescan, Log: cfg.Log})
	e := &Edge{cfg: cfg, site: s, handler: newHandler(cfg, s)}
	e.plain = e.newPlain()
	var err error
	if e.public, err = net.Listen("tcp", cfg.Listen); err != nil {
		return nil, fmt.Errorf("listen: %w", err)
	}
	if cfg.Admin != "" {
		if e.admin, err = net.Listen("tcp", cfg.Admin); err != nil {
			return nil, errors.Join(fmt.Errorf("admin listener: %w", err), e.public.Close())
		}
	}
	return e, nil
}

func newHandler(cfg Config, s *site.Site) *Handler {
	return &Handler{
		site:    s,
		limiter: ratelimit.New(cfg.Rates, 0),
		keys:    cfg.Keys,
		trusted: cfg.Trusted,
		log:     cfg.Log,
		access:  newAccessLog(cfg.Access),
		metrics: newMetricSet(s),
		mcp:     mcp.New(),
		now:     cfg.Now,
	}
}

// newPlain is the server of plain requests.
func (e *Edge) newPlain() *http1.Server {
	s := http1.NewServer(e.handler)
	s.MaxBody = answer.MaxAgentBody + 1 // one byte over is enough to know that it is over
	s.PerClient = e.cfg.Connections
	s.Client = func(a netip.Addr) netip.Prefix {
		if ratelimit.Trusted(a, e.cfg.Trusted) {
			return netip.Prefix{}
		}
		return ratelimit.Network(a)
	}
	s.Refusal = tooManyConnections()
	s.Log = func(format string, args ...any) {
		e.cfg.Log.Warn("http", "err", cutText(fmt.Sprintf(format, args...), maxComplaint))
	}
	e.handler.metrics.connections(s)
	return s
}

// Addr is the address of the public listener.
func (e *Edge) Addr() net.Addr { return e.public.Addr() }

// AdminAddr is the address of the admin listener, nil when there is none.
func (e *Edge) AdminAddr() net.Addr {
	if e.admin == nil {
		return nil
	}
	return e.admin.Addr()
}

// Run serves until ctx ends, then lets running requests finish. The first scan
// is over before the first request is answered, so that a restart never answers
// 421 for a host that it knows.
func (e *Edge) Run(ctx context.Context) error {
	e.site.Scan()
	watching, stopWatching := context.WithCancel(ctx)
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		e.site.Run(watching)
	}()
	flushing := make(chan struct{})
	go func() {
		defer close(flushing)
		e.flushLog(watching)
	}()

	errorLog := log.New(logWriter{e.cfg.Log}, "", 0)
	odd := &http.Server{ // what is not plain
		Handler:           e.handler,
		ReadHeaderTimeout: http1.HeadTimeout,
		ReadTimeout:       http1.RequestTimeout,
		WriteTimeout:      http1.WriteTimeout,
		IdleTimeout:       http1.RestTimeout,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          errorLog,
		// OPTIONS * would be answered by net/http with an empty 200.
		DisableGeneralOptionsHandler: true,
	}
	admin := &http.Server{
		Handler:           adminHandler(e.site, e.handler.metrics, e.cfg.Now),
		ReadHeaderTimeout: http1.HeadTimeout,
		WriteTimeout:      http1.WriteTimeout,
		ErrorLog:          errorLog,
	}
	failed := make(chan error, 3)
	go func() { failed <- e.plain.Serve(e.public) }()
	go func() { failed <- odd.Serve(problemListener{e.plain.Others()}) }()
	if e.admin != nil {
		go func() { failed <- admin.Serve(e.admin) }()
	}
	adminAddr := ""
	if e.admin != nil {
		adminAddr = e.admin.Addr().String()
	}
	e.cfg.Log.Info("serving", "addr", e.public.Addr().String(), "admin", adminAddr, "out", e.cfg.Out)

	var err error
	select {
	case err = <-failed:
	case <-ctx.Done():
	}
	drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), e.cfg.Drain)
	defer cancel()
	plainEnd := make(chan error, 1)
	go func() { plainEnd <- e.plain.Shutdown(drain) }()
	err = errors.Join(err, odd.Shutdown(drain), admin.Shutdown(drain), <-plainEnd)
	stopWatching()
	<-watched
	<-flushing
	e.site.Close()
	return errors.Join(err, e.handler.access.flush())
}

// flushLog writes the gathered access log once a second.
func (e *Edge) flushLog(ctx context.Context) {
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			if err := e.handler.access.flush(); err != nil {
				e.cfg.Log.Error("access log", "err", err)
			}
		}
	}
}

// maxComplaint bounds what is logged of a connection, in bytes.
const maxComplaint = 1024

// logWriter carries what net/http complains about into our log.
type logWriter struct{ log *slog.Logger }

// Write implements io.Writer.
func (w logWriter) Write(p []byte) (int, error) {
	w.log.Warn("http", "err", cutText(string(p), maxComplaint))
	return len(p), nil
}
