package mcp_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/release"
	"cartaz/builder/rowstest"
	"cartaz/edge/internal/answer"
	"cartaz/edge/internal/edgetest"
	"cartaz/edge/internal/mcp"
)

// Every error has the protocol's own form, the status that it demands, and the
// id of its request where that could be read.
func TestErrors(t *testing.T) {
	s := open(t, 3)
	failure := definition(t, "JSONRPCErrorResponse")
	_, listFields := call("tools/list", "")
	type row struct {
		Name, Body   string
		Fields       []string
		Status, Code int
		ID           string
	}
	for _, tc := range append(rowstest.Read[[]row](t, "testdata/errors.yaml"),
		row{Name: "too deep", Body: strings.Repeat("[", 60_000), Fields: listFields, Status: 400,
			Code: -32600},
		row{Name: "1 MB", Body: `{"a":"` + strings.Repeat("a", 1<<20) + `"}`, Fields: listFields,
			Status: 413, Code: -32600}) {
		t.Run(tc.Name, func(t *testing.T) {
			a := s.post(tc.Body, tc.Fields...)
			require.Equal(t, tc.Status, a.Status, "%s", a.Body)
			require.Equal(t, "application/json", a.Field("Content-Type"))
			require.Equal(t, "no-store", a.Field("Cache-Control"))
			answer := decode(t, a.Body)
			require.NoError(t, failure.Validate(answer))
			require.Equal(t, tc.Code, errorCode(t, a.Body), "%s", a.Body)
			id, _ := json.Marshal(answer["id"])
			if tc.ID == "" {
				require.NotContains(t, answer, "id", "an id that nobody could read")
			} else {
				require.Equal(t, tc.ID, string(id))
			}
		})
	}
}

func body(method, params string) string {
	text, _ := call(method, params)
	return text
}

// The errors that the protocol has schemas for, each beside a document that must
// fail: the schema's root accepts anything.
func TestErrorsAgainstSchemas(t *testing.T) {
	s := open(t, 1)
	list := body("tools/list", "")
	mismatch := decode(t, s.post(list, "Mcp-Protocol-Version", modern).Body)
	schema := definition(t, "HeaderMismatchError")
	require.NoError(t, schema.Validate(mismatch))
	require.Error(t, schema.Validate(decode(t, s.post("{").Body)))

	unsupported := decode(t, s.post(strings.ReplaceAll(list, modern, "2099-01-01"),
		"Mcp-Protocol-Version", "2099-01-01", "Mcp-Method", "tools/list").Body)
	schema = definition(t, "UnsupportedProtocolVersionError")
	require.NoError(t, schema.Validate(unsupported))
	require.Error(t, schema.Validate(mismatch))
	data := unsupported["error"].(map[string]any)["data"].(map[string]any)
	require.Equal(t, "2099-01-01", data["requested"])
	require.Len(t, data["supported"], len(catalog.MCPVersions()))
}

// Results of the current revision, against the schema of the protocol.
func TestResults(t *testing.T) {
	s := open(t, 3)
	uri := "https://palco.example/eventos/show-1"
	for _, tc := range []struct{ method, params, name, definition, ttl string }{
		{"server/discover", "", "", "DiscoverResult", "3600000"},
		{"tools/list", "", "", "ListToolsResult", "3600000"},
		{"tools/list", `"cursor":null`, "", "ListToolsResult", "3600000"},
		{"resources/list", "", "", "ListResourcesResult", "60000"},
		{"resources/templates/list", "", "", "ListResourceTemplatesResult", "3600000"},
		{"resources/read", `"uri":"` + uri + `"`, uri, "ReadResourceResult", "60000"},
		{"tools/call", `"name":"search_events","arguments":{"city":"recife"}`, "search_events",
			"CallToolResult", ""},
		{"tools/call", `"name":"get_event","arguments":{"slug":"none"}`, "get_event",
			"CallToolResult", ""},
		{"tools/call", `"name":"search_events"`, "=?base64?c2VhcmNoX2V2ZW50cw==?=",
			"CallToolResult", ""},
	} {
		t.Run(tc.method+" "+tc.params, func(t *testing.T) {
			a := s.do(tc.method, tc.params, tc.name)
			require.Equal(t, 200, a.Status, "%s", a.Body)
			require.NoError(t, a.Err)
			answer := decode(t, a.Body)
			result := answer["result"].(map[string]any)
			schema := definition(t, tc.definition)
			require.NoError(t, schema.Validate(result))
			require.Equal(t, "complete", result["resultType"])
			if tc.ttl != "" {
				require.Equal(t, tc.ttl, fmt.Sprint(result["ttlMs"]))
				require.Equal(t, "public", result["cacheScope"])
			}
			delete(result, "resultType")
			require.Error(t, schema.Validate(result), "the damaged copy passes")
		})
	}
}

