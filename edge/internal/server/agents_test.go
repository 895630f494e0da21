package server_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"cartaz/builder/catalog"
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

// session connects the official client to the MCP server of a brand.
func session(t *testing.T, e *server.Edge, brand string) *mcp.ClientSession {
	t.Helper()
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	s, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: "http://" +
		brand + ".example/mcp", HTTPClient: edgeClient(t, e)}, nil)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	return s
}

// The official client, in both eras, against a running edge.
func TestMCPClient(t *testing.T) {
	out := t.TempDir()
	edgetest.Publish(t, out, edgetest.Brand("palco"), 30, 1)
	e := start(t, out, nil)
	s := session(t, e, "palco")
	init := s.InitializeResult()
	require.Equal(t, "2026-07-28", init.ProtocolVersion)
	require.Equal(t, "example.palco/events", init.ServerInfo.Name)
	require.Equal(t, catalog.AgentVersion, init.ServerInfo.Version)
	require.NotEmpty(t, init.Instructions)
	capabilities, err := json.Marshal(init.Capabilities)
	require.NoError(t, err)
	require.JSONEq(t, catalog.MCPCapabilities, string(capabilities))

	tools, err := s.ListTools(t.Context(), nil)
	require.NoError(t, err)
	require.Len(t, tools.Tools, 3)
	require.Equal(t, "public", tools.CacheScope)
	require.Positive(t, tools.TTLMs)
	for _, tool := range tools.Tools {
		require.True(t, tool.Annotations.ReadOnlyHint)
	}

	found, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: "search_events",
		Arguments: map[string]any{"city": "recife", "per_page": 2, "page": 2}})
	require.NoError(t, err)
	require.False(t, found.IsError)
	var list catalog.EventList
	data, err := json.Marshal(found.StructuredContent)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(data, &list))
	require.Equal(t, catalog.Meta{Total: 15, PerPage: 2, CurrentPage: 2, LastPage: 8}, list.Meta)
	require.Equal(t, "show-5", list.Data[0].Slug)
	require.Len(t, found.Content, 1)
	require.Contains(t, found.Content[0].(*mcp.TextContent).Text, "- Show 5 versão 1\n")

	one, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: "get_event",
		Arguments: map[string]any{"slug": "show-5"}})
	require.NoError(t, err)
	require.Equal(t, "# Show 5 versão 1\n", one.Content[0].(*mcp.TextContent).Text)

	missing, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: "get_event",
		Arguments: map[string]any{"slug": "no-such"}})
	require.NoError(t, err)
	require.True(t, missing.IsError)
	require.Contains(t, missing.Content[0].(*mcp.TextContent).Text, `"code":"event_not_found"`)

	templates, err := s.ListResourceTemplates(t.Context(), nil)
	require.NoError(t, err)
	require.Equal(t, "https://palco.example/eventos/{slug}",
		templates.ResourceTemplates[0].URITemplate)
	page, err := s.ReadResource(t.Context(),
		&mcp.ReadResourceParams{URI: "https://palco.example/eventos/show-5"})
	require.NoError(t, err)
	require.Equal(t, "text/markdown", page.Contents[0].MIMEType)
	require.Equal(t, "# Show 5 versão 1\n", page.Contents[0].Text)
}

// A request holds one release from its start to its end, and no cache keeps an
// old one open: what is swapped out under a busy server goes away.
func TestMCPWhileReleasesChange(t *testing.T) {
	out := t.TempDir()
	brand := edgetest.Brand("palco")
	edgetest.Publish(t, out, brand, 30, 1)
	e := start(t, out, func(c *server.Config) { c.Rates = ratelimit.Rates{} })
	s := session(t, e, "palco")
	mapped := mappedFiles(t, out)
	stop := make(chan struct{})
	failed := make(chan error, 1)
	go func() {
		defer close(failed)
		for {
			select {
			case <-stop:
				return
			default:
			}
			found, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: "search_events",
				Arguments: map[string]any{"per_page": 50}})
			if err != nil {
				failed <- err
				return
			}
			data, _ := json.Marshal(found.StructuredContent)
			var list catalog.EventList
			if err := json.Unmarshal(data, &list); err != nil || len(list.Data) != 30 {
				failed <- fmt.Errorf("%d events: %w", len(list.Data), err)
				return
			}
			for _, event := range list.Data {
				if versionOf(event) != versionOf(list.Data[0]) {
					failed <- fmt.Errorf("%q beside %q", event.Name, list.Data[0].Name)
					return
				}
			}
		}
	}()
	for version := 2; version <= 12; version++ {
		edgetest.Publish(t, out, brand, 30, version)
		want := fmt.Sprintf("# Show 0 versão %d\n", version)
		require.Eventually(t, func() bool {
			one, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: "get_event",
				Arguments: map[string]any{"slug": "show-0"}})
			return err == nil && one.Content[0].(*mcp.TextContent).Text == want
		}, time.Minute, 10*time.Millisecond, want)
	}
	close(stop)
	require.NoError(t, <-failed)
	require.Eventually(t, func() bool { return len(mappedFiles(t, out)) == len(mapped) },
		time.Minute, 10*time.Millisecond,
		"releases that were swapped out are still mapped")
}

// versionOf is the release that an event of edgetest is of.
func versionOf(e catalog.Event) string { return e.Name[strings.LastIndex(e.Name, " "):] }

// mappedFiles are the mapped files below a folder.
func mappedFiles(t *testing.T, dir string) map[string]bool {
	t.Helper()
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		t.Skip("no /proc")
	}
	files := map[string]bool{}
	for line := range strings.Lines(string(maps)) {
		if i := strings.Index(line, dir); i >= 0 {
			files[strings.TrimSpace(line[i:])] = true
		}
	}
	return files
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

// A client that goes away in the middle of a body leaves nothing behind; the
// leak check of this package would see it.
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
