package negotiate_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/edge/internal/negotiate"
)

// client is a row of testdata/accept.json: the Accept field that a real client sends (null for no
// field), the variant of a page that it must get, and where the field can be checked. Rows without
// an address were captured: the client opened a page of a server that logged its request.
type client struct {
	Name   string  `json:"name"`
	Kind   string  `json:"kind"`
	Accept *string `json:"accept"`
	Want   string  `json:"want"`
	Source string  `json:"source"`
}

// TestCorpus holds the rule against what clients in use really send. The caches
// of the edge's own tests are asked with the same file.
func TestCorpus(t *testing.T) {
	text, err := os.ReadFile("testdata/accept.json")
	require.NoError(t, err)
	var clients []client
	decoder := json.NewDecoder(strings.NewReader(string(text)))
	decoder.DisallowUnknownFields()
	require.NoError(t, decoder.Decode(&clients))
	names := map[string]bool{}
	counts := map[string]int{}
	for _, c := range clients {
		t.Run(c.Name, func(t *testing.T) {
			require.False(t, names[c.Name], "named twice")
			names[c.Name] = true
			counts[c.Kind+" "+c.Want]++
			require.True(t, slices.Contains([]string{"agent", "browser", "crawler", "tool"},
				c.Kind), c.Kind)
			require.True(t, strings.HasPrefix(c.Source, "https://") ||
				strings.HasPrefix(c.Source, "captured from "), "source %q", c.Source)
			accept := ""
			if c.Accept != nil {
				require.NotEmpty(t, *c.Accept, "no field is null")
				accept = *c.Accept
			}
			require.Contains(t, []string{"html", "markdown"}, c.Want)
			require.Equal(t, c.Want == "markdown", negotiate.Markdown(accept), accept)
		})
	}
	require.Zero(t, counts["browser markdown"], "a browser never gets Markdown")
	require.GreaterOrEqual(t, counts["agent markdown"], 8)
	require.GreaterOrEqual(t, counts["browser html"], 15)
}
