package cli_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/cli"
	"cartaz/builder/release"
)

// shops writes a folder of n brands with one event each, whose source is url and the number of the
// brand; more is added to each brand.yaml.
func shops(t testing.TB, n int, url string, more ...string) string {
	t.Helper()
	dir := t.TempDir()
	for i := range n {
		key := fmt.Sprintf("loja%04d", i)
		require.NoError(t, os.MkdirAll(filepath.Join(dir, key), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, key, "brand.yaml"), []byte(fmt.Sprintf(
			"name: Loja %d\nlocale: pt-BR\nsite_url: https://%s.example\n"+
				"base_url: https://%[2]s.example/api/public/v1\nas_of: 2026-11-20T12:00:00-03:00\n"+
				"auth_url: https://auth.example\nbuy_url: https://tickets.example/{id}\nexport: "+
				"false\nsource: {kind: http, url: '%s/%d'}\n%s\n", i, key, url, i,
			strings.Join(more, "\n"))), 0o644))
	}
	return dir
}

const shopEvent = `[{"id":1,"name":"Samba","status":"ativo",` +
	`"starts_at":"2027-01-09T20:00:00-03:00"}]`

// shopSource answers with one event after a delay, which slow chooses by the number of the brand.
func shopSource(t testing.TB, slow func(r *http.Request)) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		slow(r)
		w.Header().Set("Content-Type", "application/json")
		if r.URL.Path == "/3" {
			w.WriteHeader(http.StatusForbidden)
			return
		}
		fmt.Fprint(w, shopEvent)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// runFleet builds a folder of brands and returns the exit code and the output, without times.
func runFleet(t testing.TB, brands, out string, more ...string) (code int, stdout, stderr string) {
	t.Helper()
	var said, failed bytes.Buffer
	code = cli.Run(t.Context(), append([]string{"build", "--brands", brands, "--out", out},
		more...), cli.Env{Stdout: &said, Stderr: &failed, Lookup: os.LookupEnv, Now: time.Now})
	times := regexp.MustCompile(` in [0-9.]+m?s`)
	return code, times.ReplaceAllString(said.String(), ""),
		times.ReplaceAllString(failed.String(), "")
}

// TestJobsDoNotShow: the order in which brands end changes neither their releases, nor the output,
// lists and gauges, nor the exit code.
func TestJobsDoNotShow(t *testing.T) {
	t.Parallel()
	var slow atomic.Int32
	var folder atomic.Value // output folder of the run
	url := shopSource(t, func(r *http.Request) {
		others := func() (live int) {
			for i := range 6 {
				_, err := release.Current(filepath.Join(folder.Load().(string),
					fmt.Sprintf("loja%04d", i)))
				live += map[bool]int{true: 1}[err == nil]
			}
			return live
		}
		if r.URL.Path == fmt.Sprint("/", slow.Load()) {
			for range 600 { // until all others have overtaken it
				if others() == 4 {
					break
				}
				time.Sleep(50 * time.Millisecond)
			}
			time.Sleep(100 * time.Millisecond)
		}
	})
	brands := shops(t, 6, url)
	type run struct {
		code                          int
		stdout, stderr, purge, gauges []string
		live                          []string
	}
	var runs []run
	for i := range 2 {
		slow.Store(int32(5 * i))
		out, dir := t.TempDir(), t.TempDir()
		folder.Store(out)
		list, prom := filepath.Join(dir, "purge.txt"), filepath.Join(dir, "m.prom")
		lines := func(text string) []string { return slices.Sorted(strings.Lines(text)) }
		var r run
		code, stdout, stderr := runFleet(t, brands, out, "--purge", list,
			"--metrics", prom, "--hook", `echo hook of $BRAND; cat "$PURGE" | wc -l`)
		require.Regexp(t, fmt.Sprintf(`loja%04d: published [^\n]*\n$`, 5*i), stdout, "the last one")
		r.code, r.stdout, r.stderr = code, lines(stdout), lines(stderr)
		r.purge = lines(readText(t, list))
		r.gauges = lines(regexp.MustCompile(`(?m)^cartaz_builder_(duration|last).*$`).
			ReplaceAllString(readText(t, prom), ""))
		for i := range 6 {
			id, err := release.Current(filepath.Join(out, fmt.Sprintf("loja%04d", i)))
			require.Equal(t, i == 3, err != nil)
			r.live = append(r.live, id)
		}
		runs = append(runs, r)
	}
	require.Equal(t, cli.ExitUpstream, runs[0].code)
	require.Len(t, runs[0].stdout, 5)
	require.Contains(t, runs[0].stderr, "hook of loja0005\n")
	require.Equal(t, runs[0], runs[1])
}

func readText(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	return string(text)
}

