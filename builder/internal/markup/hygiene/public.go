package hygiene

import (
	"net/netip"
	"net/url"
	"strings"
)

// Public reports whether an address that [URL] returned may be on the internet: its host is
// neither an IP address that is not global unicast (loopback, private, link-local, shared,
// unspecified, multicast, reserved), nor a number that browsers read as one, nor a name that only a
// machine or a local network resolves (localhost, .local, .internal, .home.arpa, a name without a
// dot). A page that shows such an address makes the browser of a visitor ask the visitor's own
// network.
//
// Names are not resolved: where a public name points is up to its owner.
func Public(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	if addr, err := netip.ParseAddr(host); err == nil {
		return PublicAddr(addr)
	}
	labels := strings.Split(host, ".")
	if len(labels) < 2 || isNumber(labels[len(labels)-1]) {
		return false
	}
	for suffix := range strings.FieldsSeq(`.localhost .local .internal .home.arpa
		.localdomain`) {
		if strings.HasSuffix(host, suffix) {
			return false
		}
	}
	return true
}

// isNumber reports whether the last label of a host makes it an IPv4 address for a browser (WHATWG
// URL, section 3.5): 2130706433 and 0x7f.1 are 127.0.0.1. Nobody writes an address of the internet
// in such a form.
func isNumber(label string) bool {
	if hex, ok := strings.CutPrefix(label, "0x"); ok {
		return strings.Trim(hex, "0123456789abcdef") == ""
	}
	return strings.Trim(label, "0123456789") == ""
}

// reserved are the networks that are not on the internet and that package netip does not name (RFC
// 6890 and the registries of IANA), and the address of the metadata of Azure.
var reserved = parsePrefixes("0.0.0.0/8 100.64.0.0/10 192.0.0.0/24 192.0.2.0/24 198.18.0.0/15 " +
	"168.63.129.16/32 198.51.100.0/24 203.0.113.0/24 240.0.0.0/4 64:ff9b:1::/48 100::/64 " +
	"2001:db8::/32 fec0::/10")

// embedding maps networks whose addresses contain an IPv4 address to its first byte.
var embedding = map[netip.Prefix]int{
	netip.MustParsePrefix("64:ff9b::/96"): 12, // RFC 6052
	netip.MustParsePrefix("2002::/16"):    2,  // RFC 3056
	netip.MustParsePrefix("::/96"):        12, // RFC 4291, section 2.5.5.1
}

func parsePrefixes(list string) (prefixes []netip.Prefix) {
	for p := range strings.FieldsSeq(list) {
		prefixes = append(prefixes, netip.MustParsePrefix(p))
	}
	return prefixes
}

// PublicAddr reports whether an IP address belongs to the internet: global unicast, and neither
// private, shared, reserved nor the metadata address of a cloud. An address that contains an IPv4
// address is judged by that one.
func PublicAddr(a netip.Addr) bool {
	a = a.Unmap().WithZone("")
	for network, at := range embedding {
		if network.Contains(a) {
			b := a.As16()
			return PublicAddr(netip.AddrFrom4([4]byte(b[at : at+4])))
		}
	}
	if !a.IsGlobalUnicast() || a.IsPrivate() {
		return false
	}
	for _, network := range reserved {
		if network.Contains(a) {
			return false
		}
	}
	return true
}
