package keep

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/release"
)

// TestCodingsThatPay shows which codings a body has: none when it is small or cannot be compressed,
// gzip from a kilobyte on, and zstd beside it where that is shorter.
func TestCodingsThatPay(t *testing.T) {
	words := func(n int) []byte {
		var b []byte
		for r := rand.New(rand.NewPCG(1, 1)); len(b) < n; {
			b = fmt.Appendf(b, "event %d, ", r.IntN(1e6))
		}
		return b[:n]
	}
	noise := make([]byte, 1<<17)
	for i, r := 0, rand.New(rand.NewPCG(1, 2)); i < len(noise); i++ {
		noise[i] = byte(r.Uint32())
	}
	// Repeats that are too far apart for the 32 KiB window of DEFLATE.
	far := bytes.Repeat(noise[:40<<10], 3)
	tests := []struct {
		name       string
		body       []byte
		gzip, zstd bool
	}{
		{"small", words(minCoded - 1), false, false},
		{"a page", words(minCoded), true, false},
		{"the largest without zstd", bytes.Repeat([]byte("a"), minZstd-1), true, false},
		{"zstd shorter than gzip", bytes.Repeat(words(48<<10), 2), true, true},
		{"noise", noise, false, false},
		{"what only zstd can shorten", far, false, true},
	}
	c, err := NewCodec()
	require.NoError(t, err)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := Coded{test.body}
			require.NoError(t, c.Encode([]*Coded{&b}))
			require.Equal(t, test.gzip, b[release.Gzip] != nil, "gzip")
			require.Equal(t, test.zstd, b[release.Zstd] != nil, "zstd")
		})
	}
	require.True(t, beats(97, 100))
	require.False(t, beats(98, 100))
}
