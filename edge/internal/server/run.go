package server

import (
	"context"
	"errors"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/coreos/go-systemd/v22/daemon"

	"cartaz/edge/internal/http1"
)

// Run serves until ctx ends, then lets running requests finish. The first scan ends before the
// first request is answered, so that a restart never answers 421 for a known host.
func (e *Edge) Run(ctx context.Context) error {
	e.site.Scan()
	watching, stopWatching := context.WithCancel(context.WithoutCancel(ctx))
	defer stopWatching()
	if e.https != nil {
		e.manage(watching)
	}
	mirroring, stopMirroring := context.WithCancel(watching)
	defer stopMirroring()
	var background sync.WaitGroup
	background.Go(func() { e.site.Run(watching) })
	if e.cfg.Mirror != nil {
		background.Go(func() { e.cfg.Mirror.Run(mirroring) })
	}
	background.Go(func() { every(watching, time.Second, e.flushLog) })
	if e.https != nil {
		background.Go(func() {
			defer e.certs.Close()
			every(watching, e.cfg.Rescan, func() { e.manage(watching) }) // hosts that come later
		})
	}

	admin := &http.Server{
		Handler:           adminHandler(e.site, e.cfg.Mirror, e.handler.metrics),
		ReadHeaderTimeout: http1.HeadTimeout,
		WriteTimeout:      http1.WriteTimeout,
		ErrorLog:          e.errorLog(),
	}
	failed := make(chan error, 5)
	for _, f := range e.fronts {
		f.serve(failed)
	}
	https := ""
	if e.https != nil {
		https = e.https.Addr().String()
	}
	adminAddr := ""
	if e.admin != nil {
		go func() { failed <- admin.Serve(e.admin) }()
		adminAddr = e.admin.Addr().String()
	}
	e.cfg.Log.Info("serving", "addr", e.public.Addr().String(), "https", https, "admin",
		adminAddr, "out", e.cfg.Out, "pid", os.Getpid())
	if err := notify(daemon.SdNotifyReady); err != nil {
		e.cfg.Log.Warn("serving", "err", err)
	}

	idle, err := e.wait(ctx, failed)
	stopMirroring()
	began := e.cfg.Now()
	drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), e.cfg.Drain)
	defer cancel()
	if idle > 0 {
		retire, cancel := context.WithTimeout(drain, idle)
		err = errors.Join(err, e.retire(retire))
		cancel()
	}
	ended := make(chan error, 2*len(e.fronts))
	for _, f := range e.fronts {
		go f.stop(drain, ended)
	}
	err = errors.Join(err, e.shutdownError(admin.Shutdown(drain)))
	for range cap(ended) {
		err = errors.Join(err, e.shutdownError(<-ended))
	}
	_ = admin.Close() // cuts off requests that did not end in time
	stopWatching()
	background.Wait()
	e.site.Close()
	e.shared.Close()
	err = errors.Join(err, e.handler.access.flush())
	e.cfg.Log.Info("stopped", "after", e.cfg.Now().Sub(began).String(), "pid", os.Getpid())
	return err
}

// retire leaves the listeners to another process.
func (e *Edge) retire(ctx context.Context) error {
	var retiring sync.WaitGroup
	failed := make([]error, len(e.fronts))
	for i, f := range e.fronts {
		retiring.Go(func() { failed[i] = f.http1.Retire(ctx) })
	}
	retiring.Wait()
	return errors.Join(failed...)
}

// restIdle is how long idle connections stay open when systemd keeps the sockets: new connections
// wait that long until the next process accepts them.
const restIdle = time.Second

// wait blocks until this edge has to end, and returns the error that ended it, if any. idle is how
// long idle connections stay open because systemd keeps the sockets; 0 closes them at once.
func (e *Edge) wait(ctx context.Context, failed <-chan error) (idle time.Duration, err error) {
	select {
	case err = <-failed:
		e.cfg.Log.Error("stopping", "why", err.Error(), "drain", e.cfg.Drain.String())
	case <-ctx.Done():
		// The cause names the signal (os/signal, NotifyContext).
		e.cfg.Log.Info("stopping", "why", context.Cause(ctx).Error(), "drain",
			e.cfg.Drain.String())
		if e.cfg.Sockets.kept {
			idle = min(restIdle, e.cfg.Drain/2)
		}
	}
	return idle, errors.Join(err, notify(daemon.SdNotifyStopping))
}

// shutdownError filters the error of a shutdown. A client that did not read its answer or send its
// request in time is not an error: the edge ends as asked.
func (e *Edge) shutdownError(err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		e.cfg.Log.Warn("requests cut off at the end of --drain", "after", e.cfg.Drain.String())
		return nil
	}
	return err
}

// every calls do at each tick until ctx ends.
func every(ctx context.Context, pause time.Duration, do func()) {
	ticker := time.NewTicker(pause)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			do()
		}
	}
}

// flushLog writes the buffered access log.
func (e *Edge) flushLog() {
	if err := e.handler.access.flush(); err != nil {
		e.cfg.Log.Error("access log", "err", err)
	}
}
