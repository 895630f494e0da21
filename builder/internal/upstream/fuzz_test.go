package upstream_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/upstream"
)

// FuzzNextPage: whatever a backend calls its next page, the address stays on
// the host, on https, and keeps the key of the brand's query.
func FuzzNextPage(f *testing.F) {
	for _, seed := range []string{"?page=2", "/api/list?page=2", "http://backend.example/x",
		"//evil.example/", "https://u:p@backend.example/", "file:///etc/passwd", "javascript:1",
		"\x00", "?key=other", "#x", "https://backend.example:443/y", "https://BACKEND.example/z",
		"?a;b"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, link string) {
		u, err := upstream.NextPage("https://backend.example/api/list?key=k", link)
		if err != nil {
			require.ErrorIs(t, err, upstream.ErrMalformed)
			return
		}
		require.Equal(t, "https", u.Scheme)
		require.True(t, strings.EqualFold(u.Hostname(), "backend.example"), u.Host)
		require.Contains(t, []string{"", "443"}, u.Port())
		require.Nil(t, u.User)
		require.Empty(t, u.Fragment)
		require.True(t, u.Query().Has("key"))
		require.True(t, u.Query().Has("limit"))
		_, err = http.NewRequest(http.MethodGet, u.String(), nil)
		require.NoError(t, err)
	})
}

// FuzzDetailAddress: whatever an item says, the address stays on the host and
// below the fixed part of the template.
func FuzzDetailAddress(f *testing.F) {
	for _, seed := range []string{"7", "..", "a/../..", "//evil", "http://evil/", "%2e%2e", "\x00",
		"é\n", "?x#y", "\\..\\", "a;b", ".", "user@host"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, value string) {
		for _, tpl := range []string{"/e/{id}/x", "./{id}", "https://backend.example/d?k={id}"} {
			u, err := upstream.DetailAddress("https://backend.example/api/list?x=1", tpl,
				map[string]any{"id": strings.ToValidUTF8(value, "?")})
			if err != nil || u == nil {
				continue
			}
			require.Equal(t, "https", u.Scheme)
			require.Equal(t, "backend.example", u.Host)
			require.Nil(t, u.User)
			require.Empty(t, u.Fragment)
			prefix := map[byte]string{'/': "/e/", '.': "/api/", 'h': "/d"}[tpl[0]]
			require.True(t, strings.HasPrefix(u.EscapedPath(), prefix), u.String())
			require.NotContains(t, u.EscapedPath()+"/", "/../")
			_, err = http.NewRequest(http.MethodGet, u.String(), nil)
			require.NoError(t, err)
		}
	})
}
