package build_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/build"
	"cartaz/builder/internal/build/buildtest"
	"cartaz/builder/internal/report"
	"cartaz/builder/internal/upstream"
	"cartaz/builder/release"
	"cartaz/builder/rowstest"
)

// numbered returns n plain records.
func numbered(n int) []string {
	records := make([]string, n)
	for i := range records {
		records[i] = fmt.Sprintf(`{"id":%d,"name":"Evento %d"}`, i+1, i+1)
	}
	return records
}

// published are shops by the catalogue that they published, for tables in which each row starts
// from what is live.
type published map[string]*shop

// of returns the shop of a catalogue, with a guard and one more catalogue that its source has now.
func (p published) of(t *testing.T, before, guard, after string) *shop {
	t.Helper()
	if p[before] == nil {
		p[before] = newShop(t, before)
		p[before].MustPublish()
	}
	s := *p[before].Shop
	s.YAML(buildtest.FileSource + guard)
	s.Write("catalogue.json", after)
	return &shop{&s}
}

// judged demands that a build is held with these words until the operator accepts it, or with none
// that it would publish. The live release stays in either case.
func (s *shop) judged(name, says, accept string) {
	s.Helper()
	if says != "" {
		before := s.Sealed()
		out := s.Build()
		require.ErrorIs(s, out.Err, build.ErrHeld, name)
		require.ErrorContains(s, out.Err, says, name)
		require.ErrorContains(s, out.Err, "build once with "+accept, name)
		require.Equal(s, before, s.Sealed(), name)
		s.Options.AcceptShrink = accept == "--accept-shrink"
		s.Options.AcceptLoss = accept == "--accept-loss"
		s.Options.AcceptClock = accept == "--accept-clock"
	}
	s.Options.DryRun = true
	require.NotNil(s, s.MustBuild().Changes, name)
}

// TestB5ShrunkCatalogue: a catalogue that comes back empty or smaller than
// guards.max_shrink allows is held, and the release before stays; a fall that
// the guard allows is published.
func TestB5ShrunkCatalogue(t *testing.T) {
	t.Parallel()
	records := numbered(20)
	nameless := strings.Repeat(`{"id":1},`, 20)
	s := newShop(t, buildtest.Array(records...))
	first, before := s.MustPublish(), s.Sealed()
	for _, test := range []struct {
		name, catalogue, guard string
		held                   error // nil when it is published
	}{
		{"nothing", "[]", "", upstream.ErrEmpty},
		{"an object without a list", `{"data":[]}`, "", upstream.ErrEmpty},
		{"5 %", buildtest.Array(records[:1]...), "", build.ErrHeld},
		{"one less than half", buildtest.Array(records[:9]...), "", build.ErrHeld},
		{"half", buildtest.Array(records[:10]...), "", nil},
		{"70 %", buildtest.Array(records[:14]...), "", nil},
		{"70 % where 20 % is allowed", buildtest.Array(records[:14]...),
			"guards: {max_shrink: 0.2}\n", build.ErrHeld},
		{"one less where nothing is allowed", buildtest.Array(records[:19]...),
			"guards: {max_shrink: 0}\n", build.ErrHeld},
		{"5 % where all is allowed", buildtest.Array(records[:1]...), "guards: {max_shrink: 1}\n",
			nil},
		{"none is good", "[" + strings.TrimSuffix(nameless, ",") + "]", "guards: {max_shrink: 1}\n",
			build.ErrHeld},
		{"half of it without names",
			buildtest.Array(append(records[:9:9], strings.TrimSuffix(nameless, ","))...), "",
			build.ErrHeld},
		{"one id for all", `[{"id":1,"name":"A"},{"id":1,"name":"B"},{"id":1,"name":"C"}]`, "",
			build.ErrHeld},
		{"other events, as many", strings.ReplaceAll(buildtest.Array(records...),
			`"id":`, `"id":7`), "guards: {max_shrink: 0}\n", nil},
	} {
		s.YAML(buildtest.FileSource + test.guard)
		s.Write("catalogue.json", test.catalogue)
		s.Options.DryRun = test.held == nil
		out := s.Build()
		require.ErrorIs(t, out.Err, test.held, test.name)
		require.Equal(t, test.held == nil, out.Changes != nil, test.name)
		require.False(t, out.Published)
		require.Equal(t, first.Release, out.Release, "it says what stays live")
		require.Equal(t, before, s.Sealed(), test.name)
	}
	s.RequireClean()
	s.Options.DryRun = false
	s.YAML(buildtest.FileSource)
	s.Write("catalogue.json", buildtest.Array(records...))
	require.False(t, s.MustBuild().Published, "the source is back: nothing is new")
}

