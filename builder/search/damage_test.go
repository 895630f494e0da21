package search_test

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
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
			require.ErrorIs(t, x.Verify(), search.ErrCorrupt, "byte %d", i)
			exercise(t, x)
			for n, f := range allFragments(t, b) {
				require.True(t, f == nil || bytes.Equal(f, fragments[n]),
					"byte %d changes a fragment unseen", i)
			}
		}
		// The same with a footer that was made to match.
		seal(b)
		if x, err := search.Open(b); err == nil {
			_ = x.Verify()
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

// Verify does not only compare sums: it also finds the errors of a faulty writer with right sums.
func TestVerifyChecksStructure(t *testing.T) {
	good := mustWrite(t, smallDocs())
	start := func(section int) int {
		return int(binary.LittleEndian.Uint64(good[len(good)-footerSize+24*section:]))
	}
	size := func(section int) int {
		return int(binary.LittleEndian.Uint64(good[len(good)-footerSize+24*section+8:]))
	}
	const table, lists, terms, cities, texts, corrections = 1, 2, 3, 5, 13, 14
	const days, blocks, sections = 15, 16, 17
	const entry = 40 // of the table
	docs := size(table) / entry
	entries := size(terms) / 24
	keys, records := start(terms), start(terms)+entries*8
	cityRecords := start(cities) + size(cities)/24*8
	words := (size(corrections) - 66*4) / 8
	for name, change := range map[string]func(b []byte){
		"padding":               func(b []byte) { b[start(texts)+size(texts)] = 1 },
		"fragments not in line": func(b []byte) { b[start(table)+entry]++ },
		"fragment too short":    func(b []byte) { b[start(table)+8]-- },
		"fragment sum":          func(b []byte) { b[start(table)+12]++ },
		"last fragment missing": func(b []byte) { clear(b[start(lists)-entry+8 : start(lists)]) },
		"description sum":       func(b []byte) { b[start(table)+8+3*8+4]++ },
		"key":                   func(b []byte) { b[keys]++ },
		"key without text":      func(b []byte) { clear(b[records+20 : records+22]) },
		"entries out of order": func(b []byte) {
			copy(b[keys:keys+8],
				b[keys+8:])
			copy(b[records:records+16], b[records+16:])
		},
		"label out of bounds":   func(b []byte) { b[cityRecords+7] = 0xff },
		"text out of bounds":    func(b []byte) { b[records+19] = 0xff },
		"list out of bounds":    func(b []byte) { b[records+15] = 0xff },
		"no documents":          func(b []byte) { clear(b[records+8 : records+12]) },
		"too many documents":    func(b []byte) { b[records+10] = 1 },
		"posting without class": func(b []byte) { b[start(lists)] &^= 3 },
		"document out of range": func(b []byte) { b[start(lists)+3] = 0xff },
		"padding of a list":     func(b []byte) { b[start(lists)+7] = 1 },
		"correction border":     func(b []byte) { b[start(corrections)+4*10]++ },
		"correction number":     func(b []byte) { b[start(corrections)+66*4+3] = 1 },
		"last before first day": func(b []byte) { b[start(days)+4*docs] -= 3 },
		"a last day without first": func(b []byte) {
			copy(b[start(days):], "\xff\xff\xff\xff")
		},
		"day zero":              func(b []byte) { clear(b[start(days) : start(days)+4]) },
		"days of another group": func(b []byte) { b[start(days)+8*docs]-- },
		"block sum":             func(b []byte) { b[start(blocks)] ^= 1 },
		"correction mask":       func(b []byte) { b[start(corrections)+66*4+4*words] ^= 1 },
	} {
		t.Run(name, func(t *testing.T) {
			b := slices.Clone(good)
			change(b)
			table := crc32.MakeTable(crc32.Castagnoli)
			for at := 0; name != "block sum" && at < start(blocks); at += 4096 {
				sum := ^crc32.Checksum(b[at:min(at+4096, start(blocks))], table) ^
					uint32(at/4096)*0x9E3779B1
				binary.LittleEndian.PutUint32(b[start(blocks)+at/1024:], sum)
			}
			for section := range sections {
				sum := crc32.Checksum(b[start(section):start(section)+size(section)], table)
				binary.LittleEndian.PutUint32(b[len(b)-footerSize+24*section+16:], sum)
			}
			seal(b)
			x, err := search.Open(b)
			require.NoError(t, err)
			require.ErrorIs(t, x.Verify(), search.ErrCorrupt)
			exercise(t, x)
		})
	}
}

// The file under a mapping may be overwritten while it serves, after all of it was verified: an
// answer from zeros is no answer.
func TestZerosAreNoAnswer(t *testing.T) {
	good := mustWrite(t, smallDocs())
	b := slices.Clone(good)
	x, err := search.Open(b)
	require.NoError(t, err)
	require.NoError(t, x.Verify())
	clear(b)
	for _, q := range []search.Query{{Text: "jazz"}, {Text: "xq"}, {City: "santos"}} {
		_, total := x.Search(q, 0, 10, nil)
		require.Zero(t, total)
		require.ErrorIs(t, x.Err(), search.ErrCorrupt, "%+v", q)
	}
	_, err = x.JSON(0)
	require.ErrorIs(t, err, search.ErrCorrupt)
	for at := 0; at < len(good); at += 4096 { // and block by block, with its checksum
		b = slices.Clone(good)
		clear(b[at:min(at+4096, len(b))])
		if x, err := search.Open(b); err == nil {
			require.ErrorIs(t, x.Verify(), search.ErrCorrupt, "block at %d", at)
		}
	}
}
