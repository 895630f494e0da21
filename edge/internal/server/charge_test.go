package server_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"cartaz/builder/release/releasetest"
	"cartaz/edge/internal/edgetest"
	"cartaz/edge/internal/ratelimit"
	"cartaz/edge/internal/server"
)

// startBehind starts an edge of one brand, with these limits, that believes the
// X-Forwarded-For of the test: so a test may come from any address.
func startBehind(t testing.TB, rates ratelimit.Rates) *server.Edge {
	t.Helper()
	e := palco(t, 3, func(c *server.Config) {
		c.Rates = rates
		now := time.Now()
		c.Now = func() time.Time { return now } // no quota comes back meanwhile
		c.Trusted = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	})
	// It answers when it has scanned, and its handler may be asked without it.
	play(t, e, "GET http://palco.example/api/public/v1/health\nstatus 200\n")
	return e
}

// TestForeignUseOfACredential uses one credential from many strange addresses,
// until it is spent there. The network that minted it has its own quota whole,
// with that credential, with another and without one.
func TestForeignUseOfACredential(t *testing.T) {
	e := startBehind(t, ratelimit.Rates{Address: 4, Credential: 6, Identity: 9})
	const use = `
with X-Forwarded-For: %s
with X-Agent-Credential: ${%s}
GET http://palco.example/api/public/v1/events
status %d
`
	var script strings.Builder
	for _, name := range []string{"leaked", "other"} {
		script.WriteString("with X-Forwarded-For: 203.0.113.9\n" +
			"POST http://palco.example/api/public/v1/agent/identity\ncapture " + name +
			" = json .credential\nstatus 201\n\n")
	}
	for n := range 6 {
		fmt.Fprintf(&script, use, fmt.Sprintf("198.51.100.%d", n), "leaked", 200)
	}
	for n := range 6 {
		fmt.Fprintf(&script, use, fmt.Sprintf("198.51.100.%d", 100+n), "leaked", 429)
	}
	for range 3 {
		fmt.Fprintf(&script, use, "203.0.113.9", "leaked", 200)
	}
	fmt.Fprintf(&script, use, "203.0.113.9", "other", 200)
	script.WriteString("\nwith X-Forwarded-For: 203.0.113.9\nGET " +
		"http://palco.example/api/public/v1/events\nstatus 200\n")
	fmt.Fprintf(&script, use, "203.0.113.9", "leaked", 200)
	// Its six are spent now, by itself.
	fmt.Fprintf(&script, use, "203.0.113.9", "leaked", 429)
	play(t, e, script.String())
}

// TestCostlyRequestsCountForMore spends 24 requests: each begun 8 KiB of a body counts for one,
// each message of a batch too, and facets in one, and each six words of a search for a page,
// whichever are more; a message to the agent counts for two, the calendar of a search for four.
// What does not fit is refused whole and takes nothing.
func TestCostlyRequestsCountForMore(t *testing.T) {
	e := startBehind(t, ratelimit.Rates{Address: 24})
	ask := func(path string, body string) *http.Response {
		req := httptest.NewRequest("GET", "http://palco.example"+path, nil)
		if body != "" {
			req = httptest.NewRequest("POST", "http://palco.example"+path, strings.NewReader(body))
			req.Header.Set("Content-Type", "application/json")
		}
		req.RemoteAddr = "203.0.113.9:4711"
		w := httptest.NewRecorder()
		e.Handler().ServeHTTP(w, req)
		return w.Result()
	}
	for _, tc := range []struct {
		path, body string
		status     int
		left       string
	}{
		{"/mcp", `{"facets":1}`, 400, "22"},
		{"/mcp", `[{"f\u0061cets":1}]`, 200, "20"},
		{"/mcp", "[" + strings.Repeat("1,", 15_000) + "1]", 400, "12"},
		{"/a2a", "{}", 200, "10"},
		{"/a2a", strings.Repeat(" ", 16<<10), 200, "8"},
		{"/eventos.ics?q=x", "", 200, "4"},
		{"/a2a", strings.Repeat(" ", 32<<10+1), 429, "4"},
		{"/mcp", "[1,2,3,4,5,6]", 429, "4"},
		{"/eventos?q=um+dois++tres+quatro+cinco+seis", "", 200, "3"},
		{"/eventos?city=a+b+c+d+e+f+g&q=x", "", 200, "2"},
		{"/eventos?q=1+2+3+4+5+6+7+8+9+10+11+12+13", "", 200, "0"},
		{"/eventos.md?q=x", "", 429, "0"},
	} {
		res := ask(tc.path, tc.body)
		require.Equal(t, tc.status, res.StatusCode, "%s %.40s", tc.path, tc.body)
		require.Contains(t, fmt.Sprint(res.Header), ";r="+tc.left+";", "%s %.40s", tc.path, tc.body)
	}
}

// countingBody notes how much of it is read.
type countingBody struct {
	io.Reader
	read int
}

func (b *countingBody) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	b.read += n
	return n, err
}

func (b *countingBody) Close() error { return nil }

