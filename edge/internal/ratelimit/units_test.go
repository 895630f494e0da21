package ratelimit_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"cartaz/edge/internal/ratelimit"
)

// Whatever is served, n units are worth n requests, and all of them are charged
// or none.
func TestUnits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rate := rapid.IntRange(8, 2000).Draw(t, "rate")
		rates := ratelimit.Rates{Address: rate}
		whole := ratelimit.New(rates, ratelimit.Large)
		single := ratelimit.New(rates, ratelimit.Large)
		now := start
		for range 100 {
			n := rapid.IntRange(1, 8).Draw(t, "units")
			now = now.Add(time.Duration(rapid.Int64Range(0, 1e9).Draw(t, "step")))
			d := whole.Address(v4, n, now)
			if !d.OK {
				left := 0
				if one := single.Address(v4, 0, now); one.OK {
					left = one.Remaining + 1
				}
				require.Equal(t, left, d.Remaining, "a refusal says what is left")
				require.Less(t, left, n)
				continue
			}
			var last ratelimit.Decision
			for range n {
				last = single.Address(v4, 1, now)
				require.True(t, last.OK)
			}
			require.Equal(t, last, d)
		}
	})
}

// A request that counts for more than a quota takes all of it: otherwise it could never be served,
// and no wait would be long enough.
func TestMoreUnitsThanAQuota(t *testing.T) {
	l := ratelimit.New(ratelimit.Rates{Address: 5, Credential: 6}, ratelimit.Large)
	require.True(t, l.Address(v4, 8, start).OK)
	require.False(t, l.Address(v4, 1, start).OK)
	d := l.Address(v4, 8, start)
	require.Equal(t, ratelimit.Window, d.RetryAfter)
	require.True(t, l.Address(v4, 8, start.Add(d.RetryAfter)).OK)
}

// Asking charges nothing, and returns the decision that a unit would get.
func TestAsking(t *testing.T) {
	l := ratelimit.New(ratelimit.Rates{Address: 3, Credential: 3}, ratelimit.Large)
	home := ratelimit.Network(v4)
	for range 10 {
		require.True(t, l.Address(v4, 0, start).OK)
		require.True(t, l.Credential(id(1), home, v4, 0, start).OK)
	}
	for range 3 {
		require.True(t, l.Credential(id(1), home, v4, 1, start).OK)
	}
	asked := l.Credential(id(1), home, v4, 0, start)
	require.False(t, asked.OK)
	require.Equal(t, l.Credential(id(1), home, v4, 1, start), asked)
}
