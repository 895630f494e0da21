package site_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/release"
	"cartaz/builder/release/releasetest"
	"cartaz/edge/internal/edgetest"
	"cartaz/edge/internal/site"
)

// TestReadersAndSwaps reads from many goroutines while releases are swapped by
// the watcher; run under the race detector it also shows that nothing is
// unmapped while it is read.
func TestReadersAndSwaps(t *testing.T) {
	out := t.TempDir()
	brand := edgetest.Brand("palco")
	edgetest.Publish(t, out, brand, 5, 0)
	s, _ := newSite(t, out)
	s.Scan()
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { s.Run(ctx) })
	var reads atomic.Int64
	for range 4 {
		running.Go(func() {
			for ctx.Err() == nil {
				var list struct{ Data []struct{ Name string } }
				text := body(s, "palco.example", "/api/public/v1/events")
				if err := json.Unmarshal([]byte(text), &list); err != nil || len(list.Data) != 5 {
					t.Errorf("%v: %s", err, text)
					return
				}
				_, version, _ := strings.Cut(list.Data[0].Name, "versão ")
				for _, e := range list.Data {
					if !strings.HasSuffix(e.Name, "versão "+version) {
						t.Errorf("two releases in one answer: %s", text)
						return
					}
				}
				reads.Add(1)
			}
		})
	}
	id := ""
	for version := 1; version <= 20; version++ {
		id = edgetest.Publish(t, out, brand, 5, version)
		require.Eventually(t, func() bool { return live(s, "palco.example") == id }, time.Minute,
			time.Millisecond)
	}
	cancel()
	running.Wait()
	require.Positive(t, reads.Load())
	maps, _ := os.ReadFile("/proc/self/maps")
	for line := range strings.Lines(string(maps)) {
		if strings.Contains(line, out+"/palco/"+release.ReleasesDir) {
			require.Contains(t, line, id, "a release that was swapped out is still mapped")
		}
	}
	swaps, refusals := s.Counts()
	require.EqualValues(t, 21, swaps)
	require.Zero(t, refusals)
	require.Contains(t, fmt.Sprint(s.Brands()), "palco")
}

// TestPrunedWhileItIsOpened: there is a newer release then, so nothing is refused.
func TestPrunedWhileItIsOpened(t *testing.T) {
	out := t.TempDir()
	brand := edgetest.Brand("palco")
	newest := edgetest.Publish(t, out, brand, 2, 1)
	s, log := newSite(t, out)
	replaced := 0
	s.BeforeOpen(func() {
		if replaced++; replaced > 2 {
			return
		}
		newest = edgetest.Publish(t, out, brand, 2, 1+replaced)
		f, err := release.Lock(filepath.Join(out, brand.Key), release.Options{})
		require.NoError(t, err)
		removed, err := f.Prune(release.Retention{})
		require.NoError(t, err)
		require.Len(t, removed, 1)
		require.NoError(t, f.Close())
	})
	s.Scan()
	require.Equal(t, newest, live(s, "palco.example"))
	require.NotContains(t, log.String(), "refused")
	require.Empty(t, s.Brands()[0].Problem)
}

// jumpClock is a clock that stands still until a goroutine sleeps. Short sleeps, between two pieces
// of a file, pass at once; a long one, until the next check is due, only when the test lets one
// pass, or when other releases are served.
type jumpClock struct {
	mu     sync.Mutex
	now    time.Time
	paused time.Duration // by short sleeps
	idle   chan struct{} // says that all checks that were due are done
	pass   chan struct{}
}

func newJumpClock() *jumpClock {
	return &jumpClock{now: time.Unix(1<<30, 0), idle: make(chan struct{}),
		pass: make(chan struct{})}
}

func (c *jumpClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *jumpClock) Sleep(ctx context.Context, d time.Duration, wake <-chan struct{}) error {
	if wake != nil {
		for waiting := true; waiting; {
			select {
			case c.idle <- struct{}{}:
			case <-c.pass:
				waiting = false
			case <-wake:
				return ctx.Err()
			case <-ctx.Done():
				return ctx.Err()
			}
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
	if wake == nil {
		c.paused += d
	}
	return ctx.Err()
}

// flipInPlace flips a byte of an index file of a release, in the file that is mapped.
func flipInPlace(t *testing.T, out, id, name string, at int64) {
	t.Helper()
	releasetest.Flip(t, releasetest.File(filepath.Join(out, "palco"), id, name), at)
}

// run runs a site with a clock until the test ends.
func run(t *testing.T, s *site.Site, c *jumpClock) {
	t.Helper()
	s.Clock(c.Now, c.Sleep)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); s.Run(ctx) }()
	t.Cleanup(func() { cancel(); <-done })
}

