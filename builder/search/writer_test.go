package search_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

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

// step is a document of an index that is written on top of another one: kept from there, or new.
type step struct {
	kept bool
	id   uint32 // in the base
	doc  search.Doc
}

// facets returns the fields that a Writer may read of a document that is kept.
func facets(d search.Doc) search.Doc {
	return search.Doc{City: d.City, State: d.State, StateName: d.StateName, Producer: d.Producer,
		ProducerSlug: d.ProducerSlug, Venue: d.Venue, VenueKey: d.VenueKey, Country: d.Country,
		CountryNames: d.CountryNames, Topics: d.Topics}
}

func writeOnto(t require.TestingT, base []byte, steps []step, synonyms ...[]string) []byte {
	x, err := search.Open(base)
	require.NoError(t, err)
	w := search.NewWriter(nil)
	require.NoError(t, w.Synonyms(synonyms))
	w.Base(x)
	for _, s := range steps {
		if s.kept {
			require.NoError(t, w.CarryOver(s.id, facets(s.doc)))
		} else {
			require.NoError(t, w.Add(s.doc))
		}
	}
	var b bytes.Buffer
	_, err = w.WriteTo(&b)
	require.NoError(t, err)
	return b.Bytes()
}

func docsOf(steps []step) (docs []search.Doc) {
	for _, s := range steps {
		docs = append(docs, s.doc)
	}
	return docs
}

// TestKeptIsAsAdded: an index on top of another has the bytes of one that was written from nothing,
// and so has the next on top of that.
func TestKeptIsAsAdded(t *testing.T) {
	synonyms := [][]string{{"festa", "arraial"}}
	rapid.Check(t, func(t *rapid.T) {
		docs := drawDocs(t, 40)
		index := mustWrite(t, docs, synonyms...)
		for range rapid.IntRange(1, 3).Draw(t, "releases") {
			fresh := drawDocs(t, 12)
			var steps []step
			for id, d := range docs {
				for len(fresh) > 0 && rapid.IntRange(0, 3).Draw(t, "new") == 0 {
					steps, fresh = append(steps, step{doc: fresh[0]}), fresh[1:]
				}
				if rapid.IntRange(0, 4).Draw(t, "fate") > 0 {
					steps = append(steps, step{kept: true, id: uint32(id), doc: d})
				}
			}
			docs = docsOf(steps)
			index = writeOnto(t, index, steps, synonyms...)
			if !bytes.Equal(mustWrite(t, docs, synonyms...), index) {
				t.Fatal("the index on top of another is not the one from nothing")
			}
		}
	})
}

// TestKeptIsAsAddedInNumbers is the same for thousands of documents, so that there are lists of
// both forms, stored unions, several shares, batches and codings that stay or do not.
func TestKeptIsAsAddedInNumbers(t *testing.T) {
	c := generated.New(5)
	docs := make([]search.Doc, 3000)
	for i := range docs {
		docs[i] = c.Doc(i)
	}
	extra := make([]search.Doc, 200)
	for i := range extra {
		extra[i] = c.Doc(len(docs) + i)
	}
	base := mustWrite(t, docs)
	for _, every := range []int{1, 2, 50, 700, 100_000} {
		var steps []step
		fresh := slices.Clone(extra)
		for id, d := range docs {
			if id%every == every/2 && len(fresh) > 0 {
				steps, fresh = append(steps, step{doc: fresh[0]}), fresh[1:]
				continue
			}
			steps = append(steps, step{kept: true, id: uint32(id), doc: d})
		}
		require.True(t, bytes.Equal(mustWrite(t, docsOf(steps)), writeOnto(t, base, steps)),
			"one of %d is new", every)
	}
}

func TestKeepRefuses(t *testing.T) {
	docs := []search.Doc{{Name: "Samba"}, {Name: "Choro"}}
	x := mustIndex(t, docs)
	w := search.NewWriter(nil)
	require.ErrorIs(t, w.CarryOver(0, search.Doc{}), search.ErrNotCarried, "no base")
	for _, ids := range [][]uint32{{2}, {1, 1}, {1, 0}} {
		w := search.NewWriter(nil)
		w.Base(x)
		var err error
		for _, id := range ids {
			err = w.CarryOver(id, search.Doc{})
		}
		require.ErrorIs(t, err, search.ErrNotCarried, "%v", ids)
		require.ErrorIs(t, w.Add(search.Doc{Name: "Frevo"}), search.ErrNotCarried,
			"a failed writer is of no use")
	}
}

// TestKeepFromARottenBase: for any wrong byte of the base, nothing panics, and bytes that go into
// answers unchanged are right, or there is an error.
func TestKeepFromARottenBase(t *testing.T) {
	c := generated.New(9)
	var steps []step
	for i := range 12 {
		steps = append(steps, step{kept: true, id: uint32(i), doc: c.Doc(i)})
	}
	steps = append(steps, step{doc: c.Doc(12)})
	good := mustWrite(t, docsOf(steps[:12]))
	for i := 0; i < len(good); i += 1 + len(good)/400 {
		rotten := slices.Clone(good)
		rotten[i] ^= 0x10
		x, err := search.Open(rotten)
		if err != nil {
			continue
		}
		w := search.NewWriter(nil)
		w.Base(x)
		for _, s := range steps {
			if s.kept {
				err = w.CarryOver(s.id, facets(s.doc))
			} else {
				err = w.Add(s.doc)
			}
			require.NoError(t, err)
		}
		var b bytes.Buffer
		if _, err := w.WriteTo(&b); err != nil {
			require.ErrorIs(t, err, search.ErrCorrupt)
			continue
		}
		made, err := search.Open(b.Bytes())
		require.NoError(t, err)
		for id, s := range steps {
			text, err := made.JSON(uint32(id))
			require.NoError(t, err)
			require.Equal(t, string(s.doc.JSON), string(text), "byte %d", i)
		}
	}
}
