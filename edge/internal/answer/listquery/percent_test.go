package listquery

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/rowstest"
	"cartaz/builder/text"
)

func TestUnescapePath(t *testing.T) {
	for _, tc := range rowstest.Read[[]struct {
		Path, Want string
		Ok         bool
	}](t, "testdata/unescape-path.yaml") {
		t.Run(tc.Path, func(t *testing.T) {
			got, ok := UnescapePath(tc.Path)
			require.Equal(t, tc.Ok, ok)
			require.Equal(t, tc.Want, got)
		})
	}
}

func FuzzUnescape(f *testing.F) {
	for _, s := range []string{"/a%2F", "%", "/%61%20b", "/a\x00"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if path, ok := UnescapePath(s); ok && len(path) > len(s) {
			t.Fatalf("%q grew to %q", s, path)
		}
		require.Equal(t, s, Unescape(text.QueryValue(s)))
	})
}
