package upstream_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

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

// FuzzRetryAfter: no text makes a wait negative or endless.
func FuzzRetryAfter(f *testing.F) {
	for _, seed := range []string{"7", "-1", "99999999999999999999",
		"Sat, 23 May 2026 12:00:09 GMT", "soon", " 5 ", "1e9", "Sat, 31 Dec 9999 23:59:59 GMT"} {
		f.Add(seed)
	}
	now := time.Date(2026, 5, 23, 12, 0, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, text string) {
		wait := upstream.RetryAfter(text, now)
		require.GreaterOrEqual(t, wait, time.Duration(0))
	})
}
