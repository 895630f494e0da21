package site_test

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"cartaz/builder/release"
	"cartaz/builder/release/releasetest"
	"cartaz/edge/internal/answer"
	"cartaz/edge/internal/edgetest"
	"cartaz/edge/internal/site"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// newSite is a site over out that logs into the returned buffer.
func newSite(t testing.TB, out string) (*site.Site, *releasetest.Log) {
	t.Helper()
	log := &releasetest.Log{}
	s := site.New(site.Config{Out: out, Keys: edgetest.Keys(t), Rescan: 20 * time.Millisecond,
		Log: slog.New(slog.NewTextHandler(log, nil))})
	t.Cleanup(s.Close)
	return s, log
}

// live returns the release that a host is answered from, "" for a brand without one, or "unknown"
// for no brand.
func live(s *site.Site, host string) string {
	h := s.Acquire(host)
	if h == nil {
		return "unknown"
	}
	defer h.Release()
	if rel := h.Catalogue.Release(); rel != nil {
		return rel.ID()
	}
	return ""
}

func body(s *site.Site, host, path string) string {
	h := s.Acquire(host)
	if h == nil {
		return ""
	}
	defer h.Release()
	var a answer.Answer
	r := answer.Request{Method: "GET", Path: path}
	h.Catalogue.Answer(&a, &r, h.Catalogue.Route(&r))
	return string(a.Body)
}

func TestHostsAreLookedUpAndNothingElse(t *testing.T) {
	out := t.TempDir()
	id := edgetest.Publish(t, out, edgetest.Brand("palco"), 2, 1)
	s, _ := newSite(t, out)
	s.Scan()
	for host, want := range map[string]string{
		"palco.example": id, "api.palco.example": id, "PALCO.Example": id, "palco.example.": id,
		"palco.example:8080": id, "palco.example.:8080": id,
		"": "unknown", "..": "unknown", "a@palco.example": "unknown", "palco.example..": "unknown",
		"xpalco.example": "unknown", "[::1]:80": "unknown", "palco.example:80:80": "unknown",
	} {
		require.Equal(t, want, live(s, host), "host %q", host)
	}
}

func TestBrandWithoutReleaseIsKnown(t *testing.T) {
	out := t.TempDir()
	brand := edgetest.Brand("palco")
	edgetest.WriteBrand(t, out, brand)
	s, _ := newSite(t, out)
	s.Scan()
	require.Equal(t, "", live(s, "palco.example"))
	require.ErrorContains(t, s.Ready(), "brand palco has no release")
	require.Contains(t, body(s, "palco.example", "/api/public/v1/events"), "upstream_unavailable")
	id := edgetest.Publish(t, out, brand, 2, 1)
	s.Scan()
	require.Equal(t, id, live(s, "palco.example"))

	edgetest.WriteBrand(t, out, edgetest.Brand("novo"))
	s.Scan()
	require.NoError(t, s.Ready(), "a new brand takes no edge from the brands that serve")
	require.Len(t, s.Brands(), 2)
	require.NoError(t, s.Ready())
}

// TestRetired: a brand that was taken down is known and has no release, the last one too; another
// brand may have its hosts, whatever their names. A brand whose folder is gone goes on.
func TestRetired(t *testing.T) {
	out := t.TempDir()
	brand := edgetest.Brand("palco")
	id := edgetest.Publish(t, out, brand, 2, 1)
	s, _ := newSite(t, out)
	s.Scan()
	brand.State = release.StateGone
	edgetest.WriteBrand(t, out, brand)
	s.Scan()
	require.Equal(t, id, live(s, "palco.example"))
	require.Equal(t, release.StateGone, s.Look()[0].State)

	f, err := release.Lock(filepath.Join(out, "palco"), release.Options{})
	require.NoError(t, err)
	defer f.Close()
	for _, changed := range []bool{true, false} {
		got, err := f.Retire()
		require.NoError(t, err)
		require.Equal(t, changed, got)
		s.Scan()
		require.Equal(t, "", live(s, "palco.example"))
		require.Equal(t, release.StateRetired, s.Look()[0].State)
		require.Error(t, s.Ready())
	}
	for _, key := range []string{"alvo", "zebra"} { // before and after it by name
		other := edgetest.Brand(key)
		other.Hosts = append(other.Hosts, "palco.example")
		id := edgetest.Publish(t, out, other, 2, 1)
		s.Scan()
		require.Equal(t, id, live(s, "palco.example"))
		for _, b := range s.Brands() {
			require.Empty(t, b.RefusedHosts, "its hosts are free: %s", b.Brand)
		}
		require.NoError(t, os.RemoveAll(filepath.Join(out, key)))
		s.Scan()
		require.Equal(t, "", live(s, "palco.example"))
	}
	require.NoError(t, f.Publish(id))
	s.Scan()
	require.Equal(t, id, live(s, "palco.example"))
}

