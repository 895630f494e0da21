package main_test

import (
	"encoding/json"
	"net/url"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// canonical is the query in the address of a page of results.
var canonical = regexp.MustCompile(`<[^>?]*\??([^>]*)>; rel="canonical"`)

// eventLine is the line of an event on such a page in Markdown.
var eventLine = regexp.MustCompile(`(?m)^- \[.*\]\(\S*/(eventos|events|evenements)/`)

// TestSentences sends the sentences of testdata/sentences.tsv to the A2A agents of the samples, and
// the searches among them to their pages. One in twenty may be answered otherwise than a person
// would expect.
func TestSentences(t *testing.T) {
	edge := startEdge(t, sampleOut(t))
	w := newWeb(t, edge)
	table, err := os.ReadFile("testdata/sentences.tsv")
	require.NoError(t, err)
	all, wrong := 0, 0
	check := func(right bool, row []string, got ...any) {
		all++
		if !right {
			wrong++
			t.Log(append([]any{row}, got...)...)
		}
	}
	for line := range strings.Lines(string(table)) {
		if line[0] == '#' {
			continue
		}
		row := append(strings.Split(strings.TrimSuffix(line, "\n"), "\t"), "", "")
		site, sentence, kind, what := "http://"+row[0]+".localhost:8080", row[1], row[2], row[3]
		want, _ := url.ParseQuery(what)
		least, _ := strconv.Atoi(row[4])
		if kind == "search" || kind == "list" || kind == "none" {
			a := w.get(t, site+"/eventos.md?q="+url.QueryEscape(sentence))
			query := canonical.FindStringSubmatch(strings.Join(a.header.Values("Link"), "\n"))
			require.NotNil(t, query, sentence)
			got, _ := url.ParseQuery(query[1])
			events := len(eventLine.FindAll(a.body, -1))
			check(got.Encode() == want.Encode() && events >= min(least, 20), row, query[1], events)
		}
		if kind == "search" {
			continue
		}
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
			right = right && asked.Encode() == want.Encode() && got.Meta.Total >= least &&
				(kind == "list" || len(got.Notes) > 1)
		case "page", "buy":
			right = right && strings.HasSuffix(got.URL, "/"+what) &&
				strings.Contains(markdown, "\n# ")
		}
		check(right, row, got.Answer, asked.Encode(), got.Meta.Total)
	}
	assert.Equal(t, 363, all)
	assert.LessOrEqual(t, wrong, all/20)
	require.Equal(t, 0, edge.stop(t))
}
