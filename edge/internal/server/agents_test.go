package server_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"cartaz/edge/internal/edgetest"
	"cartaz/edge/internal/ratelimit"
	"cartaz/edge/internal/server"
)

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
	out := t.TempDir()
	edgetest.Publish(t, out, edgetest.Brand("palco"), 3, 1)
	e := start(t, out,
		func(c *server.Config) {
			c.Rates = ratelimit.Rates{Address: 7, Credential: 100,
				Identity: 1}
		})
	play(t, e, `
with Content-Type: application/json
send {"jsonrpc":"2.0","id":1,"method":"ping"}
POST http://palco.example/mcp
status 200
header RateLimit ~ ^"address";r=6;t=\d+$
header RateLimit-Policy == "address";q=7;w=60

with Content-Type: application/json
with A2A-Version: 1.0
send {"jsonrpc":"2.0","id":1,"method":"ListTasks"}
POST http://palco.example/a2a
status 200
header RateLimit ~ ^"address";r=4;t=\d+$

# the API has the same quota
GET http://palco.example/api/public/v1/events
status 200
header RateLimit ~ ^"address";r=3;t=\d+$

# a batch of three
with Content-Type: application/json
send [{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":"ping"},{"jsonrpc":"2.0","id":3,"method":"ping"}]
POST http://palco.example/mcp
status 200
header RateLimit ~ ^"address";r=0;t=\d+$

# over
with Content-Type: application/json
send {"jsonrpc":"2.0","id":1,"method":"ping"}
POST http://palco.example/mcp
status 429
header Content-Type == application/json
header Retry-After ~ ^[1-9]\d*$
header RateLimit ~ ^"address";r=0;t=\d+$
json .error.code == -32000

with Content-Type: application/json
with A2A-Version: 1.0
send {}
POST http://palco.example/a2a
status 429
json .error.data[0].reason == RATE_LIMITED

# a credential has another quota
POST http://palco.example/api/public/v1/agent/identity
status 201
capture credential = json .credential

with Content-Type: application/json
with A2A-Version: 1.0
with X-Agent-Credential: ${credential}
send {"jsonrpc":"2.0","id":1,"method":"ListTasks"}
POST http://palco.example/a2a
status 200
header RateLimit-Policy ~ ;q=100;
`)
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
	out := t.TempDir()
	edgetest.Publish(t, out, edgetest.Brand("palco"), 3, 1)
	e := start(t, out, nil)
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
