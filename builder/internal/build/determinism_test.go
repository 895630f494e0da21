package build_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"cartaz/builder/internal/build"
	"cartaz/builder/internal/build/buildtest"
	"cartaz/builder/internal/export"
	"cartaz/builder/internal/generate"
	"cartaz/builder/internal/upstream"
	"cartaz/builder/internal/validate"
	"cartaz/builder/release"
	"cartaz/builder/rowstest"
)

// generated returns n records, each as JSON.
func generated(t testing.TB, n int) []string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, generate.Records(&b, generate.Options{Events: n, Seed: 7}))
	return strings.Split(strings.TrimSpace(b.String()), "\n")
}

// TestBytesDoNotDependOnCores builds with one and eight workers from enough events that batches
// overtake each other; every file of the releases is compared. It sets GOMAXPROCS, so it must not
// run beside others.
func TestBytesDoNotDependOnCores(t *testing.T) {
	const events = 260
	catalogue := buildtest.Array(generated(t, events)...)
	var want map[string]string
	for _, cores := range []int{1, 8} {
		before := runtime.GOMAXPROCS(cores)
		s := newShop(t, catalogue)
		out := s.Build()
		runtime.GOMAXPROCS(before)
		require.NoError(t, out.Err)
		require.Equal(t, events, out.Report.Published)
		if want == nil {
			want = s.Sealed()
		}
		require.Equal(t, want, s.Sealed(), "%d cores", cores)
	}
}

// TestBytesDoNotDependOnOrder shuffles a catalogue without a fault: the whole
// release is the same, its report and its id included.
func TestBytesDoNotDependOnOrder(t *testing.T) {
	t.Parallel()
	records := generated(t, 40)
	var want map[string]string
	for seed := range uint64(3) {
		shuffle(records, seed)
		s := newShop(t, buildtest.Array(records...))
		require.Equal(t, 40, s.MustPublish().Report.Published)
		if want == nil {
			want = s.Sealed()
		}
		require.Equal(t, want, s.Sealed(), "order %d", seed)
	}
}

// TestBytesDoNotDependOnOrderOfFaults shuffles a catalogue in which the whole
// has to decide: one id twice, one slug thrice, ids and slugs to be derived,
// equal starts, several spellings of a city and of an organiser. Only the report,
// which names positions, may differ.
func TestBytesDoNotDependOnOrderOfFaults(t *testing.T) {
	t.Parallel()
	records := rowstest.Read[[]string](t, "testdata/order-of-faults.yaml")
	var want map[string]string
	for seed := range uint64(4) {
		shuffle(records, seed)
		s := newShop(t, buildtest.Array(records...))
		out := s.MustPublish()
		require.Equal(t, map[string]int{
			"dropped duplicate_id": 2, "dropped missing_name": 1, "dropped not_an_object": 1,
			"repaired missing_id": 2,
			"repaired slug_clash": 2, "repaired slug_derived": 2,
		}, buildtest.Reasons(out.Report))
		got := map[string]string{}
		for name, sum := range s.Sealed() {
			switch base := filepath.Base(name); {
			case base == release.ReportFile, base == release.ManifestFile,
				name == release.CurrentFile:
			case strings.HasPrefix(name, release.ReleasesDir):
				got[base] = sum
			default:
				got[name] = sum
			}
		}
		got["content"] = s.Live().Manifest().Content
		if want == nil {
			want = got
		}
		require.Equal(t, want, got, "order %d", seed)
	}
}

func shuffle(records []string, seed uint64) {
	rand.New(rand.NewPCG(seed, 1)).Shuffle(len(records),
		func(i, j int) { records[i], records[j] = records[j], records[i] })
}

