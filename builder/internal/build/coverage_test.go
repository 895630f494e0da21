package build_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/build"
	"cartaz/builder/internal/build/buildtest"
	"cartaz/builder/internal/report"
	"cartaz/builder/release"
	"cartaz/builder/rowstest"
)

// rich returns a catalogue of n events that carry every member that a record may carry. The
// members that a test names are left out, or replaced by another JSON text.
func rich(n int, changed map[string]string) string {
	list := make([]string, n)
	for i := range list {
		members := []string{fmt.Sprintf(`"id":%d,"name":"Evento %d"`, i+1, i+1)}
		for _, m := range [...][2]string{
			{"starts_at", `"2026-12-05T20:00"`}, {"location", `{"city":"Recife"}`},
			{"tickets", `[{"name":"Inteira","price":5000}]`},
			{"description", `"Com banda"`}, {"images", `{"banner":"https://img.example/a.jpg"}`},
		} {
			text, ok := changed[m[0]]
			if !ok {
				text = m[1]
			}
			if text != "" {
				members = append(members, fmt.Sprintf("%q:%s", m[0], text))
			}
		}
		list[i] = "{" + strings.Join(members, ",") + "}"
	}
	return buildtest.Array(list...)
}

// TestContentThatRots: the source answers as before, but its dates, prices or
// other members are no longer understood. The release before stays, and an
// operator may say once that the loss is real.
func TestContentThatRots(t *testing.T) {
	t.Parallel()
	shops := published{}
	for _, test := range rowstest.Read[[]struct {
		Name    string
		N       int // events, none of which carries the member
		Changed map[string]string
		Guard   string
		Says    string // "" when it is published
	}](t, "testdata/content-that-rots.yaml") {
		s := shops.of(t, rich(test.N, nil), test.Guard, rich(test.N, test.Changed))
		s.judged(test.Name, test.Says, "--accept-loss")
	}
	s := newShop(t, rich(9, nil))
	require.Equal(t, report.Coverage{Start: 9, Place: 9, Price: 9, Description: 9, Image: 9},
		s.MustPublish().Report.Coverage)
	s.Write("catalogue.json", rich(9, map[string]string{"images": ""}))
	s.Options.AcceptLoss = true
	s.MustPublish()
	s.Options.AcceptLoss = false
	require.False(t, s.MustBuild().Published, "what was accepted is what the next build expects")
}

// TestPartOfTheContentRots: shares count, not numbers: a catalogue may grow by
// events that carry less, and may shrink.
func TestPartOfTheContentRots(t *testing.T) {
	t.Parallel()
	shops := published{}
	with := func(all, dated int) string {
		list := make([]string, all)
		for i := range list {
			starts := ""
			if i < dated {
				starts = `,"starts_at":"2026-12-05"`
			}
			list[i] = fmt.Sprintf(`{"id":%d,"name":"Evento %d"%s}`, i+1, i+1, starts)
		}
		return buildtest.Array(list...)
	}
	for _, test := range rowstest.Read[[]struct {
		Before, After [2]int // events, and how many of them have a date
		Held          bool
	}](t, "testdata/part-of-the-content-rots.yaml") {
		says := ""
		if test.Held {
			says = "lost its start"
		}
		shops.of(t, with(test.Before[0], test.Before[1]), "", with(test.After[0], test.After[1])).
			judged(fmt.Sprint(test), says, "--accept-loss")
	}
}

// TestContentAfterDamage: what the guard expects comes from the newest release
// whose report can be read, so damage does not switch it off.
func TestContentAfterDamage(t *testing.T) {
	t.Parallel()
	s := newShop(t, rich(20, nil))
	s.MustPublish()
	s.rot(s.Dir(), release.ReleasesDir, "*", release.TableFile)
	s.Write("catalogue.json", rich(20, map[string]string{"tickets": ""}))
	require.ErrorContains(t, s.Build().Err, "lost its price: 0 of 20")
}

