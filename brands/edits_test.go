package brands_test

import (
	"encoding/json"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/rowstest"
)

// TestReadEdits: each row is an edits.yaml and what is made of it: the members of its last entry
// as JSON, or the fault, with the line.
func TestReadEdits(t *testing.T) {
	t.Parallel()
	for _, row := range rowstest.Read[[]struct{ Text, Made, Fault string }](t,
		"testdata/read-edits.yaml") {
		dir := installation(t, map[string]string{"palco/brand.yaml": least,
			"palco/edits.yaml": row.Text})
		b, err := brands.LoadOne(filepath.Join(dir, "palco"), env(nil))
		require.NoError(t, err)
		list, err := b.ReadEdits()
		switch {
		case row.Fault != "":
			require.ErrorContains(t, err, row.Fault, row.Text)
		case row.Made == "":
			require.NoError(t, err, row.Text)
			require.Empty(t, list, row.Text)
		default:
			require.NoError(t, err, row.Text)
			set, err := json.Marshal(list[len(list)-1].Set)
			require.NoError(t, err)
			require.JSONEq(t, row.Made, string(set), row.Text)
		}
	}
	dir := installation(t, map[string]string{"palco/brand.yaml": least, "palco/edits.yml": ""})
	b, err := brands.LoadOne(filepath.Join(dir, "palco"), env(nil))
	require.NoError(t, err)
	_, err = b.ReadEdits()
	require.ErrorContains(t, err, "edits.yml is not read: rename it to edits.yaml")
}
