package ratelimit_test

import (
	"encoding/binary"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"cartaz/builder/rowstest"
	"cartaz/edge/internal/ratelimit"
)

var (
	start    = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	defaults = ratelimit.Rates{Address: 600, Credential: 1200, Identity: 30}
	v4       = netip.MustParseAddr("203.0.113.9")
	v6       = netip.MustParseAddr("2001:db8:1:2::9")
)

// id is the n-th credential.
func id(n int) (id [16]byte) {
	binary.BigEndian.PutUint64(id[:], uint64(n))
	return id
}

// host is the n-th /64 of one /48.
func host(n int) netip.Addr {
	a := netip.MustParseAddr("2001:db8:1::1").As16()
	binary.BigEndian.PutUint16(a[6:], uint16(n))
	return netip.AddrFrom16(a)
}

// in is the n-th address of a /8.
func in(first byte, n int) netip.Addr {
	return netip.AddrFrom4([4]byte{first, byte(n >> 16), byte(n >> 8), byte(n)})
}

// served counts how many of tries spread evenly over a time were served.
func served(tries int, over time.Duration,
	ask func(n int, now time.Time) ratelimit.Decision) (ok int) {
	for n := range tries {
		if ask(n, start.Add(over*time.Duration(n)/time.Duration(tries))).OK {
			ok++
		}
	}
	return ok
}

func TestAddressCounts(t *testing.T) {
	for _, addr := range []netip.Addr{v4, v6, {}} {
		t.Run(addr.String(), func(t *testing.T) {
			l := ratelimit.New(defaults, ratelimit.Large)
			for n := range 600 {
				d := l.Address(addr, 1, start)
				require.True(t, d.OK, "request %d", n)
				require.Equal(t, 599-n, d.Remaining)
				require.Equal(t, time.Second, d.Reset)
				require.Zero(t, d.RetryAfter)
			}
			d := l.Address(addr, 1, start)
			require.Equal(t, ratelimit.Decision{Policy: "address", Limit: 600, Reset: time.Second,
				RetryAfter: time.Second}, d)
			require.False(t, l.Address(addr, 1, start.Add(99*time.Millisecond)).OK)
			require.True(t, l.Address(addr, 1, start.Add(100*time.Millisecond)).OK,
				"one part of the window later")
			require.False(t, l.Address(addr, 1, start.Add(100*time.Millisecond)).OK)
			require.True(t, l.Address(addr, 1, start.Add(10*time.Minute)).OK)
			require.Equal(t, 598, l.Address(addr, 1, start.Add(10*time.Minute)).Remaining,
				"whole again, not more than whole")
		})
	}
}

// Ten minutes of twenty times the rate: the burst and then exactly the rate.
func TestSteadyRate(t *testing.T) {
	l := ratelimit.New(defaults, ratelimit.Large)
	got := served(120000, 10*time.Minute, func(_ int,
		now time.Time) ratelimit.Decision {
		return l.Address(v4, 1, now)
	})
	require.Equal(t, 600+5999, got)
}

// A refused request must not push the next one further away.
func TestRefusalsCostNothing(t *testing.T) {
	l := ratelimit.New(ratelimit.Rates{Address: 6}, ratelimit.Large)
	for range 6 {
		require.True(t, l.Address(v4, 1, start).OK)
	}
	for n := range 100 {
		d := l.Address(v4, 1, start.Add(time.Duration(n)*50*time.Millisecond))
		require.False(t, d.OK)
		require.Equal(t, ceil(10*time.Second-time.Duration(n)*50*time.Millisecond), d.RetryAfter)
	}
	require.True(t, l.Address(v4, 1, start.Add(10*time.Second)).OK)
}

func ceil(d time.Duration) time.Duration { return (d + time.Second - 1).Truncate(time.Second) }

