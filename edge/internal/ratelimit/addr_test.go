package ratelimit_test

import (
	"net/netip"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/rowstest"
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
	type row struct {
		Name, Remote string
		Forwarded    []string
		Want         string
	}
	tests := append(rowstest.Read[[]row](t, "testdata/client-addr.yaml"),
		row{"header of commas", "10.0.0.1", []string{strings.Repeat(",", 8000)}, "10.0.0.1"},
		row{"huge entry", "10.0.0.1", []string{strings.Repeat("1", 8000)}, "10.0.0.1"})
	for _, tt := range tests {
		t.Run(tt.Name, func(t *testing.T) {
			got := ratelimit.ClientAddr(netip.MustParseAddr(tt.Remote), tt.Forwarded, trusted)
			require.Equal(t, tt.Want, got.String())
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
