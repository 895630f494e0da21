package main_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cartaz/builder/text"
)

// eventSlug is the slug of an event in the first line of an event in Markdown.
var eventSlug = regexp.MustCompile(`(?m)^- \[.*\]\(\S*/` +
	`(?:eventos|events|evenements)/([^/)]*?)(?:\.md)?\)`)

// TestTitles types the whole title of each event on sale of the samples into the pages, MCP and
// A2A, whose first event is the event, or another of this title.
func TestTitles(t *testing.T) {
	edge := startEdge(t, sampleOut(t), "--rate-address", "0")
	w := newWeb(t, edge)
	all := 0
	for _, key := range sampleKeys {
		site := "http://" + key + ".localhost:8080"
		titles := map[string]string{}
		for page, more := 1, true; more; page++ {
			var list struct{ Data []struct{ Slug, Name string } }
			address := fmt.Sprintf("%s/api/public/v1/events?per_page=50&page=%d", site, page)
			require.NoError(t, json.Unmarshal(w.get(t, address).body, &list))
			for _, e := range list.Data {
				titles[e.Slug] = e.Name
			}
			more = len(list.Data) > 0
		}
		folded := func(slug string) string {
			return strings.Join(text.Words(text.Fold(titles[slug])), " ")
		}
		for slug, title := range titles {
			all++
			quoted, err := json.Marshal(title)
			require.NoError(t, err)
			page := w.get(t, site+"/eventos.md?q="+url.QueryEscape(title)).body
			called := w.ask(t, "POST", site+"/mcp",
				`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{`+
					`"name":"search_events","arguments":{"q":`+string(quoted)+`}}}`,
				"Content-Type", "application/json").json(t)
			said := called["result"].(map[string]any)["content"].([]any)[0].(map[string]any)["text"]
			markdown, _ := message(t, w, site+"/a2a", title)
			for name, body := range map[string]string{
				"page": string(page), "MCP": said.(string), "A2A": markdown,
			} {
				m := eventSlug.FindStringSubmatch(body)
				if assert.NotNil(t, m, "%s %s: %s", key, name, title) {
					assert.Equal(t, folded(slug), folded(m[1]), "%s %s: %s", key, name, title)
				}
			}
		}
	}
	require.Equal(t, 1937, all)
	require.Equal(t, 0, edge.stop(t))
}
