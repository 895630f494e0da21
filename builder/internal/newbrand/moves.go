package newbrand

import (
	"context"
	"net/netip"
	"net/url"
	"strings"
)

// maxMoves is how many other hosts an address may lead to, one after the other.
const maxMoves = 3

// follows reports whether init goes from its address to another host, to which that redirects. It
// takes no header there and no password from there, does not go from https to http, and not from
// the Internet into the network of this machine: what answers there is not for a stranger to ask.
func (b *Brand) follows(ctx context.Context, to *url.URL) bool {
	from, err := url.Parse(b.URL)
	switch {
	case err != nil, len(b.Headers) > 0, to.User != nil,
		from.Scheme == "https" && to.Scheme != "https":
		return false
	}
	return !b.inside(ctx, to.Hostname()) || b.inside(ctx, from.Hostname())
}

// inside reports whether a host has an address in the network of this machine. One that cannot be
// resolved has none: then a proxy does, or the request fails.
func (b *Brand) inside(ctx context.Context, host string) bool {
	addrs := []netip.Addr{}
	if a, err := netip.ParseAddr(host); err == nil {
		addrs = append(addrs, a)
	} else if found, err := b.Resolve(ctx, "ip", strings.TrimSuffix(host, ".")); err == nil {
		addrs = found
	}
	for _, a := range addrs {
		a = a.Unmap()
		if a.IsLoopback() || a.IsPrivate() || a.IsLinkLocalUnicast() || a.IsUnspecified() {
			return true
		}
	}
	return false
}