// TestSuddenlyAllOver: events that were to come are over or closed from one build to
// the next: a year that changed, or a flag that is always set.
func TestSuddenlyAllOver(t *testing.T) {
	t.Parallel()
	shops := published{}
	for _, test := range rowstest.Read[[]struct {
		Name    string
		Changed map[string]string
		Later   time.Duration
		Says    string // "" when it is published
	}](t, "testdata/suddenly-all-over.yaml") {
		s := shops.of(t, rich(20, nil), "", rich(20, test.Changed))
		s.Options.Now = s.Options.Now.Add(test.Later)
		s.judged(test.Name, test.Says, "--accept-shrink")
	}
}

// TestClockYearsOff: a machine that starts without its clock would end the whole
// catalogue, or put years of past events on sale.
func TestClockYearsOff(t *testing.T) {
	t.Parallel()
	shops := published{}
	past := strings.Replace(rich(20, map[string]string{"starts_at": `"2025-12-05T20:00"`}), "2025",
		"2027", 1)
	for _, test := range []struct {
		name, catalogue string
		clock           time.Time
		says            string // "" when it is published
	}{
		{"ten years on", rich(20, nil), buildtest.Noon.AddDate(10, 0, 0),
			"of 20 events that were on sale 20 are over, the last of them for 3"},
		{"four months on", rich(20, nil), buildtest.Noon.AddDate(0, 4, 0), ""},
		{"1970", past, time.Date(1970, 1, 1, 0, 3, 0, 0, time.UTC),
			"19 events are on sale that were over when the live release was built, on " +
				"2026-11-20T15:00:00Z: is the clock of this machine right? It says " +
				"1970-01-01T00:03:00Z."},
		{"a day back", past, buildtest.Noon.AddDate(0, 0, -1), "no change"},
	} {
		s := shops.of(t, test.catalogue, "", test.catalogue)
		s.Options.Now = test.clock
		if test.says == "no change" {
			require.False(t, s.MustBuild().Published)
			continue
		}
		s.judged(test.name, test.says, "--accept-clock")
	}
	s := newShop(t, past)
	s.YAML(buildtest.FileSource + "as_of: 2026-11-20T15:00:00Z\n")
	s.MustPublish()
	s.YAML(buildtest.FileSource + "as_of: 2025-11-20T15:00:00Z\n")
	s.MustPublish()
}

// TestFirstRelease: what a brand begins with has dates, and has not lost events that share an id; a
// person may say that this is right.
func TestFirstRelease(t *testing.T) {
	t.Parallel()
	const dated = `"starts_at":"2027-02-01T20:00:00Z"`
	list := func(n int, record func(i int) string) string {
		var records []string
		for i := range n {
			records = append(records, record(i))
		}
		return buildtest.Array(records...)
	}
	for _, test := range []struct{ name, catalogue, says string }{
		{"without dates", list(5, func(i int) string {
			return fmt.Sprintf(`{"id":%d,"name":"A"}`, i)
		}), "5 of 5 events have no start: builder try palco shows"},
		{"an event without a date", `[{"id":1,"name":"A"}]`,
			"1 of 1 events have no start: builder try palco shows"},
		{"few without dates", list(5, func(i int) string {
			return fmt.Sprintf(`{"id":%d,"name":"A",%s}`, i, dated[:len(dated)*(i/4)])
		}), ""},
		{"half with dates", list(10, func(i int) string {
			return fmt.Sprintf(`{"id":%d,"name":"A",%s}`, i, dated[:len(dated)*(i%2)])
		}), ""},
		{"one name and hour at many addresses", list(6, func(i int) string {
			return fmt.Sprintf(`{"name":"A",%s,"location":{"formatted_address":"Rua %d"}}`, dated,
				i)
		}), "5 of 6 records are lost, because others with their id have other content, the first " +
			"at catalogue.json, item "},
		{"one id, one content", list(6, func(int) string {
			return `{"name":"A",` + dated + `}`
		}), ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := newShop(t, strings.ReplaceAll(test.catalogue, ",}", "}"))
			out := s.Build()
			if test.says == "" {
				require.NoError(t, out.Err)
				return
			}
			require.ErrorIs(t, out.Err, build.ErrHeld)
			require.ErrorContains(t, out.Err, test.says)
			s.Options.AcceptLoss = true
			require.NoError(t, s.Build().Err)
		})
	}
}
