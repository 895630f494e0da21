package catalog_test

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
)

// TestZone: names of the database are zones, and nothing else is, whatever the machine has.
func TestZone(t *testing.T) {
	t.Setenv("ZONEINFO", t.TempDir())
	for name, want := range map[string]string{"America/Sao_Paulo": "-0300",
		"Europe/Berlin":     "+0100",
		"America/Vancouver": "-0700", "America/Edmonton": "-0600", "Africa/Casablanca": "+0000",
		"Asia/Kathmandu": "+0545", "UTC": "+0000", "Etc/GMT+3": "-0300"} {
		zone := catalog.Zone(name)
		require.NotNil(t, zone, name)
		require.Same(t, zone, catalog.Zone(name))
		require.Equal(t, name, zone.String())
		got := time.Date(2027, 1, 20, 20, 0, 0, 0, time.UTC).In(zone).Format("-0700")
		require.Equal(t, want, got, name)
	}
	for _, name := range []string{"", "Local", "America", "america/sao_paulo", "../zone.go",
		"/etc/localtime", "Nowhere"} {
		require.Nil(t, catalog.Zone(name), name)
	}
}

// TestZones: a new archive here comes with the name of its release.
func TestZones(t *testing.T) {
	b, err := os.ReadFile("zoneinfo.zip")
	require.NoError(t, err)
	sum := sha256.Sum256(b)
	require.Equal(t, "2026c b2d18a7c8fa81420", catalog.Zones+" "+hex.EncodeToString(sum[:8]))
}
