package search_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/search"
	"cartaz/builder/search/internal/generated"
)

// The memory limits, the number of pieces and the number of processors do not show in the file.
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
		_, err := search.Open(want)
		require.NoError(t, err)
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
	data        []byte
	write, read error
	flip        int64 // the byte that is another one when it is read, counted from 1
}

var errDisk = errors.New("disk on fire")

func (f *failing) Write(b []byte) (int, error) {
	if f.write != nil {
		return 0, f.write
	}
	f.data = append(f.data, b...)
	return len(b), nil
}

func (f *failing) ReadAt(b []byte, at int64) (int, error) {
	if f.read != nil {
		return 0, f.read
	}
	n := copy(b, f.data[at:])
	if i := f.flip - 1 - at; f.flip > 0 && 0 <= i && i < int64(n) {
		b[i] ^= 1
	}
	return n, nil
}

func TestFailuresAreReported(t *testing.T) {
	for name, c := range map[string]struct {
		spool *failing
		out   io.Writer
		want  error
	}{
		"none":           {&failing{}, io.Discard, nil},
		"spool write":    {&failing{write: errDisk}, io.Discard, errDisk},
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

// If any byte of the spool changes before it is read, in fragments or terms, no file results.
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