// TestSecondBuildPublishesNothing: the same source, hours later.
func TestSecondBuildPublishesNothing(t *testing.T) {
	t.Parallel()
	s := newShop(t, buildtest.Array(generated(t, 20)...))
	first := s.MustPublish()
	require.False(t, s.MustBuild().Published)
	tree := func() map[string]string {
		files := buildtest.Tree(t, s.Dir())
		delete(files, export.MarkerFile) // it counts exports
		return files
	}
	before := tree()
	for hours := range 3 {
		s.Options.Now = buildtest.Noon.Add(time.Duration(hours) * time.Hour)
		again := s.MustBuild()
		require.False(t, again.Published)
		require.Equal(t, first.Release, again.Release)
		require.Equal(t, first.Report.Summary(), again.Report.Summary())
		require.Zero(t, again.Exported)
		require.Equal(t, before, tree())
	}
	s.RequireClean()
}

// TestSummary checks the text that cron mails.
func TestSummary(t *testing.T) {
	t.Parallel()
	s := newShop(t,
		`[{"id":1,"name":"A","cor":"azul"},{"id":2,"name":"B","is_closed":true,`+
			`"starts_at":"ontem"},{"id":3}]`)
	out := s.MustPublish()
	require.Equal(t, "2 events (1 on sale) of 3 records, 0 merged, 1 dropped, 1 repaired; "+
		"start 0 %, place 0 %, price 0 %, description 0 %, image 0 %"+
		"\n         1 dropped missing_name, first at catalogue.json, item 3: name is missing "+
		"(the item has id)"+
		"\n         1 ignored unknown_member, first at catalogue.json, item 1: \"cor\""+
		"\n         1 repaired bad_date, first at catalogue.json, item 2: starts_at is no date "+
		"that can be read: \"ontem\"", out.Report.Summary()+out.Report.Reasons())
	report, err := release.Report(s.Dir(), out.Release)
	require.NoError(t, err)
	want, err := os.ReadFile("testdata/report.json")
	require.NoError(t, err)
	require.Equal(t, fmt.Sprintf(string(want), s.Live().NumResources()), string(report))
}

// choose draws a member of a record; "" for a missing one.
func choose(t *rapid.T, member string, values ...string) string {
	v := rapid.SampledFrom(values).Draw(t, member)
	if v == "" {
		return ""
	}
	return fmt.Sprintf(",%q:%s", member, v)
}

// randomRecord returns a record that may lack or twist anything.
func randomRecord(t *rapid.T) string {
	if rapid.IntRange(0, 30).Draw(t, "odd") == 0 {
		return rapid.SampledFrom([]string{"7", "null", `"x"`, "[]", "{}"}).Draw(t, "no record")
	}
	return "{" + strings.TrimPrefix(
		choose(t, "id", "", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", `"2"`, `"x"`, "2.5",
			"true", "-3", "12345678901234567890")+
			choose(t, "slug", "", `"a"`, `"a"`, `"a"`, `"b"`, `"a-2"`, `"a-3"`, `"../x"`, `"É"`,
				"null", "9")+
			choose(t, "name", "", `""`, "5", `"A"`, `"A"`, `"B"`, `"É isso"`, `"東京"`, `"a-2"`,
				`"<b>\u0000"`, `"`+strings.Repeat("longo ", 80)+`"`)+
			choose(t, "description", "", `"<p>Um <b>dois</b></p>"`, `"x"`, `"`+
				strings.Repeat("muito texto ", 200)+`"`)+
			choose(t, "starts_at", "", "", `"2027-01-01"`, `"2027-01-01T20:00"`,
				`"2026-01-01T20:00:00Z"`, `"amanhã"`, "1800000000")+
			choose(t, "ends_at", "", "", `"2027-01-02T03:00"`, `"2026-01-02"`)+
			choose(t, "is_closed", "", "", "true", "false", `"yes"`)+
			choose(t, "location", "", "", `{"city":"São Paulo","state_abbr":"SP"}`,
				`{"city":"SAO PAULO","state":"São Paulo"}`, `{"city":"Recife"}`, `{"city":"東京"}`,
				"3")+
			choose(t, "producer", "", "", `{"name":"Casa"}`, `{"name":"CASA","slug":"casa"}`,
				`{"name":"Outra","slug":"../../x"}`)+
			choose(t, "tickets", "", "", `[{"name":"Inteira","price":1000,"fee":100}]`,
				`[{"price":-1}]`)+
			choose(t, "updated_at", "", "", `"2026-01-01T00:00:00Z"`,
				`"2026-02-01T00:00:00Z"`), ",") + "}"
}

