package validate_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/validate"
)

// TestPublic: what an item says of publishing is followed, by the rows of testdata/public.txt.
func TestPublic(t *testing.T) {
	t.Parallel()
	checker := validate.New(validate.Config{Zone: time.UTC, ZoneName: "UTC",
		Now:    time.Date(2027, 1, 15, 12, 0, 0, 0, time.UTC),
		Ignore: []string{"Operator's word"}})
	rows, err := os.ReadFile("testdata/public.txt")
	require.NoError(t, err)
	for row := range strings.Lines(string(rows)) {
		item, want, ok := strings.Cut(strings.TrimSpace(row), " | ")
		if !ok || row[0] == '#' {
			continue
		}
		var facts map[string]any
		require.NoError(t, json.Unmarshal([]byte(item), &facts), item)
		record := map[string]any{"id": 1, "name": "A", "starts_at": "2027-03-01T20:00:00"}
		if facts["running"] == true {
			record["starts_at"], record["ends_at"] = "2027-01-10", "2027-02-10"
		}
		made := checker.Gate(record, "", facts)
		rec, key, findings := made.Record, made.Key, made.Findings
		require.NotZero(t, key.ID)
		got := "public"
		switch {
		case rec == nil:
			require.Equal(t, validate.NotPublic, findings[0].Reason)
			got = "withheld"
		case rec.State != "":
			got = string(rec.State)
		case rec.SoldOut():
			got = "sold out"
		case rec.IsClosed:
			got = "closed"
		case len(findings) > 0:
			require.Equal(t, validate.NotUnderstood, findings[0].Reason)
			got = "asked"
		}
		assert.Equal(t, want, got, item)
	}
}
