package search_test

import (
	"bytes"
	"cmp"

	"github.com/stretchr/testify/require"

	"cartaz/builder/search"
	"cartaz/builder/search/lang"
)

// mustWrite returns the bytes of an index, with synonyms besides those that every index has.
func mustWrite(t require.TestingT, docs []search.Doc, synonyms ...[]string) []byte {
	return mustWriteIn(t, lang.Default, docs, synonyms...)
}

// mustWriteIn is mustWrite for other languages.
func mustWriteIn(t require.TestingT, languages lang.Set, docs []search.Doc,
	synonyms ...[]string) []byte {
	w := search.NewWriter(nil)
	w.Languages(languages)
	require.NoError(t, w.Synonyms(synonyms))
	for _, d := range docs {
		require.NoError(t, w.Add(d))
	}
	var b bytes.Buffer
	n, err := w.WriteTo(&b)
	require.NoError(t, err)
	require.EqualValues(t, b.Len(), n)
	return b.Bytes()
}

func mustIndex(t require.TestingT, docs []search.Doc, synonyms ...[]string) *search.Index {
	return mustIndexIn(t, lang.Default, docs, synonyms...)
}

// mustIndexIn is mustIndex for other languages.
func mustIndexIn(t require.TestingT, languages lang.Set, docs []search.Doc,
	synonyms ...[]string) *search.Index {
	x, err := search.Open(mustWriteIn(t, languages, docs, synonyms...))
	require.NoError(t, err)
	require.Equal(t, len(docs), x.Len())
	return x
}

// requireCoherent asks for an answer page after page: the pages make up the whole answer, each
// document is in it once, and the order is the one that the explanation gives reasons for.
func requireCoherent(t require.TestingT, x *search.Index, q search.Query, perPage int) {
	whole, total := x.Search(q, 0, x.Len()+1, nil)
	require.Len(t, whole, total, "total of %+v", q)
	var pages []uint32
	for offset := 0; offset < total; offset += perPage {
		page, n := x.Search(q, offset, perPage, nil)
		require.Equal(t, total, n, "total of %+v", q)
		pages = append(pages, page...)
	}
	require.Equal(t, whole, pages, "%+v", q)
	e := x.Explain(q, total)
	turns := 0 // from what begins on the days to what has begun before
	for i := 1; i < total; i++ {
		a, b := &e.Hits[i-1], &e.Hits[i]
		order := cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.Ties, a.Ties))
		if q.ByDate || order == 0 {
			order = cmp.Compare(a.ID, b.ID)
			if order > 0 && cmp.Or(q.From, q.Today) != 0 && (q.ByDate || a.Score == 0) {
				turns++
				continue
			}
		}
		require.Negative(t, order, "%d before %d in %+v", a.ID, b.ID, q)
	}
	require.LessOrEqual(t, turns, 1, "%+v", q)
}
