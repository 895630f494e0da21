package ingest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/ingest"
)

func TestOrigin(t *testing.T) {
	for address, want := range map[string]string{
		"https://img.example/a.jpg":   "https://img.example",
		"http://IMG.example:8080/a?b": "http://img.example:8080",
		"https://[::1]:80/x":          "https://[::1]:80",
		"":                            "", "/a.jpg": "", "data:image/png,x": "",
		"ftp://img.example/a":    "",
		"https://a;script-src *": "", "https://a,b/": "", "https://ação.example/a": "",
		"https:///a": "",
	} {
		require.Equal(t, want, ingest.Origin(address), address)
	}
}
