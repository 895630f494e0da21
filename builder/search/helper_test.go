package search_test

import (
	"bytes"

	"github.com/stretchr/testify/require"

	"cartaz/builder/search"
	"cartaz/builder/search/text"
)

// mustWrite returns the bytes of an index, with synonyms beside those that every index has.
func mustWrite(t require.TestingT, docs []search.Doc, synonyms ...[]string) []byte {
	return mustWriteIn(t, text.DefaultLanguages, docs, synonyms...)
}

// mustWriteIn is mustWrite for other languages.
func mustWriteIn(t require.TestingT, languages text.Languages, docs []search.Doc,
	synonyms ...[]string) []byte {
	w := search.NewWriter(nil)
	require.NoError(t, w.Languages(languages))
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
	return mustIndexIn(t, text.DefaultLanguages, docs, synonyms...)
}

// mustIndexIn is mustIndex for other languages.
func mustIndexIn(t require.TestingT, languages text.Languages, docs []search.Doc,
	synonyms ...[]string) *search.Index {
	x, err := search.Open(mustWriteIn(t, languages, docs, synonyms...))
	require.NoError(t, err)
	require.Equal(t, len(docs), x.Len())
	return x
}
