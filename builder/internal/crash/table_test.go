package crash_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFaultTable compares .github/FAULTS.md with the code: no row is there twice, the first groups
// count theirs without a gap, and each test that a row names is there.
func TestFaultTable(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "..", ".github", "FAULTS.md"))
	require.NoError(t, err)
	named := regexp.MustCompile(`([a-z0-9/]+):((?:Test|Fuzz)\w+)`)
	rows, seen := map[byte]int{}, map[string]bool{}
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(line, "|")
		if len(cells) != 6 || !regexp.MustCompile(`^ [A-G]\d+ $`).MatchString(cells[1]) {
			continue
		}
		number := strings.TrimSpace(cells[1])
		require.False(t, seen[number], "%s is there twice", number)
		seen[number] = true
		rows[number[0]]++
		require.NotEmpty(t, named.FindString(cells[4]), "%s names no test", number)
		for _, test := range named.FindAllStringSubmatch(line, -1) {
			require.True(t, declared(t, filepath.Join("..", "..", "..", test[1]), test[2]),
				"%s: there is no %s", number, test[0])
		}
	}
	for group, n := range map[byte]int{'A': 29, 'B': 24, 'C': 23, 'D': 21, 'E': 15, 'F': 11} {
		require.Equal(t, n, rows[group], "rows of group %c", group)
	}
}

// declared says whether a folder has a test of that name.
func declared(t testing.TB, folder, test string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
	require.NoError(t, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		if strings.Contains(string(text), "func "+test+"(") {
			return true
		}
	}
	return false
}
