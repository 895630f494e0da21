package build_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/validate"
)

// textEvent is a record with a description in Markdown.
func textEvent(id int, description string) string {
	text, err := json.Marshal(description)
	if err != nil {
		panic(err)
	}
	return fmt.Sprintf(`{"id": %d, "name": "Evento %d", "starts_at": "2026-12-0%dT21:00:00-03:00",
		"description_format": "markdown", "description": %s}`, id, id, id, text)
}

// table is Markdown of a table of n columns and n rows.
func table(n int) string {
	return strings.Repeat("|a", n) + "\n" + strings.Repeat("|-", n) + "\n" +
		strings.Repeat("|\n", n)
}

// A description that would take gigabytes costs its own formatting: the other events of
// the brand are published as they are, and the report says which text it was and why.
func TestD13CostlyTexts(t *testing.T) {
	s := newShop(t, "["+textEvent(1, "**um**")+","+textEvent(2, table(6000))+","+
		textEvent(3, strings.Repeat("[", 250_000))+"]")
	out := s.mustPublish()
	require.Equal(t, 3, out.Report.Published)
	var found []string
	for _, f := range out.Report.Findings {
		require.Equal(t, validate.Repaired, f.Kind)
		require.Equal(t, validate.TooCostly, f.Reason)
		found = append(found, fmt.Sprint(f.ID, " ", f.Detail))
	}
	require.Equal(t, []string{
		"2 description is shown as plain paragraphs: tables of more than 50000 cells " +
			"(the last one has 6000 columns and 6002 rows)",
		"3 description is shown as plain paragraphs: more than 4096 brackets",
	}, found)
	require.Contains(t, body(t, s.live(), "/eventos/evento-1", "text/html"), "<strong>um</strong>")
	require.Contains(t, body(t, s.live(), "/eventos/evento-2", "text/html"), "<p>|a|a|a")
	require.NotContains(t, body(t, s.live(), "/eventos/evento-2", "text/html"), "<table")

	// Another build knows the items: it says the same and draws nothing anew.
	before := out.Report.Findings
	s.write("catalogue.json", "["+textEvent(1, "**dois**")+","+textEvent(2, table(6000))+","+
		textEvent(3, strings.Repeat("[", 250_000))+"]")
	out = s.mustPublish()
	require.Equal(t, before, out.Report.Findings)
	require.Equal(t, 1, out.Drawn)
}

// Two records of one event, each within the limits, are bounded together.
func TestCostlyMerge(t *testing.T) {
	s := newShop(t, "[]")
	s.yaml("source: {kind: file, path: catalogue.json, duplicates: merge}\n")
	lines := strings.Builder{}
	for i := range 400 {
		fmt.Fprintf(&lines, "|%d\n", i)
	}
	s.write("catalogue.json", "["+textEvent(1, strings.Repeat("|a", 150)+"\n|\n|-|")+","+
		textEvent(1, lines.String())+"]")
	out := s.mustPublish()
	require.Equal(t, 1, out.Report.Merged)
	require.Len(t, out.Report.Findings, 1)
	require.Equal(t, validate.TooCostly, out.Report.Findings[0].Reason)
}
