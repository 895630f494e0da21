package fetch

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"syscall"

	"cartaz/builder/internal/markup/hygiene"
)

// Inside reports whether an address names a host of the network of this machine: an IP address that
// is not one of the internet, or a name that only this network resolves ([hygiene.Public]).
func Inside(address *url.URL) bool { return !hygiene.Public("http://" + address.Host) }

// InsideError is a connection that was refused, because the host that was asked has an address
// inside the network of this machine and source.url names none there.
type InsideError struct {
	Addr netip.Addr
}

func (e *InsideError) Error() string {
	return fmt.Sprintf("leads to %s, which is inside the network of this machine: name that "+
		"address in source.url if that is right", e.Addr)
}

// guard bounds where a [Fetcher] connects to. It checks addresses when they are connected to: a
// name may resolve to another one each time (DNS rebinding), and a redirect comes through here as
// well.
type guard struct {
	named   string // the host of source.url when that is inside, else ""
	proxies sync.Map
}

func newGuard(source string) *guard {
	if u, _ := url.Parse(source); Inside(u) { // the loader of brands checks it
		return &guard{named: u.Hostname()}
	}
	return &guard{}
}

// proxy returns the proxy of the environment, which may be inside: the operator names it.
func (g *guard) proxy(r *http.Request) (*url.URL, error) {
	u, err := http.ProxyFromEnvironment(r)
	if u != nil {
		g.proxies.Store(u.Hostname(), true)
	}
	return u, err
}

// dial connects, but inside only to hosts that the brand or the operator names.
func (g *guard) dial(ctx context.Context, network, address string) (net.Conn, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	var d net.Dialer
	if _, isProxy := g.proxies.Load(host); !isProxy && !strings.EqualFold(host, g.named) {
		d.Control = refuseInside
	}
	return d.DialContext(ctx, network, address)
}

// refuseInside refuses addresses that are not on the internet.
func refuseInside(_, address string, _ syscall.RawConn) error {
	a, err := netip.ParseAddrPort(address)
	if err == nil && !hygiene.PublicAddr(a.Addr()) {
		err = &InsideError{a.Addr()}
	}
	return err
}
