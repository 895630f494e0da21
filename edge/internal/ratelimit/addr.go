package ratelimit

import (
	"net/netip"
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
// 10.0.0.2 trusted too. The client is 203.0.113.9; 6.6.6.6 is what it claimed, and is ignored.
//
// Entries may have a port ("192.0.2.1:80", "[2001:db8::1]:80"). The result has no zone and is never
// an IPv4 address in IPv6 form.
func ClientAddr(remote netip.Addr, forwardedFor []string, trusted []netip.Prefix) netip.Addr {
	client := normalize(remote)
	for i := len(forwardedFor) - 1; i >= 0; i-- {
		rest := forwardedFor[i]
		for more := true; more; {
			if !contains(trusted, client) {
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
	// The longest address with zone-free IPv6, brackets and port has 53
	// bytes; what is longer would only make a long error.
	if len(s) > 64 || s == "" {
		return netip.Addr{}, false
	}
	if s[0] == '[' {
		end := strings.IndexByte(s, ']')
		if end < 0 || end+1 < len(s) && !isPort(s[end+1:]) {
			return netip.Addr{}, false
		}
		addr, err := netip.ParseAddr(s[1:end])
		return normalize(addr), err == nil && addr.Is6()
	}
	if colon := strings.IndexByte(s, ':'); colon >= 0 && strings.IndexByte(s, '.') >= 0 &&
		strings.IndexByte(s[colon+1:], ':') < 0 {
		if !isPort(s[colon:]) {
			return netip.Addr{}, false
		}
		s = s[:colon]
	}
	addr, err := netip.ParseAddr(s)
	return normalize(addr), err == nil
}

// isPort says whether s is a colon and a port.
func isPort(s string) bool {
	if len(s) < 2 || len(s) > len(":65535") || s[0] != ':' {
		return false
	}
	for i := 1; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

// normalize is the address in the one form in which networks are compared.
func normalize(addr netip.Addr) netip.Addr { return addr.Unmap().WithZone("") }

// Trusted says whether addr is one of our own proxies.
func Trusted(addr netip.Addr, trusted []netip.Prefix) bool {
	return contains(trusted,
		normalize(addr))
}

func contains(networks []netip.Prefix, addr netip.Addr) bool {
	for _, n := range networks {
		if n.Contains(addr) {
			return true
		}
	}
	return false
}
