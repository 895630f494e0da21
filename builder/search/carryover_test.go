package search_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"cartaz/builder/search"
	"cartaz/builder/search/internal/generated"
)

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
