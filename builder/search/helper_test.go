package search_test

import (
	"bytes"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/search"
	"cartaz/builder/search/internal/naive"
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

// requireSame compares an answer with the naive one, page after page.
func requireSame(t require.TestingT, x *search.Index, n *naive.Naive, q search.Query, perPage int) {
	want := n.Search(q)
	var got []uint32
	for offset := 0; ; offset += perPage {
		page, total := x.Search(q, offset, perPage, nil)
		require.Equal(t, len(want), total, "total of %+v", q)
		require.Len(t, page, max(0, min(perPage, len(want)-offset)), "page at %d of %+v", offset, q)
		if len(page) == 0 {
			break
		}
		got = append(got, page...)
	}
	require.Equal(t, want, got, "%+v", q)
}

// dated are days that documents of words take place on, 0 for none.
var dated = func() []search.Day {
	days := []search.Day{0}
	for _, d := range [...][3]int{{2025, 12, 31}, {2026, 12, 29}, {2026, 1, 31}, {2026, 5, 31},
		{2024, 2, 29}, {2026, 3, 1}, {2025, 7, 31}, {1899, 12, 31}, {2100, 1, 31}} {
		days = append(days, search.DayOf(time.Date(d[0], time.Month(d[1]), d[2], 0, 0, 0, 0,
			time.UTC)))
	}
	return days
}()
