package store

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/dictionary"
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
	c, err := NewCodec(nil)
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

// TestDictionaryThatPays shows which pages are compressed with a dictionary: those that save a
// fifth of what they have without it.
func TestDictionaryThatPays(t *testing.T) {
	shared := make([]byte, 4<<10)
	for i, r := 0, rand.New(rand.NewPCG(1, 3)); i < len(shared); i++ {
		shared[i] = byte('a' + r.IntN(26))
	}
	own := make([]byte, 64<<10)
	for i, r := 0, rand.New(rand.NewPCG(1, 4)); i < len(own); i++ {
		own[i] = byte('a' + r.IntN(26))
	}
	c, err := NewCodec(&dictionary.Dictionary{Body: shared})
	require.NoError(t, err)
	for _, test := range []struct {
		name string
		body []byte
		want bool
	}{
		{"small", shared[:minCoded-1], false},
		{"all of it shared", shared[:minCoded], true},
		{"half of it shared", append(bytes.Clone(own[:4<<10]), shared...), true},
		{"a little of it shared", append(bytes.Clone(own[:8<<10]), shared[:1<<10]...), false},
		{"none of it shared", own[:8<<10], false},
		{"short without it", bytes.Repeat([]byte("a"), 4<<10), false},
	} {
		b := Coded{test.body}
		require.NoError(t, c.Encode([]*Coded{&b}))
		require.Nil(t, b[release.Dcz], test.name)
		c.EncodePages([]*Coded{&b})
		require.Equal(t, test.want, b[release.Dcz] != nil, test.name)
	}
	without, err := NewCodec(nil)
	require.NoError(t, err)
	b := Coded{shared}
	without.EncodePages([]*Coded{&b})
	require.Nil(t, b[release.Dcz])
}
