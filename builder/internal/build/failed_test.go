package build_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/internal/build"
	"cartaz/builder/internal/build/buildtest"
	"cartaz/builder/internal/upstream"
	"cartaz/builder/internal/validate"
	"cartaz/builder/release"
	"cartaz/builder/rowstest"
	"cartaz/templates"
)

// oddMap fails on the items whose name is Odd.
const oddMap = `if .name == "Odd" then error("odd") else . end`

// named returns a catalogue of n events, of which the last odd ones have the name Odd.
func named(n, odd int) string {
	list := make([]string, n)
	for i := range list {
		name := fmt.Sprint("Evento ", i+1)
		if i >= n-odd {
			name = "Odd"
		}
		list[i] = fmt.Sprintf(`{"id": %d, "name": %q}`, i+1, name)
	}
	return buildtest.Array(list...)
}

// TestB11OddItem: one of 59 items that cannot be mapped costs that event, with or
// without memory of the others, and says where, what and why.
func TestB11OddItem(t *testing.T) {
	s := newShop(t, named(59, 1))
	s.YAML("source: {kind: file, path: catalogue.json, map: map.jq}\n")
	s.Write("map.jq", oddMap)
	out := s.MustPublish()
	require.Equal(t, 58, out.Report.Published)
	require.Equal(t, 1, out.Report.Failed)
	require.Equal(t, 1, out.Report.Dropped)
	require.Contains(t, out.Report.Summary(), ", 1 dropped, 0 repaired, 1 items not mapped;")
	failed := validate.Finding{
		Kind: "dropped", Reason: "not_mapped", Position: "catalogue.json, item 59",
		Detail: `jq: map.jq: error: odd, for {"id":59,"name":"Odd"}`,
	}
	require.Equal(t, []validate.Finding{failed}, out.Report.Findings)

	s.Write("catalogue.json", strings.Replace(named(59, 1), "Evento 7", "Evento sete", 1))
	out = s.MustPublish()
	require.Equal(t, 57, out.Known, "the failed item is none that is known")
	require.Equal(t, []validate.Finding{failed}, out.Report.Findings, "it is tried again")
	s.sameAsCold(out)

	s.Write("catalogue.json", named(59, 0))
	require.Equal(t, 59, s.MustPublish().Report.Published)

	live := s.Live().ID()
	s.Write("catalogue.json", named(59, 4))
	out = s.Build()
	require.ErrorIs(t, out.Err, upstream.ErrMap)
	require.ErrorContains(t, out.Err,
		"catalogue.json, item 56: jq: map.jq: error: odd; 4 of 59 items cannot be mapped, and "+
			"guards.max_failed allows 3")
	require.Equal(t, live, s.Live().ID())

	s.YAML("source: {kind: file, path: catalogue.json, map: map.jq}\nguards: {max_failed: 0.07}\n")
	require.Equal(t, 55, s.MustPublish().Report.Published)
	s.YAML("source: {kind: file, path: catalogue.json, map: map.jq}\nguards: {max_failed: 0}\n")
	s.Write("catalogue.json", named(59, 1))
	require.ErrorContains(t, s.Build().Err, "catalogue.json, item 59: jq: map.jq: error: odd")
}

