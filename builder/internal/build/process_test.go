package build_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/internal/build"
	"cartaz/builder/internal/build/buildtest"
	"cartaz/templates"
)

// The variables that make this test binary a builder of one shop: its brand's
// folder, its output folder, and the largest file that it may write.
const (
	asBuilder  = "CARTAZ_TEST_BUILDER"
	asBuilderO = "CARTAZ_TEST_BUILDER_OUT"
	asBuilderN = "CARTAZ_TEST_BUILDER_FILE_SIZE"
)

func TestMain(m *testing.M) {
	if folder := os.Getenv(asBuilder); folder != "" {
		os.Exit(runChild(folder))
	}
	// A check is up to seven builds with all their syncs; make fuzz says how many it wants.
	if os.Getenv("RAPID_CHECKS") == "" {
		if err := flag.Set("rapid.checks", "20"); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}

// runChild builds in a process of its own, and exits with 1 when the build did
// not go well.
func runChild(folder string) int {
	if limit, err := strconv.ParseUint(os.Getenv(asBuilderN), 10, 64); err == nil {
		signal.Ignore(syscall.SIGXFSZ)
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE,
			&syscall.Rlimit{Cur: limit, Max: limit}); err != nil {
			fmt.Println(err)
			return 2
		}
	}
	b, err := brands.LoadOne(folder, brands.LoadOptions{})
	if err != nil {
		fmt.Println(err)
		return 2
	}
	out := build.Run(context.Background(), b, build.Options{
		Out: os.Getenv(asBuilderO), Templates: templates.Embedded, Now: buildtest.Noon,
		Export: true,
	})
	if out.Err != nil {
		fmt.Println(out.Err)
		return 1
	}
	return 0
}

// child returns a builder of the shop in a process of its own. Tests that start one do not run
// beside others: between fork and exec a child has a copy of every descriptor, including those of
// locks, so a lock that another test gives back at that moment would be held a little longer.
func (s *shop) child(env ...string) *exec.Cmd {
	s.Helper()
	self, err := os.Executable()
	require.NoError(s, err)
	cmd := exec.CommandContext(s.Context(), self)
	cmd.Env = append(append(os.Environ(), asBuilder+"="+s.Brand, asBuilderO+"="+s.Options.Out),
		env...)
	return cmd
}

// TestDiskFull ends a build at every stage by a file that may not grow: the
// item cache, a segment, an index, the export. The release before stays until the new
// one is published, and the next build succeeds unaided and leaves no debris.
func TestDiskFull(t *testing.T) {
	const events = 24
	first := generated(t, events)
	for _, limit := range []int{0, 8 << 10, 40 << 10, 80 << 10} {
		t.Run(fmt.Sprint(limit), func(t *testing.T) {
			s := exporting(t, buildtest.Array(first[:events/2]...))
			old := s.MustPublish()
			before, site := s.Sealed(), buildtest.Tree(t, s.site())
			s.Write("catalogue.json", buildtest.Array(first...))

			said, err := s.child(asBuilderN + "=" + strconv.Itoa(limit)).CombinedOutput()
			require.Error(t, err, "the limit is too high to test anything")
			require.Contains(t, string(said), "file too large")
			require.Contains(t, string(said), s.Dir(), "it names the path")
			require.Equal(t, before, s.Sealed(), "no debris, and the old release live")
			require.Equal(t, site, buildtest.Tree(t, s.site()))
			require.NoError(t, s.Live().Verify(true))

			next := s.MustPublish()
			require.NotEqual(t, old.Release, next.Release)
			require.Equal(t, events, next.Report.Published)
			s.RequireClean()
		})
	}
}

// together starts n builders of the shop at once.
func (s *shop) together(n int) []build.Outcome {
	s.Helper()
	brand := s.Load()
	outcomes := make([]build.Outcome, n)
	var running sync.WaitGroup
	for i := range outcomes {
		running.Go(func() { outcomes[i] = build.Run(s.Context(), brand, s.Options) })
	}
	running.Wait()
	return outcomes
}

// TestA5TwoBuilders pauses one builder while it holds the lock, also by SIGSTOP:
// takeovers fail at once, it publishes when it goes on, and the releases are in
// order.
func TestA5TwoBuilders(t *testing.T) {
	backend := newBackend(t)
	s := newShop(t, "[]")
	s.YAML("source: {kind: http, url: " + backend.URL + "/events}\n")
	backend.body(buildtest.Array(buildtest.Samba, buildtest.Choro))
	asked, answer := backend.pause()
	first := s.child()
	require.NoError(t, first.Start())
	<-asked
	require.NoError(t, first.Process.Signal(syscall.SIGSTOP))

	for _, out := range s.together(8) {
		require.ErrorIs(t, out.Err, build.ErrRunning)
	}
	require.NoError(t, first.Process.Signal(syscall.SIGCONT))
	close(answer)
	require.NoError(t, first.Wait())
	require.Equal(t, 1, s.Live().Manifest().Sequence)

	// Nobody holds it now: of eight that start together one publishes, and the
	// others find it running or have nothing to do.
	backend.body(buildtest.Array(buildtest.Samba, buildtest.Choro, buildtest.Frevo))
	published := 0
	for _, out := range s.together(8) {
		if out.Err != nil {
			require.ErrorIs(t, out.Err, build.ErrRunning)
			require.False(t, out.Published)
		}
		if out.Published {
			published++
		}
	}
	require.Equal(t, 1, published)
	require.Equal(t, 2, s.Live().Manifest().Sequence)
	require.Equal(t, time.Unix(buildtest.Noon.Unix(), 0).UTC(), s.Live().Manifest().BuiltAt)
	s.RequireClean()
}

// shop adds to the shop of package buildtest the helpers of tests of one stage.
type shop struct{ *buildtest.Shop }

// newShop makes a brand with a catalogue of records.
func newShop(t testing.TB, catalogue string) *shop {
	t.Helper()
	return &shop{buildtest.NewShop(t, catalogue)}
}

// exporting is newShop with plain files.
func exporting(t testing.TB, catalogue string) *shop {
	s := newShop(t, catalogue)
	s.Options.Export = true
	return s
}