// TestOutputThatIsGone: a verb that cannot print its result, as on a full disk, fails.
func TestOutputThatIsGone(t *testing.T) {
	t.Parallel()
	brands, out := shops(t, 1, shopSource(t, func(*http.Request) {})), t.TempDir()
	bucket := "file://" + t.TempDir()
	code, _, stderr := runFleet(t, brands, out, "--to", bucket)
	require.Equal(t, cli.ExitOK, code, stderr)
	for _, args := range [][]string{
		{"verify", "--out", out}, {"verify", "--from", bucket},
		{"releases", "--out", out}, {"releases", "--from", bucket},
		{"diff", "--out", out, "loja0000", "1", "1"},
		{"prune", "--out", out}, {"prune", "--to", bucket},
	} {
		for _, stdout := range []io.Writer{io.Discard, gone{}} {
			var stderr bytes.Buffer
			code := cli.Run(t.Context(), args, cli.Env{Stdout: stdout, Stderr: &stderr,
				Lookup: os.LookupEnv, Now: time.Now})
			if stdout == io.Discard {
				require.Equal(t, cli.ExitOK, code, "%v: %s", args, &stderr)
				continue
			}
			require.Equal(t, cli.ExitFailed, code, args)
			require.Contains(t, stderr.String(), "no space left on device", args)
		}
	}
}

// gone is a file on a full disk.
type gone struct{}

func (gone) Write([]byte) (int, error) { return 0, syscall.ENOSPC }

// TestHangingBrand: a source that never answers delays no other brand, and its brand ends at
// build_timeout. Its release stays, and the limit does not cause it to be rendered again.
func TestHangingBrand(t *testing.T) {
	t.Parallel()
	var hang atomic.Bool
	var others atomic.Int32 // requested while the first one hung
	url := shopSource(t, func(r *http.Request) {
		if hang.Load() && r.URL.Path == "/0" {
			<-r.Context().Done()
		} else if hang.Load() {
			others.Add(1)
		}
	})
	out := t.TempDir()
	code, _, stderr := runFleet(t, shops(t, 6, url), out)
	require.Equal(t, cli.ExitUpstream, code, stderr)
	live, err := release.Current(filepath.Join(out, "loja0000"))
	require.NoError(t, err)

	hang.Store(true)
	brands := shops(t, 6, url, "build_timeout: 5m")
	require.NoError(t, os.RemoveAll(filepath.Join(brands, "loja0003")))
	require.NoError(t, os.WriteFile(filepath.Join(brands, "loja0000", "brand.yaml"), bytes.Replace(
		[]byte(readText(t, filepath.Join(brands, "loja0000", "brand.yaml"))),
		[]byte("5m"), []byte("3s"), 1), 0o644))
	code, stdout, stderr := runFleet(t, brands, out)
	require.Equal(t, cli.ExitFailed, code, stderr)
	require.Contains(t, stderr, "not built in time: build_timeout of ")
	require.Contains(t, stderr, "loja0000/brand.yaml is 3s")
	require.Equal(t, 4, strings.Count(stdout, ": unchanged "), stdout)
	after, err := release.Current(filepath.Join(out, "loja0000"))
	require.NoError(t, err)
	require.Equal(t, live, after)
	require.EqualValues(t, 4, others.Load())
}

// TestHostileBrands: an attack by one brand's source, own page or template ends within its budget
// as a failure of that brand, and every other brand is published.
func TestHostileBrands(t *testing.T) {
	t.Parallel()
	event := func(lines string) string {
		return "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\nSUMMARY:Roda\nDTSTART:20270201T200000Z\n" +
			lines + "END:VEVENT\nEND:VCALENDAR\n"
	}
	hostile := []struct{ kind, document, file, text, want string }{
		{"ics", event("RRULE:FREQ=MONTHLY;BYDAY=21FR\n"), "", "", "RRULE"},
		{"ics", event(""), "templates/html/event.html",
			`{{define "event"}}{{range 300000000}}x{{end}}{{end}}`, "event.html"},
		{"ics", event(""), "pages/sobre.md", "---\ntitle: Sobre\n---\n|" +
			strings.Repeat("a|", 10_000) + "\n|" + strings.Repeat("-|", 10_000) + "\n" +
			strings.Repeat("|\n", 1_000), "sobre.md"},
	}
	source := shopSource(t, func(*http.Request) {})
	documents := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n, _ := strconv.Atoi(strings.Trim(r.URL.Path, "/"))
		fmt.Fprint(w, hostile[n].document)
	}))
	t.Cleanup(documents.Close)
	brands, out := shops(t, 3, source), t.TempDir()
	for i, h := range hostile {
		dir := filepath.Join(brands, fmt.Sprintf("hostil%d", i))
		text := strings.NewReplacer("loja0000", fmt.Sprintf("hostil%d", i), "kind: http",
			"kind: "+h.kind, source+"/0", fmt.Sprintf("%s/%d", documents.URL, i)).
			Replace(readText(t, filepath.Join(brands, "loja0000", "brand.yaml")))
		require.NoError(t, os.MkdirAll(filepath.Join(dir, filepath.Dir(h.file)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, "brand.yaml"), []byte(text), 0o644))
		if h.file != "" {
			require.NoError(t, os.WriteFile(filepath.Join(dir, h.file), []byte(h.text), 0o644))
		}
	}
	code, stdout, stderr := runFleet(t, brands, out)
	require.NotEqual(t, cli.ExitOK, code, stderr)
	for i := range 3 {
		require.Contains(t, stdout, fmt.Sprintf("loja%04d: published", i))
	}
	for i, h := range hostile {
		require.Regexp(t, fmt.Sprintf("hostil%d.*%s", i, h.want), stderr)
	}
}

