package main_test

import (
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	"cartaz/builder/rowstest"
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
	for _, tc := range rowstest.Read[[]struct {
		Name, Brand string
		Steps       []struct {
			Tool      string
			Arguments map[string]any
		}
		Want []string // all of them are read on the way
	}](t, "testdata/tasks.yaml") {
		t.Run(tc.Name, func(t *testing.T) {
			require.LessOrEqual(t, len(tc.Steps), 3)
			s := connect(t, w, "http://"+tc.Brand+".localhost:8080/mcp")
			all, slug := "", ""
			for _, step := range tc.Steps {
				if step.Arguments["slug"] == "SLUG" {
					step.Arguments["slug"] = slug
				}
				told := call(t, s, step.Tool, step.Arguments)
				require.False(t, strings.HasPrefix(told, "error"), told)
				if _, rest, ok := strings.Cut(told, `"slug":"`); ok {
					slug, _, _ = strings.Cut(rest, `"`)
				}
				all += told
			}
			for _, want := range tc.Want {
				require.Contains(t, all, want)
			}
			n := tokens(t, w, tc.Brand, all)
			t.Logf("%d calls, %d tokens", len(tc.Steps), n)
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
