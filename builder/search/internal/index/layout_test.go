package index_test

import (
	"bytes"
	"cmp"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"cartaz/builder/search/internal/index"
)

// Keys of texts sort as the texts do, by their first eight bytes, whatever their length.
func TestTextKey(t *testing.T) {
	text := rapid.SliceOfN(rapid.Byte(), 0, 10)
	rapid.Check(t, func(t *rapid.T) {
		a, b := text.Draw(t, "a"), text.Draw(t, "b")
		start := func(b []byte) []byte {
			return append(append([]byte{}, b...), make([]byte, index.KeySize)...)[:index.KeySize]
		}
		require.Equal(t, bytes.Compare(start(a), start(b)),
			cmp.Compare(index.TextKey(a), index.TextKey(b)))
	})
}
