package search_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/search"
	"cartaz/builder/search/lang"
)

const explainFile = "testdata/explain.txt"

// TestExplanations: the rules that find each event, for odd queries in each language. -update
// writes the explanations after each query and event of the file.
func TestExplanations(t *testing.T) {
	b, err := os.ReadFile(explainFile)
	require.NoError(t, err)
	names, rows := map[string][]search.Doc{}, map[string]int{}
	for line := range strings.Lines(string(b)) {
		if row := strings.Split(strings.TrimSpace(line), " · "); len(row) > 2 {
			names[row[0]] = append(names[row[0]], search.Doc{Name: row[2]})
		}
	}
	var got strings.Builder
	for line := range strings.Lines(string(b)) {
		row := strings.Split(strings.TrimSpace(line), " · ")
		if len(row) < 3 {
			got.WriteString(line)
			continue
		}
		x := mustIndexIn(t, lang.Of(row[0])|lang.English, names[row[0]])
		e := x.Explain(search.Query{Text: row[1]}, 1)
		require.NotEmpty(t, e.Hits, line)
		require.Equal(t, row[2], names[row[0]][e.Hits[0].ID].Name, line)
		require.Equal(t, row[2], names[row[0]][e.Hits[0].ID].Name, line)
		fmt.Fprintln(&got, strings.Join(append(row[:3], said(e)), " · "))
		rows[row[0]]++
	}
	for _, code := range lang.Codes() {
		require.Equal(t, 5, rows[code], code)
	}
	if *update {
		require.NoError(t, os.WriteFile(explainFile, []byte(got.String()), 0o644))
		return
	}
	require.Equal(t, string(b), got.String())
}

// said returns the text of an explanation about the query and its first event.
func said(e *search.Explanation) string {
	var all []string
	for _, d := range e.Dropped {
		all = append(all, fmt.Sprintf("%s left out: %s", d.Text, d.Why))
	}
	if e.Reading == "relaxed" {
		all = append(all, "relaxed")
	}
	if e.Reading == search.Corrected.String() {
		all = append(all, "corrected")
	}
	for _, m := range e.Hits[0].Matches {
		if m.How == "" {
			all = append(all, m.Word+": missing")
			continue
		}
		text := fmt.Sprintf("%s: %s “%s”", m.Word, m.How, m.Found)
		if m.Rule != "" {
			text += " [" + m.Rule + "]"
		}
		all = append(all, text+" in "+m.Field)
	}
	return strings.Join(all, "; ")
}
