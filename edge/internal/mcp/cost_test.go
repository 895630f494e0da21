package mcp_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/edge/internal/answer"
	"cartaz/edge/internal/edgetest"
	"cartaz/edge/internal/jsonrpc"
)

// largeBodies are bodies of nearly 64 KiB. Each has a large value of one kind as the body itself,
// among the parameters, or as an argument that reaches a tool.
func largeBodies() map[string]string {
	bodies := map[string]string{}
	for name, value := range edgetest.LargeValues(answer.MaxAgentBody - 200) {
		bodies[name] = value
		bodies[name+
			" among parameters"] = `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"a":` +
			value + `}}`
		bodies[name+
			" as an argument"] = `{"jsonrpc":"2.0","id":1,"method":"tools/call",` +
			`"params":{"name":"search_events","arguments":{"q":` + value + `}}}`
	}
	// Batches whose messages are all that the SDK is given.
	for _, n := range []int{4, 8} {
		for letter, text := range map[string]string{"letters": "a", "escaped letters": `\u00e9`,
			"words": "samba no "} {
			message := `{"jsonrpc":"2.0","id":1,"method":"tools/call",` +
				`"params":{"name":"search_events","arguments":{"q":"` +
				strings.Repeat(text, (answer.MaxAgentBody/n-160)/len(text)) + `"}}}`
			bodies[fmt.Sprintf("batch of %d, %s", n, letter)] = "[" +
				message + strings.Repeat(","+message, n-1) + "]"
		}
	}
	small := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_events",` +
		`"arguments":{"q":"samba"}}}`
	bodies["batch of 8, small"] = "[" + small + strings.Repeat(","+small, 7) + "]"
	return bodies
}

// TestLargeParametersReachNoDecoder sends parameters of 64 KiB. Members that no method reads are
// left out, and the request is answered without them; members that a method would read are refused.
// No request costs more than a few allocations for each value that may be in a body.
func TestLargeParametersReachNoDecoder(t *testing.T) {
	s := open(t, 3)
	large := `"` + strings.Repeat("a", 60_000) + `"`
	for _, tc := range []struct{ name, method, params string }{
		{"picture of the client", "initialize",
			`"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x",` +
				`"version":"1","icons":[{"src":LARGE}]}`},
		{"capabilities", "initialize",
			`"protocolVersion":"2025-11-25","capabilities":{"experimental":{"a":{"b":LARGE}}},` +
				`"clientInfo":{"name":"x","version":"1"}`},
		{"a parameter that nobody knows", "tools/call",
			`"name":"get_event","arguments":{"slug":"show-1"},"else":LARGE`},
		{"beside the arguments", "tools/call",
			`"name":"get_event","arguments":{"slug":"show-1"},"_meta":{"progressToken":1,` +
				`"else":LARGE}`},
		{"beside an address", "resources/read",
			`"uri":"https://palco.example/eventos/show-1","else":[LARGE]`},
		{"of a list", "tools/list", `"else":LARGE`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			request := func(value string) string {
				return `{"jsonrpc":"2.0","id":1,"method":"` + tc.method + `","params":{` +
					strings.ReplaceAll(tc.params, "LARGE", value) + `}}`
			}
			small, whole := s.post(request(`""`)), s.post(request(large))
			require.Equal(t, 200, small.Status)
			require.Zero(t, errorCode(t, small.Body), "%s", small.Body)
			require.JSONEq(t, string(small.Body), string(whole.Body))
		})
	}
	a := s.post(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_events",` +
		`"arguments":{"q":` + large + `}}}`)
	require.Equal(t, 200, a.Status)
	require.Contains(t, string(a.Body), `"total":0`, "as much as is read of it finds nothing")
	a = s.post(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_events",` +
		`"arguments":{"q":"show ` + strings.Repeat(" ", 60_000) + `"}}}`)
	require.Contains(t, string(a.Body), `"total":3`)
	a = s.post(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":` + large + `}}`)
	require.Equal(t, 200, a.Status)
	require.Equal(t, -32602, errorCode(t, a.Body))
	require.Less(t, len(a.Body), 1000, "nothing of it is sent back")
	modern, fields := call("tools/call", `"name":"search_events","arguments":{"q":"samba"},"else":`+
		large)
	a = s.post(modern, append(fields, "Mcp-Name", "search_events")...)
	require.Equal(t, 200, a.Status, "%s", a.Body)
	for name, body := range largeBodies() {
		require.Less(t, testing.AllocsPerRun(1, func() { s.post(body) }), 4.0*jsonrpc.MaxValues,
			name)
	}
}
