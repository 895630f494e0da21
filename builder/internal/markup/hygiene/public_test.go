package hygiene_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/markup/hygiene"
	"cartaz/builder/rowstest"
)

func TestPublic(t *testing.T) {
	for host, want := range rowstest.Read[map[string]bool](t, "testdata/public.yaml") {
		address := hygiene.URL("https://" + host + "/a.png")
		require.NotEmpty(t, address, host)
		require.Equal(t, want, hygiene.Public(address), "%s: %s", host, address)
	}
}
