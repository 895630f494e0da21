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
// once; one behind a proxy that is listed, or behind none, says nothing.
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
		{"not trusted", direct + forwarded + forwarded, nil, 1},
		{"trusted", forwarded, []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, 0},
		{"no proxy", direct, nil, 0},
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
