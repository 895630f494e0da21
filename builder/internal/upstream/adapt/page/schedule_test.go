package page_test

import (
	"cmp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/upstream/adapt"
	"cartaz/builder/internal/upstream/adapt/page"
	"cartaz/builder/rowstest"
)

// scheduled gives id, start and end of each item of an event, seen on 1 February 2027 with a window
// of 30 days.
func scheduled(t *testing.T, event string) (got []string, records []map[string]any) {
	t.Helper()
	o := adapt.Options{URL: address, Locale: "pt-BR", Window: 30 * 24 * time.Hour,
		Now: time.Date(2027, 2, 1, 12, 0, 0, 0, time.UTC)}
	text := script(`{"@type": "Event", "name": "Feira", ` + event + `}`)
	_, err := page.Read([]byte(text), o, func(i adapt.Item) error {
		record := i.Record().(map[string]any)
		id := strings.TrimPrefix(record["id"].(string), address)
		ends, _ := cmp.Or(record["end_time"], record["duration"]).(string)
		start, _ := record["starts_at"].(string)
		got = append(got, strings.TrimSpace(id+" "+start+" "+ends))
		records = append(records, record)
		for name := range i.Value["event"].(map[string]any) {
			require.NotContains(t, name, "cartaz")
		}
		return nil
	})
	require.NoError(t, err)
	return got, records
}

// TestSchedules: each date of an eventSchedule is an event.
func TestSchedules(t *testing.T) {
	for _, tt := range rowstest.Read[[]struct {
		Name, Event string
		Want        []string
	}](t, "testdata/schedules.yaml") {
		t.Run(tt.Name, func(t *testing.T) {
			got, _ := scheduled(t, tt.Event)
			require.Equal(t, tt.Want, got)
		})
	}
}

// TestScheduleZone: the zone of a schedule is the zone of its dates, also an unknown one: the check
// of records reports it.
func TestScheduleZone(t *testing.T) {
	for _, name := range []string{"Europe/Lisbon", "Lisboa"} {
		_, records := scheduled(t, `"eventSchedule": {"startDate": "2027-02-05", "startTime":
			"20:00", "scheduleTimezone": "`+name+`"}`)
		require.Len(t, records, 1)
		require.Equal(t, name, records[0]["timezone"])
	}
}

// TestSessionsOfRuns: an event that goes on for days is one, and its dates are sessions: the dates
// of its schedule, and the events inside it that have neither a name nor a place of their own.
func TestSessionsOfRuns(t *testing.T) {
	const run = `"startDate": "2027-02-02", "endDate": "2027-02-20", `
	session := func(day string) map[string]any {
		return map[string]any{"starts_at": day + "T10:00:00", "end_time": "18:00"}
	}
	want := []any{session("2027-02-02"), session("2027-02-09")}
	for _, inside := range []string{`"eventSchedule": {"repeatFrequency": "P1W", "repeatCount": 2,
			"startTime": "10:00", "endTime": "18:00"}`,
		`"subEvent": [{"@type": "Event", "startDate": "2027-02-02T10:00:00",
			"endDate": "18:00"}, {"@type": "Event", "name": "Feira",
			"startDate": "2027-02-09T10:00:00", "endDate": "18:00"}]`} {
		got, records := scheduled(t, run+inside)
		require.Len(t, got, 1, inside)
		require.Equal(t, want, records[0]["sessions"])
		require.Equal(t, "2027-02-02", records[0]["starts_at"])
	}
	got, records := scheduled(t, run+`"subEvent": [{"@type": "Event", "name": "Abertura",
		"startDate": "2027-02-02"}, {"@type": "Event", "startDate": "2027-02-03",
		"location": "Sala"}]`)
	require.Len(t, got, 3)
	require.Nil(t, records[0]["sessions"])
}
