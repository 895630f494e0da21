package crash_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/release"
)

// TestB3Bombs has a source that sends without an end, plain and as gzip of which
// a megabyte is a gigabyte. The builder stops at source.max_bytes with exit 4,
// its memory stays small, and the release before stays live. Each body comes one way or the other,
// with -stride=1 both ways. Without make kills two of the six bodies come.
func TestB3Bombs(t *testing.T) {
	inShort(t)
	const chunk = 64 << 10
	endless := func(begin, part string) func(w io.Writer, coded bool) {
		part = strings.Repeat(part, chunk/len(part))
		plainFirst, plainMore := []byte(begin+part), []byte(part)
		codedFirst, codedMore := packed(t, plainFirst, plainMore)
		return func(w io.Writer, coded bool) {
			first, more := plainFirst, plainMore
			if coded {
				first, more = codedFirst, codedMore
			}
			_, err := w.Write(first)
			for n := 0; err == nil && n < 1<<30; n += len(part) {
				_, err = w.Write(more)
			}
		}
	}
	bodies := map[string]func(w io.Writer, coded bool){
		"numbers": endless("[0", ",0"),
		"records": endless("", `{"id":1,"name":"Samba","description":"Uma noite de samba."}`+
			"\n"),
		"one string": endless(`["`, "samba "),
		"spaces":     endless("", " "),
		"nesting":    endless("", "["),
		"members":    endless(`{"data":[{"id":1`, `,"x":0`),
	}
	var sent func(w io.Writer, coded bool)
	coded := false
	source := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if coded {
			w.Header().Set("Content-Encoding", "gzip")
		}
		sent(w, coded)
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
	text := bytes.Replace(yaml, []byte("kind: file, path: catalogue.ndjson, max_bytes: 64 GiB"),
		[]byte("kind: http, url: "+source.URL+"/x, max_bytes: 64 MiB"), 1)
	require.NotEqual(t, string(yaml), string(text))
	require.NoError(t, os.WriteFile(file, text, 0o644))
	for n, name := range slices.Sorted(maps.Keys(bodies)) {
		sent = bodies[name]
		ways := []bool{false, true}
		if *stride > 1 {
			ways = ways[n%2:][:1]
			if n > 1 {
				break
			}
		}
		for _, coded = range ways {
			var out bytes.Buffer
			cmd := exec.CommandContext(t.Context(), program(t, "builder"), k.command()...)
			cmd.Stdout, cmd.Stderr = &out, &out
			peak, _ := highWater(t, cmd)
			require.Equal(t, 4, cmd.ProcessState.ExitCode(), "%s, gzip %v: %s", name, coded, &out)
			t.Logf("%s, gzip %v: %d MiB: %.200s", name, coded, peak>>20, out.String())
			require.Positive(t, peak)
			// The program has 50 MiB, the heap grows to 64 MiB and twice what lives of it, and
			// an answer has 1 GiB.
			require.Less(t, peak, int64(224<<20), "%s, gzip %v", name, coded)
			require.Equal(t, live, look(t, k.dir).live)
		}
	}
	id, err := release.Current(k.dir)
	require.NoError(t, err)
	require.Equal(t, live, id)
	_, temporary := bytesIn(t, k.dir)
	require.Empty(t, temporary)
}

// packed is a beginning as gzip, and a part that may follow it any number of times, because it
// refers only to bytes that are the same each time.
func packed(t testing.TB, begin, part []byte) (first, more []byte) {
	t.Helper()
	var out bytes.Buffer
	z, err := gzip.NewWriterLevel(&out, gzip.BestSpeed)
	require.NoError(t, err)
	write := func(text []byte) []byte {
		out.Reset()
		_, err := z.Write(text)
		require.NoError(t, err)
		require.NoError(t, z.Flush())
		return bytes.Clone(out.Bytes())
	}
	return write(begin), write(part)
}

// highWater runs a command and returns its largest resident memory (VmHWM in proc(5)), sampled
// until it ends. The kernel's later figure (ru_maxrss) includes this process too, because the
// command was this process until it was executed.
func highWater(t testing.TB, cmd *exec.Cmd) (peak, worker int64) {
	t.Helper()
	require.NoError(t, cmd.Start())
	ended := make(chan struct{})
	go func() {
		_ = cmd.Wait()
		close(ended)
	}()
	for {
		peak = max(peak, highest(strconv.Itoa(cmd.Process.Pid)))
		threads, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", cmd.Process.Pid))
		for _, name := range threads {
			children, _ := os.ReadFile(name)
			for pid := range strings.FieldsSeq(string(children)) {
				worker = max(worker, highest(pid))
			}
		}
		select {
		case <-ended:
			return peak, worker
		case <-time.After(2 * time.Millisecond):
		}
	}
}

// highest is the most memory that a process has had.
func highest(pid string) (peak int64) {
	status, _ := os.ReadFile("/proc/" + pid + "/status")
	for line := range strings.Lines(string(status)) {
		if _, err := fmt.Sscanf(line, "VmHWM: %d kB", &peak); err == nil {
			return peak << 10
		}
	}
	return 0
}
