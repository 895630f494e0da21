package fleet_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/bucket"
	"cartaz/edge/internal/programtest"
)

// brandKeys are the brands of the fleet.
var brandKeys = []string{"festa", "palco", "sarau"}

// targets are what visitors ask for: sealed pages, joined pages, the API. Each answer names several
// events, and each name the version of the catalogue that it is of.
var targets = []string{"/eventos/show-1", "/eventos/show-2.md", "/eventos", "/eventos?q=show",
	"/api/public/v1/events?per_page=50", "/api/public/v1/events/show-3"}

var versionOf = regexp.MustCompile(`versão (\d+)`)

// visitors ask an address again and again, and judge every answer.
type visitors struct {
	addr string

	mu      sync.Mutex
	took    []time.Duration // of good answers
	torn    []string        // answers of more than one release
	failed  []string        // anything but a whole 200
	running sync.WaitGroup
}

// visit starts n visitors, until ctx ends.
func (v *visitors) visit(ctx context.Context, n int, pause time.Duration) {
	for range n {
		v.running.Go(func() {
			transport := &http.Transport{}
			defer transport.CloseIdleConnections()
			c := &http.Client{Transport: transport, Timeout: time.Minute}
			for ctx.Err() == nil {
				v.ask(ctx, c, brandKeys[rand.N(len(brandKeys))], targets[rand.N(len(targets))])
				time.Sleep(rand.N(2 * pause))
			}
		})
	}
}

// ask asks for one target and notes what came.
func (v *visitors) ask(ctx context.Context, c *http.Client, brand, target string) {
	start := time.Now()
	status, body, err := get(ctx, c, v.addr, brand, target)
	took := time.Since(start)
	if ctx.Err() != nil {
		return // it was given up
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	what := fmt.Sprintf("%s %s: %d", brand, target, status)
	if err != nil || status != http.StatusOK {
		v.failed = append(v.failed, fmt.Sprintf("%s after %s: %v: %.200s", what, took, err, body))
		return
	}
	versions := versionOf.FindAllStringSubmatch(body, -1)
	for _, m := range versions {
		if m[1] != versions[0][1] {
			v.torn = append(v.torn, what+": versions "+versions[0][1]+" and "+m[1])
			return
		}
	}
	if len(versions) == 0 {
		v.torn = append(v.torn, what+": no version")
		return
	}
	v.took = append(v.took, took)
}

// get asks an edge or the balancer.
func get(ctx context.Context, c *http.Client, addr, brand, target string) (int, string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+addr+target, nil)
	if err != nil {
		return 0, "", err
	}
	req.Host = brand + ".localhost"
	if strings.HasPrefix(target, "/api/") {
		req.Host = "api." + req.Host
	}
	// Each visitor has an address of its own, as far as limits know.
	req.Header.Set("X-Forwarded-For", fmt.Sprintf("10.%d.%d.1", rand.N(256), rand.N(256)))
	res, err := c.Do(req)
	if err != nil {
		return 0, "", err
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	return res.StatusCode, string(body), err
}

// quantiles are p50, p99 and the longest.
func quantiles(list []time.Duration) (p50, p99, longest time.Duration) {
	if len(list) == 0 {
		return 0, 0, 0
	}
	sorted := slices.Sorted(slices.Values(list))
	at := func(q int) time.Duration { return sorted[(len(sorted)-1)*q/100] }
	return at(50), at(99), at(100)
}

// history is what was live in a bucket, as a constant observer sees it.
type history struct {
	mu         sync.Mutex
	generation int64
	now        map[string]bucket.Entry
	seen       map[string]time.Time // by brand and release, also by release alone
	count      int
	running    sync.WaitGroup
}

// follow looks at live until ctx ends. Live going back, or two releases with one counter, fail the
// test.
func follow(ctx context.Context, t testing.TB, address string) *history {
	b, err := bucket.Open(ctx, address)
	require.NoError(t, err)
	h := &history{seen: map[string]time.Time{}, now: map[string]bucket.Entry{}}
	look := func(tag string) string {
		live, next, err := b.Live(ctx, tag)
		if err != nil {
			return tag // unchanged, or the store is away
		}
		h.note(t, live)
		return next
	}
	tag := look("")
	require.NotEmpty(t, h.now)
	h.running.Go(func() {
		for ctx.Err() == nil {
			tag = look(tag)
			time.Sleep(10 * time.Millisecond)
		}
	})
	return h
}

// note compares live with what was seen before.
func (h *history) note(t testing.TB, live *bucket.Live) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if live.Generation < h.generation {
		t.Errorf("live went back from generation %d to %d", h.generation, live.Generation)
	}
	h.generation = live.Generation
	for key, e := range live.Brands {
		was, known := h.now[key]
		switch {
		case known && e.Counter < was.Counter,
			known && e.Counter == was.Counter && e.Release != was.Release:
			t.Errorf("%s: %s, move %d, after %s, move %d", key, e.Release, e.Counter, was.Release,
				was.Counter)
		case !known || e.Counter != was.Counter:
			h.count += int(e.Counter - was.Counter)
			h.seen[e.Release], h.seen[key+" "+e.Release] = time.Now(), time.Now()
			if e.Before != nil {
				h.seen[key+" "+e.Before.Release] = time.Now()
			}
		}
	}
	h.now = live.Brands
}

