package listquery

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestUnescapePath(t *testing.T) {
	for _, tc := range []struct {
		path, want string
		ok         bool
	}{
		{"/eventos/a", "/eventos/a", true},
		{"/eventos/%61", "/eventos/a", true},
		{"/%2Ewell-known/x", "/.well-known/x", true},
		{"/eventos%2Fa", "/eventos%2Fa", true}, // an escaped slash is no slash
		{"/a%2e%2e%2fb", "/a..%2fb", true},
		{"/caf%C3%A9", "/caf%C3%A9", true},
		{"/a%", "", false},
		{"/a%4", "", false},
		{"/a%zz", "", false},
		{"/a\x00b", "", false},
		{"", "", false},
		{"*", "", false},
		{"eventos", "", false},
	} {
		t.Run(tc.path, func(t *testing.T) {
			got, ok := UnescapePath(tc.path)
			require.Equal(t, tc.ok, ok)
			require.Equal(t, tc.want, got)
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
		require.Equal(t, s, Unescape(string(appendEscaped(nil, s))))
	})
}