// likelyRecord returns a record without a fault, of a small world: it shares its day, city, venue,
// organiser and topics with others.
func likelyRecord(t *rapid.T) string {
	const venue = `{"name":"Teatro","city":"Recife"}`
	return fmt.Sprintf(`{"id":%d`, rapid.IntRange(1, 9).Draw(t, "id")) +
		choose(t, "slug", `"a"`, `"b"`, `"c"`, `"d"`, `"e"`) + choose(t, "name", `"A"`, `"B"`) +
		choose(t, "starts_at", `"2027-01-01T20:00"`, `"2027-01-02T20:00"`, `"2027-01-02"`, "") +
		choose(t, "location", venue, venue, `{"name":"Arena","city":"Olinda"}`, "") +
		choose(t, "producer", `{"name":"Casa"}`, `{"name":"Casa"}`, `{"name":"Bloco"}`, "") +
		choose(t, "tags", `["Samba"]`, `["Samba","Choro"]`, "") +
		choose(t, "tickets", `[{"name":"Inteira","price":1000,"fee":100}]`, "", "") +
		choose(t, "images", "", "", `{"banner":"https://images.example/e.jpg"}`) +
		choose(t, "state", "", "", "", `"cancelled"`) +
		choose(t, "is_closed", "", "", "", "true") + "}"
}

var randomCatalogue = rapid.Custom(func(t *rapid.T) []string {
	record := rapid.OneOf(rapid.Custom(likelyRecord), rapid.Custom(likelyRecord),
		rapid.Custom(randomRecord))
	return rapid.SliceOfN(record, 0, 25).Draw(t, "records")
})

// swaps are the edits of one member of a record, either way.
var swaps = [][2]string{{`"slug":"a"`, `"slug":"b"`}, {`"slug":"c"`, `"slug":"f"`},
	{`"is_closed":true`, `"is_closed":false`}, {"1000", "2000"}, {"Recife", "Olinda"},
	{`"A"`, `"B"`}, {"Casa", "Bloco"}, {"01-01", "01-02"}, {"Samba", "Choro"}}

// edited returns a catalogue some time later: most records are the same, so that their pages are
// taken over, and the others change which event wins a slug, which groups exist and which events
// are neighbours.
func edited(t *rapid.T, records []string) []string {
	var list []string
	for _, r := range records {
		switch rapid.IntRange(0, 5).Draw(t, "edit") {
		case 0: // gone
		case 1:
			swap := rapid.SampledFrom(swaps).Draw(t, "swap")
			list = append(list, strings.NewReplacer(swap[0], swap[1], swap[1], swap[0]).Replace(r))
		default:
			list = append(list, r)
		}
	}
	return append(list, rapid.SliceOfN(rapid.Custom(likelyRecord), 0, 3).Draw(t, "new")...)
}

// settings are further members of brand.yaml.
var settings = []string{"", "", "notice: Outra.\n", "buy_url: https://tickets.example/{id}\n",
	"currency: USD\n", "contact: a@b.example\n", "theme: {color: \"#aa0000\"}\n",
	"aliases: [www.palco.example]\n", "ai: {train: yes, search: no}\n",
	"cdn: {keys_on_accept: yes}\n",
	"v1: {sunset_at: 2030-01-01T00:00:00Z}\n", "search: {synonyms: [[teatro, palco]]}\n"}

