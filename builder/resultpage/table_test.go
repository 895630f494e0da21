package resultpage_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/resultpage"
)

// TestTable: each path of a table is found with its value, and no other path is found.
func TestTable(t *testing.T) {
	var titles []resultpage.Row
	for i := range 100 {
		titles = append(titles, resultpage.Row{Path: fmt.Sprintf("/cidades/c-%d", i*7%100),
			Value: strings.Repeat("Título ", i%5) + fmt.Sprint(i)})
	}
	titles = append(titles, resultpage.Row{Path: "/locais/x", Value: "a\tb\nc"})
	for n := range len(titles) + 1 {
		some := append([]resultpage.Row(nil), titles[len(titles)-n:]...)
		table := resultpage.AppendTable(nil, some)
		require.Equal(t, n, strings.Count(string(table), "\n"))
		for _, want := range titles[len(titles)-n:] {
			got, ok := resultpage.FindInTable(table, want.Path)
			require.True(t, ok, want.Path)
			require.Equal(t, strings.NewReplacer("\t", " ", "\n", " ").Replace(want.Value), got)
		}
		for _, path := range []string{"", "/", "/cidades/c-", "/cidades/c-100", "/zzz"} {
			_, ok := resultpage.FindInTable(table, path)
			require.False(t, ok, path)
		}
	}
}
