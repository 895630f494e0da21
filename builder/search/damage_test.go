package search_test

import (
	"bytes"
	"encoding/binary"
	"reflect"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/search"
)

// An answer from an index with one flipped bit is right, or Err says that it may not be.
func TestNoAnswerFromFlippedBits(t *testing.T) {
	good := mustWrite(t, smallDocs())
	b := slices.Clone(good)
	unharmed := mustIndex(t, smallDocs())
	want := answersOf(unharmed)
	for _, fine := range []bool{false, true} {
		// the lists
		noticed, first := 0, int(binary.LittleEndian.Uint64(good[len(good)-footerSize+24*2:]))
		for i := first; i < len(b); i++ {
			b[i] ^= 1 << (i % 8)
			x, err := search.Open(b)
			if err == nil && fine {
				x.FineBlocks(good)
			}
			if err == nil {
				got := answersOf(x)
				if err = x.Err(); err == nil && !reflect.DeepEqual(want, got) {
					require.Equal(t, want, got,
						"bit %d of byte %d changes an answer unseen (fine: %v)", i%8, i, fine)
				}
			}
			if err != nil {
				noticed++
				require.ErrorIs(t, err, search.ErrCorrupt)
			}
			b[i] = good[i]
		}
		require.Greater(t, noticed, (len(b)-first)/2,
			"the queries read most of what is there (fine: %v)", fine)
	}
}

func TestEveryFlippedByte(t *testing.T) {
	good := mustWrite(t, smallDocs())
	fragments := allFragments(t, good)
	b := slices.Clone(good)
	for i := range b {
		b[i] ^= []byte{0x01, 0x80, 0xff}[i%3]
		x, err := search.Open(b)
		if err == nil {
			exercise(t, x)
			for n, f := range allFragments(t, b) {
				require.True(t, f == nil || bytes.Equal(f, fragments[n]),
					"byte %d changes a fragment unseen", i)
			}
		}
		// The same from one who makes all checksums match.
		seal(b)
		if x, err := search.Open(b); err == nil {
			x.MarkVerified()
			exercise(t, x)
		}
		copy(b, good)
	}
}

// allFragments returns the fragments of all documents, or nil for each that cannot be read.
func allFragments(t *testing.T, b []byte) [][]byte {
	t.Helper()
	x, err := search.Open(b)
	require.NoError(t, err)
	var all [][]byte
	for id := range uint32(x.Len()) {
		for form := search.JSONForm; form <= search.DescriptionForm; form++ {
			f, err := x.Fragment(form, id)
			if err != nil {
				require.ErrorIs(t, err, search.ErrCorrupt)
				f = nil
			}
			all = append(all, f)
		}
	}
	return all
}

func TestEveryTruncation(t *testing.T) {
	good := mustWrite(t, smallDocs())
	for n := range good {
		_, err := search.Open(good[:n])
		require.Error(t, err, "%d bytes", n)
		_, err = search.Open(good[n+1:])
		require.ErrorIs(t, err, search.ErrNotIndex)
	}
	_, err := search.Open(append(slices.Clone(good), 0))
	require.ErrorIs(t, err, search.ErrCorrupt)
}

// The file under a mapping may be overwritten while it serves, after all of it was verified: an
// answer from zeros is no answer.
func TestZerosAreNoAnswer(t *testing.T) {
	good := mustWrite(t, smallDocs())
	b := slices.Clone(good)
	x, err := search.Open(b)
	require.NoError(t, err)
	x.MarkVerified()
	clear(b)
	for _, q := range []search.Query{{Text: "jazz"}, {Text: "xq"}, {City: "santos"}} {
		_, total := x.Search(q, 0, 10, nil)
		require.Zero(t, total)
		require.ErrorIs(t, x.Err(), search.ErrCorrupt, "%+v", q)
	}
	_, err = x.JSON(0)
	require.ErrorIs(t, err, search.ErrCorrupt)
	want := answersOf(mustIndex(t, smallDocs()))
	for at := 0; at < len(good); at += 4096 { // and block by block
		b = slices.Clone(good)
		clear(b[at:min(at+4096, len(b))])
		if x, err := search.Open(b); err == nil {
			got := answersOf(x)
			require.True(t, x.Err() != nil || reflect.DeepEqual(want, got), "block at %d", at)
		}
	}
}
