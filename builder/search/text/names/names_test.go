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

// In each language a title is a member of one group, as long ones are, or of one word that is no
// common one.
func TestTitles(t *testing.T) {
	for _, code := range text.LanguageCodes() {
		rules, groupOf := text.LanguageOf(code).Rules(), map[string]int{}
		for i, group := range names.Titles() {
			require.Greater(t, len(group), 1, group)
			for _, title := range group {
				member, err := rules.Synonym(title)
				if err != nil {
					require.ErrorContains(t, err, "words", title)
					continue
				}
				if !strings.Contains(member, " ") {
					require.GreaterOrEqual(t, utf8.RuneCountInString(member), 7, title)
				}
				other, ok := groupOf[member]
				require.False(t, ok && other != i, "%s: %s", code, title)
				groupOf[member] = i
			}
		}
		require.Greater(t, len(groupOf), 600)
	}
}