// TestFailureInTheMiddle: whatever ends a build between the first record and the
// pointer, the release before is as it was, nothing half written is left, and
// the lock is given back. The next build succeeds unaided.
func TestFailureInTheMiddle(t *testing.T) {
	t.Parallel()
	s := newShop(t, buildtest.Array(buildtest.Samba, buildtest.Choro))
	s.MustPublish()
	before, good := s.Sealed(), s.Options
	more := buildtest.Array(append(generated(t, 100), `{"id":900,"name":"Evento 90"}`)...)
	override := func(name, text string) func(s *shop) (context.Context, string) {
		return func(s *shop) (context.Context, string) {
			dir := s.TempDir()
			require.NoError(s, os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o755))
			require.NoError(s, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
			files, err := templates.Load(dir)
			require.NoError(s, err)
			s.Options.Templates = files
			return s.Context(), filepath.Base(name)
		}
	}
	for _, test := range []struct {
		name string
		arm  func(s *shop) (ctx context.Context, want string)
	}{
		{"template does not parse", override("html/event.html", "{{if}}")},
		{"template fails on one event", override("md/event.md",
			`{{define "event"}}{{if eq .Name "Evento 90"}}{{index .Tags 99}}{{end}}{{end}}`)},
		{"template fails on the home page", override("md/home.md",
			`{{define "home"}}{{.Nobody}}{{end}}`)},
		{"template of a document fails", override("discovery/auth.md", `{{.Nobody}}`)},
		{"panic while events are written", func(s *shop) (context.Context, string) {
			s.Options.Progress = func(_ string, done, _ int) {
				if done == 70 {
					panic("at the 70th")
				}
			}
			return s.Context(), "panic: at the 70th"
		}},
		{"cancelled while events are written", func(s *shop) (context.Context, string) {
			ctx, cancel := context.WithCancel(s.Context())
			s.Options.Progress = func(_ string, done, _ int) {
				if done == 70 {
					cancel()
				}
			}
			return ctx, "context canceled"
		}},
		{"cancelled before", func(s *shop) (context.Context, string) {
			ctx, cancel := context.WithCancel(s.Context())
			cancel()
			return ctx, "context canceled"
		}},
		{"the source ends in the middle", func(s *shop) (context.Context, string) {
			s.Write("catalogue.json", strings.TrimSuffix(buildtest.Array(generated(s, 100)...),
				"}]"))
			return s.Context(), "malformed document"
		}},
	} {
		s.Write("catalogue.json", more)
		ctx, want := test.arm(s)
		out := build.Run(ctx, s.Load(), s.Options)
		require.ErrorContains(t, out.Err, "brand palco: ", test.name)
		require.ErrorContains(t, out.Err, want)
		require.False(t, out.Published)
		require.Equal(t, before, s.Sealed(), test.name)
		s.RequireClean()

		s.Options = good
		s.Write("catalogue.json", buildtest.Array(buildtest.Samba, buildtest.Choro))
		require.False(t, s.MustBuild().Published, test.name)
	}
	s.Write("catalogue.json", more)
	require.Equal(t, 101, s.MustPublish().Report.Published)
	s.RequireClean()
}

// TestOneBrandDoesNotStopTheNext: not by an error and not by a panic.
func TestOneBrandDoesNotStopTheNext(t *testing.T) {
	t.Parallel()
	s := newShop(t, buildtest.Array(buildtest.Samba, buildtest.Choro))
	palco := s.Load()
	var list []*brands.Brand
	for _, key := range []string{"a", "b", "c", "d"} {
		b := *palco
		b.Key = key
		list = append(list, &b)
	}
	list[1].Source.Path = filepath.Join(s.Brand, "absent.json")
	s.Options.Progress = func(brand string, _, _ int) {
		if brand == "c" {
			panic("c")
		}
	}
	var outcomes []build.Outcome
	for _, b := range list {
		outcomes = append(outcomes, build.Run(t.Context(), b, s.Options))
	}
	for i, want := range []string{"", "source unavailable", "panic: c", ""} {
		require.Equal(t, list[i].Key, outcomes[i].Brand)
		if want == "" {
			require.NoError(t, outcomes[i].Err)
			require.True(t, outcomes[i].Published)
			continue
		}
		require.ErrorContains(t, outcomes[i].Err, "brand "+list[i].Key+": ")
		require.ErrorContains(t, outcomes[i].Err, want)
		require.Empty(t, outcomes[i].Release)
	}
}

