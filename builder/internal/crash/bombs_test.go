package crash_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/release"
)

// TestB3Bombs has a source that sends without an end, plain and as gzip of which
// a megabyte is a gigabyte. The builder stops at source.max_bytes with exit 4,
// its memory stays small, and the release before stays live.
func TestB3Bombs(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and runs the builder")
	}
	endless := func(begin, part string) func(w io.Writer) {
		chunk := []byte(strings.Repeat(part, 64<<10/len(part)))
		return func(w io.Writer) {
			_, err := io.WriteString(w, begin)
			for n := 0; err == nil && n < 1<<30; n += len(chunk) {
				_, err = w.Write(chunk)
			}
		}
	}
	bodies := map[string]func(w io.Writer){
		"numbers":    endless("[0", ",0"),
		"records":    endless("", `{"id":1,"name":"Samba","description":"Uma noite de samba."}`+"\n"),
		"one string": endless(`["`, "samba "),
		"spaces":     endless("", " "),
		"nesting":    endless("", "["),
		"members":    endless(`{"data":[{"id":1`, `,"x":0`),
	}
	var sent func(w io.Writer)
	coded := false
	source := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !coded {
			sent(w)
			return
		}
		w.Header().Set("Content-Encoding", "gzip")
		z, err := gzip.NewWriterLevel(w, gzip.BestSpeed)
		if err == nil {
			sent(z)
		}
	}))
	t.Cleanup(source.Close)
	k := newKiller(t, t.TempDir(), 1)
	small(t, k.brands, 0)
	code, said := runBuilder(t, k.command()...)
	require.Zero(t, code, said)
	live := look(t, k.dir).live
	file := filepath.Join(k.brands, "festa", "brand.yaml")
	yaml, err := os.ReadFile(file)
	require.NoError(t, err)
	text := bytes.Replace(yaml, []byte("kind: file, path: catalogue.ndjson, max_bytes: 64 GiB"), []byte("kind: http, url: "+source.URL+"/x, max_bytes: 64 MiB"), 1)
	require.NotEqual(t, string(yaml), string(text))
	require.NoError(t, os.WriteFile(file, text, 0o644))
	for name, body := range bodies {
		for _, coded = range []bool{false, true} {
			sent = body
			var out bytes.Buffer
			cmd := exec.CommandContext(t.Context(), program(t, "builder"), k.command()...)
			cmd.Stdout, cmd.Stderr = &out, &out
			_ = cmd.Run()
			require.Equal(t, 4, cmd.ProcessState.ExitCode(), "%s, gzip %v: %s", name, coded, &out)
			peak := cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss << 10
			t.Logf("%s, gzip %v: %d MiB: %.200s", name, coded, peak>>20, out.String())
			require.Less(t, peak, int64(96<<20), "%s, gzip %v: the whole of it, once, would be more", name, coded)
			require.Equal(t, live, look(t, k.dir).live)
		}
	}
	id, err := release.Current(k.dir)
	require.NoError(t, err)
	require.Equal(t, live, id)
	_, temporary := bytesIn(t, k.dir)
	require.Empty(t, temporary)
}
