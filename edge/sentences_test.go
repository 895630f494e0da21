package main_test

import (
	"encoding/json"
	"net/url"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// mostWrong is how many of the sentences may be answered otherwise than a person would expect: one
// in twenty.
const mostWrong = 3

// TestSentences sends the sentences of testdata/sentences.tsv to the A2A agents of the samples.
func TestSentences(t *testing.T) {
	edge := startEdge(t, sampleOut(t))
	w := newWeb(t, edge)
	table, err := os.ReadFile("testdata/sentences.tsv")
	require.NoError(t, err)
	all, wrong := 0, 0
	for line := range strings.Lines(string(table)) {
		if line[0] == '#' {
			continue
		}
		row := append(strings.Split(strings.TrimSuffix(line, "\n"), "\t"), "", "")
		site, sentence, kind, what := "http://"+row[0]+".localhost:8080", row[1], row[2], row[3]
		markdown, data := message(t, w, site+"/a2a", sentence)
		require.NotEmpty(t, markdown)
		var got struct {
			Answer, URL string
			Meta        struct{ Total int }
			Query       map[string]any
			Notes       []string
		}
		raw, err := json.Marshal(data)
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(raw, &got))
		asked := url.Values{}
		for name, value := range got.Query {
			if text, _ := json.Marshal(value); name != "url" {
				asked.Set(name, strings.Trim(strings.ReplaceAll(string(text), "true", "1"), `"`))
			}
		}
		right := got.Answer == kind
		switch kind {
		case "list", "none":
			want, err := url.ParseQuery(what)
			require.NoError(t, err)
			least, _ := strconv.Atoi(row[4])
			right = right && asked.Encode() == want.Encode() && got.Meta.Total >= least &&
				(kind == "list" || len(got.Notes) > 1)
		case "page", "buy":
			right = right && got.URL == site+"/eventos/"+what &&
				strings.Contains(markdown, "\n# ")
		}
		all++
		if !right {
			wrong++
			t.Logf("%s: %q: %s %s %d", row[0], sentence, got.Answer, asked.Encode(), got.Meta.Total)
		}
	}
	assert.Equal(t, 69, all)
	assert.LessOrEqual(t, wrong, mostWrong)
	require.Equal(t, 0, edge.stop(t))
}
