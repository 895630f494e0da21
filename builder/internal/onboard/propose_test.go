package onboard_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/onboard"
)

// TestPropose: the proposals of init for items with unknown names, row by row.
func TestPropose(t *testing.T) {
	rows, err := os.ReadFile("testdata/proposals/rows.txt")
	require.NoError(t, err)
	now := time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)
	for row := range strings.Lines(string(rows)) {
		if strings.HasPrefix(row, "#") {
			continue
		}
		parts := strings.SplitN(strings.TrimSpace(row), " | ", 2)
		at := strings.Index(parts[1], "}] | ")
		var items []any
		require.NoError(t, json.Unmarshal([]byte(parts[1][:at+2]), &items), row)
		want := parts[1][at+len("}] | "):]
		add, ask := onboard.Propose(items, parts[0], now)
		if word, asks := strings.CutPrefix(want, "asks "); asks {
			require.Empty(t, add, row)
			require.Contains(t, strings.Join(ask, "\n"), word, row)
			continue
		}
		require.Empty(t, ask, row)
		require.Equal(t, want, strings.Join(add, "; "), row)
	}
}