// TestBadReleasesAreRefused: when the newest release cannot be opened, found or verified, the one
// before goes on, with a reason logged once. What counts as damage is tested in package release.
func TestBadReleasesAreRefused(t *testing.T) {
	for _, tc := range []struct {
		name   string
		damage func(t *testing.T, dir, id string)
		why    string
	}{
		{"table cut", func(t *testing.T, dir, id string) {
			releasetest.Truncate(t, releasetest.File(dir, id, release.TableFile), 300)
		}, "resources.tbl"},
		{"search index of another format", func(t *testing.T, dir, id string) {
			releasetest.Flip(t, releasetest.File(dir, id, release.SearchFile), 0)
		}, "search"},
		{"directory gone", func(t *testing.T, dir, id string) {
			require.NoError(t, os.RemoveAll(filepath.Join(dir, release.ReleasesDir, id)))
		}, "not found"},
		{"pointer is a link", func(t *testing.T, dir, id string) {
			pointer := filepath.Join(dir, release.CurrentFile)
			require.NoError(t, os.Remove(pointer))
			require.NoError(t, os.Symlink("/etc/passwd", pointer))
		}, "current"},
		{"another format version", func(t *testing.T, dir, id string) {
			edgetest.Version(t, dir, id, 99)
		}, "unknown format version 99"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			out := t.TempDir()
			brand := edgetest.Brand("palco")
			dir := filepath.Join(out, brand.Key)
			first := edgetest.Publish(t, out, brand, 2, 1)
			s, log := newSite(t, out)
			s.Scan()
			require.Equal(t, first, live(s, "palco.example"))
			second := edgetest.Publish(t, out, brand, 3, 2)
			tc.damage(t, dir, second)
			s.Scan()
			require.Equal(t, first, live(s, "palco.example"), "the last good release goes on")
			require.Contains(t, log.String(), tc.why)
			require.Equal(t, 1, strings.Count(log.String(), "refused"))
			s.Scan()
			require.Equal(t, 1, strings.Count(log.String(), "refused"),
				"said once, not at every scan")
			require.NotEmpty(t, s.Brands()[0].Problem)

			// A restart finds the older release too.
			again, _ := newSite(t, out)
			again.Scan()
			if tc.name != "pointer is a link" {
				require.Equal(t, first, live(again, "palco.example"))
			}
			// The next good release heals.
			third := edgetest.Publish(t, out, brand, 2, 3)
			s.Scan()
			require.Equal(t, third, live(s, "palco.example"))
			require.Empty(t, s.Brands()[0].Problem)
		})
	}
}

func TestLostOutputChangesNothing(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	require.NoError(t, os.Mkdir(out, 0o755))
	id := edgetest.Publish(t, out, edgetest.Brand("palco"), 2, 1)
	s, log := newSite(t, out)
	s.Scan()
	require.NoError(t, os.Rename(out, out+".away"))
	s.Scan()
	require.Equal(t, id, live(s, "palco.example"), "folder gone")
	require.NoError(t, os.Mkdir(out, 0o755))
	s.Scan()
	require.Equal(t, id, live(s, "palco.example"), "folder empty")
	require.Contains(t, log.String(), "holds no brand any more")
	next := edgetest.Publish(t, out, edgetest.Brand("palco"), 2, 2)
	s.Scan()
	require.Equal(t, next, live(s, "palco.example"), "a new tree is picked up")
}

