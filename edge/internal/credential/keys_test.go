package credential_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/edge/internal/credential"
)

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
