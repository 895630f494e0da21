package mcp_test

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/release"
	"cartaz/builder/release/releasetest"
	"cartaz/builder/rowstest"
	"cartaz/edge/internal/answer"
	"cartaz/edge/internal/edgetest"
)

// outcome is what a tool has answered.
type outcome struct {
	IsError           bool
	StructuredContent json.RawMessage
	Content           []struct{ Type, Text string }
}

func (s *server) tool(t testing.TB, name, arguments string) outcome {
	t.Helper()
	a := s.do("tools/call", `"name":"`+name+`","arguments":`+arguments, name)
	require.Equal(t, 200, a.Status, "%s", a.Body)
	var answer struct{ Result outcome }
	require.NoError(t, json.Unmarshal(a.Body, &answer))
	return answer.Result
}

// get is the answer of the site or the API.
func (s *server) get(path, query string) string {
	var a answer.Answer
	s.c.Read(&a, path, query, "", time.Unix(1, 0))
	return string(a.Body)
}

// item is an event of a list.
type item struct {
	Slug, Name string
	StartsAt   *string `json:"starts_at"`
	City       *string
}

// listOf is the structured content of search_events.
type listOf struct {
	Data  []item
	Meta  catalog.Meta
	Query map[string]any
	Notes []string
}

func readList(t testing.TB, structured json.RawMessage) (list listOf) {
	t.Helper()
	require.NoError(t, json.Unmarshal(structured, &list))
	require.NotNil(t, list.Notes)
	return list
}

// Tools answer with the pages of the site in Markdown, and a search with the numbers of the API.
func TestToolsAnswerLikeTheSite(t *testing.T) {
	s := open(t, 60)
	for _, tc := range rowstest.Read[[]struct{ Arguments, Query string }](t,
		"testdata/tools-answer-like-the-site.yaml") {
		t.Run(tc.Arguments, func(t *testing.T) {
			got := s.tool(t, "search_events", tc.Arguments)
			require.False(t, got.IsError)
			require.Len(t, got.Content, 1)
			require.Equal(t, s.get("/eventos.md", tc.Query), got.Content[0].Text)
			var api struct {
				Data []struct {
					Slug, Name string
					StartsAt   *string `json:"starts_at"`
					Location   struct{ City *string }
				}
				Meta catalog.Meta
			}
			require.NoError(t, json.Unmarshal([]byte(s.get("/api/public/v1/events", tc.Query)),
				&api))
			list := readList(t, got.StructuredContent)
			require.Equal(t, api.Meta, list.Meta)
			require.Equal(t, api.Meta.Total == 0, len(list.Notes) > 0)
			require.Len(t, list.Data, len(api.Data))
			for i, e := range api.Data {
				require.Equal(t, item{e.Slug, e.Name, e.StartsAt, e.Location.City}, list.Data[i])
			}
		})
	}
	got := s.tool(t, "get_event", `{"slug":"show-7"}`)
	require.Len(t, got.Content, 1)
	require.Equal(t, "# Show 7 versão 1\n", got.Content[0].Text)
}