// TestStuckBuild: a brand whose drawing never returns is abandoned at its build_timeout, keeps no
// other from its turn, and publishes nothing when it goes on after all.
func TestStuckBuild(t *testing.T) {
	build.LosePatience(t)
	s := newShop(t, buildtest.Array(buildtest.Samba, buildtest.Choro))
	stuck := s.Load()
	stuck.Key, stuck.BuildTimeout = "stuck", time.Second
	s.Options.Queue = build.NewQueue(1)
	forever := make(chan struct{})
	s.Options.Progress = func(brand string, _, _ int) {
		if brand == "stuck" {
			<-forever
		}
	}
	out := build.Run(t.Context(), stuck, s.Options)
	require.ErrorIs(t, out.Err, build.ErrTimeout)
	require.ErrorContains(t, out.Err, "the build does not stop, so it was left behind")
	s.MustPublish()

	close(forever)
	lock, err := release.Lock(filepath.Join(s.Options.Out, "stuck"), release.Options{})
	for errors.Is(err, release.ErrLocked) {
		time.Sleep(time.Millisecond)
		lock, err = release.Lock(filepath.Join(s.Options.Out, "stuck"), release.Options{})
	}
	require.NoError(t, err)
	require.NoError(t, lock.Close())
	_, err = release.Current(filepath.Join(s.Options.Out, "stuck"))
	require.Error(t, err, "it published")
}

// TestLeastFirst: of those who wait for a place who asks for the least is next, and one that no
// longer waits keeps nobody from it.
func TestLeastFirst(t *testing.T) {
	require.Equal(t, []int64{-1, 1, 2, 3}, build.Order(t, 3, -1, 2, 1))
}

// TestGivesWay: a brand whose document takes long gives the only place to read to the next one, and
// reads again.
func TestGivesWay(t *testing.T) {
	var asked atomic.Int32
	source := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		_, _ = io.WriteString(w, buildtest.Array(buildtest.Samba))
	}))
	t.Cleanup(source.Close)
	s := newShop(t, "")
	s.Options.Queue = build.NewQueue(1)
	s.Write("slow.jq", "reduce range(1e12) as $i (0; . + $i)") // takes what an item may
	s.YAML("source: {kind: http, url: " + source.URL + ", pages: none, map: slow.jq}\n")
	slow := s.Load()
	slow.Key = "slow"
	s.YAML("source: {kind: command, command: [sh, -c, 'sleep 0.2; cat catalogue.json']}\n")
	s.Write("catalogue.json", buildtest.Array(buildtest.Choro))
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		build.Run(ctx, slow, s.Options)
	}()
	for asked.Load() == 0 {
		time.Sleep(time.Millisecond)
	}
	s.MustPublish()
	select {
	case <-ended:
		t.Fatal("it kept its place to the end")
	default:
	}
	for asked.Load() == 1 {
		select {
		case <-ended:
			t.Fatal("it did not read again")
		case <-time.After(time.Millisecond):
		}
	}
	cancel()
	<-ended
}

// table is Markdown of a table of n columns and n rows.
func table(n int) string {
	return strings.Repeat("|a", n) + "\n" + strings.Repeat("|-", n) + "\n" +
		strings.Repeat("|\n", n)
}

// A description that would take gigabytes costs its own formatting: the other events of
// the brand are published as they are, and the report says which text it was and why.
func TestD13CostlyTexts(t *testing.T) {
	s := newShop(t, "["+buildtest.TextEvent(1, "**um**")+","+buildtest.TextEvent(2, table(6000))+
		","+buildtest.TextEvent(3, strings.Repeat("[", 250_000))+"]")
	out := s.MustPublish()
	require.Equal(t, 3, out.Report.Published)
	var found []string
	for _, f := range out.Report.Findings {
		require.Equal(t, validate.Repaired, f.Kind)
		require.Equal(t, validate.TooCostly, f.Reason)
		found = append(found, fmt.Sprint(f.ID, " ", f.Detail))
	}
	require.Equal(t, []string{
		"2 description is shown as plain paragraphs: tables of more than 50000 cells " +
			"(the last one has 6000 columns and 6002 rows)",
		"3 description is shown as plain paragraphs: more than 4096 brackets",
	}, found)
	require.Contains(t, s.HTML("/eventos/evento-1"), "<strong>um</strong>")
	require.Contains(t, s.HTML("/eventos/evento-2"), "<p>|a|a|a")
	require.NotContains(t, s.HTML("/eventos/evento-2"), "<table")

	// Another build knows the items: it says the same and draws nothing anew.
	before := out.Report.Findings
	s.Write("catalogue.json", "["+buildtest.TextEvent(1, "**dois**")+","+buildtest.TextEvent(2,
		table(6000))+","+buildtest.TextEvent(3, strings.Repeat("[", 250_000))+"]")
	out = s.MustPublish()
	require.Equal(t, before, out.Report.Findings)
	require.Equal(t, 1, out.Drawn)
}

