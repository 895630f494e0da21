package release_test

import (
	"testing"
	"time"
	_ "time/tzdata"

	"github.com/stretchr/testify/require"

	"cartaz/builder/release"
)

// TestBrandClock: a brand counts days in its own zone, and a frozen clock stands.
func TestBrandClock(t *testing.T) {
	now := time.Date(2026, 11, 29, 1, 30, 0, 0, time.UTC)
	palco := release.Brand{Timezone: "America/Sao_Paulo"}
	require.Equal(t, "2026-11-28 22:30", palco.Now(now).In(palco.Zone()).Format("2006-01-02 15:04"))
	palco.AsOf = time.Date(2026, 11, 20, 12, 0, 0, 0, palco.Zone()).Unix()
	require.Equal(t, "2026-11-20 12:00", palco.Now(now).In(palco.Zone()).Format("2006-01-02 15:04"))
	for _, unknown := range []string{"", "Nowhere/City"} {
		b := release.Brand{Timezone: unknown}
		require.Equal(t, time.UTC, b.Zone(), unknown)
	}
}