func eventually(t *testing.T, s *site.Site, want string) {
	t.Helper()
	require.Eventually(t, func() bool { return live(s, "palco.example") == want }, time.Minute,
		time.Millisecond, "release %s", want)
}

// A release that is too large to be verified before it serves is checked in the background: damage
// that no request has met ends it, is reported once, and stays known.
func TestLargeReleaseIsCheckedInTheBackground(t *testing.T) {
	out := t.TempDir()
	first := edgetest.Publish(t, out, edgetest.Brand("palco"), 4, 1)
	second := edgetest.Publish(t, out, edgetest.Brand("palco"), 4, 2)
	flipInPlace(t, out, second, release.TableFile, -9)
	s, log := newSite(t, out)
	s.VerifyAtMost(0)
	c := newJumpClock()
	s.Scan()
	require.Equal(t, second, live(s, "palco.example"), "it serves before it is verified")
	run(t, s, c)
	eventually(t, s, first)
	<-c.idle // the release before was checked, too
	s.Scan()
	require.Equal(t, first, live(s, "palco.example"), "the damaged one does not come back")
	require.Contains(t, s.Brands()[0].Problem, release.TableFile)
	require.Equal(t, 1, strings.Count(log.String(), "level=WARN msg=refused"), log.String())
	_, refusals := s.Counts()
	require.EqualValues(t, 1, refusals)

	flipInPlace(t, out, second, release.TableFile, -9) // as it was
	eventually(t, s, second)
	require.Empty(t, s.Brands()[0].Problem)
}

// The next scan finds a file that was overwritten while it is mapped, and its check starts at once.
func TestOverwrittenInPlaceIsFound(t *testing.T) {
	for _, name := range []string{release.TableFile, release.SearchFile, release.EventsFile} {
		t.Run(name, func(t *testing.T) {
			out := t.TempDir()
			first := edgetest.Publish(t, out, edgetest.Brand("palco"), 4, 1)
			second := edgetest.Publish(t, out, edgetest.Brand("palco"), 4, 2)
			s, _ := newSite(t, out)
			c := newJumpClock()
			s.Scan()
			run(t, s, c)
			<-c.idle
			c.pass <- struct{}{} // a round that finds nothing
			<-c.idle
			require.Equal(t, second, live(s, "palco.example"))
			read := int64(0)
			for _, f := range []string{release.TableFile, release.SearchFile, release.EventsFile} {
				info, err := os.Stat(filepath.Join(out, "palco", release.ReleasesDir, second, f))
				require.NoError(t, err)
				read += info.Size()
			}
			c.mu.Lock()
			require.InDelta(t, float64(read)/site.CheckRate, c.paused.Seconds(), 1e-6,
				"it read each file once, at its rate")
			c.mu.Unlock()

			flipInPlace(t, out, second, name, -1)
			require.Equal(t, second, live(s, "palco.example"))
			at := c.Now()
			s.Scan()
			eventually(t, s, first)
			require.Contains(t, s.Brands()[0].Problem, name)
			require.Less(t, c.Now().Sub(at), site.CheckEvery)
		})
	}
}

// The status says that files of a release have changed until they are checked, whatever became of
// their times; what was read of it is compared anew, and a change that spares the bytes ends well.
func TestChangedFilesAreSaid(t *testing.T) {
	out := t.TempDir()
	id := edgetest.Publish(t, out, edgetest.Brand("palco"), 4, 1)
	s, log := newSite(t, out)
	s.Scan()
	s.Scan()
	require.False(t, s.Look()[0].Checking)
	file := filepath.Join(out, "palco", release.ReleasesDir, id, release.SearchFile)
	info, err := os.Stat(file)
	require.NoError(t, err)
	for range 2 {
		flipInPlace(t, out, id, release.SearchFile, -1)
	}
	require.NoError(t, os.Chtimes(file, time.Time{}, info.ModTime()))
	s.Scan()
	require.True(t, s.Look()[0].Checking)
	require.Contains(t, log.String(), "files changed while they serve")
	run(t, s, newJumpClock())
	require.Eventually(t, func() bool { return !s.Look()[0].Checking }, time.Minute,
		time.Millisecond)
	require.Equal(t, id, live(s, "palco.example"))
	require.Empty(t, s.Brands()[0].Problem)
}

