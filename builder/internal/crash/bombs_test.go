package crash_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
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

// host is that of the brand that package generate makes.
const host = "festa.example"

// load asks an edge for everything that a brand has, without a break, until it is stopped, and
// gives the answers to an oracle.
type load struct {
	addr   string
	events int
	oracle *oracle
	back   atomic.Bool // older releases may follow newer ones
	stop   chan struct{}
	done   sync.WaitGroup
}

// pause between two requests of a client. A hundred a second from each of a few
// clients leave the processor to the builder.
const pause = 8 * time.Millisecond

// startLoad starts clients; they end with the test.
func startLoad(t testing.TB, addr string, events, clients int, seed uint64, o *oracle) *load {
	t.Helper()
	l := &load{addr: addr, events: events, oracle: o, stop: make(chan struct{})}
	for n := range clients {
		l.done.Go(l.client(t, rand.New(rand.NewPCG(seed, uint64(n)))).run)
	}
	t.Cleanup(l.end)
	return l
}

// newClient makes one client for single questions.
func newClient(t testing.TB, addr string, events int, o *oracle) *client {
	t.Helper()
	l := &load{addr: addr, events: events, oracle: o}
	return l.client(t, rand.New(rand.NewPCG(1, 1)))
}

func (l *load) client(t testing.TB, random *rand.Rand) *client {
	t.Helper()
	unzip, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	require.NoError(t, err)
	c := &client{load: l, unzip: unzip, random: random, http: &http.Client{
		Timeout: time.Minute, Transport: &http.Transport{DisableCompression: true},
	}}
	t.Cleanup(unzip.Close)
	t.Cleanup(c.http.CloseIdleConnections)
	return c
}

// end stops the clients and waits for their last answers.
func (l *load) end() {
	select {
	case <-l.stop:
	default:
		close(l.stop)
	}
	l.done.Wait()
}

// client is one of the clients.
type client struct {
	*load
	http     *http.Client
	unzip    *zstd.Decoder
	random   *rand.Rand
	sequence int // of the newest release that it was told of
}

func (c *client) run() {
	for {
		select {
		case <-c.stop:
			return
		case <-time.After(pause):
		}
		target, accept := c.choose()
		a, err := c.ask(target, accept)
		c.oracle.note(a, err)
	}
}

// choose picks something to ask for: pages in both forms, details, calendars,
// places, documents, lists, the health.
func (c *client) choose() (target, accept string) {
	event := "/eventos/evento-" + strconv.Itoa(1+c.random.IntN(c.events))
	switch c.random.IntN(12) {
	case 0, 1, 2:
		return event, "text/html"
	case 3, 4:
		return event, "text/markdown"
	case 5:
		return event + ".ics", "*/*"
	case 6, 7:
		return "/api/public/v1" + strings.Replace(event, "eventos", "events", 1), "*/*"
	case 8:
		fixed := []string{"/", "/sitemap.xml", "/robots.txt", "/api/public/v1/openapi.json",
			"/auth.md", "/llms.txt", "/organizadores/produtora-0"}
		return fixed[c.random.IntN(len(fixed))], "text/html"
	case 9:
		return "/api/public/v1/health", "*/*"
	}
	for target = range lists { // in an order of chance
		break
	}
	return target, "*/*"
}

// ask sends one request. Any other than a whole answer with status 200 is an error.
func (c *client) ask(target, accept string) (answer, error) {
	a := answer{target: target}
	req, err := http.NewRequest(http.MethodGet, "http://"+c.addr+target, nil)
	if err != nil {
		return a, err
	}
	req.Host = host
	req.Header.Set("Accept", accept)
	req.Header.Set("Accept-Encoding", []string{"gzip", "zstd", "identity"}[c.random.IntN(3)])
	res, err := c.http.Do(req)
	if err != nil {
		return a, err
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		return a, err
	}
	if res.StatusCode != http.StatusOK {
		return a, fmt.Errorf("status %d: %.200s", res.StatusCode, body)
	}
	if body, err = c.decode(res.Header.Get("Content-Encoding"), body); err != nil {
		return a, err
	}
	if strings.HasSuffix(target, "/health") {
		n, err := sequenceOf(body)
		if err == nil && n < c.sequence && !c.back.Load() {
			err = fmt.Errorf("release %d is live after %d was", n, c.sequence)
		}
		c.sequence = n
		return answer{}, err
	}
	a.media, a.tokens = res.Header.Get("Content-Type"), res.Header.Get("X-Markdown-Tokens")
	a.tag, a.digest = uncoded(strings.Trim(res.Header.Get("ETag"), `"`)), digest(body)
	return a, nil
}

func (c *client) decode(coding string, body []byte) ([]byte, error) {
	switch coding {
	case "":
		return body, nil
	case "gzip":
		z, err := gzip.NewReader(bytes.NewReader(body))
		if err != nil {
			return nil, err
		}
		return io.ReadAll(z)
	case "zstd":
		return c.unzip.DecodeAll(body, nil)
	}
	return nil, fmt.Errorf("coding %q", coding)
}