// TestEveryRecordIsAccountedFor draws small catalogues. Each record is published,
// merged or reported as dropped; each published event has page, twin and JSON of
// its own, and is in the search index exactly once when it is on sale. After each
// edit of the catalogue and of brand.yaml, a build on top of the release before
// says what a build from nothing says.
func TestEveryRecordIsAccountedFor(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		s := newShop(t, "[]")
		s.Options.AcceptLoss, s.Options.AcceptShrink = true, true
		var log strings.Builder
		s.Options.Log = slog.New(slog.NewTextHandler(&log, nil))
		mode := rapid.SampledFrom([]string{"drop", "merge"}).Draw(rt, "duplicates")
		yaml := "source: {kind: file, path: catalogue.json, duplicates: " + mode +
			"}\nguards: {max_shrink: 1}\n"
		s.YAML(yaml)
		records := randomCatalogue.Draw(rt, "first")
		requireAccounted(rt, s, records)
		out := s.Options.Out
		for range rapid.IntRange(1, 3).Draw(rt, "edits") {
			if rapid.IntRange(0, 3).Draw(rt, "of brand.yaml") == 0 {
				s.YAML(yaml + rapid.SampledFrom(settings).Draw(rt, "brand.yaml"))
			} else {
				records = edited(rt, records)
			}
			if !requireAccounted(rt, s, records) {
				return
			}
			incremental := withoutHistory(t, s.Live())
			s.Options.Out = t.TempDir()
			require.True(rt, requireAccounted(rt, s, records))
			require.Equal(rt, withoutHistory(t, s.Live()), incremental)
			s.Options.Out = out
			require.Empty(rt, log.String(), "the release before was good")
		}
	})
}

// requireAccounted builds a catalogue, checks the release against it, and says
// false when nothing of it could be published.
func requireAccounted(t *rapid.T, s *shop, records []string) bool {
	s.Write("catalogue.json", buildtest.Array(records...))
	out := s.Build()
	if len(records) == 0 {
		require.ErrorIs(t, out.Err, upstream.ErrEmpty)
		return false
	}
	r := &out.Report
	require.Equal(t, len(records), r.Records)
	require.Equal(t, r.Records, r.Published+r.Merged+r.Dropped)
	if r.Published == 0 {
		require.ErrorIs(t, out.Err, build.ErrHeld)
		return false
	}
	require.NoError(t, out.Err)
	require.NotEmpty(t, out.Release)

	reported := map[string]bool{}
	for _, f := range r.Findings {
		if f.Kind == validate.Dropped {
			reported[f.Position] = true
		}
	}
	rel := s.Live()
	require.NoError(t, rel.Verify(true))
	slugs, onSale, ids := buildtest.EventSlugs(rel), []string{}, map[int64]bool{}
	require.Len(t, slugs, r.Published)
	for _, slug := range slugs {
		var e struct {
			ID       int64
			Slug     string
			URL      string
			IsClosed bool `json:"is_closed"`
		}
		require.NoError(t,
			json.Unmarshal([]byte(buildtest.Body(s, rel, "/api/public/v1/events/"+slug,
				"application/json")), &e))
		require.Equal(t, slug, e.Slug)
		require.Equal(t, "https://palco.example/eventos/"+slug, e.URL)
		require.False(t, ids[e.ID], "two events of one id")
		ids[e.ID] = true
		_, known := rel.Event(e.ID)
		require.True(t, known)
		require.Contains(t, buildtest.Body(s, rel, "/eventos/"+slug, "text/html"),
			`<link rel="canonical" href="`+e.URL+`">`)
		require.Equal(t, buildtest.Body(s, rel, "/eventos/"+slug, "text/markdown"),
			buildtest.Body(s, rel, "/eventos/"+slug+".md", "text/markdown"))
		if !e.IsClosed {
			onSale = append(onSale, slug)
		}
	}
	require.Len(t, slices.Collect(rel.Events()), r.Published)
	require.Equal(t, r.OnSale, len(onSale))
	list := buildtest.Listed(s, rel)
	slices.Sort(list)
	require.Equal(t, onSale, list)
	for i, text := range records {
		var rec struct{ ID any }
		if json.Unmarshal([]byte(text), &rec) != nil ||
			reported[fmt.Sprintf("catalogue.json, item %d", i+1)] {
			continue
		}
		if id, ok := rec.ID.(float64); ok && id == float64(int64(id)) && id != 0 && id < 1<<53 {
			require.True(t, ids[int64(id)], "event %v is neither published nor reported", id)
		}
	}
	return true
}
