package credential_test

import (
	"encoding/base64"
	"fmt"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"cartaz/builder/rowstest"
	"cartaz/edge/internal/credential"
)

const (
	oldKey = "2026-a:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
	newKey = "2026-b:ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8="
)

var (
	now     = time.Date(2026, 11, 20, 15, 42, 10, 0, time.UTC)
	network = netip.MustParsePrefix("203.0.113.9/32")
	entropy = [16]byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}
)

func mustKeys(t testing.TB, lines ...string) *credential.Keys {
	t.Helper()
	keys, err := credential.ParseKeys(strings.Join(lines, "\n"))
	require.NoError(t, err)
	return keys
}

func TestRoundTrip(t *testing.T) {
	keys := mustKeys(t, oldKey)
	text := keys.Mint("palco", network, now, entropy)
	require.Len(t, text, credential.Size)
	require.Regexp(t, `^ctz1\.[A-Za-z0-9_-]{68}$`, text)

	got, ok := keys.Verify("palco", text, now)
	require.True(t, ok)
	require.Equal(t, credential.Identity{
		ID:       credential.ID(entropy),
		Network:  network,
		IssuedAt: time.Date(2026, 11, 20, 15, 0, 0, 0, time.UTC),
	}, got)
	require.Equal(t, "0102030405060708090a0b0c0d0e0f10", got.ID.String())
}

// The text is a format: edges of two versions behind one front share it.
func TestGolden(t *testing.T) {
	const want = "ctz1.hQ7PFQAHm-cBAgMEBQYHCAkKCwwNDg8QNpJRELfA74cnQe6-adJ_eZl3ostamHSjZerT"
	require.Equal(t, want, mustKeys(t, oldKey).Mint("palco", network, now, entropy))
}

func TestNetworks(t *testing.T) {
	keys := mustKeys(t, oldKey)
	for in, want := range rowstest.Read[map[string]string](t, "testdata/networks.yaml") {
		t.Run(in, func(t *testing.T) {
			got,
				ok := keys.Verify("palco", keys.Mint("palco", netip.MustParsePrefix(in), now,
				entropy), now)
			require.True(t, ok)
			require.Equal(t, netip.MustParsePrefix(want), got.Network)
		})
	}
	got, ok := keys.Verify("palco", keys.Mint("palco", netip.Prefix{}, now, entropy), now)
	require.True(t, ok)
	require.False(t, got.Network.IsValid(), "an unknown network stays unknown")
}

// Two credentials of one network must not show that they are of one network.
func TestNetworkIsHidden(t *testing.T) {
	keys := mustKeys(t, oldKey)
	hidden := func(entropy [16]byte) string {
		raw,
			err := base64.RawURLEncoding.DecodeString(strings.TrimPrefix(keys.Mint("palco", network,
			now, entropy), "ctz1."))
		require.NoError(t, err)
		require.NotContains(t, string(raw), string(network.Addr().AsSlice()))
		return string(raw[24:33])
	}
	require.NotEqual(t, hidden(entropy), hidden([16]byte{2}))
}