// Waiting as long as a refusal says is always enough.
func TestRetryAfterIsEnough(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := ratelimit.New(ratelimit.Rates{Address: rapid.IntRange(1, 5000).Draw(t, "rate"),
			Credential: rapid.IntRange(0, 5000).Draw(t, "credential")}, ratelimit.Large)
		now := start
		for range 200 {
			n := rapid.IntRange(1, 20).Draw(t, "units")
			d := l.Address(v6, n, now)
			if !d.OK {
				require.Positive(t, d.RetryAfter)
				require.LessOrEqual(t, d.RetryAfter, ratelimit.Window)
				require.LessOrEqual(t, d.Reset, d.RetryAfter)
				if n == 1 {
					require.Equal(t, d.RetryAfter, d.Reset)
				}
				now = now.Add(d.RetryAfter)
				require.True(t, l.Address(v6, n, now).OK)
			}
			now = now.Add(time.Duration(rapid.Int64Range(0, 2e8).Draw(t, "step")))
		}
	})
}

func TestPolicies(t *testing.T) {
	l := ratelimit.New(defaults, ratelimit.Large)
	require.Equal(t, "address", l.Address(v4, 1, start).Policy)
	require.Equal(t, "credential", l.Credential(id(1), ratelimit.Network(v6), v6, 1, start).Policy)
	d := l.Identity(v4, start)
	require.Equal(t, ratelimit.Decision{OK: true, Policy: "identity", Limit: 30, Remaining: 29,
		Reset: 2 * time.Second}, d)

	// The cell that is nearest to its end speaks.
	other := netip.MustParseAddr("198.51.100.1")
	block := ratelimit.Network(other)
	for range 700 {
		require.True(t, l.Credential(id(2), block, other, 1, start).OK)
	}
	d = l.Credential(id(3), block, other, 1, start)
	require.Equal(t, "network", d.Policy)
	require.Equal(t, 1200, d.Limit)
	require.Equal(t, 499, d.Remaining)
}

func TestIdentityCounts(t *testing.T) {
	l := ratelimit.New(defaults, ratelimit.Large)
	for range 30 {
		require.True(t, l.Identity(v4, start).OK)
	}
	d := l.Identity(v4, start)
	require.False(t, d.OK)
	require.Equal(t, 2*time.Second, d.RetryAfter)
	require.True(t, l.Address(v4, 1, start).OK, "requests have their own quota")
	require.Equal(t, 120, served(65536, time.Millisecond,
		func(n int, now time.Time) ratelimit.Decision { return l.Identity(host(n), now) }),
		"a /48 mints four shares")
}

func TestOff(t *testing.T) {
	many := func(rates ratelimit.Rates, ask func(l *ratelimit.Limiter,
		n int) ratelimit.Decision) int {
		l := ratelimit.New(rates, ratelimit.Large)
		return served(10000, 0, func(n int, _ time.Time) ratelimit.Decision { return ask(l, n) })
	}
	address := func(l *ratelimit.Limiter, _ int) ratelimit.Decision {
		return l.Address(v4, 1,
			start)
	}
	one := func(l *ratelimit.Limiter, _ int) ratelimit.Decision {
		return l.Credential(id(1), ratelimit.Network(v4), v4, 1, start)
	}
	each := func(l *ratelimit.Limiter, n int) ratelimit.Decision {
		return l.Credential(id(n), ratelimit.Network(v4), v4, 1, start)
	}
	identity := func(l *ratelimit.Limiter, _ int) ratelimit.Decision {
		return l.Identity(v6,
			start)
	}

	require.Equal(t, 10000, many(ratelimit.Rates{}, address), "all off")
	require.Equal(t, 10000, many(ratelimit.Rates{Address: -1, Credential: 10}, address),
		"addresses off")
	require.Equal(t, 10, many(ratelimit.Rates{Credential: 10}, one),
		"addresses off, credentials on")
	require.Equal(t, 10000, many(ratelimit.Rates{Credential: 10}, each),
		"without addresses there is no ceiling of a network")
	require.Equal(t, 600, many(ratelimit.Rates{Address: 600}, one),
		"credentials off: the ceiling is that of the address")
	require.Equal(t, 600, many(ratelimit.Rates{Address: 600}, each))
	require.Equal(t, 10000, many(ratelimit.Rates{Address: 600}, identity), "identities off")
	require.Equal(t, ratelimit.Decision{OK: true},
		ratelimit.New(ratelimit.Rates{}, ratelimit.Large).Address(v4, 1, start))
	require.Equal(t, 10000, many(ratelimit.Rates{Address: 1 << 62, Credential: 1 << 62}, one),
		"absurd rates do not overflow")
}

