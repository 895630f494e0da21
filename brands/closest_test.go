package brands

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/rowstest"
)

func TestWord(t *testing.T) {
	words := []string{"frame.home", "frame.events", "lists.coming_up", "lists.events"}
	for written, want := range rowstest.Read[map[string]string](t, "testdata/closest.yaml") {
		if want != "" {
			want = `, did you mean "` + want + `"?`
		}
		require.Equal(t, want, Suggest(written, words), written)
	}
}
