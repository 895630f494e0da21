package validate_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/upstream/adapt"
	"cartaz/builder/internal/validate"
)

// drawn is what a source says of a start that the test knows.
type drawn struct {
	item map[string]any
	zone string // of the brand
	want time.Time
}

// draw makes a source by a truth of its own: names of members, the place of the zone, and the forms
// of day, hour and end. Names that no table has leave the event without a date.
func draw(r *rand.Rand) drawn {
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	names := []string{"America/Recife", "America/New_York", "Europe/Berlin", "Asia/Tokyo"}
	name := pick(names...)
	loc := catalog.Zone(name)
	want := time.Date(2027, time.Month(1+r.IntN(12)), 1+r.IntN(28), r.IntN(24), 30*r.IntN(2), 0, 0,
		loc)
	d := drawn{item: map[string]any{}, want: want}
	switch r.IntN(4) {
	case 0:
		d.zone = name
	case 1:
		d.item[pick("timezone", "timeZone", "tz", "event_timezone")] = name
		d.zone = pick(names...)
	case 2:
		d.item["venue"] = map[string]any{"name": "Hall", "timezone": name}
		d.zone = pick(names...)
	default:
		d.item["note"] = "free"
		d.zone = name
	}
	local, utc := want.Format("2006-01-02T15:04:05"), want.UTC().Format(time.RFC3339)
	day := want.Format(pick("2006-01-02", "2006-01-02T00:00:00Z", "2006-01-02 00:00:00",
		"January 2, 2006", "2 Jan 2006"))
	hour := want.Format(pick("15:04", "15:04:05", "3:04 PM", "15h04"))
	known := r.IntN(2) == 0
	whole := pick("start", "starts_at", "startDateTime", "begin")
	dated, timed := pick("date", "start_date", "data"), pick("time", "start_time", "hora")
	if !known {
		whole, dated, timed = pick("kickoff_at", "showtime", "termin"), "gig_day", "gig_hour"
	}
	switch r.IntN(5) {
	case 0:
		d.item[whole] = local
	case 1:
		d.item[whole] = utc
	case 2:
		d.item[dated], d.item[timed] = day, hour
	case 3:
		d.item[whole+"_local"], d.item[whole+"_utc"] = local, utc
	default:
		d.item[whole] = want.Format(time.RFC3339)
	}
	if r.IntN(2) == 0 {
		end := want.Add(2 * time.Hour)
		d.item[pick("end", "ends_at", "fim")] = end.Format("2006-01-02T15:04:05")
	}
	return d
}

// outcomes are how many of n draws are right, asked or reported, and wrong in silence.
func outcomes(t *testing.T, seed uint64, n int) (right, asked, silent int) {
	r := rand.New(rand.NewPCG(seed, 2))
	for range n {
		d := draw(r)
		record := adapt.UsualRecord(d.item, "en")
		record["name"], record["id"] = "Choro", "1"
		rec, _, found := validate.New(validate.Config{Zone: catalog.Zone(d.zone), ZoneName: d.zone,
			Locale: "en"}).Check(record, "")
		switch {
		case rec.Starts.HasClock() && rec.Starts.Time.Equal(d.want):
			right++
		case !rec.Starts.Known(), len(found) > 0: // init asks for the start
			asked++
		default:
			if silent++; silent < 6 {
				t.Logf("%v in %s: %s, not %s", d.item, d.zone, rec.Starts, d.want)
			}
		}
	}
	return right, asked, silent
}

// TestDrawn: no start that a source says is shown wrong in silence.
func TestDrawn(t *testing.T) {
	right, asked, silent := outcomes(t, 1, 300)
	t.Logf("right %d, asked %d, silent %d", right, asked, silent)
	require.Zero(t, silent)
}

func FuzzDrawn(f *testing.F) {
	f.Add(uint64(2))
	f.Fuzz(func(t *testing.T, seed uint64) {
		_, _, silent := outcomes(t, seed, 100)
		require.Zero(t, silent)
	})
}
