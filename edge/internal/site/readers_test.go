package site_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/release"
	"cartaz/edge/internal/edgetest"
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

func TestReleaseOfAnotherBrandIsRefused(t *testing.T) {
	out, elsewhere := t.TempDir(), t.TempDir()
	own := edgetest.Publish(t, out, edgetest.Brand("palco"), 2, 1)
	edgetest.WriteBrand(t, out, edgetest.Brand("palco"))
	foreign := edgetest.Publish(t, elsewhere, edgetest.Brand("outra"), 2, 7)
	s, _ := newSite(t, out)
	s.Scan()
	for _, part := range []string{release.SegmentsDir,
		filepath.Join(release.ReleasesDir, foreign)} {
		from, to := filepath.Join(elsewhere, "outra", part), filepath.Join(out, "palco", part)
		require.NoError(t, os.MkdirAll(to, 0o755))
		entries, err := os.ReadDir(from)
		require.NoError(t, err)
		for _, e := range entries {
			b, err := os.ReadFile(filepath.Join(from, e.Name()))
			require.NoError(t, err)
			// one that both have is there already
			_ = os.WriteFile(filepath.Join(to, e.Name()), b, 0o444)
		}
	}
	require.NoError(t, os.WriteFile(filepath.Join(out, "palco", release.CurrentFile),
		[]byte(foreign+"\n"), 0o644))
	s.Scan()
	require.Equal(t, own, live(s, "palco.example"))
	require.Contains(t, s.Brands()[0].Problem, "is of brand outra, the folder is of brand palco")
}
