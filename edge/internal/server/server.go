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

	"cartaz/edge/internal/credential"
	"cartaz/edge/internal/mcp"
	"cartaz/edge/internal/ratelimit"
	"cartaz/edge/internal/site"
)

// Config is how an edge is run.
type Config struct {
	Out     string        // output folder of the builder
	Listen  string        // address of the public listener
	Admin   string        // address of the admin listener; "" for none
	Rescan  time.Duration // scan of Out without being woken
	Drain   time.Duration // how long running requests may take at the end; default 15 s
	Rates   ratelimit.Rates
	Keys    *credential.Keys
	Trusted []netip.Prefix // proxies whose X-Forwarded-For is believed
	Access  io.Writer      // access log; nil for none
	Log     *slog.Logger
	Now     func() time.Time // default time.Now
}

// Time limits. A client has no reason to take longer over a request of ours,
// and whoever does holds a connection that somebody else needs.
const (
	headerTimeout = 5 * time.Second
	readTimeout   = 10 * time.Second
	writeTimeout  = 30 * time.Second // a large page on a slow phone
	idleTimeout   = 120 * time.Second
	maxHeader     = 12 << 10 // net/http adds 4 KiB of slack: 16 KiB in all
)

// Edge is a running server.
type Edge struct {
	cfg     Config
	site    *site.Site
	handler *Handler
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
	public := &http.Server{
		Handler:           e.handler,
		ReadHeaderTimeout: headerTimeout,
		ReadTimeout:       readTimeout,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          errorLog,
		// OPTIONS * would be answered by net/http with an empty 200.
		DisableGeneralOptionsHandler: true,
	}
	admin := &http.Server{
		Handler:           adminHandler(e.site, e.handler.metrics, e.cfg.Now),
		ReadHeaderTimeout: headerTimeout,
		WriteTimeout:      writeTimeout,
		ErrorLog:          errorLog,
	}
	failed := make(chan error, 2)
	go func() { failed <- public.Serve(problemListener{e.public}) }()
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
	err = errors.Join(err, public.Shutdown(drain), admin.Shutdown(drain))
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

// logWriter carries what net/http complains about into our log.
type logWriter struct{ log *slog.Logger }

// Write implements io.Writer.
func (w logWriter) Write(p []byte) (int, error) {
	w.log.Warn("http", "err", cutText(string(p), 1024))
	return len(p), nil
}
