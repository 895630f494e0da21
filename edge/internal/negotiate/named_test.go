package negotiate_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/edge/internal/negotiate"
)

func TestNamed(t *testing.T) {
	for _, tc := range []struct {
		accept string
		want   bool
	}{
		{"", false},
		{"*/*", false},
		{"application/*", false},
		{"application/json", false},
		{"text/html, */*;q=0.8", false},
		{"application/card+json", true},
		{"Application/Card+JSON", true},
		{"application/card+json;v=1", true},
		{"application/json, application/card+json", true},
		{"application/card+json, application/json;q=0.9, */*;q=0.1", true},
		{"application/json, application/card+json;q=0.5", false},
		{"application/card+json;q=0", false},
		{"application/card+json;q=0, */*", false},
		{"application/card", false},
		{`x/y;a="application/card+json`, false},
		{`x/y;a=", application/card+json"`, false},
	} {
		t.Run(tc.accept, func(t *testing.T) {
			require.Equal(t, tc.want, negotiate.Named(tc.accept, "application/card+json",
				"application/json"))
		})
	}
}
