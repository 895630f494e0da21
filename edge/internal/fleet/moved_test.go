package fleet_test

import (
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/bucket"
	"cartaz/edge/internal/programtest"
)

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
