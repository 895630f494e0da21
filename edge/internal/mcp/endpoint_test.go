package mcp_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/rowstest"
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
