package music_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/search/text"
	"cartaz/builder/search/text/music"
)

func TestKeys(t *testing.T) {
	for _, key := range [][2]string{{"a", "minor"}, {"e", "flat"}, {"f", "sharp"}} {
		require.True(t, music.IsKey([]byte(key[0]), []byte(key[1])), key)
	}
	for _, none := range [][2]string{{"a", "concert"}, {"h", "minor"}, {"as", "major"}} {
		require.False(t, music.IsKey([]byte(none[0]), []byte(none[1])), none)
	}
}

// An ordinal before a work is its number, in the languages of an index.
func TestNumbers(t *testing.T) {
	rules := text.DefaultLanguages.Rules()
	for word, number := range map[string]string{
		"third": "3", "nona": "9", "8th": "8", "5a": "5", "5": "", "2026th": "", "thirds": "",
	} {
		require.Equal(t, number, string(text.NumberOf(rules, []byte(word))), word)
	}
	require.Empty(t, text.NumberOf(text.German.Rules(), []byte("third")))
	require.True(t, music.IsWork([]byte("symphony")))
	require.False(t, music.IsWork([]byte("edition")))
}
