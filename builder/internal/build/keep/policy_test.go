package keep

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
)

func TestPolicies(t *testing.T) {
	b := &brands.Brand{}
	const rest = "; connect-src 'self'; manifest-src 'self'; form-action 'self'; " +
		"base-uri 'none'; frame-ancestors 'none'"
	require.Equal(t, "default-src 'none'; style-src 'self'; img-src 'self'"+rest,
		pagePolicy(b, nil))
	require.Equal(t,
		"default-src 'none'; style-src 'self'; img-src 'self' https://a.example https://b.example"+
			rest,
		pagePolicy(b, []string{"https://b.example", "https://a.example", "https://b.example", ""}))
	var many []string
	for i := range 30 {
		many = append(many, fmt.Sprintf("https://%d.example", i))
	}
	require.Equal(t, "default-src 'none'; style-src 'self'; img-src 'self' https:"+rest,
		pagePolicy(b, many))
	require.Contains(
		t,
		pagePolicy(b, append(many, "http://x.example")),
		"img-src 'self' https: http:;",
	)
	require.Equal(t, pagePolicy(b, nil)+"; script-src 'self'",
		pagePolicy(&brands.Brand{Scripts: true}, nil))
	require.Contains(t, embedPolicy(b, nil), "; form-action 'none'; base-uri 'none'; "+
		"frame-ancestors *")
}
