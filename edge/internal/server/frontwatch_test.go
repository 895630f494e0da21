package server_test

import (
	"log/slog"
	"net/netip"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/release/releasetest"
	"cartaz/edge/internal/edgetest"
	"cartaz/edge/internal/server"
)

// TestProxyThatIsNotTrusted: an edge behind a proxy that --trusted-proxies does not list says so
// once; one that is listed, or reached directly as well, says nothing.
func TestProxyThatIsNotTrusted(t *testing.T) {
	out := t.TempDir()
	edgetest.Publish(t, out, edgetest.Brand("palco"), 3, 1)
	const direct = "GET http://palco.example/\nstatus 200\n\n"
	const forwarded = "with X-Forwarded-For: 203.0.113.7\n" + direct
	for _, tt := range []struct {
		name, requests string
		trusted        []netip.Prefix
		times          int
	}{
		{"not trusted", strings.Repeat(forwarded, 120), nil, 1},
		{"trusted", strings.Repeat(forwarded, 60),
			[]netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, 0},
		{"no proxy", strings.Repeat(direct, 60), nil, 0},
		{"too few", strings.Repeat(forwarded, 49), nil, 0},
		{"some requests come past it", strings.Repeat(strings.Repeat(forwarded, 40)+direct, 3), nil,
			0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			said := &releasetest.Log{}
			e := start(t, out, func(c *server.Config) {
				c.Trusted, c.Log = tt.trusted, slog.New(slog.NewTextHandler(said, nil))
			})
			play(t, e, tt.requests)
			require.Equal(t, tt.times, strings.Count(said.String(), "--trusted-proxies 127.0.0.1"))
		})
	}
}
