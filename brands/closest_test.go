package brands

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWord(t *testing.T) {
	words := []string{"frame.home", "frame.events", "lists.coming_up", "lists.events"}
	for written, want := range map[string]string{
		"frame.evnts":          "frame.events",    // a letter is missing
		"frame.eventss":        "frame.events",    // one too many
		"frame.evetns":         "frame.events",    // two are swapped
		"list.events":          "lists.events",    // nearer than frame.events
		"lists.comingup":       "lists.coming_up", // no underscore
		"x":                    "",
		"":                     "",
		"different altogether": "",
	} {
		if want != "" {
			want = `, did you mean "` + want + `"?`
		}
		require.Equal(t, want, Suggest(written, words), written)
	}
}
