package ratelimit

import (
	"net/netip"
	"slices"
	"strings"
)

// ClientAddr returns the address to charge for a request. remote is the other end of the
// connection, forwardedFor the X-Forwarded-For fields in message order, trusted the networks of our
// own proxies (IPv4 networks in IPv4 form).
//
// A client can write anything into X-Forwarded-For, so the entries are read from the right, where
// the nearest proxy added its own. The walk starts at remote. While the current address is a
// trusted proxy, the entry to its left is believed. The first address that is not a trusted proxy
// is the client. An entry that is not an address ends the walk at the last address that was
// believed. When remote itself is not trusted, the fields are not read.
//
// Example: remote 10.0.0.1 is trusted and the field is "6.6.6.6, 203.0.113.9, 10.0.0.2" with
// 10.0.0.2 trusted too. The client is 203.0.113.9; 6.6.6.6 is its own claim, and is ignored.
//
// Entries may have a port ("192.0.2.1:80", "[2001:db8::1]:80"). The result has no zone and is never
// an IPv4 address in IPv6 form.
func ClientAddr(remote netip.Addr, forwardedFor []string, trusted []netip.Prefix) netip.Addr {
	client := normalize(remote)
	for i := len(forwardedFor) - 1; i >= 0; i-- {
		rest := forwardedFor[i]
		for more := true; more; {
			if !Trusted(client, trusted) {
				return client
			}
			entry := rest
			if comma := strings.LastIndexByte(rest, ','); comma >= 0 {
				rest, entry = rest[:comma], rest[comma+1:]
			} else {
				more = false
			}
			next, ok := parseEntry(strings.Trim(entry, " \t"))
			if !ok {
				return client
			}
			client = next
		}
	}
	return client
}

// parseEntry reads one entry of X-Forwarded-For.
func parseEntry(s string) (netip.Addr, bool) {
	// The longest address with zone-free IPv6, brackets and port has 53 bytes; a longer text would
	// only make a long error.
	if len(s) > 64 {
		return netip.Addr{}, false
	}
	if addr, err := netip.ParseAddr(s); err == nil {
		return normalize(addr), true
	}
	if ap, err := netip.ParseAddrPort(s); err == nil {
		return normalize(ap.Addr()), true
	}
	inside, opens := strings.CutPrefix(s, "[")
	inside, closes := strings.CutSuffix(inside, "]")
	addr, err := netip.ParseAddr(inside)
	return normalize(addr), opens && closes && err == nil && addr.Is6()
}

// normalize returns the address in the one form in which networks are compared.
func normalize(addr netip.Addr) netip.Addr { return addr.Unmap().WithZone("") }

// Trusted reports whether addr is one of our own proxies.
func Trusted(addr netip.Addr, trusted []netip.Prefix) bool {
	addr = normalize(addr)
	return slices.ContainsFunc(trusted, func(n netip.Prefix) bool { return n.Contains(addr) })
}
