package generate_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/generate"
)

func records(t *testing.T, o generate.Options) []string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, generate.Records(&b, o))
	var lines []string
	for line := range bytes.Lines(b.Bytes()) {
		require.True(t, json.Valid(line))
		lines = append(lines, string(line))
	}
	return lines
}

func TestSameOptionsSameBytes(t *testing.T) {
	o := generate.Options{Events: 500, Seed: 1}
	lines := records(t, o)
	require.Len(t, lines, 500)
	require.Equal(t, lines, records(t, o))
	h := sha256.New()
	for _, line := range lines {
		h.Write([]byte(line))
	}
	require.Equal(t, "b72e53e2730fac3b", hex.EncodeToString(h.Sum(nil)[:8]),
		"benchmarks of two machines compare only over the same catalogue")
}

func TestChangedEventsAreAsMany(t *testing.T) {
	before := records(t, generate.Options{Events: 1000, Seed: 1})
	for _, n := range []int{1, 10, 300, 1000} {
		after := records(t, generate.Options{Events: 1000, Seed: 1, Changed: n})
		differ := 0
		for i := range before {
			if before[i] != after[i] {
				differ++
			}
		}
		require.Equal(t, n, differ)
	}
}
