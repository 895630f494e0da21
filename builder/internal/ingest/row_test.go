package ingest

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/page/csp"
)

// TestRowSize: a million rows are in memory through a whole build.
func TestRowSize(t *testing.T) {
	require.LessOrEqual(t, unsafe.Sizeof(Row{}), uintptr(128))
}

// TestOriginNumbers: addresses that differ behind their host share a number, and it is that of
// what [csp.Origin] says.
func TestOriginNumbers(t *testing.T) {
	n := newNumbers()
	for _, address := range []string{
		"", "https://img.example/a.jpg", "https://img.example/b.jpg?x=1", "https://img.example",
		"https://IMG.example/a", "http://img.example:8080/a",
		"https://img.example?a", "https://user@img.example/a", "ftp://img.example/a", "no address",
		"https://höst.example/a", "https://img.example#a/b",
	} {
		for range 2 {
			require.Equal(t, csp.Origin(address), n.texts.list[n.origin(address)], address)
		}
	}
	require.Equal(t, n.origin("https://img.example/a.jpg"),
		n.origin("https://img.example/b.jpg?x=1"))
}