// What the server says of itself is what its card says, since both take it from
// the same place; what it does not have, it does not claim.
func TestDiscover(t *testing.T) {
	result := decode(t, open(t, 0).do("server/discover", "", "").Body)["result"].(map[string]any)
	require.Equal(t, decode(t, []byte(catalog.MCPCapabilities)), result["capabilities"])
	info := result["_meta"].(map[string]any)["io.modelcontextprotocol/serverInfo"].(map[string]any)
	who := catalog.NewMCPServer("palco", "Palco", "pt-BR", "https://palco.example")
	require.Equal(t, []any{who.Name, who.Title, catalog.AgentVersion, "https://palco.example"},
		[]any{info["name"], info["title"], info["version"], info["websiteUrl"]})
	var supported []string
	for _, v := range result["supportedVersions"].([]any) {
		supported = append(supported, v.(string))
	}
	require.Equal(t, catalog.MCPVersions(), supported)
}

// Requests of the older revisions: initialize with each of them, requests with
// and without the version field, notifications, batches.
func TestOldEra(t *testing.T) {
	s := open(t, 3)
	for _, v := range catalog.MCPVersions()[1:] {
		a := s.post(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"` +
			v + `","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`)
		require.Equal(t, 200, a.Status)
		result := decode(t, a.Body)["result"].(map[string]any)
		require.Equal(t, v, result["protocolVersion"])
		require.NotContains(t, result, "resultType", "the old era does not know it")
		for _, fields := range [][]string{nil, {"Mcp-Protocol-Version", v}} {
			a = s.post(`{"jsonrpc":"2.0","id":"x","method":"tools/call",`+
				`"params":{"name":"get_event","arguments":{"slug":"show-1"}}}`, fields...)
			require.Equal(t, 200, a.Status)
			require.Contains(t, string(a.Body), "# Show 1 versão 1")
		}
	}
	// An unknown version is answered with the newest of that era.
	a := s.post(`{"jsonrpc":"2.0","id":1,"method":"initialize",` +
		`"params":{"protocolVersion":"2031-01-01","capabilities":{},"clientInfo":{"name":"x",` +
		`"version":"1"}}}`)
	require.Equal(t, "2025-11-25", decode(t, a.Body)["result"].(map[string]any)["protocolVersion"])

	for _, text := range []string{
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
		`{"jsonrpc":"2.0","method":"notifications/anything","params":{}}`,
		`{"jsonrpc":"2.0","id":1,"result":{}}`,
		`[{"jsonrpc":"2.0","method":"notifications/initialized"}]`,
	} {
		a := s.post(text)
		require.Equal(t, 202, a.Status, text)
		require.Empty(t, a.Body)
		require.Empty(t, a.Field("Content-Type"))
	}

	for _, id := range []string{"1.5", "1.50", "-0.5e3", "12345678901234567890"} {
		a = s.post(`{"jsonrpc":"2.0","id":` + id + `,"method":"ping"}`)
		require.Equal(t, `{"jsonrpc":"2.0","id":`+id+`,"result":{}}`+"\n", string(a.Body))
	}
	a = s.post(`[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0",`+
		`"method":"notifications/initialized"},{"jsonrpc":"2.0","id":2,"method":"burn"},7]`,
		"Mcp-Protocol-Version", "2025-03-26")
	require.Equal(t, 200, a.Status)
	require.JSONEq(t, `[{"jsonrpc":"2.0","id":1,"result":{}},
		{"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"there is no such method"}},
		{"jsonrpc":"2.0","error":{"code":-32600,"message":"the message is not an object"}}]`, string(a.Body))
}

