package times_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/times"
	"cartaz/builder/rowstest"
)

// TestFind: names as in calendars and records; the zone of the machine does not count.
func TestFind(t *testing.T) {
	winter := time.Date(2027, 2, 1, 20, 0, 0, 0, time.UTC)
	for name, want := range rowstest.Read[map[string]struct {
		Known  string
		Offset int // minutes, in winter
	}](t, "testdata/find.yaml") {
		loc, known := times.Zone(name)
		require.NotNil(t, loc, name)
		_, offset := winter.In(loc).Zone()
		require.Equal(t, want.Known, known, name)
		require.Equal(t, want.Offset*60, offset, name)
	}
	for _, name := range []string{"", "Local", "local", "Factory", "Nowhere", "Europe/Atlantis",
		"(UTC-03:00) Nowhere", "UTC-80", "localtime", "posix/Europe/Berlin/x"} {
		loc, _ := times.Zone(name)
		require.Nil(t, loc, name)
	}
}
