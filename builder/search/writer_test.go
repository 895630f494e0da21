package search_test

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/search"
	"cartaz/builder/search/internal/generated"
	"cartaz/builder/search/pack"
)

// How much is kept in memory, in how many pieces, and how many processors there are does not show
// in the file.
func TestBatchesDoNotShow(t *testing.T) {
	docs := smallDocs()
	c := generated.New(3)
	for id := range 5000 { // more than a block of entries, and many shares
		d := c.Doc(id)
		d.Description = strings.Join(strings.Fields(d.Description)[:5], " ")
		docs = append(docs, d)
	}
	for _, docs := range [][]search.Doc{smallDocs(), docs} {
		want := mustWrite(t, docs)
		x, err := search.Open(want)
		require.NoError(t, err)
		require.NoError(t, x.Verify())
		for _, size := range []struct{ postings, block, processors int }{
			{1000, 1, 1}, {20_000, 100, 3}, {len(docs), 1000, 64}, {1 << 20, 1 << 20, 2},
		} {
			before := runtime.GOMAXPROCS(size.processors)
			w := search.NewWriter(nil)
			w.SetBatch(size.postings, size.block)
			for _, d := range docs {
				require.NoError(t, w.Add(d))
			}
			var b bytes.Buffer
			_, err := w.WriteTo(&b)
			runtime.GOMAXPROCS(before)
			require.NoError(t, err)
			require.True(t, bytes.Equal(want, b.Bytes()), "%+v", size)
		}
	}
}

func TestWriterIsUsedOnce(t *testing.T) {
	w := search.NewWriter(nil)
	_, err := w.WriteTo(io.Discard)
	require.NoError(t, err)
	_, err = w.WriteTo(io.Discard)
	require.ErrorIs(t, err, search.ErrWritten)
	require.ErrorIs(t, w.Add(search.Doc{}), search.ErrWritten)
}

func TestWriterRefusesLongFields(t *testing.T) {
	long := strings.Repeat("x", 1<<16)
	for name, d := range map[string]search.Doc{
		"city": {City: long}, "state": {State: long}, "slug": {ProducerSlug: long},
		"producer": {ProducerSlug: "x", Producer: long},
	} {
		w := search.NewWriter(nil)
		require.NoError(t, w.Add(search.Doc{Name: "fine"}), name)
		require.ErrorIs(t, w.Add(d), search.ErrFieldTooLong, name)
		require.ErrorIs(t, w.Add(search.Doc{}), search.ErrFieldTooLong, "an error stays")
	}
}

func TestSpoolFile(t *testing.T) {
	spool, err := os.Create(filepath.Join(t.TempDir(), "spool"))
	require.NoError(t, err)
	defer spool.Close()
	w := search.NewWriter(spool)
	for _, d := range smallDocs() {
		require.NoError(t, w.Add(d))
	}
	var b bytes.Buffer
	_, err = w.WriteTo(&b)
	require.NoError(t, err)
	require.Equal(t, mustWrite(t, smallDocs()), b.Bytes())
}

// failing is a file that fails, or forgets, at a chosen moment.
type failing struct {
	data              []byte
	at                int64
	write, seek, read error
	flip              int64 // the byte that is another one when it is read, counted from 1
}

var errDisk = errors.New("disk on fire")

func (f *failing) Write(b []byte) (int, error) {
	if f.write != nil {
		return 0, f.write
	}
	f.data = append(f.data, b...)
	return len(b), nil
}

func (f *failing) Read(b []byte) (int, error) {
	if f.read != nil {
		return 0, f.read
	}
	n := copy(b, f.data[f.at:])
	f.at += int64(n)
	if i := f.flip - 1 - (f.at - int64(n)); f.flip > 0 && 0 <= i && i < int64(n) {
		b[i] ^= 1
	}
	return n, nil
}

func (f *failing) Seek(offset int64, _ int) (int64, error) {
	f.at = offset
	return offset, f.seek
}

func TestFailuresAreReported(t *testing.T) {
	for name, c := range map[string]struct {
		spool *failing
		out   io.Writer
		want  error
	}{
		"none":           {&failing{}, io.Discard, nil},
		"spool write":    {&failing{write: errDisk}, io.Discard, errDisk},
		"spool rewind":   {&failing{seek: errDisk}, io.Discard, errDisk},
		"spool read":     {&failing{read: errDisk}, io.Discard, errDisk},
		"spool is short": {&failing{read: io.EOF}, io.Discard, io.EOF},
		"spool changed":  {&failing{flip: 1}, io.Discard, search.ErrCorrupt},
		"output":         {&failing{}, &failing{write: errDisk}, errDisk},
	} {
		t.Run(name, func(t *testing.T) {
			w := search.NewWriter(c.spool)
			for _, d := range smallDocs() {
				require.NoError(t, w.Add(d))
			}
			_, err := w.WriteTo(c.out)
			require.ErrorIs(t, err, c.want)
		})
	}
}

// Whatever byte of the spool changes before it is read, fragments and terms alike, no file comes of
// it.
func TestEveryByteOfTheSpool(t *testing.T) {
	write := func(spool *failing) error {
		w := search.NewWriter(spool)
		w.SetBatch(1000, 64)
		for _, d := range smallDocs() {
			require.NoError(t, w.Add(d))
		}
		_, err := w.WriteTo(io.Discard)
		return err
	}
	whole := new(failing)
	require.NoError(t, write(whole))
	for at := range whole.data {
		require.ErrorIs(t, write(&failing{flip: int64(at) + 1}), search.ErrCorrupt, "byte %d", at)
	}
}

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
