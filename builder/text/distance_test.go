package text_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/text"
)

func TestDistance(t *testing.T) {
	long := strings.Repeat("x-y", 50) // as Cyrillic words are in Latin letters
	for _, tt := range []struct {
		a, b string
		most int
		want int
	}{
		{"", "", 0, 0},
		{"valence", "valencia", 2, 2},
		{"lobos", "lobso", 1, 1},
		{"abc", "xyz", 2, 3},
		{long, long, 0, 0},
		{"a" + long, "a" + long + "b", 1, 1},
		{"a" + long + "a", "b" + long + "b", 3, 4},
		{long, "", 3, 4},
	} {
		require.Equal(t, tt.want, text.Distance([]byte(tt.a), []byte(tt.b), tt.most), tt)
	}
}
