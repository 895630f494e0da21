package validate_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/validate"
)

// TestTitles: a state that is set apart in a title is followed and reported, and the title stays;
// testdata/titles.txt has the rows.
func TestTitles(t *testing.T) {
	t.Parallel()
	rows, err := os.ReadFile("testdata/titles.txt")
	require.NoError(t, err)
	check := func(title, state string) (string, *validate.Checked) {
		made := paulista(t).Gate(map[string]any{"id": 1, "name": title, "state": state,
			"starts_at": "2027-03-01T20:00:00"}, "", nil)
		switch rec := made.Record; {
		case rec.State != "":
			return string(rec.State), &made
		case rec.SoldOut():
			return "sold out", &made
		case len(made.Findings) > 0 && made.Findings[0].Reason == validate.NotUnderstood:
			return "asked", &made
		}
		return "public", &made
	}
	for row := range strings.Lines(string(rows)) {
		at := strings.LastIndex(row, " | ")
		if at < 0 || row[0] == '#' {
			continue
		}
		title, want := row[:at], strings.TrimSpace(row[at+3:])
		got, made := check(title, "")
		assert.Equal(t, want, got, title)
		assert.Equal(t, title, made.Record.Name)
		assert.Equal(t, want == "public", len(made.Findings) == 0, title)
		got, made = check(title, "scheduled")
		assert.Equal(t, "scheduled", got, "its source has said it")
		assert.Equal(t, want == "public", len(made.Findings) == 0, title)
	}
}
