package build_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
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
	require.Contains(t, buildtest.Body(t, s.Live(), "/eventos/evento-1", "text/html"),
		"<strong>um</strong>")
	require.Contains(t, buildtest.Body(t, s.Live(), "/eventos/evento-2", "text/html"), "<p>|a|a|a")
	require.NotContains(t, buildtest.Body(t, s.Live(), "/eventos/evento-2", "text/html"), "<table")

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
