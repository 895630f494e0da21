package dcz_test

import (
	"encoding/hex"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/release/dcz"
)

// The bytes are those of RFC 9842, section 5.
func TestHeader(t *testing.T) {
	sum := dcz.SumOf([]byte("abc"))
	const abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
	header := dcz.AppendHeader([]byte("x"), sum)
	require.Equal(t, "785e2a4d1820000000"+abc, hex.EncodeToString(header))
	require.Len(t, header, 1+dcz.HeaderSize)

	got, frame, ok := dcz.Dictionary(append(header[1:], "frame"...))
	require.True(t, ok)
	require.Equal(t, sum, got)
	require.Equal(t, "frame", string(frame))

	for name, body := range map[string][]byte{
		"nothing":       nil,
		"cut":           header[1:dcz.HeaderSize],
		"another magic": append([]byte{0x5f}, header[2:]...),
		"another size":  append([]byte("\x5e\x2a\x4d\x18\x21\x00\x00\x00"), header[9:]...),
		"plain zstd":    append([]byte("\x28\xb5\x2f\xfd"), make([]byte, 60)...),
	} {
		_, _, ok := dcz.Dictionary(body)
		require.False(t, ok, name)
	}
}