// fairShare is what one honest client gets over the same time: the credential
// rate, with its burst.
func fairShare(over time.Duration) int { return 1200 + int(1200*over/ratelimit.Window) }

// 65,536 networks of one /48 get the four shares of a /48 and no more.
func TestWideNetwork(t *testing.T) {
	l := ratelimit.New(defaults, ratelimit.Large)
	got := served(65536*2, time.Minute, func(n int,
		now time.Time) ratelimit.Decision {
		return l.Address(host(n), 1, now)
	})
	require.InEpsilon(t, 2400+2400, got, 0.05)
}

// A hundred thousand credentials of one address are worth one credential, also when the
// address sends requests without a credential in between.
func TestManyCredentials(t *testing.T) {
	for _, addr := range []netip.Addr{v4, v6} {
		t.Run(addr.String(), func(t *testing.T) {
			l := ratelimit.New(defaults, ratelimit.Large)
			got := served(100_000, time.Minute, func(n int, now time.Time) ratelimit.Decision {
				if n%10 == 0 {
					return l.Address(addr, 1, now)
				}
				return l.Credential(id(n), ratelimit.Network(addr), addr, 1, now)
			})
			require.InEpsilon(t, fairShare(time.Minute), got, 0.05)
		})
	}
}

// A flood of addresses fills the smallest table many times over. What is spent
// must stay spent: only cells that are hardly used may be forgotten.
func TestFullTable(t *testing.T) {
	l := ratelimit.New(defaults, ratelimit.Small)
	for range 600 {
		require.True(t, l.Address(v4, 1, start).OK)
	}
	for n := range 200_000 {
		require.True(t, l.Address(in(10, n), 1, start).OK, "a full table serves newcomers")
		if n%1000 == 0 {
			require.False(t, l.Address(v4, 1, start).OK, "after %d others", n)
		}
	}
}

func TestClockSteps(t *testing.T) {
	spend := func(l *ratelimit.Limiter, now time.Time) {
		for l.Address(v4, 1, now).OK {
		}
	}
	t.Run("back", func(t *testing.T) {
		l := ratelimit.New(defaults, ratelimit.Large)
		spend(l, start)
		back := start.AddDate(-10, 0, 0)
		d := l.Address(v4, 1, back)
		require.False(t, d.OK)
		require.Equal(t, time.Second, d.RetryAfter,
			"locked as if it had just been spent, not for ten years")
	})
	t.Run("back with a full table", func(t *testing.T) {
		l := ratelimit.New(defaults, ratelimit.Small)
		for n := range 50_000 {
			l.Address(host(n), 1, start)
			l.Credential(id(n), ratelimit.Network(in(10, n)), in(10, n), 1, start)
		}
		back := start.AddDate(-10, 0, 0)
		spend(l, back)
		for n := range 50_000 {
			l.Credential(id(n), ratelimit.Network(in(11, n)), in(11, n), 1, back)
		}
		require.False(t, l.Address(v4, 1, back).OK,
			"cells of the new time outlive those of the old one")
	})
	t.Run("on", func(t *testing.T) {
		l := ratelimit.New(defaults, ratelimit.Large)
		spend(l, start)
		on := start.AddDate(10, 0, 0)
		for range 600 {
			require.True(t, l.Address(v4, 1, on).OK)
		}
		require.False(t, l.Address(v4, 1, on).OK, "free for one quota, not more")
	})
}

