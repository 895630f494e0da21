package fetch

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// FuzzRetryAfter: no text makes a wait negative or endless.
func FuzzRetryAfter(f *testing.F) {
	for _, seed := range []string{"7", "-1", "99999999999999999999",
		"Sat, 23 May 2026 12:00:09 GMT", "soon", " 5 ", "1e9", "Sat, 31 Dec 9999 23:59:59 GMT"} {
		f.Add(seed)
	}
	now := time.Date(2026, 5, 23, 12, 0, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, text string) {
		wait := retryAfter(text, now)
		require.GreaterOrEqual(t, wait, time.Duration(0))
	})
}