func TestBrandsComeAndGo(t *testing.T) {
	out := t.TempDir()
	edgetest.Publish(t, out, edgetest.Brand("palco"), 2, 1)
	s, _ := newSite(t, out)
	s.Scan()
	edgetest.Publish(t, out, edgetest.Brand("outra"), 2, 1)
	s.Scan()
	require.NotEqual(t, "unknown", live(s, "outra.example"))
	require.NoError(t, os.RemoveAll(filepath.Join(out, "outra")))
	s.Scan()
	require.Equal(t, "unknown", live(s, "outra.example"))
	require.NotEqual(t, "unknown", live(s, "palco.example"))
}

// TestPortOfSiteURL: a brand of this machine whose site_url has another port than the edge is
// logged; a proxy may be in front of any other brand.
func TestPortOfSiteURL(t *testing.T) {
	for address, warns := range map[string]bool{
		"http://palco.localhost:8080": false, "https://palco.localhost": false,
		"https://palco.example": false, "http://palco.example:9090": false,
		"http://palco.localhost:9090": true, "http://palco.localhost": true,
		"http://localhost": true,
	} {
		out, log, brand := t.TempDir(), &releasetest.Log{}, edgetest.Brand("palco")
		brand.SiteURL = address
		edgetest.Publish(t, out, brand, 2, 1)
		s := site.New(site.Config{Out: out, Keys: edgetest.Keys(t), Port: "8080",
			Log: slog.New(slog.NewTextHandler(log, nil))})
		s.Scan()
		s.Close()
		require.Equal(t, warns, strings.Contains(log.String(), "another port"), address)
	}
}

// TestLazyOpening: with many brands a release is opened at its first request, once, and from then
// on it is served like any other.
func TestLazyOpening(t *testing.T) {
	out := t.TempDir()
	first := edgetest.Publish(t, out, edgetest.Brand("palco"), 2, 1)
	edgetest.Publish(t, out, edgetest.Brand("festa"), 2, 1)
	edgetest.WriteBrand(t, out, edgetest.Brand("vazia"))
	s, log := newSite(t, out)
	s.LazyFrom(2)
	s.Scan()
	require.NotContains(t, log.String(), "release live")
	require.True(t, s.Brands()[1].Unopened)
	require.Equal(t, first, s.Brands()[1].Release)
	require.NoError(t, s.Ready())
	require.Equal(t, "", live(s, "vazia.example"), "a brand without release is known at once")

	var asking sync.WaitGroup
	for range 8 {
		asking.Go(func() {
			if id := live(s, "api.palco.example"); id != first {
				t.Error(id)
			}
		})
	}
	asking.Wait()
	swaps, _ := s.Counts()
	require.EqualValues(t, 1, swaps)
	s.Scan()
	require.False(t, s.Brands()[1].Unopened)
	require.Equal(t, 2, s.Brands()[1].Events)
	require.True(t, s.Brands()[0].Unopened)

	second := edgetest.Publish(t, out, edgetest.Brand("palco"), 3, 2)
	newest := edgetest.Publish(t, out, edgetest.Brand("festa"), 3, 2)
	s.Scan()
	require.Equal(t, second, live(s, "palco.example"))
	require.Equal(t, newest, s.Brands()[0].Release, "it is not opened and follows all the same")
	require.Equal(t, newest, live(s, "festa.example"))
}

// TestLazyOpeningOfDamage: damage that the first request finds leads to the release before.
func TestLazyOpeningOfDamage(t *testing.T) {
	out := t.TempDir()
	var before, damaged string
	for i := range 3 {
		brand := edgetest.Brand(fmt.Sprint("brand", i))
		before = edgetest.Publish(t, out, brand, 2, 1)
		damaged = edgetest.Publish(t, out, brand, 2, 2)
	}
	releasetest.Flip(t, releasetest.File(out+"/brand2", damaged, release.TableFile), 200)
	s, log := newSite(t, out)
	s.LazyFrom(2)
	s.Scan()
	require.Equal(t, before, live(s, "brand2.example"))
	require.Contains(t, log.String(), "refused")
	s.Scan()
	require.Contains(t, s.Brands()[2].Problem, damaged)
	require.NotEqual(t, before, live(s, "brand1.example"))
}