// TestShards: each brand is in one of n parts, independent of the other brands, and its gauges are
// in the file of that part alone.
func TestShards(t *testing.T) {
	t.Parallel()
	brands := shops(t, 12, shopSource(t, func(*http.Request) {}))
	require.NoError(t, os.RemoveAll(filepath.Join(brands, "loja0003")))
	seen := map[string]int{}
	for part := range 3 {
		prom := filepath.Join(t.TempDir(), "m.prom")
		code, stdout, stderr := runFleet(t, brands, t.TempDir(), "--shard",
			fmt.Sprintf("%d/3", part+1), "--metrics", prom)
		require.Zero(t, code, stderr)
		gauges := readText(t, prom)
		for line := range strings.Lines(stdout) {
			key, _, _ := strings.Cut(line, ":")
			seen[key]++
			require.Contains(t, gauges, `last_success_timestamp_seconds{brand="`+key+`"}`)
		}
		require.Equal(t, strings.Count(stdout, "\n"),
			strings.Count(gauges, "last_success_timestamp_seconds{"), gauges)
	}
	require.Len(t, seen, 11)
	for key, n := range seen {
		require.Equal(t, 1, n, key)
	}
	for _, bad := range []string{"0/3", "4/3", "1", "a/b", "1/0", ""} {
		code, _, stderr := runFleet(t, brands, t.TempDir(), "--shard", bad)
		require.Equal(t, cli.ExitUsage, code)
		require.Contains(t, stderr, "write it as in 1/3", bad)
	}
}

// brandsIn counts the shops that are live in a bucket.
func brandsIn(live []byte) int { return len(shopKey.FindAll(live, -1)) }

var shopKey = regexp.MustCompile(`"loja\d{4}": *\{`)

// TestPublishedWhenDone: a brand is live in the bucket, and its line, its gauges and the calls of
// --hook and --on-failure have come, while another one still waits for its source.
func TestPublishedWhenDone(t *testing.T) {
	t.Parallel()
	bucket, dir := t.TempDir(), t.TempDir()
	hooks, failures, prom := filepath.Join(dir, "hooks"), filepath.Join(dir, "failures"),
		filepath.Join(dir, "m.prom")
	var said, failed output
	early := make(chan bool, 1)
	success := regexp.MustCompile(`last_success_timestamp_seconds\{brand="loja000[12]"\} [1-9]`)
	url := shopSource(t, func(r *http.Request) {
		if r.URL.Path != "/0" {
			return
		}
		for range 200 { // 20 s at most
			live, _ := os.ReadFile(filepath.Join(bucket, "live"))
			called, _ := os.ReadFile(hooks)
			told, _ := os.ReadFile(failures)
			gauges, _ := os.ReadFile(prom)
			if brandsIn(live) == 2 && bytes.Count(called, []byte("loja")) == 2 &&
				string(told) == "loja0003\n" && len(success.FindAll(gauges, -1)) == 2 &&
				strings.Count(said.String(), ": published ") == 2 &&
				strings.Contains(failed.String(), "loja0003: FAILED ") {
				early <- true
				return
			}
			time.Sleep(100 * time.Millisecond)
		}
		early <- false
	})
	code := cli.Run(t.Context(), []string{"build", "--brands", shops(t, 4, url), "--out",
		t.TempDir(), "--to", "file://" + bucket, "--hook", "echo $BRAND >> " + hooks,
		"--on-failure", "echo $BRAND >> " + failures, "--metrics", prom},
		cli.Env{Stdout: &said, Stderr: &failed, Lookup: os.LookupEnv, Now: time.Now})
	require.Equal(t, cli.ExitUpstream, code, &failed)
	require.True(t, <-early, "the others waited for the first brand: %s%s", &said, &failed)
	require.Equal(t, 3, strings.Count(said.String(), "published"), &said)
	live, err := os.ReadFile(filepath.Join(bucket, "live"))
	require.NoError(t, err)
	require.Equal(t, 3, brandsIn(live), "%s", live)
}

// output is what a run has printed, also while it runs.
type output struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (o *output) Write(b []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.b.Write(b)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.b.String()
}
