package mcp_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
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
	require.Len(t, tools, 2)
	for name, tool := range tools {
		hints := tool["annotations"].(map[string]any)
		require.Equal(t, true, hints["readOnlyHint"], name)
		require.Equal(t, false, hints["destructiveHint"], name)
		require.Equal(t, false, hints["openWorldHint"], name)
		require.NotEmpty(t, tool["description"])
	}
	list := compile(t, tools["search_events"]["outputSchema"])
	one := compile(t, tools["get_event"]["outputSchema"])
	good := decode(t, s.tool(t, "search_events", `{}`).StructuredContent)
	require.NoError(t, list.Validate(good))
	require.NoError(t,
		one.Validate(decode(t, s.tool(t, "get_event", `{"slug":"show-1"}`).StructuredContent)))
	good["data"].([]any)[0].(map[string]any)["price"] = "1"
	require.Error(t, list.Validate(good), "an event with a price passes")
	good["data"] = nil
	require.Error(t, list.Validate(good), "no list passes")
	require.Error(t, one.Validate(map[string]any{"id": json.Number("1")}))

	input := compile(t, tools["search_events"]["inputSchema"])
	require.NoError(t, input.Validate(map[string]any{"q": "x", "per_page": json.Number("50")}))
	require.Error(t, input.Validate(map[string]any{"per_page": json.Number("51")}))
	require.Error(t, input.Validate(map[string]any{"price": "1"}))
	require.NoError(t, input.Validate(map[string]any{"from": "2026-11-28", "free": true,
		"after": json.Number("18"), "order": "date"}))
	require.Error(t, input.Validate(map[string]any{"after": json.Number("24")}))
	require.Error(t, input.Validate(map[string]any{"order": "price"}))
	require.Error(t, input.Validate(map[string]any{"free": "yes"}))
	require.Error(t, compile(t, tools["get_event"]["inputSchema"]).Validate(map[string]any{}))
}

// The output schemas have the members of the types and no others, each of its
// type: they are written by hand, and this holds them to what is served.
func TestOutputSchemasAreTheTypes(t *testing.T) {
	tools := open(t, 1).tools(t)
	list := tools["search_events"]["outputSchema"].(map[string]any)
	properties := list["properties"].(map[string]any)
	require.Len(t, properties, 4)
	require.ElementsMatch(t, []any{"data", "meta", "query", "notes"}, list["required"])
	// query and notes are no part of the API's list; TestRefinedSearch validates them.
	delete(properties, "query")
	delete(properties, "notes")
	list["required"] = []any{"data", "meta"}
	compareSchema(t, "list", list, reflect.TypeFor[catalog.EventList](), false)
	compareSchema(t, "event", tools["get_event"]["outputSchema"].(map[string]any),
		reflect.TypeFor[catalog.Event](), false)
}

func compareSchema(t *testing.T, at string, schema map[string]any, typ reflect.Type,
	nullable bool) {
	t.Helper()
	if typ.Kind() == reflect.Pointer {
		compareSchema(t, at, schema, typ.Elem(), true)
		return
	}
	if nullable {
		branches := schema["anyOf"].([]any)
		require.Len(t, branches, 2, at)
		require.Equal(t, map[string]any{"type": "null"}, branches[1], at)
		schema = branches[0].(map[string]any)
	}
	name := map[reflect.Kind]string{reflect.Struct: "object", reflect.Slice: "array",
		reflect.String: "string", reflect.Bool: "boolean", reflect.Int: "integer",
		reflect.Int64: "integer"}[typ.Kind()]
	require.Equal(t, name, schema["type"], at)
	switch typ.Kind() {
	case reflect.Slice:
		compareSchema(t, at+"[]", schema["items"].(map[string]any), typ.Elem(), false)
	case reflect.Struct:
		require.Equal(t, false, schema["additionalProperties"], at)
		properties := schema["properties"].(map[string]any)
		required := schema["required"].([]any)
		require.Len(t, properties, typ.NumField(), at)
		require.Len(t, required, typ.NumField(), at)
		for i := range typ.NumField() {
			member := typ.Field(i).Tag.Get("json")
			require.Contains(t, required, member, at)
			compareSchema(t, at+"."+member, properties[member].(map[string]any), typ.Field(i).Type,
				false)
		}
	}
}
