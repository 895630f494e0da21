package fleet_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/bucket"
	"cartaz/builder/release"
	"cartaz/edge/internal/programtest"
)

var many = flag.String("brands", "", "numbers of brands that TestManyBrands serves; \"\" "+
	"leaves out all tests but TestChaos and TestGuide")

// inFull skips a test that takes long, but for make fleet.
func inFull(t testing.TB) {
	t.Helper()
	if *many == "" {
		t.Skip("takes long: make fleet runs it")
	}
}

// copies writes a brand's live release again under so many other keys, as links, and returns what
// live says of them.
func copies(t testing.TB, from, to string, n int) map[string]bucket.Entry {
	t.Helper()
	const key = "palco"
	id, err := release.Current(filepath.Join(from, key))
	require.NoError(t, err)
	read := func(name string) []byte {
		text, err := os.ReadFile(filepath.Join(from, key, name))
		require.NoError(t, err)
		return text
	}
	folder := filepath.Join(release.ReleasesDir, id)
	manifest, brand := read(filepath.Join(folder, release.ManifestFile)), read(release.BrandFile)
	var links []string
	for _, pattern := range []string{folder + "/*", release.SegmentsDir + "/*"} {
		files, err := filepath.Glob(filepath.Join(from, key, pattern))
		require.NoError(t, err)
		links = append(links, files...)
	}
	brands := map[string]bucket.Entry{}
	for i := range n {
		other := fmt.Sprintf("casa%05d", i)
		rename := func(text []byte) []byte {
			return bytes.ReplaceAll(text, []byte(key), []byte(other))
		}
		renamed := rename(manifest)
		sum := sha256.Sum256(renamed)
		digest := hex.EncodeToString(sum[:])
		name := id[:9] + digest[:16]
		dir := filepath.Join(to, other)
		target := filepath.Join(dir, release.ReleasesDir, name)
		require.NoError(t, os.MkdirAll(target, 0o755))
		require.NoError(t, os.Mkdir(filepath.Join(dir, release.SegmentsDir), 0o755))
		for _, link := range links {
			into := target
			switch {
			case filepath.Base(link) == release.ManifestFile:
				continue
			case strings.HasSuffix(link, ".seg"):
				into = filepath.Join(dir, release.SegmentsDir)
			}
			require.NoError(t, os.Link(link, filepath.Join(into, filepath.Base(link))))
		}
		for path, text := range map[string][]byte{
			filepath.Join(target, release.ManifestFile): renamed,
			filepath.Join(dir, release.BrandFile):       rename(brand),
			filepath.Join(dir, release.CurrentFile):     []byte(name + "\n"),
		} {
			require.NoError(t, os.WriteFile(path, text, 0o644))
		}
		brands[other] = bucket.Entry{Release: name, Manifest: digest, Counter: 1, At: time.Now(),
			Hosts: []string{"api." + other + ".localhost", other + ".localhost"}}
	}
	return brands
}

// TestManyBrands: with very many brands an edge answers soon after its start, and each takes little
// memory, from an output folder and from the warm cache of a bucket.
func TestManyBrands(t *testing.T) {
	inFull(t)
	b := &builder{dir: t.TempDir(), to: "file://" + t.TempDir()}
	programtest.WriteBrand(t, filepath.Join(b.dir, "brands"), "palco", 5, 1)
	_, code, said := b.run(t, nil)
	require.Zero(t, code, said)
	from := filepath.Join(b.dir, "out")
	one := t.TempDir()
	copies(t, from, one, 1)
	alone := serveMany(t, one, 1, nil)
	for _, text := range strings.Fields(*many) {
		n, err := strconv.Atoi(text)
		require.NoError(t, err)
		out, shared := t.TempDir(), t.TempDir()
		live := bucket.Live{Format: bucket.FormatVersion, Generation: 1,
			Brands: copies(t, from, out, n)}
		encoded, err := json.Marshal(live)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(shared, bucket.LiveKey), encoded, 0o644))
		folder := serveMany(t, out, n, nil)
		folder.report(t, n, "a folder", alone)
		address := "file://" + shared
		state, err := json.Marshal(map[string]any{"format": 1, "address": address,
			"generation": 1, "brands": live.Brands})
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(out, "mirror.json"), state, 0o644))
		cache := serveMany(t, out, n, []string{"--from", address})
		cache.report(t, n, "a warm cache", alone)
	}
}

// cost is what serving brands costs.
type cost struct {
	first time.Duration // from the start of the program to the first answer
	start time.Duration // processor time until then
	own   int64         // bytes of memory that are not files
	busy  time.Duration // processor time of a second without requests
}

// report prints a cost, less that of an edge with one brand, and compares it with the goals.
func (c cost) report(t testing.TB, n int, from string, alone cost) {
	t.Helper()
	each := float64(c.own-alone.own) / float64(n) / 1024
	t.Logf("%d brands from %s: first answer after %d ms and "+
		"%d ms of processor time, %.1f MiB of memory, %.1f KiB a brand, "+
		"%s of processor time a second without requests", n, from, c.first.Milliseconds(),
		c.start.Milliseconds(), float64(c.own)/(1<<20), each, c.busy)
	require.Less(t, c.start, 3*time.Second)
	require.Less(t, each, 40.0)
}

// serveMany starts an edge and measures it.
func serveMany(t testing.TB, out string, n int, flags []string) (c cost) {
	t.Helper()
	e := &edge{addr: freeAddr(t), admin: freeAddr(t), cache: out, flags: flags}
	start := time.Now()
	e.start(t)
	target := func(i int) bool {
		status, body, err := get(context.Background(), patient, e.addr,
			fmt.Sprintf("casa%05d", i), "/eventos/show-1")
		return err == nil && status == 200 && strings.Contains(body, "Show 1")
	}
	require.True(t, target(n/2), "the first answer")
	c.first, c.start = time.Since(start), processorTime(t, e.pid())
	for i := range min(n, 50) {
		require.True(t, target(i*n/50%n))
	}
	time.Sleep(2 * time.Second) // what begins after the start, and a look at the bucket
	const quiet = 3
	before := processorTime(t, e.pid())
	time.Sleep(quiet * time.Second)
	c.busy = (processorTime(t, e.pid()) - before) / quiet
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", e.pid()))
	require.NoError(t, err)
	m := regexp.MustCompile(`RssAnon:\s+(\d+) kB`).FindSubmatch(text)
	require.NotNil(t, m)
	kib, err := strconv.ParseInt(string(m[1]), 10, 64)
	require.NoError(t, err)
	c.own = kib << 10
	require.Equal(t, 0, e.running.Stop(t))
	return c
}

// processorTime is what a process has used: fields 14 and 15 of proc_pid_stat(5), in hundredths
// of a second.
func processorTime(t testing.TB, pid int) time.Duration {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	require.NoError(t, err)
	_, after, _ := strings.Cut(string(text), ") ")
	fields := strings.Fields(after)
	user, err := strconv.Atoi(fields[11])
	require.NoError(t, err)
	system, err := strconv.Atoi(fields[12])
	require.NoError(t, err)
	return time.Duration(user+system) * 10 * time.Millisecond
}
