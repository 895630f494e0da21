package negotiate_test

import (
	"crypto/sha256"
	"encoding/base64"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/edge/internal/negotiate"
)

func TestDictionary(t *testing.T) {
	// The example of RFC 9842, section 2.2.
	const example = ":pZGm1Av0IEBKARczz7exkNYsZb8LzaMrV7J32a2fFG4=:"
	sum, ok := negotiate.Dictionary(example)
	require.True(t, ok)
	require.Equal(t, example, ":"+base64.StdEncoding.EncodeToString(sum[:])+":")

	inside := example[1 : len(example)-1]
	for name, field := range map[string]string{
		"none":               "",
		"colons":             "::",
		"no colon":           inside,
		"no colon in front":  inside + "::",
		"no colon at end":    "::" + inside,
		"two":                example + ", " + example,
		"parameter":          example + ";a=1",
		"white space":        " " + example,
		"string":             `"` + inside + `"`,
		"no padding":         ":" + strings.TrimSuffix(inside, "=") + ":",
		"31 bytes":           ":" + base64.StdEncoding.EncodeToString(make([]byte, 31)) + ":",
		"33 bytes":           ":" + base64.StdEncoding.EncodeToString(make([]byte, 33)) + ":",
		"bits of no byte":    ":" + inside[:42] + "5=:",
		"letters of URLs":    ":" + strings.Repeat("-", 43) + "=:",
		"line end inside":    ":" + inside[:21] + "\n" + inside[22:] + ":",
		"a padding too many": ":" + inside[:42] + "==:",
		"padding only":       ":" + strings.Repeat("=", 44) + ":",
		"beyond ASCII":       ":" + strings.Repeat("é", 22) + ":",
		"very long":          ":" + strings.Repeat("A", 8000) + ":",
	} {
		got, ok := negotiate.Dictionary(field)
		require.False(t, ok, name)
		require.Zero(t, got, name)
	}
}

// A field that is read is the one form of its sum.
func FuzzDictionary(f *testing.F) {
	sum := sha256.Sum256([]byte("x"))
	for _, field := range []string{"", "::", ":" + base64.StdEncoding.EncodeToString(sum[:]) + ":",
		":" + strings.Repeat("A", 44) + ":", ":" + strings.Repeat("A", 43) + "=:"} {
		f.Add(field)
	}
	f.Fuzz(func(t *testing.T, field string) {
		sum, ok := negotiate.Dictionary(field)
		if ok && ":"+base64.StdEncoding.EncodeToString(sum[:])+":" != field {
			t.Fatalf("%q is read as %x", field, sum)
		}
	})
}

func TestDictionaryAllocatesNothing(t *testing.T) {
	for _, field := range []string{"", ":pZGm1Av0IEBKARczz7exkNYsZb8LzaMrV7J32a2fFG4=:",
		":pZGm1Av0IEBKARczz7exkNYsZb8LzaMrV7J32a2f!!4=:", strings.Repeat("x", 8000)} {
		require.Zero(t, testing.AllocsPerRun(10, func() { negotiate.Dictionary(field) }), field)
	}
}
