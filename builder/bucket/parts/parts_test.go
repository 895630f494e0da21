package parts_test

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/bucket/parts"
)

// noise is bytes that do not compress, text such that do.
func noise(size int) []byte {
	rnd := rand.New(rand.NewPCG(1, 2))
	b := make([]byte, size)
	for i := range b {
		b[i] = byte(rnd.Uint32())
	}
	return b
}

func text(size int) []byte {
	b := noise(size)
	for i := range b {
		b[i] = 'a' + b[i]%4
	}
	return b
}

// cut returns the pieces of a file.
func cut(t testing.TB, b []byte) (pieces [][]byte) {
	t.Helper()
	require.NoError(t, parts.Cut(bytes.NewReader(b), func(piece []byte) error {
		pieces = append(pieces, bytes.Clone(piece))
		return nil
	}))
	return pieces
}

// TestCut: pieces are the file, and bytes that are put in change the pieces near them only.
func TestCut(t *testing.T) {
	require.Empty(t, cut(t, nil))
	for name, b := range map[string][]byte{"noise": noise(4 << 20), "text": text(4 << 20),
		"zeros": make([]byte, 1<<20), "small": []byte("x")} {
		pieces := cut(t, b)
		require.True(t, bytes.Equal(b, bytes.Join(pieces, nil)), name)
		for _, p := range pieces[:len(pieces)-1] {
			require.GreaterOrEqual(t, len(p), 8<<10, name)
			require.LessOrEqual(t, len(p), 128<<10, name)
		}
	}
	b := noise(4 << 20)
	known := map[parts.Sum]bool{}
	for _, p := range cut(t, b) {
		known[parts.SumOf(p)] = true
	}
	require.Greater(t, len(known), 60)
	fresh := 0
	for _, p := range cut(t, append(append(bytes.Clone(b[:2<<20]), "put in"...), b[2<<20:]...)) {
		if !known[parts.SumOf(p)] {
			fresh++
		}
	}
	require.Positive(t, fresh)
	require.LessOrEqual(t, fresh, 4)
}

// TestStore: what is stored is restored; other bytes are an error.
func TestStore(t *testing.T) {
	for name, b := range map[string][]byte{"noise": noise(9000), "text": text(128 << 10),
		"one": {7}} {
		stored := parts.Store([]byte("before"), b)[len("before"):]
		p := parts.Piece{Sum: parts.SumOf(b), Size: len(b), Stored: len(stored)}
		if name == "text" {
			require.Less(t, len(stored), len(b)/2)
		}
		got, err := parts.Restore([]byte("before"), stored, &p)
		require.NoError(t, err, name)
		require.True(t, bytes.Equal(append([]byte("before"), b...), got), name)
		stored[len(stored)-1] ^= 1
		_, err = parts.Restore(nil, stored, &p)
		require.ErrorIs(t, err, parts.ErrDamaged, name)
	}
	// A frame that would give more than the list says.
	bomb := parts.Store(nil, make([]byte, 128<<10))
	_, err := parts.Restore(nil, bomb, &parts.Piece{Size: 100, Stored: len(bomb)})
	require.ErrorIs(t, err, parts.ErrDamaged)
}

func list() *parts.List {
	return &parts.List{Size: 30_000, Packs: []parts.Pack{{Name: parts.Sum{1}, Size: 9000},
		{Name: parts.Sum{2}, Size: 500}}, Pieces: []parts.Piece{
		{Sum: parts.Sum{3}, Size: 20_000, Stored: 8000, Pack: 0, Offset: 1000},
		{Sum: parts.Sum{4}, Size: 9_900, Stored: 400, Pack: 1, Offset: 100},
		{Sum: parts.Sum{5}, Size: 100, Stored: 100, Pack: 1, Offset: 0}}}
}

// TestList: a list is read as it was written; every other one that this program must not follow is
// refused.
func TestList(t *testing.T) {
	whole := list().Encode()
	got, err := parts.Decode(whole)
	require.NoError(t, err)
	require.Equal(t, list(), got)
	require.LessOrEqual(t, int64(len((&parts.List{}).Encode())), parts.MaxList(0))
	for i := range whole {
		b := bytes.Clone(whole)
		b[i] ^= 1
		_, err := parts.Decode(b)
		require.Error(t, err, "byte %d", i)
		_, err = parts.Decode(whole[:i])
		require.ErrorIs(t, err, parts.ErrDamaged, "cut at %d", i)
	}
	for name, change := range map[string]func(l *parts.List){
		"another size":     func(l *parts.List) { l.Size++ },
		"no such pack":     func(l *parts.List) { l.Pieces[0].Pack = 2 },
		"behind its pack":  func(l *parts.List) { l.Pieces[0].Offset = 1001 },
		"negative":         func(l *parts.List) { l.Pieces[0].Offset = -1 },
		"pack of no bytes": func(l *parts.List) { l.Packs[0].Size = -5 },
		"empty piece":      func(l *parts.List) { l.Pieces[0].Size = 0; l.Size = 10_000 },
		"nothing stored":   func(l *parts.List) { l.Pieces[0].Stored = 0 },
		"stored as more":   func(l *parts.List) { l.Pieces[2].Stored = 101 },
		"too large": func(l *parts.List) {
			l.Pieces[0].Size = 128<<10 + 1
			l.Size = 128<<10 + 1 + 10_000
		},
		"too many packs": func(l *parts.List) { l.Packs = make([]parts.Pack, parts.MaxPacks+1) },
	} {
		l := list()
		change(l)
		_, err := parts.Decode(l.Encode())
		require.ErrorIs(t, err, parts.ErrDamaged, name)
	}
	later := bytes.Clone(whole)
	later[4] = 2
	end := len(later) - 4
	binary.LittleEndian.PutUint32(later[end:],
		crc32.Checksum(later[:end], crc32.MakeTable(crc32.Castagnoli)))
	_, err = parts.Decode(later)
	require.ErrorIs(t, err, parts.ErrVersion)
	require.ErrorContains(t, err, "update it")
}

// FuzzDecode: no bytes make Decode panic or take more memory than they are.
func FuzzDecode(f *testing.F) {
	f.Add(list().Encode())
	f.Add([]byte("CTZP"))
	f.Fuzz(func(t *testing.T, b []byte) {
		l, err := parts.Decode(b)
		if err == nil {
			require.True(t, bytes.Equal(b, l.Encode()))
		}
	})
}
