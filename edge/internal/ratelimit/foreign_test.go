package ratelimit_test

import (
	"net/netip"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"cartaz/edge/internal/ratelimit"
)

// One credential used from a thousand strange places is one credential, and each
// of the places stays within what it may do anyway.
func TestSharedCredential(t *testing.T) {
	l := ratelimit.New(defaults, ratelimit.Large)
	home := ratelimit.Network(v4)
	got := served(100_000, time.Minute, func(n int, now time.Time) ratelimit.Decision {
		return l.Credential(id(7), home, in(10, n%1000), 1, now)
	})
	require.InEpsilon(t, fairShare(time.Minute), got, 0.05)
	for range 600 {
		require.True(t, l.Address(v4, 1, start.Add(time.Minute)).OK, "who minted it does not pay")
	}
	require.True(t, l.Credential(id(7), home, v4, 1, start.Add(time.Minute)).OK,
		"and may use it still")
}

// A hundred thousand credentials of as many networks are worth no more in one place than
// credentials that were minted there.
func TestForeignCredentialsOfOneAddress(t *testing.T) {
	for _, addr := range []netip.Addr{v4, v6} {
		t.Run(addr.String(), func(t *testing.T) {
			l := ratelimit.New(defaults, ratelimit.Large)
			got := served(100_000, time.Minute, func(n int, now time.Time) ratelimit.Decision {
				switch n % 10 {
				case 0:
					return l.Address(addr, 1, now)
				case 1:
					return l.Credential(id(n), ratelimit.Network(addr), addr, 1, now)
				}
				return l.Credential(id(n), ratelimit.Network(in(10, n)), addr, 1, now)
			})
			require.InEpsilon(t, fairShare(time.Minute), got, 0.05)
		})
	}
	l := ratelimit.New(defaults, ratelimit.Large)
	got := served(50_000, time.Minute, func(n int, now time.Time) ratelimit.Decision {
		return l.Credential(id(n), ratelimit.Network(in(10, n)), host(n), 1, now)
	})
	require.InEpsilon(t, 2400+2400, got, 0.05, "a /48 has its four shares and no more")
}

// Nothing that strangers do with the credentials of a network changes any answer
// to that network.
func TestHomeNeverPays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rates := ratelimit.Rates{
			Address:    rapid.IntRange(0, 20).Draw(t, "address"),
			Credential: rapid.IntRange(0, 40).Draw(t, "credential"),
		}
		quiet, busy := ratelimit.New(rates, ratelimit.Large), ratelimit.New(rates, ratelimit.Large)
		at := rapid.SampledFrom([]netip.Addr{v4, v6}).Draw(t, "home")
		home := ratelimit.Network(at)
		now := start
		for range 200 {
			now = now.Add(time.Duration(rapid.Int64Range(0, 1e9).Draw(t, "step")))
			n, which := rapid.IntRange(0, 8).Draw(t,
				"units"), id(rapid.IntRange(1, 3).Draw(t, "credential id"))
			switch rapid.IntRange(0, 4).Draw(t, "who") {
			case 0:
				require.Equal(t, quiet.Address(at, n, now), busy.Address(at, n, now))
			case 1:
				require.Equal(t, quiet.Credential(which, home, at, n, now),
					busy.Credential(which, home, at, n, now))
			default:
				busy.Credential(which, home, in(10, rapid.IntRange(0, 50).Draw(t, "stranger")), n,
					now)
			}
		}
	})
}