// What a model got wrong comes back as an error that it can read, with the code
// of the API.
func TestToolErrors(t *testing.T) {
	s, empty := open(t, 3), open(t, 0)
	for _, tc := range []struct {
		s               *server
		tool, arguments string
		code            catalog.Code
		says            string
	}{
		{s, "get_event", `{"slug":"none"}`, catalog.EventNotFound, ""},
		{s, "get_event", `{"slug":"../../agent/identity"}`, catalog.EventNotFound, ""},
		{s, "get_event", `{"slug":"show-1%00"}`, catalog.EventNotFound, ""},
		{s, "get_event", `{"slug":"` + strings.Repeat("a", 9000) + `"}`, catalog.URITooLong, ""},
		{s, "get_event", `{"slug":""}`, catalog.SlugMissing, ""},
		{s, "get_event", `{}`, catalog.SlugMissing, ""},
		{s, "get_event", `{"slug":{"is":"show-1"}}`, catalog.BadRequest, "slug must be a string"},
		{s, "get_event", `{"slug":"a|b|c|d|e|f"}`, catalog.BadRequest, "at most 5 slugs"},
		{s, "search_events", `{"from":"2026-02-30"}`, catalog.BadRequest, "a day that exists"},
		{s, "search_events", `{"cidade":"Recife"}`, catalog.BadRequest,
			"the arguments are q, city, state, "},
		{s, "search_events", `{"from":"amanhã"}`, catalog.BadRequest,
			"from must be a day that exists, such as 2026-11-28"},
		{s, "search_events", `{"after":"24"}`, catalog.BadRequest,
			"after must be an integer from 1 to 23"},
		{s, "search_events", `{"free":"maybe"}`, catalog.BadRequest, "free must be true or false"},
		{s, "search_events", `{"order":"name"}`, catalog.BadRequest,
			"order must be relevance or date"},
		{s, "get_event", `{"slug":"x","buy":true}`, catalog.BadRequest,
			`there is no argument \"buy\"`},
		{s, "search_events", `{"page":"two"}`, catalog.BadRequest, "page must be an integer"},
		{s, "search_events", `{"per_page":1.5}`, catalog.BadRequest, "per_page must be an integer"},
		{s, "search_events", `{"page":1e300}`, catalog.BadRequest, "page must be an integer"},
		{s, "search_events", `{"city":{"is":"Recife"}}`, catalog.BadRequest,
			"city must be a string"},
		{empty, "search_events", `{}`, catalog.UpstreamUnavailable, ""},
		{empty, "get_event", `{"slug":"show-1"}`, catalog.UpstreamUnavailable, ""},
	} {
		t.Run(string(tc.code)+" "+tc.arguments[:min(len(tc.arguments), 40)], func(t *testing.T) {
			got := tc.s.tool(t, tc.tool, tc.arguments)
			require.True(t, got.IsError)
			require.Empty(t, got.StructuredContent, "it would not be of the output's schema")
			require.Len(t, got.Content, 1)
			var p catalog.Problem
			require.NoError(t, json.Unmarshal([]byte(got.Content[0].Text), &p))
			require.Equal(t, string(tc.code), p.Code)
			require.Equal(t, "https://palco.example/problemas/"+p.Code, p.Type)
			if tc.says != "" {
				require.Contains(t, got.Content[0].Text, tc.says)
			}
		})
	}
	a := s.do("tools/call", `"name":"search_events","arguments":[1]`, "search_events")
	require.Contains(t, string(a.Body), "arguments must be an object")
	a = empty.do("resources/read", `"uri":"https://palco.example/eventos/x"`,
		"https://palco.example/eventos/x")
	require.Equal(t, -32603, errorCode(t, a.Body))
	require.Contains(t, string(a.Body), "upstream_unavailable")
}

// Counts cover the whole answer, and a call may read several events.
func TestFacets(t *testing.T) {
	s := open(t, 4)
	schema := compile(t, s.tools(t)["search_events"]["outputSchema"])
	got := s.tool(t, "search_events", `{"facets":true,"per_page":1,"tag":"show"}`)
	require.NoError(t, schema.Validate(decode(t, got.StructuredContent)))
	require.Contains(t, string(got.StructuredContent),
		`"facets":{"city":{"Recife":2,"São Paulo":2},`)
	require.Contains(t, string(got.StructuredContent), `"tag":{"Show":4}`)
	got = s.tool(t, "search_events", `{"facets":"false"}`)
	require.NotContains(t, string(got.StructuredContent), "facets")
	got = s.tool(t, "get_event", `{"slug":"show-0|nenhum|show-1"}`)
	require.False(t, got.IsError)
	require.Contains(t, got.Content[0].Text, "Show 0 versão 1")
	require.Equal(t, "nenhum:", got.Content[1].Text)
	require.Contains(t, got.Content[2].Text, "event_not_found")
	require.Contains(t, got.Content[len(got.Content)-1].Text, "Show 1 versão 1")
}