// Many goroutines at one instant get exactly the quota together.
func TestRace(t *testing.T) {
	l := ratelimit.New(defaults, ratelimit.Small)
	var ok, minted atomic.Int64
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			for n := range 2000 {
				if l.Address(v6, 1, start).OK {
					ok.Add(1)
				}
				if l.Identity(v6, start).OK {
					minted.Add(1)
				}
				l.Address(host(g*2000+n+3), 1, start)
				l.Credential(id(n), ratelimit.Network(host(n)), host(n), 1, start)
			}
		})
	}
	wg.Wait()
	require.LessOrEqual(t, ok.Load(), int64(600))
	require.Equal(t, int64(30), minted.Load())
}

func TestNetwork(t *testing.T) {
	for in, want := range map[string]string{
		"203.0.113.9":          "203.0.113.9/32",
		"::ffff:203.0.113.9":   "203.0.113.9/32",
		"2001:db8:1:2:3:4:5:6": "2001:db8:1:2::/64",
		"fe80::1%eth0":         "fe80::/64",
	} {
		require.Equal(t, want, ratelimit.Network(netip.MustParseAddr(in)).String())
	}
	require.False(t, ratelimit.Network(netip.Addr{}).IsValid())
}

func TestAllocatesNothing(t *testing.T) {
	l := ratelimit.New(defaults, ratelimit.Large)
	block := ratelimit.Network(v6)
	require.Zero(t, testing.AllocsPerRun(100, func() {
		l.Address(v6, 1, start)
		l.Credential(id(1), block, v6, 1, start)
		l.Identity(v6, start)
	}))
}

func mustPrefixes(list ...string) (out []netip.Prefix) {
	for _, p := range list {
		out = append(out, netip.MustParsePrefix(p))
	}
	return out
}

func TestClientAddr(t *testing.T) {
	trusted := mustPrefixes("10.0.0.0/8", "fd00::/8", "192.0.2.1/32")
	type row struct {
		Name, Remote string
		Forwarded    []string
		Want         string
	}
	tests := append(rowstest.Read[[]row](t, "testdata/client-addr.yaml"),
		row{"header of commas", "10.0.0.1", []string{strings.Repeat(",", 8000)}, "10.0.0.1"},
		row{"huge entry", "10.0.0.1", []string{strings.Repeat("1", 8000)}, "10.0.0.1"})
	for _, tt := range tests {
		t.Run(tt.Name, func(t *testing.T) {
			got := ratelimit.ClientAddr(netip.MustParseAddr(tt.Remote), tt.Forwarded, trusted)
			require.Equal(t, tt.Want, got.String())
		})
	}
	require.False(t, ratelimit.ClientAddr(netip.Addr{}, []string{"1.2.3.4"}, trusted).IsValid())
	require.Equal(t, v4, ratelimit.ClientAddr(v4, []string{"1.2.3.4"}, nil),
		"no proxies: nothing is read")
}

// A client is charged under the address that our proxy saw, whatever it writes to the left.
func FuzzClientAddr(f *testing.F) {
	for _, s := range []string{"", "1.2.3.4", "10.0.0.9, 10.0.0.8", "[::1]:80,", "unknown", ",,",
		"::ffff:10.0.0.1", "fe80::1%10.0.0.1"} {
		f.Add(s)
	}
	trusted := mustPrefixes("10.0.0.0/8")
	proxy := netip.MustParseAddr("10.0.0.1")
	f.Fuzz(func(t *testing.T, lie string) {
		if got := ratelimit.ClientAddr(proxy, []string{lie + ", 203.0.113.9"}, trusted); got != v4 {
			t.Fatalf("%q: %s", lie, got)
		}
		if got := ratelimit.ClientAddr(proxy, []string{lie, "203.0.113.9"}, trusted); got != v4 {
			t.Fatalf("%q: %s", lie, got)
		}
		if got := ratelimit.ClientAddr(proxy, []string{lie}, trusted); !got.IsValid() ||
			got.Zone() != "" || got.Is4In6() {
			t.Fatalf("%q: %s", lie, got)
		}
		if got := ratelimit.ClientAddr(v4, []string{lie}, trusted); got != v4 {
			t.Fatalf("%q was read without a proxy: %s", lie, got)
		}
	})
}

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
