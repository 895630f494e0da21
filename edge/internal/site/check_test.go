package site_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/release"
	"cartaz/edge/internal/edgetest"
	"cartaz/edge/internal/site"
)

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

// flipInPlace flips one bit of an index file of a release, in the file that is mapped.
func flipInPlace(t *testing.T, out, key, id, name string, at int64) {
	t.Helper()
	path := filepath.Join(out, key, release.ReleasesDir, id, name)
	require.NoError(t, os.Chmod(path, 0o644))
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	require.NoError(t, err)
	defer f.Close()
	info, err := f.Stat()
	require.NoError(t, err)
	b := make([]byte, 1)
	at = (at + info.Size()) % info.Size()
	_, err = f.ReadAt(b, at)
	require.NoError(t, err)
	b[0] ^= 4
	_, err = f.WriteAt(b, at)
	require.NoError(t, err)
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
	flipInPlace(t, out, "palco", second, release.TableFile, -9)
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

	flipInPlace(t, out, "palco", second, release.TableFile, -9) // as it was
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

			flipInPlace(t, out, "palco", second, name, -1)
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
		flipInPlace(t, out, "palco", id, release.SearchFile, -1)
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
