package main_test

import (
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"
)

// call calls a tool and returns what a model reads: the texts of the result and its structured
// content, with "error" before them where the result is an error.
func call(t testing.TB, s *mcp.ClientSession, tool string, arguments any) string {
	t.Helper()
	result, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: arguments})
	require.NoError(t, err)
	var told strings.Builder
	if result.IsError {
		told.WriteString("error\n")
	}
	for _, c := range result.Content {
		told.WriteString(c.(*mcp.TextContent).Text)
	}
	if result.StructuredContent != nil {
		text, err := json.Marshal(result.StructuredContent)
		require.NoError(t, err)
		told.Write(text)
	}
	return told.String()
}

// TestOddCalls plays the calls of testdata/mcp/calls.txt against the samples.
func TestOddCalls(t *testing.T) {
	edge := startEdge(t, sampleOut(t), "--rate-address", "0")
	w := newWeb(t, edge)
	table, err := os.ReadFile("testdata/mcp/calls.txt")
	require.NoError(t, err)
	sessions := map[string]*mcp.ClientSession{}
	for line := range strings.Lines(string(table)) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		part := strings.SplitN(line, " | ", 4)
		require.Len(t, part, 4, line)
		brand, tool, arguments := part[0], part[1], json.RawMessage(part[2])
		if sessions[brand] == nil {
			sessions[brand] = connect(t, w, "http://"+brand+".localhost:8080/mcp")
		}
		t.Run(tool+" "+part[2], func(t *testing.T) {
			told := call(t, sessions[brand], tool, arguments)
			for _, want := range strings.Split(part[3], " & ") {
				if unwanted, not := strings.CutPrefix(want, "!"); not {
					require.NotContains(t, told, unwanted)
				} else {
					require.Contains(t, told, want)
				}
			}
		})
	}
}

// tokens is the number of tokens of a text, as the header field of Markdown pages counts them: with
// the tokens a byte of the brand's own list.
func tokens(t testing.TB, w *web, brand, text string) int {
	t.Helper()
	page := w.get(t, "http://"+brand+".localhost:8080/eventos.md")
	n, err := strconv.Atoi(page.header.Get("X-Markdown-Tokens"))
	require.NoError(t, err)
	return len(text) * n / len(page.body)
}

// TestTasks: a model answers what people ask in at most three calls and 3,000 tokens. The samples
// are at fixed days: palco on 2026-11-20, paris on 2025-05-09.
func TestTasks(t *testing.T) {
	edge := startEdge(t, sampleOut(t), "--rate-address", "0")
	w := newWeb(t, edge)
	type step struct {
		tool      string
		arguments map[string]any
	}
	for _, tc := range []struct {
		name, brand string
		steps       []step
		want        []string // all of them are read on the way
	}{
		{"a free samba in Rio next weekend and its price", "palco", []step{
			{"search_events", map[string]any{"q": "samba", "city": "Rio de Janeiro",
				"from": "2026-11-28", "to": "2026-11-29", "free": true}},
			// There is none. The answer says so, and what there is.
			{"search_events", map[string]any{"q": "samba", "city": "Rio de Janeiro",
				"from": "2026-11-28", "to": "2026-11-29"}},
			{"get_event", map[string]any{"slug": "SLUG"}},
		}, []string{"[Sem Grátis]", "Preço com taxa", "R$ "}},
		{"an evening in Paris", "paris", []step{
			{"search_events", map[string]any{"from": "2025-05-10", "to": "2025-05-10",
				"after": 18, "per_page": 10}},
			{"get_event", map[string]any{"slug": "SLUG"}},
		}, []string{"- 10 mai 2025\n", "## Billets"}},
		{"what changed since yesterday", "palco", []step{
			{"get_changes", map[string]any{"since": "2026-11-19"}},
		}, []string{"# O que mudou", "Nada."}},
		{"JavaScript conferences in Germany with an open call", "confs", []step{
			{"search_events", map[string]any{"tag": "javascript", "country": "Germany",
				"cfp": true}},
			{"get_event", map[string]any{"slug": "SLUG"}},
		}, []string{"React Day Berlin", "**Call for papers:**"}},
		{"buying for a person", "palco", []step{
			{"search_events", map[string]any{"q": "quartetos de manhã"}},
			{"get_event", map[string]any{"slug": "SLUG"}},
		}, []string{"**Comprar:** <https://", "Esta página não reserva nem vende"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			require.LessOrEqual(t, len(tc.steps), 3)
			s := connect(t, w, "http://"+tc.brand+".localhost:8080/mcp")
			all, slug := "", ""
			for _, step := range tc.steps {
				if step.arguments["slug"] == "SLUG" {
					step.arguments["slug"] = slug
				}
				told := call(t, s, step.tool, step.arguments)
				require.False(t, strings.HasPrefix(told, "error"), told)
				if _, rest, ok := strings.Cut(told, `"slug":"`); ok {
					slug, _, _ = strings.Cut(rest, `"`)
				}
				all += told
			}
			for _, want := range tc.want {
				require.Contains(t, all, want)
			}
			n := tokens(t, w, tc.brand, all)
			t.Logf("%d calls, %d tokens", len(tc.steps), n)
			require.LessOrEqual(t, n, 3000)
		})
	}

	// All events of Paris, fifty at a time.
	s := connect(t, w, "http://paris.localhost:8080/mcp")
	for page := 1; page <= 6; page++ {
		told := call(t, s, "search_events", map[string]any{"per_page": 50, "page": page})
		require.LessOrEqual(t, tokens(t, w, "paris", told), 8000, "page %d", page)
	}
}
