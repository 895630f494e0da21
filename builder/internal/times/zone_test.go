package times_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/times"
)

// TestFind: names as in calendars and records; the zone of the machine does not count.
func TestFind(t *testing.T) {
	winter := time.Date(2027, 2, 1, 20, 0, 0, 0, time.UTC)
	for name, want := range map[string]struct {
		known  string
		offset int // minutes, in winter
	}{
		"Europe/Berlin":                          {"Europe/Berlin", 60},
		" europe/berlin ":                        {"Europe/Berlin", 60},
		"/x.net/America/New York":                {"America/New_York", -300},
		"America/Argentina/Buenos_Aires":         {"America/Argentina/Buenos_Aires", -180},
		"CET":                                    {"CET", 60},
		"UTC":                                    {"UTC", 0},
		"W. Europe Standard Time":                {"Europe/Berlin", 60},
		"e. south america standard time":         {"America/Sao_Paulo", -180},
		"(UTC-05:00) Eastern Time (US & Canada)": {"America/New_York", -300},
		"(UTC+01:00) Amsterdam, Berlin, Rome":    {"Europe/Berlin", 60},
		"(GMT+01:00) Brussels, Copenhagen, Madrid, Paris": {"Europe/Paris", 60},
		"(GMT +01:00)": {"", 60},
		"UTC-8":        {"", -480},
		"-03:30":       {"", -210},
	} {
		loc, known := times.Zone(name)
		require.NotNil(t, loc, name)
		_, offset := winter.In(loc).Zone()
		require.Equal(t, want.known, known, name)
		require.Equal(t, want.offset*60, offset, name)
	}
	for _, name := range []string{"", "Local", "local", "Factory", "Nowhere", "Europe/Atlantis",
		"(UTC-03:00) Nowhere", "UTC-80", "localtime", "posix/Europe/Berlin/x"} {
		loc, _ := times.Zone(name)
		require.Nil(t, loc, name)
	}
}