func TestVerifyRefuses(t *testing.T) {
	keys := mustKeys(t, oldKey)
	text := keys.Mint("palco", network, now, entropy)
	tests := []struct{ name, brand, text string }{
		{"another brand", "virada", text},
		{"no brand", "", text},
		{"brand that begins the same", "palco2", text},
		{"empty", "palco", ""},
		{"prefix only", "palco", "ctz1."},
		{"no prefix", "palco", strings.TrimPrefix(text, "ctz1.")},
		{"another version", "palco", "ctz2." + text[5:]},
		{"capital prefix", "palco", "CTZ1." + text[5:]},
		{"one byte more", "palco", text + "A"},
		{"padding", "palco", text[:len(text)-1] + "="},
		{"standard alphabet", "palco", text[:20] + "+" + text[21:]},
		{"line break inside", "palco", text[:40] + "\n" + text[41:]},
		{"space before", "palco", " " + text[:len(text)-1]},
		{"twice", "palco", text + text},
		{"zeros", "palco", "ctz1." + strings.Repeat("A", 68)},
		{"huge", "palco", "ctz1." + strings.Repeat("A", 1<<20)},
		{"signed by a key that is not in the ring", "palco",
			mustKeys(t, newKey).Mint("palco", network, now, entropy)},
		{"signed by another key of the same id", "palco",
			mustKeys(t, "2026-a:"+newKey[7:]).Mint("palco", network, now, entropy)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, ok := keys.Verify(tt.brand, tt.text, now)
			require.False(t, ok)
			require.Zero(t, got)
		})
	}
	for n := range len(text) {
		_, ok := keys.Verify("palco", text[:n], now)
		require.False(t, ok, "cut at %d", n)
	}
	for i := range len(text) {
		for bit := range 8 {
			forged := []byte(text)
			forged[i] ^= 1 << bit
			_, ok := keys.Verify("palco", string(forged), now)
			require.False(t, ok, "byte %d, bit %d", i, bit)
		}
	}
}

func TestLifetime(t *testing.T) {
	keys := mustKeys(t, oldKey)
	hour := now.Truncate(time.Hour)
	text := keys.Mint("palco", network, now, entropy)
	tests := []struct {
		name string
		at   time.Time
		want bool
	}{
		{"at once", now, true},
		{"last second", hour.Add(credential.Lifetime - time.Second), true},
		{"expired", hour.Add(credential.Lifetime), false},
		{"ten years on", now.AddDate(10, 0, 0), false},
		{"clock a day behind", hour.Add(-24 * time.Hour), true},
		{"clock further behind", hour.Add(-24*time.Hour - time.Second), false},
		{"clock ten years behind", now.AddDate(-10, 0, 0), false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, ok := keys.Verify("palco", text, tt.at)
			require.Equal(t, tt.want, ok)
		})
	}
	early := keys.Mint("palco", network, time.Unix(-1e9, 0), entropy)
	got, ok := keys.Verify("palco", early, time.Unix(60, 0))
	require.True(t, ok, "a clock before 1970 counts as 1970")
	require.Equal(t, time.Unix(0, 0).UTC(), got.IssuedAt)
}

func TestRotation(t *testing.T) {
	before, during, after := mustKeys(t, oldKey), mustKeys(t, newKey, oldKey), mustKeys(t, newKey)
	old, fresh := before.Mint("palco", network, now, entropy), during.Mint("palco", network, now,
		entropy)
	verifies := func(k *credential.Keys, text string) bool {
		_, ok := k.Verify("palco", text, now)
		return ok
	}
	require.True(t, verifies(during, old), "the old key still verifies")
	require.True(t, verifies(during, fresh))
	require.True(t, verifies(after, fresh), "the first key signs")
	require.False(t, verifies(after, old), "a key that left the ring ends its credentials")
	require.False(t, verifies(before, fresh))
}

func TestRoundTripProperty(t *testing.T) {
	keys := mustKeys(t, newKey, oldKey)
	rapid.Check(t, func(t *rapid.T) {
		brand := rapid.StringMatching(`[a-z0-9-]{1,20}`).Draw(t, "brand")
		at := time.Unix(rapid.Int64Range(0, 1<<33).Draw(t, "at"), 0)
		var id [16]byte
		copy(id[:], rapid.SliceOfN(rapid.Byte(), 16, 16).Draw(t, "id"))
		addr, _ := netip.AddrFromSlice(rapid.OneOf(rapid.SliceOfN(rapid.Byte(), 4, 4),
			rapid.SliceOfN(rapid.Byte(), 16, 16)).Draw(t, "addr"))
		addr = addr.Unmap()
		block, err := addr.Prefix(rapid.IntRange(0, min(64, addr.BitLen())).Draw(t, "bits"))
		require.NoError(t, err)

		text := keys.Mint(brand, block, at, id)
		got, ok := keys.Verify(brand, text, at)
		require.True(t, ok)
		require.Equal(t, credential.ID(id), got.ID)
		require.Equal(t, block, got.Network)
		require.WithinDuration(t, at, got.IssuedAt, time.Hour)
		_, ok = keys.Verify(brand+"x", text, at)
		require.False(t, ok)
	})
}

