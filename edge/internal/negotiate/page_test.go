package negotiate_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/rowstest"
	"cartaz/edge/internal/negotiate"
)

func TestPage(t *testing.T) {
	for accept, want := range rowstest.Read[map[string]bool](t, "testdata/page.yaml") {
		require.Equal(t, want, negotiate.Page(accept), "%q", accept)
		require.Zero(t, testing.AllocsPerRun(10, func() { negotiate.Page(accept) }))
	}
}