// with is the sample brand of that name with more hosts.
func with(name string, hosts ...string) release.Brand {
	b := edgetest.Brand(name)
	b.Hosts = append(b.Hosts, hosts...)
	return b
}

// TestHostIsNotTaken: a host goes on to lead to the brand that has it when another one, whatever
// its name, claims it too. That is said once, in the log and in the state of the newcomer, whose
// other hosts are served. Once its brand gives it up, the newcomer has it.
func TestHostIsNotTaken(t *testing.T) {
	for _, lazyFrom := range []int{1, 256} {
		out := t.TempDir()
		id := edgetest.Publish(t, out, edgetest.Brand("mmm"), 2, 1)
		s, log := newSite(t, out)
		s.LazyFrom(lazyFrom)
		s.Scan()
		for _, name := range []string{"aaa", "zzz"} {
			edgetest.Publish(t, out, with(name, "mmm.example"), 2, 1)
		}
		for range 3 {
			s.Scan()
			require.Equal(t, id, live(s, "mmm.example"))
			require.NotEqual(t, "unknown", live(s, "aaa.example"))
			require.NotEqual(t, "unknown", live(s, "zzz.example"))
		}
		brands := s.Brands()
		refused := []site.RefusedHost{{Host: "mmm.example", Brand: "mmm"}}
		require.Equal(t, refused, brands[0].RefusedHosts)
		require.NotContains(t, brands[0].Hosts, "mmm.example")
		require.Empty(t, brands[1].RefusedHosts)
		require.Contains(t, brands[1].Hosts, "mmm.example")
		require.Equal(t, refused, brands[2].RefusedHosts)
		require.NoError(t, s.Ready())
		for _, name := range []string{"aaa", "zzz"} {
			require.Equal(t, 1, strings.Count(log.String(), "brand "+name+" claims the host "+
				"mmm.example, which leads to brand mmm"), log.String())
		}

		edgetest.Publish(t, out, edgetest.Brand("aaa"), 2, 2)
		taker := edgetest.Publish(t, out, with("zzz", "mmm.example"), 2, 2)
		s.Scan()
		require.NoError(t, os.RemoveAll(filepath.Join(out, "mmm")))
		s.Scan()
		require.Equal(t, taker, live(s, "mmm.example"))
		for _, b := range s.Brands() {
			require.Empty(t, b.RefusedHosts, b.Brand)
		}
		edgetest.Publish(t, out, with("aaa", "mmm.example"), 2, 3)
		s.Scan()
		require.Equal(t, taker, live(s, "mmm.example"))
		require.Equal(t, 2, strings.Count(log.String(), "brand aaa claims the host mmm.example"),
			"a conflict that comes back is said again")
	}
}

// TestContestedHostAtTheStart: no brand had the host before, so the first brand by name gets it.
func TestContestedHostAtTheStart(t *testing.T) {
	out := t.TempDir()
	id := edgetest.Publish(t, out, edgetest.Brand("aaa"), 2, 1)
	edgetest.Publish(t, out, with("zzz", "aaa.example"), 2, 1)
	s, log := newSite(t, out)
	s.Scan()
	require.Equal(t, id, live(s, "aaa.example"))
	require.Contains(t, log.String(), "brand zzz claims the host aaa.example, which leads to "+
		"brand aaa")
}

// TestOwnerOfAHost: Config.Owner decides which brand has a host, also before that brand is here.
func TestOwnerOfAHost(t *testing.T) {
	out := t.TempDir()
	edgetest.Publish(t, out, with("aaa", "zzz.example"), 2, 1)
	s := site.New(site.Config{Out: out, Keys: edgetest.Keys(t), Log: slog.New(slog.DiscardHandler),
		Owner: func(host string) string {
			if host == "zzz.example" {
				return "zzz"
			}
			return ""
		}})
	t.Cleanup(s.Close)
	s.Scan()
	require.Equal(t, "unknown", live(s, "zzz.example"))
	require.Equal(t, []site.RefusedHost{{Host: "zzz.example", Brand: "zzz"}},
		s.Brands()[0].RefusedHosts)
	id := edgetest.Publish(t, out, edgetest.Brand("zzz"), 2, 1)
	s.Scan()
	require.Equal(t, id, live(s, "zzz.example"))
}

