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
	"os"
	"sync"
	"time"

	"cartaz/builder/search/text"
	"cartaz/edge/internal/answer"
	"cartaz/edge/internal/credential"
	"cartaz/edge/internal/handover"
	"cartaz/edge/internal/http1"
	"cartaz/edge/internal/mcp"
	"cartaz/edge/internal/ratelimit"
	"cartaz/edge/internal/sharedlimit"
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
	// Limits is the address of the store in which edges count together (package sharedlimit), ""
	// for none. Keys are then those of all of them.
	Limits string
	// Connections is how many connections one client may have open, except trusted proxies; 0 for
	// no bound.
	Connections int
	// MaxConnections is how many connections may be open at a time; 0 for as many as the descriptor
	// limit allows. A larger number is lowered to that.
	MaxConnections int
	// Sockets are those that another process has passed to this one; nil for none.
	Sockets *handover.Sockets
	// Replace asks for a new process that takes over the sockets (package handover).
	Replace <-chan os.Signal
	Keys    *credential.Keys
	Trusted []netip.Prefix // proxies whose X-Forwarded-For is believed
	Access  io.Writer      // access log; nil for none
	Log     *slog.Logger
	Now     func() time.Time // default time.Now
}

// maxHeader is how much header net/http may read. It adds 4 KiB itself, which makes the 16 KiB of
// package http1.
const maxHeader = 12 << 10

// Edge is a running server.
type Edge struct {
	cfg     Config
	site    *site.Site
	handler *Handler
	shared  *sharedlimit.Limits // nil for none
	http1   *http1.Server
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
	if cfg.Sockets == nil {
		cfg.Sockets = new(handover.Sockets)
	}
	s := site.New(site.Config{Out: cfg.Out, Keys: cfg.Keys, Rescan: cfg.Rescan, Log: cfg.Log})
	e := &Edge{cfg: cfg, site: s, handler: newHandler(cfg, s)}
	e.http1 = e.newHTTP1Server()
	if err := e.shareLimits(); err != nil {
		return nil, err
	}
	var err error
	if e.public, err = cfg.Sockets.Listen(handover.Public, cfg.Listen); err != nil {
		e.closeLimits()
		return nil, fmt.Errorf("listen: %w", err)
	}
	if cfg.Admin != "" {
		if e.admin, err = cfg.Sockets.Listen(handover.Admin, cfg.Admin); err != nil {
			return nil, errors.Join(fmt.Errorf("admin listener: %w", err), e.close())
		}
	}
	if err = cfg.Sockets.Unused(); err != nil {
		return nil, errors.Join(err, e.close())
	}
	return e, nil
}

// shareLimits connects the limiter to the store of all edges, if there is one.
func (e *Edge) shareLimits() (err error) {
	if e.cfg.Limits == "" {
		return nil
	}
	e.shared, err = sharedlimit.New(e.cfg.Limits, e.cfg.Keys.Limits(), e.cfg.Log)
	if err != nil {
		return fmt.Errorf("--limits: %w", err)
	}
	e.handler.limiter.Shared = e.shared
	e.handler.metrics.sharedLimits(e.shared)
	return nil
}

func (e *Edge) closeLimits() {
	if e.shared != nil {
		e.shared.Close()
	}
}

// close closes the listeners of an edge that does not run.
func (e *Edge) close() error {
	e.closeLimits()
	err := e.public.Close()
	if e.admin != nil {
		err = errors.Join(err, e.admin.Close())
	}
	return err
}

func newHandler(cfg Config, s *site.Site) *Handler {
	return &Handler{
		site:    s,
		limiter: ratelimit.New(cfg.Rates, 0),
		keys:    cfg.Keys,
		trusted: cfg.Trusted,
		log:     cfg.Log,
		access:  newAccessLog(cfg.Access),
		fronts:  frontWatch{log: cfg.Log},
		metrics: newMetricSet(s, cfg.Now),
		mcp:     mcp.New(),
		now:     cfg.Now,
	}
}

// newHTTP1Server makes the server of plain HTTP/1.1 requests.
func (e *Edge) newHTTP1Server() *http1.Server {
	s := http1.NewServer(e.handler)
	s.MaxBody = answer.MaxAgentBody + 1 // one byte over is enough to know that it is over
	s.TakesBody = e.handler.takesBody
	s.MaxPerClient = e.cfg.Connections
	s.MaxConns = maxConnections(e.cfg.MaxConnections, descriptorLimit())
	s.ClientOf = func(a netip.Addr) http1.Client {
		if ratelimit.Trusted(a, e.cfg.Trusted) {
			return http1.Client{}
		}
		block := ratelimit.Network(a)
		return http1.Client{Block: block, Wide: ratelimit.Wide(block)}
	}
	s.Refusal = tooManyConnections()
	s.Log = func(format string, args ...any) {
		e.cfg.Log.Warn("http", "err", text.Clip(fmt.Sprintf(format, args...), maxServerLog))
	}
	e.handler.metrics.connections(s)
	e.handler.ending = s.Retiring
	return s
}

// maxConnections returns the bound of open connections, 0 for none, from the wanted number and the
// limit of descriptors. An eighth of the descriptors, 64 at least, is reserved for files, the admin
// listener and connections that are being refused.
func maxConnections(wish, descriptors int) int {
	if descriptors <= 0 {
		return wish
	}
	fit := max(1, descriptors-max(descriptors/8, minReserved))
	if wish > 0 {
		return min(wish, fit)
	}
	return fit
}

// minReserved is the least number of descriptors that are reserved.
const minReserved = 64

