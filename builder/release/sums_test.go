package release_test

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

	"cartaz/builder/release"
)

// Around the edges of a window, on a real mapping that is partly forgotten.
func TestSums(t *testing.T) {
	for _, n := range []int{0, 1, release.SumWindow, release.SumWindow + 1,
		2*release.SumWindow + 4097} {
		data := bytes.Repeat([]byte("0123456789abcde"), n/15+1)[:n]
		file := filepath.Join(mustFastDir(t), "f")
		require.NoError(t, os.WriteFile(file, data, 0o644))
		f, err := os.Open(file)
		require.NoError(t, err)
		var mapped []byte
		if n > 0 {
			mapped, err = syscall.Mmap(int(f.Fd()), 0, n, syscall.PROT_READ, syscall.MAP_SHARED)
			require.NoError(t, err)
		}
		crc, sha := release.Sums(mapped, true)
		want := sha256.Sum256(data)
		require.Equal(t, hex.EncodeToString(want[:]), sha)
		require.Equal(t, crc32.Checksum(data, crc32.MakeTable(crc32.Castagnoli)), crc)
		crc2, sha := release.Sums(mapped, false)
		require.Equal(t, crc, crc2)
		require.Empty(t, sha)
		require.True(t, bytes.Equal(data, mapped), "what was forgotten is read again")
		if n > 0 {
			require.NoError(t, syscall.Munmap(mapped))
		}
		require.NoError(t, f.Close())
	}
}
