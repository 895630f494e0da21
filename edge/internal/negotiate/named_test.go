package negotiate_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/rowstest"
	"cartaz/edge/internal/negotiate"
)

func TestNamed(t *testing.T) {
	for _, tc := range rowstest.Read[[]struct {
		Accept string
		Want   bool
	}](t, "testdata/named.yaml") {
		t.Run(tc.Accept, func(t *testing.T) {
			require.Equal(t, tc.Want, negotiate.Named(tc.Accept, "application/card+json",
				"application/json"))
		})
	}
}
