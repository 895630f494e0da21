package release

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
	for _, n := range []int{0, 1, maxResident, maxResident + 1,
		2*maxResident + 4097} {
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
		crc, sha, err := sums(content, true, nil)
		require.NoError(t, err)
		want := sha256.Sum256(data)
		require.Equal(t, hex.EncodeToString(want[:]), sha)
		require.Equal(t, crc32.Checksum(data, crc32.MakeTable(crc32.Castagnoli)), crc)
		read := 0
		crc2, _, err := sums(content, false, func(n int) error { read += n; return nil })
		require.NoError(t, err)
		require.Equal(t, crc, crc2)
		require.Equal(t, n, read)
		require.True(t, bytes.Equal(data, content), "what was forgotten is read again")
		if n > 0 {
			require.NoError(t, syscall.Munmap(content))
		}
		require.NoError(t, f.Close())
	}
}
