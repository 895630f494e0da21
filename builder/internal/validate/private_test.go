package validate_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/validate"
)

// Addresses that a visitor's browser would look for in its own network are dropped and
// reported; the others of the record stay.
func TestPrivateAddresses(t *testing.T) {
	for _, private := range []string{
		"http://127.0.0.1/a.png", "http://[::1]/a.png", "https://10.1.2.3/a.png",
		"http://192.168.0.1/a.png",
		"http://169.254.169.254/latest/meta-data", "http://[fe80::1]/a.png",
		"http://[fd12::1]/a.png", "http://0/a.png",
		"http://100.64.1.1/a.png", "http://localhost:8080/a.png", "http://printer.local/a.png",
		"http://db.internal/a.png",
		"http://2130706433/a.png",
	} {
		rec, _, findings := validate.New(validate.Config{}).Check(map[string]any{
			"id": 1, "name": "Evento", "buy_url": private,
			"images": map[string]any{"banner": private, "thumbnail": "https://img.example/a.png"},
		}, "item 1")
		require.Empty(t, rec.Banner, private)
		require.Empty(t, rec.BuyURL, private)
		require.Equal(t, "https://img.example/a.png", rec.Thumbnail)
		require.Len(t, findings, 2, private)
		for _, f := range findings {
			require.Equal(t, validate.Repaired, f.Kind)
			require.Equal(t, validate.PrivateURL, f.Reason)
			require.Contains(t, f.Detail, "lies on the visitor's own machine or network: ")
		}
	}
}
