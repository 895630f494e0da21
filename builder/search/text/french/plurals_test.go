package french_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/search/text/french"
)

func TestRows(t *testing.T) {
	rows := french.Rows()
	require.Contains(t, rows, []string{"cheval", "chevaux"})
	require.Contains(t, rows, []string{"tribunal", "tribunaux"})
	require.Contains(t, rows, []string{"genou", "genoux"})
	require.Greater(t, len(rows), 100)
}
