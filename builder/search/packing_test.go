package search_test

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/search"
	"cartaz/builder/search/internal/generated"
	"cartaz/builder/search/pack"
)

var forms = []search.Form{search.JSONForm, search.CardForm, search.LineForm}

// fragments are what a document's packed forms stand for.
func fragments(d *search.Doc) [][]byte { return [][]byte{d.JSON, d.Card, d.Line} }

// The packed forms of any documents in any order are one gzip file of their fragments.
func TestPackedFragments(t *testing.T) {
	c := generated.New(5)
	docs := make([]search.Doc, 300)
	for i := range docs {
		docs[i] = c.Doc(i)
	}
	docs[7].JSON, docs[8].Card = []byte(strings.Repeat("long and longer, ", 1<<13)), nil
	x := mustIndex(t, docs)
	for _, form := range forms {
		c, err := x.Coding(form)
		require.NoError(t, err)
		rnd := rand.New(rand.NewPCG(1, uint64(form)))
		for _, order := range [][]int{{}, {7}, {8}, rnd.Perm(len(docs)), {3, 3, 3, 8, 3}} {
			var want []byte
			var j pack.Joiner
			j.Start(nil, c)
			for _, id := range order {
				text, err := x.Packed(form, uint32(id))
				require.NoError(t, err)
				require.NoError(t, j.Text(text))
				want = append(want, fragments(&docs[id])[form]...)
			}
			require.Equal(t, len(want), j.Len())
			require.True(t, bytes.Equal(want, gunzip(t, j.Finish())), "%s of %v", form, order)
		}
	}
}

func gunzip(t *testing.T, file []byte) []byte {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(file))
	require.NoError(t, err)
	b, err := io.ReadAll(r)
	require.NoError(t, err)
	return b
}

// joinAll joins what can be read of an index that may be damaged; nothing may panic.
func joinAll(x *search.Index) {
	for _, form := range forms {
		c, err := x.Coding(form)
		if err != nil {
			continue
		}
		var j pack.Joiner
		j.Start(nil, c)
		for id := range uint32(min(x.Len(), 100)) {
			if text, err := x.Packed(form, id); err == nil {
				_ = j.Text(text)
			}
		}
		j.Finish()
	}
}

// requirePacked checks that what a damaged index gives for joining is what the unharmed one gives,
// or an error.
func requirePacked(t *testing.T, damaged, unharmed *search.Index) {
	t.Helper()
	for _, form := range forms {
		if got, err := damaged.Coding(form); err != nil {
			require.ErrorIs(t, err, search.ErrCorrupt)
		} else {
			want, err := unharmed.Coding(form)
			require.NoError(t, err)
			require.True(t, bytes.Equal(want.Append(nil), got.Append(nil)),
				"a coding changes unseen")
		}
		for id := range uint32(unharmed.Len()) {
			got, err := damaged.Packed(form, id)
			if err != nil {
				require.ErrorIs(t, err, search.ErrCorrupt)
				continue
			}
			want, err := unharmed.Packed(form, id)
			require.NoError(t, err)
			require.True(t, got.Size == want.Size && got.CRC == want.CRC &&
				bytes.Equal(got.Packed, want.Packed), "a packed fragment changes unseen")
		}
	}
}

// packForAnother makes the packed form of the first document's JSON that of another text, with the
// right sum.
func packForAnother(b []byte, table int) {
	u32 := func(at int) int { return int(binary.LittleEndian.Uint32(b[at:])) }
	at := 16 + u32(table+8) + u32(table+16) + u32(table+24)
	const segmentHead = 5
	b[at+segmentHead] ^= 1
	castagnoli := crc32.MakeTable(crc32.Castagnoli)
	sum := crc32.Update(crc32.Checksum(b[at:at+u32(table+32)], castagnoli), castagnoli,
		b[table+8:table+16])
	binary.LittleEndian.PutUint32(b[table+36:], sum)
}
