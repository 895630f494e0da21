package pack_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/search/pack"
)

// Where the parts of a coding begin.
const (
	distancesAt = 286
	countAt     = 316
	phrasesAt   = 318
)

func TestOpenRefuses(t *testing.T) {
	good := pack.Train(pages(items(60))).Append(nil)
	require.Greater(t, len(good), phrasesAt+20)
	for name, change := range map[string]func(b []byte) []byte{
		"nothing":                func([]byte) []byte { return nil },
		"cut in the codes":       func(b []byte) []byte { return b[:300] },
		"cut in the count":       func(b []byte) []byte { return b[:phrasesAt-1] },
		"cut before the phrases": func(b []byte) []byte { return b[:phrasesAt] },
		"cut in a phrase":        func(b []byte) []byte { return b[:len(b)-1] },
		"too many bytes":         func(b []byte) []byte { return append(b, 0) },
		"symbol without a code":  func(b []byte) []byte { b['a'] = 0; return b },
		"long code":              func(b []byte) []byte { b['a'] = 13; return b },
		"incomplete code":        func(b []byte) []byte { b['a']++; return b },
		"too full code":          func(b []byte) []byte { b['a']--; return b },
		"distances":              func(b []byte) []byte { b[distancesAt]++; return b },
		"too many phrases": func(b []byte) []byte {
			b[countAt], b[countAt+1] = 0,
				1
			return b
		},
		"short phrase": func(b []byte) []byte { b[phrasesAt] = 4; return b },
		"long phrase": func(b []byte) []byte {
			b[phrasesAt], b[phrasesAt+1] = 3,
				1
			return b
		},
		"phrases out of order": func(b []byte) []byte { b[phrasesAt]++; return b },
	} {
		t.Run(name, func(t *testing.T) {
			_, err := pack.Open(change(slices.Clone(good)))
			require.ErrorIs(t, err, pack.ErrCorrupt)
		})
	}
}

// Every changed byte of a packed text is refused, or gives another text of the same length and
// never a panic.
func TestDamagedText(t *testing.T) {
	list := items(60)
	c := pack.Train(pages(list))
	good := pack.NewPacker(c).Text(list[7])
	u := pack.NewUnpacker(c)
	var j pack.Joiner
	for i := range good.Packed {
		for _, mask := range []byte{1, 0x10, 0x80, 0xff} {
			bad := good
			bad.Packed = slices.Clone(good.Packed)
			bad.Packed[i] ^= mask
			text, err := u.Append(nil, bad.Packed, len(list[7]))
			if err == nil {
				require.Len(t, text, len(list[7]))
				require.False(t, bytes.Equal(text, list[7]), "byte %d says nothing", i)
			} else {
				require.ErrorIs(t, err, pack.ErrCorrupt)
			}
			j.Start(nil, c)
			if err := j.Text(bad); err != nil {
				require.ErrorIs(t, err, pack.ErrCorrupt)
			}
			j.Finish()
		}
	}
	for n := range good.Packed {
		_, err := u.Append(nil, good.Packed[:n], len(list[7]))
		require.ErrorIs(t, err, pack.ErrCorrupt)
	}
	for _, size := range []int{0, 1, len(list[7]) - 1, len(list[7]) + 1} {
		_, err := u.Append(nil, good.Packed, size)
		require.ErrorIs(t, err, pack.ErrCorrupt)
	}
}

// FuzzPacked reads anything as a coding and as a packed text.
func FuzzPacked(f *testing.F) {
	list := items(60)
	c := pack.Train(pages(list))
	coding, text := c.Append(nil), pack.NewPacker(c).Append(nil, list[0])
	f.Add(coding, text, len(list[0]))
	f.Add(pack.Train(nil).Append(nil), []byte("\x08\x00\x01\x00\xff\x00"), 1)
	f.Add([]byte{}, []byte{}, 0)
	f.Fuzz(func(t *testing.T, coding, packed []byte, size int) {
		size = max(0, min(size, 1<<20))
		own, err := pack.Open(coding)
		if err != nil {
			require.ErrorIs(t, err, pack.ErrCorrupt)
			own = c
		} else {
			require.True(t, bytes.Equal(coding, own.Append(nil)))
			requireReads(t, packed, join(t, own, packed))
		}
		var j pack.Joiner
		j.Start(nil, own)
		joined := j.Text(pack.Text{Packed: packed, Size: uint32(size)})
		file := j.Finish()
		got, err := pack.NewUnpacker(own).Append(nil, packed, size)
		if err != nil {
			require.ErrorIs(t, err, pack.ErrCorrupt)
			return
		}
		require.Len(t, got, size)
		require.NoError(t, joined, "what unpacks can be joined")
		requireInflates(t, got, file)
	})
}

// FuzzRoundTrip packs anything.
func FuzzRoundTrip(f *testing.F) {
	list := items(60)
	c := pack.Train(pages(list))
	f.Add(list[0], list[1])
	f.Add([]byte{}, []byte("\x00\xff"))
	f.Fuzz(func(t *testing.T, first, second []byte) {
		requireReads(t, slices.Concat(first, second, first), join(t, c, first, second, first))
	})
}
