package wordmap_test

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/search/text/wordmap"
)

func TestMap(t *testing.T) {
	var none wordmap.Map[int]
	require.False(t, none.Has([]byte("jazz")))
	for _, n := range []int{1, 3, 64, 1000, 5000} {
		values := map[string]int{"": -1}
		for i := range n {
			values["word"+strconv.Itoa(i*7)] = i
		}
		m := wordmap.Of(values)
		for word, want := range values {
			got, ok := m.Get([]byte(word))
			require.True(t, ok, word)
			require.Equal(t, want, got, word)
		}
		for i := range n {
			word := "word" + strconv.Itoa(i*7+1)
			got, ok := m.Get([]byte(word))
			require.False(t, ok, word)
			require.Zero(t, got)
		}
	}
}

func BenchmarkGet(b *testing.B) {
	values := map[string]int{}
	for i := range 500 {
		values["word"+strconv.Itoa(i)] = i
	}
	m, absent := wordmap.Of(values), []byte("Croquoflulhas")
	b.Run("absent", func(b *testing.B) {
		for b.Loop() {
			m.Has(absent)
		}
	})
	b.Run("absent, plain map", func(b *testing.B) {
		for b.Loop() {
			_ = values[string(absent)]
		}
	})
}
