// Package rowstest reads the rows of a table of a test from a file below testdata.
package rowstest

import (
	"bytes"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

// Read returns the rows of a YAML file as a T, a slice or a map. The names of its keys are those of
// the fields of a row, in small letters.
func Read[T any](t testing.TB, file string) (rows T) {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	decoder.KnownFields(true)
	require.NoError(t, decoder.Decode(&rows), file)
	require.NotEmpty(t, rows, file)
	return rows
}
