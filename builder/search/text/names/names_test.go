package names_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"cartaz/builder/search/text"
	"cartaz/builder/search/text/names"
)

// A spelling belongs to one name and is folded; a name has two or more.
func TestSpellings(t *testing.T) {
	for least, rows := range map[int][][]string{
		400: names.Spellings(), 150: names.Homophones(),
	} {
		seen := map[string]bool{}
		for _, row := range rows {
			require.Greater(t, len(row), 1, row)
			for _, spelling := range row {
				require.False(t, seen[spelling], spelling)
				require.Equal(t, text.Fold(spelling), spelling)
				seen[spelling] = true
			}
		}
		require.Greater(t, len(seen), least)
	}
}

func TestGiven(t *testing.T) {
	seen := map[string]bool{}
	for _, name := range names.Given() {
		require.False(t, seen[name], name)
		require.Equal(t, text.Fold(name), name)
		require.Greater(t, len(name), 2)
		require.True(t, names.IsGiven([]byte(name)))
		seen[name] = true
	}
	require.Greater(t, len(seen), 800)
	require.False(t, names.IsGiven([]byte("rose")))
}

// In any languages together a title is a member of one group, and no short word: what some
// languages skip may leave one word of it. It stands in its group once, and counts somewhere.
func TestTitles(t *testing.T) {
	require.Greater(t, len(names.Titles()), 600)
	counts := map[string]bool{}
	for languages := text.Languages(1); languages.Valid(); languages++ {
		rules, groupOf := languages.Rules(), map[string]int{}
		for i, group := range text.Titles(rules) {
			for _, title := range group {
				member, err := rules.Synonym(title)
				require.NoError(t, err, title)
				counts[title] = true
				if !strings.Contains(member, " ") {
					letters := utf8.RuneCountInString(member)
					require.GreaterOrEqual(t, letters, 7, "%s: %s", languages, title)
				}
				other, ok := groupOf[member]
				require.False(t, ok && other != i, "%s: %s", languages, title)
				groupOf[member] = i
			}
		}
	}
	for _, group := range names.Titles() {
		folded := map[string]bool{}
		for _, title := range group {
			require.True(t, counts[title], "too long or too short in every language: %s", title)
			member := string(text.AppendSearch(nil, title))
			require.False(t, folded[member], "twice in its group: %s", title)
			folded[member] = true
		}
		require.Greater(t, len(group), 1, group)
	}
}