// A batch is paid for message by message; nothing else costs more than one.
func TestCost(t *testing.T) {
	for text, want := range map[string]int{"": 1, "{}": 1, "[": 1, "[]": 1, "[1]": 1, "[1,2,3]": 3,
		" [1,2]": 2, "[[1,2],3]": 2, "[" + strings.Repeat("1,", 99) + "1]": mcp.MaxBatch,
		`{"a":[1,2,3]}`: 1} {
		require.Equal(t, want, mcp.Messages([]byte(text)), text)
	}
}

// The facts of a brand may change while the edge runs; its server follows.
func TestServerFollowsItsBrand(t *testing.T) {
	s := open(t, 1)
	require.Contains(t, string(s.do("server/discover", "", "").Body), `"title":"Palco: eventos"`)
	other := open(t, 1)
	other.c.Brand().Name = "Tablado"
	s.c = other.c
	require.Contains(t, string(s.do("server/discover", "", "").Body), `"title":"Tablado: eventos"`)
}

// server is an endpoint over the catalogue of a fresh brand.
type server struct {
	c *answer.Catalogue
}

// open makes a server with n events, or without a release if n is 0.
func open(t testing.TB, n int) *server {
	t.Helper()
	brand := edgetest.Brand("palco")
	var rel *release.Release
	if n > 0 {
		out := t.TempDir()
		rel = edgetest.Open(t, out, brand, edgetest.Publish(t, out, brand, n, 1))
	}
	c, err := answer.New(brand, rel, edgetest.Keys(t))
	require.NoError(t, err)
	return &server{c}
}

// post sends a body with header fields in pairs.
func (s *server) post(body string, fields ...string) *answer.Answer {
	return s.postAt(time.Unix(1, 0), body, fields...)
}

func (s *server) postAt(at time.Time, body string, fields ...string) *answer.Answer {
	r := answer.Request{Method: "POST", Path: "/mcp", Body: []byte(body),
		ContentType: "application/json", Time: at}
	header := http.Header{}
	for i := 0; i < len(fields); i += 2 {
		if fields[i] == "Origin" {
			r.Origin = fields[i+1]
		}
		header.Add(fields[i], fields[i+1])
	}
	if len(body) > answer.MaxAgentBody {
		r.Body, r.BodyOver = r.Body[:answer.MaxAgentBody], true
	}
	var a answer.Answer
	mcp.Answer(&a, &r, header, s.c)
	return &a
}

const modern = "2026-07-28"

// meta is what every request of the current revision carries.
const meta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",` +
	`"io.modelcontextprotocol/clientCapabilities":{}}`

// call is a request of the current revision with parameters, and its fields.
func call(method, params string) (string, []string) {
	if params != "" {
		params += ","
	}
	return `{"jsonrpc":"2.0","id":1,"method":"` + method + `","params":{` + params + meta + `}}`,
		[]string{"Mcp-Protocol-Version", modern, "Mcp-Method", method}
}

// do sends a request of the current revision; name is for Mcp-Name, or "".
func (s *server) do(method, params, name string) *answer.Answer {
	body, fields := call(method, params)
	if name != "" {
		fields = append(fields, "Mcp-Name", name)
	}
	return s.post(body, fields...)
}

// definition is one of the protocol's own schema.
func definition(t testing.TB, name string) *jsonschema.Schema {
	t.Helper()
	data, err := os.ReadFile("testdata/mcp-protocol-2026-07-28.json")
	require.NoError(t, err)
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource("https://schemas.invalid/mcp", doc))
	s, err := c.Compile("https://schemas.invalid/mcp#/$defs/" + name)
	require.NoError(t, err)
	return s
}

func decode(t testing.TB, text []byte) map[string]any {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	require.NoError(t, err)
	m, ok := v.(map[string]any)
	require.True(t, ok)
	return m
}

// errorCode is the code of an error answer, 0 for a result.
func errorCode(t testing.TB, body []byte) int {
	t.Helper()
	var answer struct{ Error struct{ Code int } }
	require.NoError(t, json.Unmarshal(body, &answer))
	return answer.Error.Code
}
