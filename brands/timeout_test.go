package brands

import (
	"os"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestBuildTimeout: systemd does not end a builder before the builder ends a brand that hangs.
func TestBuildTimeout(t *testing.T) {
	unit, err := os.ReadFile("../edge/deploy/systemd/cartaz-builder.service")
	require.NoError(t, err)
	found := regexp.MustCompile(`(?m)^TimeoutStartSec=(.*)$`).FindSubmatch(unit)
	require.NotNil(t, found)
	limit, err := time.ParseDuration(string(found[1]))
	require.NoError(t, err)
	require.Less(t, buildTime, limit)
}