// The filters that the API does not have, words for time, and the notes on both. The clock is at 1
// January 1970, a Thursday, in UTC.
func TestRefinedSearch(t *testing.T) {
	s := open(t, 4)
	schema := compile(t, s.tools(t)["search_events"]["outputSchema"])
	for _, tc := range rowstest.Read[[]struct {
		Arguments string
		Slugs     []string
		Query     string
		Notes     []string
	}](t, "testdata/refined-search.yaml") {
		got := s.tool(t, "search_events", tc.Arguments)
		require.False(t, got.IsError, tc.Arguments)
		require.NoError(t, schema.Validate(decode(t, got.StructuredContent)), tc.Arguments)
		list := readList(t, got.StructuredContent)
		var slugs []string
		for _, item := range list.Data {
			slugs = append(slugs, item.Slug)
		}
		require.ElementsMatch(t, tc.Slugs, slugs, tc.Arguments)
		query, err := json.Marshal(list.Query)
		require.NoError(t, err)
		require.JSONEq(t, tc.Query, string(query), tc.Arguments)
		require.ElementsMatch(t, tc.Notes, list.Notes, tc.Arguments)
	}
}

// A release that cannot be read. Damage is an error for the log; the client gets an error without
// details. A file that was cut short under the mapping is a fault that reaches the caller and does
// not end the process.
func TestBrokenRelease(t *testing.T) {
	for _, tc := range []struct {
		name  string
		spoil func(t *testing.T, dir string)
		fault bool
	}{
		{"damaged", func(t *testing.T, dir string) { edgetest.Damage(t, dir) }, false},
		{"cut short", func(t *testing.T, dir string) {
			for _, name := range releasetest.Segments(t, dir) {
				releasetest.Truncate(t, name, 0)
			}
		}, true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			out, brand := t.TempDir(), edgetest.Brand("palco")
			rel := edgetest.Open(t, out, brand, edgetest.Publish(t, out, brand, 3, 1))
			c, err := answer.New(brand, rel, edgetest.Keys(t))
			require.NoError(t, err)
			s := &server{c}
			const show1 = `"name":"get_event","arguments":{"slug":"show-1"}`
			tc.spoil(t, filepath.Join(out, brand.Key))
			if tc.fault {
				debug.SetPanicOnFault(true) // as the server does
				require.Panics(t, func() { s.do("tools/call", show1, "get_event") })
				return
			}
			a := s.do("tools/call", show1, "get_event")
			require.ErrorIs(t, a.Err, release.ErrCorrupt)
			require.Contains(t, string(a.Body), `\"code\":\"internal_error\"`)
			require.NotContains(t, string(a.Body), "corrupt")
		})
	}
}

// Whatever is sent, the answer is JSON in the protocol's form, or nothing at
// all, and never an error of ours.
func FuzzAnswer(f *testing.F) {
	list, _ := call("tools/list", "")
	get, _ := call("tools/call", `"name":"get_event","arguments":{"slug":"show-1"}`)
	read, _ := call("resources/read", `"uri":"https://palco.example/eventos/show-1"`)
	for _, seed := range []struct{ body, version, method, name string }{
		{list, modern, "tools/list", ""}, {get, modern, "tools/call", "get_event"},
		{read, modern, "resources/read", "https://palco.example/eventos/show-1"},
		{`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18",` +
			`"capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`, "", "", ""},
		{`[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":1,"method":"ping"}]`,
			"2025-03-26", "", ""},
		{`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_events",` +
			`"arguments":{"q":"\ud800","page":1e9}}}`, "2025-11-25", "", ""},
		{`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":1,"arguments":"x",` +
			`"_meta":{"progressToken":{}}}}`, "2024-11-05", "", ""},
		{`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`, modern,
			"", ""},
	} {
		f.Add(seed.body, seed.version, seed.method, seed.name)
	}
	s := open(f, 3)
	f.Fuzz(func(t *testing.T, body, version, method, name string) {
		var fields []string
		for i, value := range []string{version, method, name} {
			if value != "" {
				fields = append(fields, [...]string{"Mcp-Protocol-Version", "Mcp-Method",
					"Mcp-Name"}[i], value)
			}
		}
		a := s.post(body, fields...)
		require.NoError(t, a.Err)
		switch a.Status {
		case 202:
			require.Empty(t, a.Body)
			return
		case 200, 400, 404, 413:
		default:
			t.Fatalf("status %d: %s", a.Status, a.Body)
		}
		require.Equal(t, "application/json", a.Field("Content-Type"))
		require.True(t, json.Valid(a.Body), "%q", a.Body)
		require.True(t, bytes.Contains(a.Body, []byte(`"jsonrpc":"2.0"`)))
	})
}

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