// Run serves until ctx ends or until another process has taken over, then lets running requests
// finish. The first scan ends before the first request is answered, so that a restart never answers
// 421 for a known host.
func (e *Edge) Run(ctx context.Context) error {
	e.site.Scan()
	if err := e.cfg.Sockets.Ready(e.serves()); err != nil {
		return errors.Join(err, e.close())
	}
	watching, stopWatching := context.WithCancel(context.WithoutCancel(ctx))
	var background sync.WaitGroup
	background.Go(func() { e.site.Run(watching) })
	background.Go(func() { e.flushLog(watching) })

	errorLog := log.New(logWriter{e.cfg.Log}, "", 0)
	fallback := e.newFallbackServer(errorLog)
	admin := &http.Server{
		Handler:           adminHandler(e.site, e.handler.metrics),
		ReadHeaderTimeout: http1.HeadTimeout,
		WriteTimeout:      http1.WriteTimeout,
		ErrorLog:          errorLog,
	}
	failed := make(chan error, 3)
	go func() { failed <- e.http1.Serve(e.public) }()
	go func() { failed <- fallback.Serve(problemListener{e.http1.Fallback()}) }()
	adminAddr := ""
	if e.admin != nil {
		go func() { failed <- admin.Serve(e.admin) }()
		adminAddr = e.admin.Addr().String()
	}
	e.cfg.Log.Info("serving", "addr", e.public.Addr().String(), "admin", adminAddr, "out",
		e.cfg.Out, "pid", os.Getpid())
	if err := e.cfg.Sockets.Serving(); err != nil {
		e.cfg.Log.Warn("serving", "err", err)
	}

	idle, err := e.wait(ctx, failed)
	began := e.cfg.Now()
	drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), e.cfg.Drain)
	defer cancel()
	if idle > 0 {
		retire, cancel := context.WithTimeout(drain, idle)
		err = errors.Join(err, e.http1.Retire(retire))
		cancel()
	}
	plainEnd := make(chan error, 1)
	go func() { plainEnd <- e.http1.Shutdown(drain) }()
	err = errors.Join(err, e.shutdownError(fallback.Shutdown(drain)),
		e.shutdownError(admin.Shutdown(drain)), e.shutdownError(<-plainEnd))
	// Connections that did not end in time are cut off. Closing a listener twice is no error.
	_, _ = fallback.Close(), admin.Close()
	stopWatching()
	background.Wait()
	e.site.Close()
	e.closeLimits()
	err = errors.Join(err, e.handler.access.flush())
	e.cfg.Log.Info("stopped", "after", e.cfg.Now().Sub(began).String(), "pid", os.Getpid())
	return err
}

// restIdle is how long idle connections stay open when systemd keeps the sockets: connections of
// newcomers wait for that long until the next process accepts them.
const restIdle = time.Second

// wait returns when this edge has to end, and why. idle is how long idle connections stay open
// because another process accepts new ones, 0 for not at all.
func (e *Edge) wait(ctx context.Context, failed <-chan error) (idle time.Duration, err error) {
	for {
		select {
		case err = <-failed:
			e.cfg.Log.Error("stopping", "why", err.Error(), "drain", e.cfg.Drain.String())
			return 0, errors.Join(err, e.cfg.Sockets.Stopping())
		case <-ctx.Done():
			// The cause names the signal (os/signal, NotifyContext).
			e.cfg.Log.Info("stopping", "why", context.Cause(ctx).Error(), "drain",
				e.cfg.Drain.String())
			if e.cfg.Sockets.Kept() {
				idle = min(restIdle, e.cfg.Drain/2)
			}
			return idle, e.cfg.Sockets.Stopping()
		case <-e.cfg.Replace:
		}
		e.cfg.Log.Info("handing over: a new process starts", "brands", len(e.serves()))
		pid, err := e.cfg.Sockets.HandOver(ctx, e.serves())
		if err != nil {
			e.cfg.Log.Error("not handed over: this process goes on serving", "err", err)
			continue
		}
		e.cfg.Log.Info("stopping", "why", "handed over", "to", pid, "drain",
			e.cfg.Drain.String())
		return e.cfg.Drain * 2 / 3, nil
	}
}

// serves is the keys of the brands that have a release that is served.
func (e *Edge) serves() (keys []string) {
	for _, b := range e.site.Brands() {
		if b.Release != "" {
			keys = append(keys, b.Brand)
		}
	}
	return keys
}

// newFallbackServer makes the net/http server of requests that are not plain.
func (e *Edge) newFallbackServer(errorLog *log.Logger) *http.Server {
	return &http.Server{
		Handler:           e.handler,
		ReadHeaderTimeout: http1.HeadTimeout,
		ReadTimeout:       http1.RequestTimeout,
		WriteTimeout:      http1.WriteTimeout,
		IdleTimeout:       http1.IdleTimeout,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          errorLog,
		// Otherwise net/http would answer OPTIONS * with an empty 200.
		DisableGeneralOptionsHandler: true,
	}
}

// shutdownError filters the error of a shutdown. A client that did not read its answer or send its
// request in time is no error: the edge ends as it was told to.
func (e *Edge) shutdownError(err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		e.cfg.Log.Warn("requests cut off at the end of --drain", "after", e.cfg.Drain.String())
		return nil
	}
	return err
}

// flushLog writes the buffered access log once a second.
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

// maxServerLog bounds one message of net/http in the log, in bytes.
const maxServerLog = 1024

// logWriter passes messages of net/http to our log.
type logWriter struct{ log *slog.Logger }

// Write implements io.Writer.
func (w logWriter) Write(p []byte) (int, error) {
	w.log.Warn("http", "err", text.Clip(string(p), maxServerLog))
	return len(p), nil
}