// Two records of one event, each within the limits, are bounded together.
func TestCostlyMerge(t *testing.T) {
	s := newShop(t, "[]")
	s.YAML("source: {kind: file, path: catalogue.json, duplicates: merge}\n")
	lines := strings.Builder{}
	for i := range 400 {
		fmt.Fprintf(&lines, "|%d\n", i)
	}
	s.Write("catalogue.json", "["+buildtest.TextEvent(1, strings.Repeat("|a", 150)+"\n|\n|-|")+","+
		buildtest.TextEvent(1, lines.String())+"]")
	out := s.MustPublish()
	require.Equal(t, 1, out.Report.Merged)
	require.Len(t, out.Report.Findings, 1)
	require.Equal(t, validate.TooCostly, out.Report.Findings[0].Reason)
}

// TestB6DuplicateIDsAndSlugs: sets of records that fight over ids and slugs. The
// winners do not depend on the order of the source, every loser is in the report,
// and no page is overwritten: each published event has an address of its own that
// says its own name.
func TestB6DuplicateIDsAndSlugs(t *testing.T) {
	t.Parallel()
	for _, test := range rowstest.Read[[]struct {
		Name    string
		Records []string
		Want    map[string]string // slug to name
		Reasons map[string]int
	}](t, "testdata/duplicates.yaml") {
		t.Run(test.Name, func(t *testing.T) {
			t.Parallel()
			for range 2 {
				slices.Reverse(test.Records)
				s := newShop(t, buildtest.Array(test.Records...))
				out := s.MustPublish()
				rel := s.Live()
				got := map[string]string{}
				for _, slug := range buildtest.EventSlugs(rel) {
					page := s.Markdown("/eventos/" + slug + ".md")
					got[slug] = regexp.MustCompile(`(?m)^# (.*)$`).FindStringSubmatch(page)[1]
					got[slug] = strings.ReplaceAll(got[slug], `\`, "")
				}
				require.Equal(t, test.Want, got)
				require.Equal(t, test.Reasons, buildtest.Reasons(out.Report))
				require.Equal(t, len(test.Records), out.Report.Published+out.Report.Dropped)
			}
		})
	}
}

// TestMergeJoinsInTheOrderOfTheSource: with source.duplicates merge the first
// value wins, so the order of the source counts, as documented; values that do
// not contradict each other are joined the same way in any order.
func TestMergeJoinsInTheOrderOfTheSource(t *testing.T) {
	t.Parallel()
	const (
		when  = `{"id":"x","name":"PyCon","starts_at":"2027-05-01","ends_at":"2027-05-03"}`
		where = `{"id":"x","name":"PyCon","location":{"city":"Recife","state_abbr":"PE"},` +
			`"images":{"banner":"https://images.example/b.jpg"}}`
		what = `{"id":"x","name":"PyCon","description":"Python.","description_format":"markdown",` +
			`"producer":{"name":"APyB"}}`
	)
	var want map[string]string
	for _, order := range [][]string{{when, where, what}, {what, when, where}, {where, what, when},
		{what, where, when, what}} {
		s := exporting(t, buildtest.Array(order...))
		s.YAML("source: {kind: file, path: catalogue.json, duplicates: merge}\n")
		out := s.MustPublish()
		require.Equal(t, 1, out.Report.Published)
		require.Equal(t, len(order)-1, out.Report.Merged)
		require.Zero(t, out.Report.Dropped)
		got := buildtest.Tree(t, s.site())
		if want == nil {
			want = got
		}
		require.Equal(t, want, got)
		page := s.Markdown("/eventos/pycon.md")
		for _, text := range []string{"starts_at: \"2027-05-01\"", "ends_at: \"2027-05-03\"",
			"Recife", "APyB", "Python."} {
			require.Contains(t, page, text)
		}
		require.Contains(t, s.policy("/eventos/pycon"), "img-src 'self' https://images.example;",
			"the image of a merged record may load")
	}

	first, second := `{"id":1,"name":"First","is_closed":true}`, `{"id":1,"name":"Second"}`
	for _, order := range [][]string{{first, second}, {second, first}} {
		s := newShop(t, buildtest.Array(order...))
		s.YAML("source: {kind: file, path: catalogue.json, duplicates: merge}\n")
		s.MustPublish()
		name := regexp.MustCompile(`"name":"(\w+)"`).FindStringSubmatch(order[0])[1]
		require.Equal(t, []string{strings.ToLower(name)}, buildtest.Listed(t, s.Live()),
			"open in one is open")
	}
}

// policy returns the content security policy of a page.
func (s *shop) policy(path string) string {
	s.Helper()
	ref, ok := s.Live().Lookup(path)
	require.True(s, ok)
	for _, f := range ref.Variant(0).Profile() {
		if f.Name == "Content-Security-Policy" {
			return f.Value
		}
	}
	return ""
}

// hostile are slugs as no backend should send them.
var hostile = []string{
	"..", ".", "../../../etc/passwd", "/etc/passwd", "a/b", "%2e%2e", "%2e%2e%2f", "..%2f..",
	`..\..\x`, "a\x00b", "\u0000",
	strings.Repeat("a", 4096), strings.Repeat("a-", 2048), "😀", "index.html", "index", "samba.md",
	"calendar.ics", "samba.ics",
	"con", "nul", "aux.", "trailing.", "trailing ", " leading", "CAPS", "-", "--", "-a", "a-",
	"a--b", "ação", "\u202egpj.exe",
	"a\nb", "a\r\nSet-Cookie: x", "?q=1", "#x", "a;b", "a&b=c", "~root", "*", "$(id)", "`id`",
	"<script>", "'\"", "{slug}", ".tmp-x", ".well-known",
	"ﬁ", "ﷺ", strings.Repeat("ﬃ", 300), "a\u200bb", "xn--80ak6aa92e", "\xff\xfe",
}

// TestB7HostileSlugs: whatever a source calls its events, organisers and cities,
// addresses have letters, digits and hyphens only, each record is published
// under one of its own or reported, and nothing is written outside its folder.
func TestB7HostileSlugs(t *testing.T) {
	t.Parallel()
	var records []string
	for i, slug := range hostile {
		text, err := json.Marshal(strings.ToValidUTF8(slug, "\uFFFD"))
		require.NoError(t, err)
		records = append(records,
			fmt.Sprintf(`{"id":%d,"slug":%s,"name":"Evento %d","producer":{"name":%s,"slug":%s},`+
				`"location":{"city":%s,"state_abbr":%s},"starts_at":"2027-01-01T20:00"}`, i+1, text,
				i+1, text, text, text, text))
	}
	s := exporting(t, buildtest.Array(records...))
	around := buildtest.Tree(t, filepath.Dir(s.Options.Out))
	out := s.MustPublish()
	require.Equal(t, len(hostile), out.Report.Published)
	rel := s.Live()
	require.NoError(t, rel.Verify(true))
	require.Len(t, buildtest.EventSlugs(rel), len(hostile))
	require.Len(t, buildtest.Listed(t, rel), len(hostile))

	const word = `[a-z0-9]+(-[a-z0-9]+)*`
	ours := regexp.MustCompile(`^(/api/public/v1/events/` + word + `|/eventos/` + word +
		`(\.md|\.ics|\.png)?|/(cidades|organizadores)(\.md)?|` +
		`/agenda/2027-01-01\.png|(/embed)?/(cidades|organizadores)/` + word +
		`(\.md|\.ics|\.png|\.atom|\.feed\.json)?)$`)
	var others []string
	for ref := range rel.Resources() {
		if path := string(ref.Path()); !ours.MatchString(path) {
			others = append(others, path)
		}
	}
	tame := newShop(t, buildtest.Array(buildtest.Samba))
	tame.MustPublish()
	require.Equal(t, slices.DeleteFunc(buildtest.Paths(tame.Live(), "", ""), ours.MatchString),
		others, "no other address than with tame names")
	derived := map[int64]bool{}
	for _, f := range buildtest.Findings(out.Report, validate.SlugDerived) {
		derived[f.ID] = true
	}
	slug := regexp.MustCompile(`^` + word + `$`)
	for i, given := range hostile {
		given = strings.TrimSpace(given)
		valid := slug.MatchString(given) && len(given) <= 200
		_, kept := rel.Lookup("/eventos/" + given)
		require.Equal(t, valid, kept, "%.50q", given)
		require.Equal(t, !valid, derived[int64(i+1)], "%.50q is reported", given)
	}
	for name, sum := range buildtest.Tree(t, filepath.Dir(s.Options.Out)) {
		if !strings.HasPrefix(name, "out/palco/") {
			require.Equal(t, around[name], sum, "%s was written", name)
		}
	}
	// A city of 300 ligatures folds to 900 letters; its address is cut to what fits
	// into the name of a file.
	ligatures := buildtest.Paths(rel, "/cidades/"+strings.Repeat("ffi", 50), "")
	require.Len(t, ligatures, 5)
	for _, path := range ligatures {
		require.LessOrEqual(t, len(path), len("/cidades/")+200+len(".feed.json"))
	}
	require.FileExists(t, filepath.Join(s.Dir(), release.SiteDir, ligatures[0]+".html"))
	_, err := os.Stat(filepath.Join(s.Dir(), release.SiteDir, "eventos", "index-html.html"))
	require.NoError(t, err)
}

// TestB10UnknownFields: fifty more members, and none of their bytes anywhere.
func TestB10UnknownFields(t *testing.T) {
	t.Parallel()
	s := exporting(t, buildtest.Array(buildtest.Samba, buildtest.Choro))
	s.MustPublish()
	want := buildtest.Tree(t, s.site())
	more := new(strings.Builder)
	for i := range 50 {
		fmt.Fprintf(more, `"field_%d":{"secret":"tr%x"},`, i, rand.Uint64()|1<<63)
	}
	s.Write("catalogue.json", strings.ReplaceAll(buildtest.Array(buildtest.Samba, buildtest.Choro),
		`{"id"`, "{"+more.String()+`"id"`))
	s.Options.Now = buildtest.Noon.Add(time.Hour)
	require.False(t, s.MustBuild().Published)
	require.Equal(t, want, buildtest.Tree(t, s.site()))
}

// The home page says that prices include fees where a price on sale has one, and not where
// there is no price, no fee, or none that can be bought. A later build notices either way.
func TestFeesAreClaimedWhereTheyAre(t *testing.T) {
	t.Parallel()
	const claim = "Preços sempre com a taxa"
	event := func(more string) string {
		return `[{"id":1,"name":"A","starts_at":"2026-12-01T21:00:00-03:00"` + more + `},
			{"id":2,"name":"B","starts_at":"2026-12-02T21:00:00-03:00"}]`
	}
	tickets := func(fee string) string {
		return fmt.Sprintf(`,"tickets":[{"name":"Inteira","price":5000,"currency":"BRL"%s}]`, fee)
	}
	s := newShop(t, event(""))
	for _, c := range []struct {
		name, more string
		claimed    bool
	}{
		{"no price at all", "", false},
		{"a fee", tickets(`,"fee":500`), true},
		{"no fee", tickets(""), false},
		{"a fee again", tickets(`,"fee":500`), true},
		{"a fee of 0", tickets(`,"fee":0`), false},
		{"another fee", tickets(`,"fee":600`), true},
		{"sold out", tickets(`,"fee":600,"available":false`), false},
		{"one more fee", tickets(`,"fee":700`), true},
		{"closed", tickets(`,"fee":700`) + `,"is_closed":true`, false},
	} {
		s.Write("catalogue.json", event(c.more))
		s.MustPublish()
		for _, media := range []string{"text/html", "text/markdown"} {
			home := s.Body("/", media)
			if c.claimed {
				require.Contains(t, home, claim, "%s: %s", c.name, media)
			} else {
				require.NotContains(t, home, claim, "%s: %s", c.name, media)
			}
		}
	}
}