func FuzzVerify(f *testing.F) {
	keys := mustKeys(f, newKey, oldKey)
	valid := keys.Mint("palco", network, now, entropy)
	f.Add(valid)
	f.Add("")
	f.Add("ctz1." + strings.Repeat("A", 68))
	f.Add(valid[:40] + "\n" + valid[41:])
	f.Fuzz(func(t *testing.T, text string) {
		if _, ok := keys.Verify("palco", text, now); ok && text != valid {
			t.Fatalf("%q verified", text)
		}
	})
}

func TestParseKeys(t *testing.T) {
	_, err := credential.ParseKeys("# the ring of the edges\n\n  " + newKey + "  \r\n" +
		strings.TrimRight(oldKey, "=") + "\n# end")
	require.NoError(t, err, "comments, empty lines, white space, no padding")
}

func TestParseKeysRefuses(t *testing.T) {
	var many strings.Builder
	for i := range 17 {
		fmt.Fprintf(&many, "k%d%s\n", i, oldKey[6:])
	}
	secret := oldKey[7:]
	tests := []struct {
		name, text, line string
		want             error
	}{
		{"nothing", "", "", credential.ErrNoKeys},
		{"only comments", "# a\n\n#b", "", credential.ErrNoKeys},
		{"no colon", "# a\n" + secret, "line 2: ", credential.ErrKeyLine},
		{"no id", ":" + secret, "line 1: ", credential.ErrKeyID},
		{"capital id", "A:" + secret, "line 1: ", credential.ErrKeyID},
		{"long id", strings.Repeat("a", 33) + ":" + secret, "line 1: ", credential.ErrKeyID},
		{"no key", "a:", "line 1: ", credential.ErrKeyBytes},
		{"short key", "a:" + secret[:40], "line 1: ", credential.ErrKeyBytes},
		{"long key", "a:" + secret[:43] + "AAAA", "line 1: ", credential.ErrKeyBytes},
		{"not base64", "a:" + strings.Repeat("!", 43), "line 1: ", credential.ErrKeyBytes},
		{"bits after the end", "a:" + secret[:42] + "9", "line 1: ", credential.ErrKeyBytes},
		{"second line bad", oldKey + "\n\nb:", "line 3: ", credential.ErrKeyBytes},
		{"same id twice", oldKey + "\n" + "2026-a:" + newKey[7:], "line 2: ",
			credential.ErrKeyRepeat},
		{"too many", many.String(), "line 17: ", credential.ErrManyKeys},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			keys, err := credential.ParseKeys(tt.text)
			require.ErrorIs(t, err, tt.want)
			require.Nil(t, keys)
			require.Contains(t, err.Error(), tt.line)
			require.NotContains(t, err.Error(), secret[:8], "an error must not show a key")
		})
	}
}

func TestGenerateKey(t *testing.T) {
	a, b := credential.GenerateKey("a"), credential.GenerateKey("a")
	require.NotEqual(t, a, b)
	text := mustKeys(t, a).Mint("palco", network, now, entropy)
	_, ok := mustKeys(t, b).Verify("palco", text, now)
	require.False(t, ok)
	_, err := credential.ParseKeys(credential.GenerateKey("not an id"))
	require.ErrorIs(t, err, credential.ErrKeyID)
}

func FuzzParseKeys(f *testing.F) {
	f.Add(oldKey + "\n#\n" + newKey)
	f.Add("a:b:c")
	f.Fuzz(func(t *testing.T, text string) {
		if keys, err := credential.ParseKeys(text); (keys == nil) == (err == nil) {
			t.Fatalf("%q: %v", text, err)
		}
	})
}