// TestRefusedBodiesAreNotRead sends bodies of 64 KiB with nothing left to spend:
// nothing of them is read, so nothing of them can be decoded.
func TestRefusedBodiesAreNotRead(t *testing.T) {
	e := startBehind(t, ratelimit.Rates{Address: 1})
	values := edgetest.LargeValues(64_000)
	values["small"] = "{}"
	ask := func(path, body string) (*http.Response, int) {
		req := httptest.NewRequest("POST", "http://palco.example"+path, nil)
		counted := &countingBody{Reader: strings.NewReader(body)}
		req.Body, req.ContentLength = counted, int64(len(body))
		req.Header.Set("Content-Type", "application/json")
		req.RemoteAddr = "203.0.113.9:4711"
		w := httptest.NewRecorder()
		e.Handler().ServeHTTP(w, req)
		return w.Result(), counted.read
	}
	_, read := ask("/mcp", "{}")
	require.Equal(t, 2, read, "the first is within the quota")
	for _, path := range []string{"/mcp", "/a2a"} {
		for name, value := range values {
			res, read := ask(path, value)
			require.Equal(t, 429, res.StatusCode, name)
			require.Zero(t, read, name)
		}
	}
}

// TestRefusedMintingIsAnOrdinaryRequest sends requests to the identity endpoint for which it mints
// nothing: they spend the quota of requests and leave the quota of new credentials whole.
func TestRefusedMintingIsAnOrdinaryRequest(t *testing.T) {
	e := startBehind(t, ratelimit.Rates{Address: 7, Identity: 1})
	playFile(t, e, "refused-minting")
}

// TestProxyThatIsNotTrusted: an edge behind a proxy that --trusted-proxies does not list says so
// once; an edge behind a listed proxy, or behind no proxy, says nothing.
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

// edgeClient reaches an edge under every host name.
func edgeClient(t *testing.T, e *server.Edge) *http.Client {
	t.Helper()
	transport := &http.Transport{DialContext: func(ctx context.Context, network,
		_ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, e.Addr().String())
	}}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport}
}

// The agent endpoints count against the quota of the API, a batch message by
// message, one to the agent twice, and say so in the fields that the API has.
func TestAgentLimits(t *testing.T) {
	e := palco(t, 3, func(c *server.Config) {
		c.Rates = ratelimit.Rates{Address: 7, Credential: 100, Identity: 1}
	})
	playFile(t, e, "agent-limits")
}

// Many at once, in both protocols and both eras, with bodies good and bad: each
// gets its own answer. It is for the race detector.
func TestAgentsAtOnce(t *testing.T) {
	out := t.TempDir()
	edgetest.Publish(t, out, edgetest.Brand("palco"), 30, 1)
	edgetest.Publish(t, out, edgetest.Brand("virada"), 30, 1)
	e := start(t, out, func(c *server.Config) { c.Rates = ratelimit.Rates{} })
	client := edgeClient(t, e)
	var group errgroup.Group
	for worker := range 8 {
		group.Go(func() error {
			for i := range 25 {
				id := fmt.Sprintf(`"%d-%d"`, worker, i)
				brand := []string{"palco", "virada"}[i%2]
				path, body, want := "/mcp", `{"jsonrpc":"2.0","id":`+id+
					`,"method":"tools/call","params":{"name":"get_event",`+
					`"arguments":{"slug":"show-7"}}}`, "# Show 7 vers"
				switch i % 5 {
				case 1:
					path, want = "/a2a", "https://"+brand+".example/eventos"
					body = `{"jsonrpc":"2.0","id":` + id +
						`,"method":"SendMessage","params":{"message":{"messageId":"m",` +
						`"role":"ROLE_USER","parts":[{"text":"shows em Recife"}]}}}`
				case 2:
					body, want = `{"jsonrpc":"2.0","id":`+id+`,"method":"burn"}`, "-32601"
				case 3:
					id, body, want = "", `{"jsonrpc"`, "-32700"
				}
				r, err := http.NewRequestWithContext(t.Context(), "POST", "http://"+brand+
					".example"+path, strings.NewReader(body))
				if err != nil {
					return err
				}
				r.Header.Set("Content-Type", "application/json")
				r.Header.Set("A2A-Version", "1.0")
				answer, err := client.Do(r)
				if err != nil {
					return err
				}
				text, err := io.ReadAll(answer.Body)
				if err = errors.Join(err, answer.Body.Close()); err != nil {
					return err
				}
				if !strings.Contains(string(text), want) ||
					id != "" && !strings.Contains(string(text), `"id":`+id) {
					return fmt.Errorf("%s: %s", body, text)
				}
			}
			return nil
		})
	}
	require.NoError(t, group.Wait())
}

// A client that goes away in the middle of a body leaves nothing; the leak check of this package
// would see it.
func TestAgentBodyBreaksOff(t *testing.T) {
	e := palco(t, 3, nil)
	for _, path := range []string{"/mcp", "/a2a"} {
		conn, err := net.Dial("tcp", e.Addr().String())
		require.NoError(t, err)
		_, err = conn.Write([]byte("POST " + path +
			" HTTP/1.1\r\nHost: palco.example\r\nContent-Type: " +
			"application/json\r\nContent-Length: 5000\r\n\r\n{\"jsonrpc\":"))
		require.NoError(t, err)
		require.NoError(t, conn.(*net.TCPConn).CloseWrite())
		text, err := io.ReadAll(conn)
		require.NoError(t, err)
		require.NoError(t, conn.Close())
		require.Contains(t, string(text), "-32700")
	}
}
