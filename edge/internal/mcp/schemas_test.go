package mcp_test

import (
	"encoding/json"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"
)

// tools are the tools as the server lists them.
func (s *server) tools(t testing.TB) map[string]map[string]any {
	t.Helper()
	result := decode(t, s.do("tools/list", "", "").Body)["result"].(map[string]any)
	tools := map[string]map[string]any{}
	for _, tool := range result["tools"].([]any) {
		m := tool.(map[string]any)
		tools[m["name"].(string)] = m
	}
	return tools
}

func compile(t testing.TB, schema any) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource("https://schemas.invalid/x", schema))
	s, err := c.Compile("https://schemas.invalid/x")
	require.NoError(t, err)
	return s
}

// The schemas describe what is answered, and refuse what is not.
func TestToolSchemas(t *testing.T) {
	s := open(t, 3)
	tools := s.tools(t)
	require.Len(t, tools, 3)
	for name, tool := range tools {
		hints := tool["annotations"].(map[string]any)
		require.Equal(t, true, hints["readOnlyHint"], name)
		require.Equal(t, false, hints["destructiveHint"], name)
		require.Equal(t, false, hints["openWorldHint"], name)
		require.NotEmpty(t, tool["description"])
	}
	list := compile(t, tools["search_events"]["outputSchema"])
	good := decode(t, s.tool(t, "search_events", `{}`).StructuredContent)
	require.NoError(t, list.Validate(good))
	good["data"].([]any)[0].(map[string]any)["price"] = "1"
	require.Error(t, list.Validate(good), "an event with a price passes")
	good["data"] = nil
	require.Error(t, list.Validate(good), "no list passes")

	input := compile(t, tools["search_events"]["inputSchema"])
	require.NoError(t, input.Validate(map[string]any{"q": "x", "per_page": json.Number("50")}))
	require.Error(t, input.Validate(map[string]any{"per_page": json.Number("51")}))
	require.Error(t, input.Validate(map[string]any{"price": "1"}))
	require.NoError(t, input.Validate(map[string]any{"from": "2026-11-28", "free": true,
		"after": json.Number("18"), "order": "price",
		"hour": "evening", "max_price": json.Number("60")}))
	require.Error(t, input.Validate(map[string]any{"after": json.Number("24")}))
	require.Error(t, input.Validate(map[string]any{"order": "name"}))
	require.Error(t, input.Validate(map[string]any{"free": "yes"}))
	require.Error(t, compile(t, tools["get_event"]["inputSchema"]).Validate(map[string]any{}))
}
