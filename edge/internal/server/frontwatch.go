package server

import (
	"log/slog"
	"net/netip"
	"sync"
	"sync/atomic"

	"cartaz/edge/internal/ratelimit"
)

// frontRun is how many requests in a row must come from one private address with X-Forwarded-For
// before it is taken for a proxy that nobody listed.
const frontRun = 50

// frontWatch notices a proxy that --trusted-proxies does not list. All visitors behind it share the
// limits of one address, which shows only as 429 under load. It says so once.
type frontWatch struct {
	log  *slog.Logger
	said atomic.Bool
	run  atomic.Int32 // requests in a row that look so

	mu     sync.Mutex
	remote netip.Addr // of those requests
}

// see takes one request: the other end of its connection, and whether it carries
// X-Forwarded-For.
func (w *frontWatch) see(remote netip.Addr, forwarded bool, trusted []netip.Prefix) {
	if w.said.Load() {
		return
	}
	private := remote.IsPrivate() || remote.IsLoopback() || remote.IsLinkLocalUnicast()
	if !forwarded || !private || ratelimit.Trusted(remote, trusted) {
		if w.run.Load() != 0 { // reading is shared by processors, writing is not
			w.run.Store(0)
		}
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if remote != w.remote {
		w.remote = remote
		w.run.Store(0)
	}
	if w.run.Add(1) < frontRun || w.said.Swap(true) {
		return
	}
	w.log.Warn("all requests come from one private address and carry X-Forwarded-For, "+
		"which is not believed: its visitors share the limits of one address; if it is your "+
		"proxy, start the edge with --trusted-proxies "+remote.String(), "addr", remote.String())
}