// TestNothingToServe: an edge that has nothing to serve is not ready, says why, and
// becomes ready without a restart.
func TestNothingToServe(t *testing.T) {
	t.Run("missing", func(t *testing.T) {
		out := filepath.Join(t.TempDir(), "out")
		s, _ := newSite(t, out)
		require.ErrorContains(t, s.Ready(), "not been read yet")
		s.Scan()
		require.ErrorIs(t, s.Ready(), fs.ErrNotExist)
		require.ErrorContains(t, s.Ready(), out)
		require.Equal(t, "unknown", live(s, "palco.example"))
		edgetest.Publish(t, out, edgetest.Brand("palco"), 2, 1)
		s.Scan()
		require.NoError(t, s.Ready())
		require.NoError(t, os.RemoveAll(out))
		s.Scan()
		require.NoError(t, s.Ready(), "it goes on with what it holds")
	})
	t.Run("no folder", func(t *testing.T) {
		out := filepath.Join(t.TempDir(), "out")
		require.NoError(t, os.WriteFile(out, nil, 0o600))
		s, _ := newSite(t, out)
		s.Scan()
		require.ErrorContains(t, s.Ready(), out)
	})
	t.Run("empty", func(t *testing.T) {
		out := t.TempDir()
		require.NoError(t, os.Mkdir(filepath.Join(out, "lost+found"), 0o700))
		s, _ := newSite(t, out)
		s.Scan()
		require.ErrorContains(t, s.Ready(), out+" holds no brand")
		edgetest.Publish(t, out, edgetest.Brand("palco"), 2, 1)
		s.Scan()
		require.NoError(t, s.Ready())
	})
	t.Run("only brands that cannot be read", func(t *testing.T) {
		out := t.TempDir()
		require.NoError(t, os.Mkdir(filepath.Join(out, "palco"), 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(out, "palco", release.BrandFile), []byte("{"),
			0o600))
		s, _ := newSite(t, out)
		s.Scan()
		require.ErrorContains(t, s.Ready(), "palco: ")
		require.ErrorContains(t, s.Ready(), "can be served")
	})
}

// TestNewerBuilder: releases and brand.json of a newer builder. The brand's hosts are known, the
// edge is not ready and says what to do. A brand of which not even the hosts are known makes an
// edge not ready too, also beside others.
func TestNewerBuilder(t *testing.T) {
	out := t.TempDir()
	edgetest.Publish(t, out, edgetest.Brand("festa"), 2, 1)
	id := edgetest.Publish(t, out, edgetest.Brand("palco"), 2, 1)
	rewrite := func(name, old, new string) {
		t.Helper()
		file := filepath.Join(out, "palco", name)
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		require.NoError(t, os.Remove(file))
		require.NoError(t, os.WriteFile(file, []byte(strings.Replace(string(text), old, new, 1)),
			0o600))
	}
	rewrite(filepath.Join(release.ReleasesDir, id, release.ManifestFile), `"format": `,
		`"format": 9`)
	rewrite(release.BrandFile, "{", `{"colour": "red",`)
	s, log := newSite(t, out)
	s.Scan()
	require.Empty(t, live(s, "palco.example"))
	require.ErrorContains(t, s.Ready(), "brand palco has no release that can be served: release "+
		id)
	require.ErrorContains(t, s.Ready(), "run the edge of that builder's")
	require.Contains(t, log.String(), "run the edge of that builder's")

	rewrite(release.BrandFile, "{", "[")
	s, _ = newSite(t, out)
	s.Scan()
	require.Equal(t, "unknown", live(s, "palco.example"))
	require.NotEqual(t, "unknown", live(s, "festa.example"))
	require.ErrorContains(t, s.Ready(), "brand palco")
	require.Len(t, s.Brands(), 2)
	edgetest.WriteBrand(t, out, edgetest.Brand("palco"))
	s.Scan()
	require.Empty(t, live(s, "palco.example"))
	require.NoError(t, os.RemoveAll(filepath.Join(out, "palco")))
	s.Scan()
	require.NoError(t, s.Ready())
	require.Len(t, s.Brands(), 1)
}
