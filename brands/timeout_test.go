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

// TestUnits: the unit of builder serve shuts the builder in as that of one run does. Without
// setpriority its workers are as urgent as the edge.
func TestUnits(t *testing.T) {
	confined := regexp.MustCompile("(?ms)^StateDirectory=.*^SystemCallErrorNumber=EPERM$")
	var units []string
	for _, name := range []string{"cartaz-builder", "cartaz-builder-serve"} {
		text, err := os.ReadFile("../edge/deploy/systemd/" + name + ".service")
		require.NoError(t, err)
		units = append(units, confined.FindString(string(text)))
	}
	require.Contains(t, units[0], "\nSystemCallFilter=setpriority\n")
	require.Equal(t, units[0], units[1])
}
