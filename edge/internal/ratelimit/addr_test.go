package ratelimit_test

import (
	"net/netip"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/edge/internal/ratelimit"
)

func mustPrefixes(list ...string) (out []netip.Prefix) {
	for _, p := range list {
		out = append(out, netip.MustParsePrefix(p))
	}
	return out
}

func TestClientAddr(t *testing.T) {
	trusted := mustPrefixes("10.0.0.0/8", "fd00::/8", "192.0.2.1/32")
	tests := []struct {
		name, remote string
		forwarded    []string
		want         string
	}{
		{"no proxy", "203.0.113.9", nil, "203.0.113.9"},
		{"remote not trusted", "203.0.113.9", []string{"1.2.3.4"}, "203.0.113.9"},
		{"one proxy", "10.0.0.1", []string{"203.0.113.9"}, "203.0.113.9"},
		{"proxy without the field", "10.0.0.1", nil, "10.0.0.1"},
		{"left-most is a lie", "10.0.0.1", []string{"1.2.3.4, 203.0.113.9"}, "203.0.113.9"},
		{"two proxies", "10.0.0.1", []string{"1.2.3.4, 203.0.113.9, 10.0.0.2"}, "203.0.113.9"},
		{"two fields", "10.0.0.1", []string{"1.2.3.4", "203.0.113.9", "10.0.0.2"}, "203.0.113.9"},
		{"trusted all the way", "10.0.0.1", []string{"10.0.0.3,10.0.0.2"}, "10.0.0.3"},
		{"client claims to be a proxy", "10.0.0.1", []string{"10.9.9.9, 203.0.113.9"},
			"203.0.113.9"},
		{"garbage at the right", "10.0.0.1", []string{"203.0.113.9, unknown"}, "10.0.0.1"},
		{"garbage behind a proxy", "10.0.0.1", []string{"203.0.113.9, x, 10.0.0.2"}, "10.0.0.2"},
		{"garbage at the left is not read", "10.0.0.1", []string{"x, 203.0.113.9"}, "203.0.113.9"},
		{"empty field", "10.0.0.1", []string{""}, "10.0.0.1"},
		{"empty entry", "10.0.0.1", []string{"203.0.113.9,"}, "10.0.0.1"},
		{"empty field stops the walk", "10.0.0.1", []string{"203.0.113.9", ""}, "10.0.0.1"},
		{"white space", "10.0.0.1", []string{"\t1.2.3.4 ,\t203.0.113.9 "}, "203.0.113.9"},
		{"ipv4 with port", "10.0.0.1", []string{"203.0.113.9:4711"}, "203.0.113.9"},
		{"ipv6", "fd00::1", []string{"2001:db8::9"}, "2001:db8::9"},
		{"ipv6 in brackets", "fd00::1", []string{"[2001:db8::9]"}, "2001:db8::9"},
		{"ipv6 with port", "fd00::1", []string{"[2001:db8::9]:443"}, "2001:db8::9"},
		{"ipv4 in ipv6 form", "::ffff:10.0.0.1", []string{"::ffff:203.0.113.9"}, "203.0.113.9"},
		{"trusted proxy in ipv6 form", "10.0.0.1", []string{"203.0.113.9, ::ffff:10.0.0.2"},
			"203.0.113.9"},
		{"zone", "fd00::1%eth0", []string{"fe80::9%eth1"}, "fe80::9"},
		{"port too long", "10.0.0.1", []string{"203.0.113.9:123456"}, "10.0.0.1"},
		{"port of letters", "10.0.0.1", []string{"203.0.113.9:http"}, "10.0.0.1"},
		{"no port after the colon", "10.0.0.1", []string{"203.0.113.9:"}, "10.0.0.1"},
		{"bracket without end", "10.0.0.1", []string{"[2001:db8::9"}, "10.0.0.1"},
		{"text after the bracket", "10.0.0.1", []string{"[2001:db8::9]x"}, "10.0.0.1"},
		{"ipv4 in brackets", "10.0.0.1", []string{"[203.0.113.9]"}, "10.0.0.1"},
		{"quoted", "10.0.0.1", []string{`"203.0.113.9"`}, "10.0.0.1"},
		{"leading zeros", "10.0.0.1", []string{"203.0.113.009"}, "10.0.0.1"},
		{"network", "10.0.0.1", []string{"203.0.113.0/24"}, "10.0.0.1"},
		{"header of commas", "10.0.0.1", []string{strings.Repeat(",", 8000)}, "10.0.0.1"},
		{"huge entry", "10.0.0.1", []string{strings.Repeat("1", 8000)}, "10.0.0.1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := ratelimit.ClientAddr(netip.MustParseAddr(tt.remote), tt.forwarded, trusted)
			require.Equal(t, tt.want, got.String())
		})
	}
	require.False(t, ratelimit.ClientAddr(netip.Addr{}, []string{"1.2.3.4"}, trusted).IsValid())
	require.Equal(t, v4, ratelimit.ClientAddr(v4, []string{"1.2.3.4"}, nil),
		"no proxies: nothing is read")
}

// A client is charged under the address that our proxy saw, whatever it writes to the left.
func FuzzClientAddr(f *testing.F) {
	for _, s := range []string{"", "1.2.3.4", "10.0.0.9, 10.0.0.8", "[::1]:80,", "unknown", ",,",
		"::ffff:10.0.0.1", "fe80::1%10.0.0.1"} {
		f.Add(s)
	}
	trusted := mustPrefixes("10.0.0.0/8")
	proxy := netip.MustParseAddr("10.0.0.1")
	f.Fuzz(func(t *testing.T, lie string) {
		if got := ratelimit.ClientAddr(proxy, []string{lie + ", 203.0.113.9"}, trusted); got != v4 {
			t.Fatalf("%q: %s", lie, got)
		}
		if got := ratelimit.ClientAddr(proxy, []string{lie, "203.0.113.9"}, trusted); got != v4 {
			t.Fatalf("%q: %s", lie, got)
		}
		if got := ratelimit.ClientAddr(proxy, []string{lie}, trusted); !got.IsValid() ||
			got.Zone() != "" || got.Is4In6() {
			t.Fatalf("%q: %s", lie, got)
		}
		if got := ratelimit.ClientAddr(v4, []string{lie}, trusted); got != v4 {
			t.Fatalf("%q was read without a proxy: %s", lie, got)
		}
	})
}
