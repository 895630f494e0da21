package server_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"cartaz/builder/catalog"
	"cartaz/builder/release"
	"cartaz/builder/rowstest"
	"cartaz/edge/internal/edgetest"
	"cartaz/edge/internal/ratelimit"
	"cartaz/edge/internal/server"
	"cartaz/edge/internal/webtest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// start runs an edge over out until the test ends.
func start(t testing.TB, out string, edit func(*server.Config)) *server.Edge {
	t.Helper()
	cfg := server.Config{
		Out: out, Listen: "127.0.0.1:0", Admin: "127.0.0.1:0", Keys: edgetest.Keys(t),
		Rescan: 50 * time.Millisecond, Drain: 15 * time.Second, Sockets: new(server.Sockets),
		Log: slog.New(slog.DiscardHandler), Now: time.Now,
		Rates: ratelimit.Rates{Address: 600, Credential: 1200, Identity: 30},
	}
	if edit != nil {
		edit(&cfg)
	}
	e, err := server.New(cfg)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- e.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		require.NoError(t, <-done)
	})
	return e
}

// play runs a script against an edge.
func play(t testing.TB, e *server.Edge, text string) {
	t.Helper()
	webtest.Play(t, e.Addr().String(), text)
}

// playFile runs a script in testdata against an edge.
func playFile(t testing.TB, e *server.Edge, name string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name+".txt"))
	require.NoError(t, err)
	play(t, e, string(text))
}

// palco runs an edge over one brand with n events until the test ends.
func palco(t testing.TB, n int, edit func(*server.Config)) *server.Edge {
	t.Helper()
	out := t.TempDir()
	edgetest.Publish(t, out, edgetest.Brand("palco"), n, 1)
	return start(t, out, edit)
}

func TestLimits(t *testing.T) {
	e := palco(t, 3, func(c *server.Config) {
		c.Rates = ratelimit.Rates{Address: 3, Credential: 6, Identity: 1}
	})
	playFile(t, e, "limits")
}

func TestNoReleaseYet(t *testing.T) {
	out := t.TempDir()
	brand := edgetest.Brand("palco")
	edgetest.WriteBrand(t, out, brand)
	e := start(t, out, nil)
	playFile(t, e, "no-release")
	status, reason := adminGet(t, e, "/ready")
	require.Equal(t, 503, status)
	require.JSONEq(t,
		`{"ready":false,"reason":"brand palco has no release that can be served: build it"}`,
		reason)
	edgetest.Publish(t, out, brand, 3, 1)
	require.Eventually(t, func() bool { return adminStatus(t, e, "/ready") == 200 }, time.Minute,
		5*time.Millisecond)
	play(t, e, `
GET http://api.palco.example/api/public/v1/events
status 200
json .meta.total == 3
`)
}

// TestRetired: every address of a brand that was taken down is 404.
func TestRetired(t *testing.T) {
	out := t.TempDir()
	brand := edgetest.Brand("palco")
	brand.State = release.StateRetired
	edgetest.WriteBrand(t, out, brand)
	e := start(t, out, nil)
	playFile(t, e, "retired")
	_, text := adminGet(t, e, "/status")
	require.Contains(t, text, `"state":"retired"`)
	_, text = adminGet(t, e, "/metrics")
	require.NotContains(t, text, `cartaz_edge_brand_release{brand="palco"}`, "it would be an alert")
}

// TestMoved: pages of a former host lead to the site, calls of the API to its address; a body is
// answered where it was sent.
func TestMoved(t *testing.T) {
	out, brand := t.TempDir(), edgetest.Brand("palco")
	brand.MovedHosts = []string{"old.example"}
	brand.Hosts = append(brand.Hosts, brand.MovedHosts...)
	edgetest.Publish(t, out, brand, 2, 1)
	playFile(t, start(t, out, nil), "moved")
}

func adminStatus(t *testing.T, e *server.Edge, path string) int {
	t.Helper()
	status, _ := adminGet(t, e, path)
	return status
}

func adminGet(t *testing.T, e *server.Edge, path string) (int, string) {
	t.Helper()
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	res, err := client.Get("http://" + e.AdminAddr().String() + path)
	require.NoError(t, err)
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	return res.StatusCode, string(body)
}

// TestRequestsThatNeverReachAHandler sends requests that net/http refuses by itself, and expects
// problem documents all the same.
func TestRequestsThatNeverReachAHandler(t *testing.T) {
	e := palco(t, 3, nil)
	type row struct {
		Name, Request string
		Status        int
		Code          catalog.Code
	}
	for _, tc := range append(rowstest.Read[[]row](t, "testdata/refused-requests.yaml"),
		row{"header flood", "GET / HTTP/1.1\r\nHost: palco.example\r\nX: " +
			strings.Repeat("a", 20<<10) + "\r\n\r\n", 431, catalog.HeaderFieldsTooLarge}) {
		t.Run(tc.Name, func(t *testing.T) {
			conn, err := net.Dial("tcp", e.Addr().String())
			require.NoError(t, err)
			defer conn.Close()
			_, err = io.WriteString(conn, tc.Request)
			require.NoError(t, err)
			res, err := http.ReadResponse(bufio.NewReader(conn), nil)
			require.NoError(t, err)
			defer res.Body.Close()
			body, err := io.ReadAll(res.Body)
			require.NoError(t, err)
			require.Equal(t, tc.Status, res.StatusCode)
			require.Equal(t, "application/problem+json", res.Header.Get("Content-Type"), "%s", body)
			var p catalog.Problem
			require.NoError(t, json.Unmarshal(body, &p))
			require.Equal(t, string(tc.Code), p.Code)
			require.Equal(t, tc.Status, p.Status)
		})
	}
}

func TestForwardedAddressesOnlyPastTrustedProxies(t *testing.T) {
	out := t.TempDir()
	edgetest.Publish(t, out, edgetest.Brand("palco"), 3, 1)
	const two = `
with X-Forwarded-For: 203.0.113.%d, 198.51.100.7
GET http://palco.example/api/public/v1/events
status %d
`
	t.Run("nobody is trusted", func(t *testing.T) {
		e := start(t, out, func(c *server.Config) { c.Rates = ratelimit.Rates{Address: 1} })
		play(t, e, fmt.Sprintf(two, 1, 200)+fmt.Sprintf(two, 2, 429))
	})
	t.Run("the proxy is trusted", func(t *testing.T) {
		e := start(t, out, func(c *server.Config) {
			c.Rates = ratelimit.Rates{Address: 1}
			c.Trusted = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"),
				netip.MustParsePrefix("198.51.100.0/24")}
		})
		play(t, e, fmt.Sprintf(two, 1, 200)+fmt.Sprintf(two, 2, 200)+fmt.Sprintf(two, 1, 429))
	})
}