// TestStartsMoved: most events start so much later, or on one day, at once: that is one change, and
// held. Changes of another kind are not, however many.
func TestStartsMoved(t *testing.T) {
	t.Parallel()
	records := func(more func(i int) string) string {
		list := make([]string, 20)
		for i := range list {
			list[i] = fmt.Sprintf(`{"id":%d,"name":"Evento %d",%s}`, i+1, i, more(i))
		}
		return buildtest.Array(list...)
	}
	at := func(day, hour int, zone string) string {
		return fmt.Sprintf(`"starts_at":"2026-12-%02dT%02d:00:00%s"`, day, hour, zone)
	}
	before := func(i int) string { return at(i+1, 20, "-03:00") }
	shops := published{}
	for _, test := range []struct {
		name, guard string
		after       func(i int) string
		says        string // "" when it is published
	}{
		{"another zone", "", func(i int) string { return at(i+1, 20, "+00:00") },
			"20 of 20 events that are on sale now start 3h0m0s earlier"},
		{"one day", "", func(int) string { return at(1, 21, "-03:00") },
			"19 of 20 events that are on sale now start on 2026-12-01"},
		{"half of them", "", func(i int) string { return at(i+1, 20+i%2, "-03:00") }, ""},
		{"each by another time", "", func(i int) string { return at(i+1, i, "-03:00") }, ""},
		{"prices", "", func(i int) string {
			return before(i) + `,"tickets":[{"name":"Inteira","price":4000}]`
		}, ""},
		{"allowed", "guards: {max_shrink: 1}\n",
			func(i int) string { return at(i+1, 21, "-03:00") }, ""},
	} {
		shops.of(t, records(before), test.guard, records(test.after)).judged(test.name, test.says,
			"--accept-shrink")
	}
}

// TestB5AnotherCatalogue: as many events as before, but others: a staging system,
// or the token of another account. Events that are over may go, ids may be given
// anew, and slugs.
func TestB5AnotherCatalogue(t *testing.T) {
	t.Parallel()
	records := func(n, firstID int, slug, more string) string {
		list := make([]string, n)
		for i := range list {
			list[i] = fmt.Sprintf(`{"id":%d,"slug":"%s-%d","name":"Evento %d"%s}`, firstID+i, slug,
				i, i, more)
		}
		return buildtest.Array(list...)
	}
	shops := published{}
	const soon = `,"starts_at":"2026-11-21T20:00","ends_at":"2026-11-21T23:00"`
	for _, test := range []struct {
		name, before, after, guard string
		later                      time.Duration
		says                       string // "" when it is published
	}{
		{"others", records(20, 1, "a", soon), records(20, 101, "b", soon), "", 0,
			"of 20 events that were on sale and are not over 20 have gone (100 %"},
		{"others without a date", records(20, 1, "a", ""), records(30, 101, "b", ""), "",
			90 * 24 * time.Hour, "is it the catalogue of somebody else? If that is true, build " +
				"once with --accept-shrink"},
		{"others, which is allowed", records(20, 1, "a", soon), records(20, 101, "b", soon),
			"guards: {max_shrink: 1}\n", 0, ""},
		{"few", records(9, 1, "a", soon), records(9, 101, "b", soon), "", 0, ""},
		{"half of them", records(20, 1, "a", soon), buildtest.Array(numbered(10)...), // 1 to 10
			"guards: {max_loss: {start: 1}}\n", 0, ""},
		{"new ids", records(20, 1, "a", soon), records(20, 101, "a", soon), "", 0, ""},
		{"new slugs", records(20, 1, "a", soon), records(20, 1, "b", soon), "", 0, ""},
		{"over meanwhile", records(20, 1, "a", soon), records(20, 101, "b", soon), "",
			72 * time.Hour, ""},
		{"begun meanwhile, without an end", records(20, 1, "a", `,"starts_at":"2026-11-21"`),
			records(20, 101, "b", soon), "", 72 * time.Hour, ""},
		{"closed before", records(20, 1, "a", soon+`,"is_closed":true`),
			records(20, 101, "b", soon), "", 0, ""},
	} {
		s := shops.of(t, test.before, test.guard, test.after)
		s.Options.Now = s.Options.Now.Add(test.later)
		s.judged(test.name, test.says, "--accept-shrink")
	}
}