// live returns the state that was seen last.
func (h *history) live() map[string]bucket.Entry {
	h.mu.Lock()
	defer h.mu.Unlock()
	return maps.Clone(h.now)
}

// since is when a release was first seen live.
func (h *history) since(release string) time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.seen[release]
}

// was reports whether a release of a brand was live.
func (h *history) was(brand, release string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return !h.seen[brand+" "+release].IsZero()
}

// moves is how many releases became live.
func (h *history) moves() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.count
}

// least is how many releases the brand has had that has had fewest.
func (h *history) least() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	least := h.count
	for _, e := range h.now {
		least = min(least, int(e.Counter))
	}
	return least
}

// TestBytesMoved: when 1 % of a catalogue changes, a builder sends and an edge fetches a small part
// of a release.
func TestBytesMoved(t *testing.T) {
	inFull(t)
	const events = 1000
	shared := t.TempDir()
	b := &builder{dir: t.TempDir(), to: "file://" + shared}
	write := func(changed bool) {
		brands := filepath.Join(b.dir, "brands")
		programtest.WriteBrand(t, brands, "palco", events, 1)
		if !changed {
			return
		}
		file := filepath.Join(brands, "palco", "events.json")
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for i := 0; i < events; i += 100 {
			text = []byte(strings.Replace(string(text), fmt.Sprintf("Show %d versão 1", i),
				fmt.Sprintf("Show %d versão 2", i), 1))
		}
		require.NoError(t, os.WriteFile(file, text, 0o644))
	}
	publish := func() map[string]bucket.Entry {
		_, code, said := b.run(t, nil)
		require.Zero(t, code, said)
		opened, err := bucket.Open(t.Context(), b.to)
		require.NoError(t, err)
		live, _, err := opened.Live(t.Context(), "")
		require.NoError(t, err)
		return live.Brands
	}
	write(false)
	want := publish()
	e := &edge{addr: freeAddr(t), admin: freeAddr(t), cache: t.TempDir(),
		flags: []string{"--from", b.to, "--poll", "200ms"}}
	e.start(t)
	c := &chaos{T: t}
	require.NoError(t, c.newest(e, want))
	whole, stored := fetched(t, e), size(t, shared)
	write(true)
	want = publish()
	require.NoError(t, c.newest(e, want))
	sent, got := size(t, shared)-stored, fetched(t, e)-whole
	t.Logf("%d of %d events changed: a builder sent %.0f KB, an edge fetched %.0f KB, %.1f %% of "+
		"the release (%.0f KB)", events/100, events, float64(sent)/1e3, float64(got)/1e3,
		100*float64(got)/float64(whole), float64(whole)/1e3)
	require.Positive(t, got)
	require.Less(t, got, whole/3)
	require.Less(t, sent, whole/3)
}

// fetched is how many bytes an edge has fetched from the bucket.
func fetched(t testing.TB, e *edge) int64 {
	t.Helper()
	res, err := client.Get("http://" + e.admin + "/status")
	require.NoError(t, err)
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	var status struct {
		Bucket struct {
			Fetched int64 `json:"fetched_bytes"`
		}
	}
	require.NoError(t, json.Unmarshal(text, &status))
	return status.Bucket.Fetched
}

// size sums the files of a folder.
func size(t testing.TB, dir string) (sum int64) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(dir, func(_ string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		if err == nil {
			sum += info.Size()
		}
		return err
	}))
	return sum
}
