package csp_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/internal/page/csp"
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
		require.Equal(t, want, csp.Origin(address), address)
	}
}

func TestPages(t *testing.T) {
	b := &brands.Brand{}
	const rest = "; connect-src 'self'; manifest-src 'self'; form-action 'self'; " +
		"base-uri 'none'; frame-ancestors 'none'"
	require.Equal(t, "default-src 'none'; style-src 'self'; img-src 'self'"+rest, csp.Pages(b, nil))
	require.Equal(t,
		"default-src 'none'; style-src 'self'; img-src 'self' https://a.example https://b.example"+
			rest,
		csp.Pages(b, []string{"https://b.example", "https://a.example", "https://b.example", ""}))
	var many []string
	for i := range 30 {
		many = append(many, fmt.Sprintf("https://%d.example", i))
	}
	require.Equal(t, "default-src 'none'; style-src 'self'; img-src 'self' https:"+rest,
		csp.Pages(b, many))
	require.Contains(
		t,
		csp.Pages(b, append(many, "http://x.example")),
		"img-src 'self' https: http:;",
	)
	require.Equal(t, csp.Pages(b, nil)+"; script-src 'self'",
		csp.Pages(&brands.Brand{Scripts: true}, nil))
	require.Contains(t, csp.Embeds(b, nil), "; form-action 'none'; base-uri 'none'; "+
		"frame-ancestors *")
}