// TestB5AcceptShrink: the operator's word for one build, but not for nothing.
func TestB5AcceptShrink(t *testing.T) {
	t.Parallel()
	s := newShop(t, buildtest.Array(numbered(20)...))
	s.MustPublish()
	s.Options.AcceptShrink = true
	s.Write("catalogue.json", "[]")
	require.ErrorIs(t, s.Build().Err, upstream.ErrEmpty)
	s.Write("catalogue.json", `[{"id":1}]`)
	require.ErrorIs(t, s.Build().Err, build.ErrHeld)
	s.Write("catalogue.json", `[{"id":1,"name":"A"}]`)
	require.Equal(t, 1, s.MustPublish().Report.Published)
}

// TestB5PageOfManyMissing: a page that is lost makes no smaller catalogue.
func TestB5PageOfManyMissing(t *testing.T) {
	t.Parallel()
	source := newBackend(t)
	s := newShop(t, "")
	s.YAML("source: {kind: http, url: " + source.URL + "/events}\n")
	source.body(`{"data":` + buildtest.Array(numbered(20)...) + `,"meta":{"total":20}}`)
	s.MustPublish()
	before := s.Sealed()
	source.body(`{"data":` + buildtest.Array(numbered(19)...) + `,"meta":{"total":20}}`)
	require.ErrorIs(t, s.Build().Err, upstream.ErrIncomplete)
	require.Equal(t, before, s.Sealed())
}

// TestCatalogueMoves: a catalogue that changes while its pages are read is read again in the same
// build, up to three times. Details that were read are not requested again, except the few that
// were in line when a pull ended.
func TestCatalogueMoves(t *testing.T) {
	t.Parallel()
	const events = 30
	var mu sync.Mutex
	moves, pages, details := 0, 0, 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		if strings.HasPrefix(r.URL.Path, "/events/") {
			details++
			fmt.Fprint(w, `{"text": "x"}`)
			return
		}
		pages++
		total, list := events, []string{}
		if r.URL.Query().Get("page") == "1" {
			for i := range events {
				list = append(list, fmt.Sprintf(`{"id": %d, "name": "Evento", "updated": 1}`, i+1))
			}
		} else if moves > 0 {
			moves--
			total++
		}
		fmt.Fprintf(w, `{"data": [%s], "meta": {"last_page": 2, "total": %d}}`,
			strings.Join(list, ","), total)
	}))
	t.Cleanup(server.Close)
	s := newShop(t, "")
	s.Options.Upstream = noWaiting()
	s.Write("map.jq", boxMap)
	s.YAML("source: {kind: http, url: \"" + server.URL +
		"/events\", rate: 1000/s, pages: {style: number}, detail: {url: \"/events/{id}\", key: " +
		".updated, concurrency: 2}, map: map.jq}\n")
	moves = 2
	out := s.MustPublish()
	require.Equal(t, 3*2, pages)
	require.Less(t, details, events+2*(2*2))
	require.Equal(t, events, out.Report.Records)
	require.Equal(t, events, out.Report.Published)
	require.Empty(t, out.Report.Counts, "what the first pulls found is forgotten")
	require.Len(t, buildtest.EventSlugs(s.Live()), events)

	moves = 3
	again := s.Build()
	require.ErrorIs(t, again.Err, upstream.ErrMoved)
	require.Equal(t, out.Release, again.Release)
	require.False(t, s.MustBuild().Published)
	s.RequireClean()
}

// TestShiftedPages: a page that begins with the last item of the page before is read again; a
// source that always does so is published all the same.
func TestShiftedPages(t *testing.T) {
	t.Parallel()
	for shifts, pages := range map[int]int{0: 2, 1: 4, 2: 6, 9: 6} {
		asked := 0
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			list := buildtest.Array(buildtest.Samba, buildtest.Choro)
			if asked++; r.URL.Query().Get("page") == "2" {
				list = buildtest.Array(buildtest.Frevo, buildtest.Coco)
				if shifts--; shifts >= 0 {
					list = buildtest.Array(buildtest.Choro, buildtest.Frevo, buildtest.Coco)
				}
			}
			fmt.Fprintf(w, `{"data": %s, "meta": {"last_page": 2}}`, list)
		}))
		t.Cleanup(server.Close)
		s := newShop(t, "")
		s.Options.Upstream = noWaiting()
		s.YAML("source: {kind: http, url: \"" + server.URL + "\", pages: {style: number}}\n")
		require.Equal(t, 4, s.MustPublish().Report.Published)
		require.Equal(t, pages, asked)
	}
}

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
