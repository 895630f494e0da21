package mapped

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"hash/crc32"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// Around the edges of a window, on a real mapping that is partly forgotten.
func TestSums(t *testing.T) {
	for _, n := range []int{0, 1, residentWindow, residentWindow + 1,
		2*residentWindow + 4097} {
		data := bytes.Repeat([]byte("0123456789abcde"), n/15+1)[:n]
		file := filepath.Join(t.TempDir(), "f")
		require.NoError(t, os.WriteFile(file, data, 0o644))
		f, err := os.Open(file)
		require.NoError(t, err)
		var content []byte
		if n > 0 {
			content, err = syscall.Mmap(int(f.Fd()), 0, n, syscall.PROT_READ, syscall.MAP_SHARED)
			require.NoError(t, err)
		}
		crc, sha := Sums(content, true)
		want := sha256.Sum256(data)
		require.Equal(t, hex.EncodeToString(want[:]), sha)
		require.Equal(t, crc32.Checksum(data, crc32.MakeTable(crc32.Castagnoli)), crc)
		crc2, sha := Sums(content, false)
		require.Equal(t, crc, crc2)
		require.Empty(t, sha)
		require.True(t, bytes.Equal(data, content), "what was forgotten is read again")
		if n > 0 {
			require.NoError(t, syscall.Munmap(content))
		}
		require.NoError(t, f.Close())
	}
}
