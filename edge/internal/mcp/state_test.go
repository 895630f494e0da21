package mcp

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestHead: only the front matter counts; an organiser's text below it can say what
// it likes.
func TestHead(t *testing.T) {
	for page, want := range map[string]struct {
		state string
		label bool
	}{
		"":      {},
		"# A\n": {},
		"---\ntitle: \"A\"\nstate: \"cancelled\"\n---\n# A\n": {"cancelled",
			false},
		"---\ntitle: \"A\"\nstatus: \"cancelado\"\n---\n# A\n":                  {"", true},
		"---\ntitle: \"A\"\n---\nstate: \"cancelled\"\nstatus: \"cancelado\"\n": {},
		"---\ntitle: \"state: \\\"cancelled\\\"\"\nlang: \"en\"\n---\n# A\n":    {},
		"---\ntitle: \"A\"\nstate: \"postponed\"\nstarts_at: \"2027-01-01\"\n---\n": {"postponed",
			false},
	} {
		state, label := readFrontMatter(page)
		require.Equal(t, want.state, state, page)
		require.Equal(t, want.label, label, page)
	}
}
