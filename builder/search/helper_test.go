package search_test

import (
	"bytes"

	"github.com/stretchr/testify/require"

	"cartaz/builder/search"
)

// mustWrite returns the bytes of an index, with synonyms beside those that every index has.
func mustWrite(t require.TestingT, docs []search.Doc, synonyms ...[]string) []byte {
	w := search.NewWriter(nil)
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
	x, err := search.Open(mustWrite(t, docs, synonyms...))
	require.NoError(t, err)
	require.Equal(t, len(docs), x.Len())
	return x
}
