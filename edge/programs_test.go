package main_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/edge/internal/credential"
	"cartaz/edge/internal/programtest"
)

// programs is the folder with both programs.
var programs = programtest.Programs

func TestMain(m *testing.M) { programtest.Main(m) }

// runBuilder runs the builder to its end and returns its exit code and output.
func runBuilder(t testing.TB, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	return programtest.Run(t, "..", programtest.Program(t, "builder"), args...)
}

// mustRun runs the builder, which must end well, and returns what it prints.
func mustRun(t testing.TB, args ...string) (stdout string) {
	t.Helper()
	code, stdout, stderr := runBuilder(t, args...)
	require.Equal(t, 0, code, "%s%s", stdout, stderr)
	return stdout
}

// startEdge starts an edge over out on ports of the system's choice, and waits
// until it says where it listens.
func startEdge(t testing.TB, out string, args ...string) *programtest.Edge {
	t.Helper()
	return programtest.Start(t, exec.Command(programtest.Program(t, "edge"),
		programtest.Args(out, args...)...))
}

// TestQuietStart: both programs say which build they are, and nothing else: no
// library of theirs prints a line of its own when a program starts.
func TestQuietStart(t *testing.T) {
	dir, err := programs()
	require.NoError(t, err)
	for _, program := range []string{"builder", "edge"} {
		var stdout, stderr bytes.Buffer
		cmd := exec.Command(filepath.Join(dir, program), "--version")
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		require.NoError(t, cmd.Run())
		require.Regexp(t, `^`+program+
			` \S+ .*go1\.\S+ [a-z]+/[a-z0-9]+; formats: release \d+, search \d+\n$`,
			stdout.String())
		require.Empty(t, stderr.String())
	}
}

// TestHelpShowsNoSecret: an address of the environment may hold a password. Flags come before it.
func TestHelpShowsNoSecret(t *testing.T) {
	dir, err := programs()
	require.NoError(t, err)
	cmd := exec.Command(filepath.Join(dir, "edge"), "--help")
	cmd.Env = []string{"CARTAZ_LIMITS=valkey://:geheim@store.example"}
	said, _ := cmd.CombinedOutput() // its code is the code of any flag package
	require.Contains(t, string(said), "$CARTAZ_LIMITS")
	require.NotContains(t, string(said), "geheim")

	cmd = exec.Command(cmd.Path, "--limits=", "--from=file:///", "--poll=1ms")
	cmd.Env = []string{"CARTAZ_LIMITS=valkey://:geheim@store.example"}
	said, _ = cmd.CombinedOutput()
	require.Contains(t, string(said), "--poll", "a flag may be empty where the environment is not")
}

// TestPreferences: what a brand chooses about the use of its text is said in
// robots.txt by both standards, and on every answer that carries its text.
func TestPreferences(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and runs both programs")
	}
	dir := t.TempDir()
	brandsDir, out := filepath.Join(dir, "brands"), filepath.Join(dir, "out")
	chosen := map[string]struct{ yaml, signal, usage string }{
		"aberta": {"", "search=yes, ai-input=yes, ai-train=no", "search=y, train-ai=n"},
		"festa": {"ai: {search: true, input: true, train: true}\n",
			"search=yes, ai-input=yes, ai-train=yes", "search=y, train-ai=y"},
		"fechada": {"ai: {search: false, input: false, train: false}\n",
			"search=no, ai-input=no, ai-train=no", "search=n, train-ai=n"},
	}
	for key, c := range chosen {
		writeBrand(t, brandsDir, key, 3, 1)
		addSettings(t, brandsDir, key, c.yaml)
	}
	mustRun(t, "build", "--brands", brandsDir, "--out", out, "--export=false")
	edge := startEdge(t, out)
	client := &http.Client{Timeout: time.Minute,
		Transport: &http.Transport{DisableCompression: true}}
	for key, c := range chosen {
		t.Run(key, func(t *testing.T) {
			host := key + ".localhost"
			_, robots, err := get(client, edge.Addr, host, "/robots.txt")
			require.NoError(t, err)
			require.Equal(t, 1, strings.Count(string(robots), "\nContent-Signal: "+c.signal+"\n"),
				"%s", robots)
			require.NotContains(t, string(robots), "Content-Usage",
				"a draft that readers of robots.txt call an error: it is a field of the answer")
			require.Equal(t, 1, strings.Count(string(robots), "User-agent:"),
				"a second group would need the lines again")
			for _, target := range []string{
				"/", "/index.md", "/eventos", "/eventos?q=show", "/eventos.md", "/eventos/show-1",
				"/eventos/show-1.md", "/eventos/show-1.ics", "/cidades/recife-sp",
				"/problemas/not_found", "/robots.txt", "/sitemap.xml", "/llms.txt", "/auth.md",
				"/.well-known/openapi.json", "/.well-known/api-catalog",
				"/.well-known/oauth-protected-resource", "/.well-known/oauth-authorization-server",
				"/.well-known/agent-skills/index.json",
				"/api/public/v1/events", "/api/public/v1/events?q=show",
				"/api/public/v1/events/show-1",
			} {
				for _, accept := range []string{"text/html", "text/markdown"} {
					res, _, err := get(client, edge.Addr, host, target, "Accept", accept)
					require.NoError(t, err)
					require.Equal(t, 200, res.StatusCode, target)
					require.Equal(t, []string{c.signal}, res.Header.Values("Content-Signal"),
						"%s as %s", target, accept)
					if !strings.HasPrefix(target, "/api/") {
						require.Equal(t, []string{c.usage}, res.Header.Values("Content-Usage"),
							"%s as %s", target, accept)
					}
				}
			}
		})
	}
	require.Equal(t, 0, edge.Stop(t))
}

// TestSharedLimits: two edges with one store and one key file allow together what one would; wrong
// flags are refused at the start, without the password of the store.
func TestSharedLimits(t *testing.T) {
	server, err := exec.LookPath("redis-server")
	if err != nil {
		t.Skip("SKIPPED: redis-server not installed: apt-get install redis-server")
	}
	dir := t.TempDir()
	socket, keys := filepath.Join(dir, "store"), filepath.Join(dir, "keys")
	require.NoError(t, os.WriteFile(keys, []byte(credential.GenerateKey("k1")), 0o600))
	store := exec.Command(server, "--port", "0", "--unixsocket", socket, "--save", "", "--dir", dir)
	require.NoError(t, store.Start())
	t.Cleanup(func() {
		_ = store.Process.Kill()
		_ = store.Wait()
	})
	_, out := publish(t)
	var edges []*programtest.Edge
	for range 2 {
		e := startEdge(t, out, "--rate-address", "40", "--rate-credential", "40", "--keys", keys,
			"--limits", "unix://"+socket)
		e.Says(t, "edges count together")
		edges = append(edges, e)
	}
	began, allowed := time.Now(), 0
	for n := range 100 {
		res, _, err := get(http.DefaultClient, edges[n%2].Addr, "api.palco.localhost",
			"/api/public/v1/events")
		require.NoError(t, err)
		if res.StatusCode == http.StatusOK {
			allowed++
			continue
		}
		require.Equal(t, http.StatusTooManyRequests, res.StatusCode)
		require.NotEmpty(t, res.Header.Get("Retry-After"))
		require.Contains(t, res.Header.Get("RateLimit"), ";r=0;")
	}
	require.GreaterOrEqual(t, allowed, 37)
	most := 43 + int(time.Since(began)/(time.Minute/40))
	for _, e := range edges {
		_, text, err := get(http.DefaultClient, e.Admin, "admin", "/metrics")
		require.NoError(t, err)
		m := regexp.MustCompile(`(?m)^cartaz_edge_limits_alone_total (\d+)$`).FindSubmatch(text)
		require.NotNil(t, m)
		alone, err := strconv.Atoi(string(m[1]))
		require.NoError(t, err)
		most += alone // the store was late, as it is on a busy machine
	}
	require.LessOrEqual(t, allowed, most)
	for _, e := range edges {
		require.Equal(t, 0, e.Stop(t))
	}
	for args, said := range map[string]string{
		"--limits valkey://h:1":                          "needs --keys",
		"--limits http://me:secret@h --keys " + keys:     "write valkey://host:6379",
		"--limits valkey://me:secret@h:x --keys " + keys: "write valkey://host:6379",
	} {
		code, _, stderr := programtest.Run(t, dir, programtest.Program(t, "edge"),
			strings.Fields(args)...)
		require.Equal(t, 2, code)
		require.Contains(t, stderr, said)
		require.NotContains(t, stderr, "secret")
	}
}

// TestD12Staleness: a builder that has stopped. The edge is alive all the same,
// and operators see how old the brand is.
func TestD12Staleness(t *testing.T) {
	edge := startEdge(t, sampleOut(t), "--rate-address", "0")
	res, body, err := get(&http.Client{}, edge.Addr, "palco.localhost", "/api/public/v1/health")
	require.NoError(t, err)
	require.Equal(t, 200, res.StatusCode)
	var health struct {
		Status  string
		BuiltAt time.Time `json:"built_at"`
	}
	require.NoError(t, json.Unmarshal(body, &health))
	require.Equal(t, "ok", health.Status)
	const second = 1.0 // of rounding
	least := max(0, time.Since(health.BuiltAt).Seconds()-second)
	_, text, err := get(&http.Client{}, edge.Admin, "admin", "/metrics")
	require.NoError(t, err)
	most := max(0, time.Since(health.BuiltAt).Seconds()) + second
	_, rest, ok := bytes.Cut(text, []byte(`cartaz_edge_brand_age_seconds{brand="palco"} `))
	require.True(t, ok)
	line, _, _ := bytes.Cut(rest, []byte("\n"))
	age, err := strconv.ParseFloat(string(line), 64)
	require.NoError(t, err)
	require.GreaterOrEqual(t, age, least)
	require.LessOrEqual(t, age, most)
	_, page, err := get(&http.Client{}, edge.Admin, "admin", "/status")
	require.NoError(t, err)
	require.Contains(t, string(page), health.BuiltAt.UTC().Format("2006-01-02T15:04"))
}

const host = "palco.localhost"

// publish makes an output folder with one brand.
func publish(t testing.TB) (brands, out string) {
	t.Helper()
	dir := t.TempDir()
	brands, out = filepath.Join(dir, "brands"), filepath.Join(dir, "out")
	writeBrand(t, brands, "palco", 10, 1)
	mustRun(t, "build", "--brands", brands, "--out", out, "--export=false")
	return brands, out
}

// visitors ask until they are stopped. No request is sent twice: a transport of Go would try again
// what was lost on a connection that had been used.
type visitors struct {
	asked, failed atomic.Int64
	first         atomic.Pointer[error]
	stop          chan struct{}
	running       sync.WaitGroup
}

func visit(addr string, n int) *visitors {
	v := &visitors{stop: make(chan struct{})}
	for i := range n {
		v.running.Go(func() {
			random := rand.New(rand.NewPCG(1, uint64(i)))
			for {
				select {
				case <-v.stop:
					return
				default:
				}
				// Some ask as fast as they can, others rest between requests.
				if err := v.connection(addr, time.Duration(random.IntN(3))*time.Millisecond,
					1+random.IntN(40)); err != nil {
					v.failed.Add(1)
					v.first.CompareAndSwap(nil, &err)
				}
			}
		})
	}
	return v
}

// connection sends requests on one connection until an answer is its last.
func (v *visitors) connection(addr string, rest time.Duration, requests int) error {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return err
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		return err
	}
	in := bufio.NewReader(conn)
	for range requests {
		v.asked.Add(1)
		if _, err := fmt.Fprintf(conn, "GET /eventos/show-3 HTTP/1.1\r\nHost: %s\r\n\r\n",
			host); err != nil {
			return err
		}
		res, err := http.ReadResponse(in, nil)
		if err != nil {
			return fmt.Errorf("answer: %w", err)
		}
		n, err := io.Copy(io.Discard, res.Body)
		if err != nil || res.StatusCode != 200 || n != res.ContentLength {
			return fmt.Errorf("status %d, %d bytes: %w", res.StatusCode, n, err)
		}
		if res.Close {
			return nil
		}
		time.Sleep(rest)
	}
	return nil
}

// end stops them and requires that nothing was lost.
func (v *visitors) end(t testing.TB) {
	t.Helper()
	close(v.stop)
	v.running.Wait()
	if err := v.first.Load(); err != nil {
		t.Errorf("%d of %d requests failed: %v", v.failed.Load(), v.asked.Load(), *err)
	}
	require.Greater(t, v.asked.Load(), int64(20))
	t.Logf("%d requests, %d failed", v.asked.Load(), v.failed.Load())
}

// TestActivation: an edge takes the sockets of systemd. Clients that connect while no edge runs
// wait for the next one, and a restart under load loses no request.
func TestActivation(t *testing.T) {
	_, out := publish(t)
	public, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer public.Close()
	admin, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer admin.Close()
	// LISTEN_PID is the process itself, which the shell becomes.
	activated := func(names string, sockets ...net.Listener) *exec.Cmd {
		cmd := exec.Command("sh", append([]string{"-c", `LISTEN_PID=$$ exec "$0" "$@"`,
			programtest.Program(t, "edge")}, programtest.Args(out, "--rate-address", "0", "--drain",
			"3s")...)...)
		for _, l := range sockets {
			f, err := l.(*net.TCPListener).File()
			require.NoError(t, err)
			t.Cleanup(func() { f.Close() })
			cmd.ExtraFiles = append(cmd.ExtraFiles, f)
		}
		cmd.Env = append(os.Environ(), fmt.Sprintf("LISTEN_FDS=%d", len(sockets)),
			"LISTEN_FDNAMES="+names)
		return cmd
	}
	v := visit(public.Addr().String(), 4) // before anything answers
	e := programtest.Start(t, activated("admin:public", admin, public))
	require.Equal(t, public.Addr().String(), e.Addr)
	require.Equal(t, admin.Addr().String(), e.Admin)
	for range 3 {
		require.Equal(t, 0, e.Stop(t))
		e = programtest.Start(t, activated("public:admin", public, admin))
	}
	v.end(t)
	require.Equal(t, 0, e.Stop(t))

	one := programtest.Start(t, activated("cartaz-edge.socket", public))
	require.Equal(t, public.Addr().String(), one.Addr, "a single socket needs no name")
	require.Equal(t, 0, one.Stop(t))

	for names, said := range map[string]string{
		"public:public": "socket public that was passed to this process: there are two " +
			"of this name",
		"public:other": "sockets named other were passed to this process, and nothing of it uses",
	} {
		cmd := activated(names, public, admin)
		text, err := cmd.CombinedOutput()
		require.Error(t, err)
		require.Contains(t, string(text), said)
		require.NotContains(t, string(text), "panic")
	}
}

// TestNotify: the edge tells systemd when it serves, and when it stops.
func TestNotify(t *testing.T) {
	_, out := publish(t)
	name := filepath.Join(t.TempDir(), "notify")
	socket, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: name, Net: "unixgram"})
	require.NoError(t, err)
	defer socket.Close()
	require.NoError(t, socket.SetDeadline(time.Now().Add(time.Minute)))
	next := func() string {
		t.Helper()
		b := make([]byte, 256)
		n, err := socket.Read(b)
		require.NoError(t, err)
		return string(b[:n])
	}
	cmd := exec.Command(programtest.Program(t, "edge"), programtest.Args(out)...)
	cmd.Env = append(os.Environ(), "NOTIFY_SOCKET="+name)
	e := programtest.Start(t, cmd)
	require.Equal(t, "READY=1", next())
	require.NoError(t, cmd.Process.Signal(syscall.SIGTERM))
	require.Equal(t, "STOPPING=1", next())
	require.Equal(t, 0, e.Wait(t))
}

// TestCheck: a new program reports which live releases it cannot read, before a restart takes their
// brands off.
func TestCheck(t *testing.T) {
	_, out := publish(t)
	check := func() (int, string) {
		code, _, said := programtest.Run(t, out, programtest.Program(t, "edge"), "--check", out)
		return code, said
	}
	code, _, said := programtest.Run(t, out, programtest.Program(t, "edge"), "--check", "--out")
	require.Equal(t, 2, code)
	require.Contains(t, said, "--out: no such file")
	code, said = check()
	require.Equal(t, 0, code, said)
	require.Empty(t, said)
	manifests, err := filepath.Glob(filepath.Join(out, "*", "releases", "*", "manifest.json"))
	require.NoError(t, err)
	require.Len(t, manifests, 1)
	require.NoError(t, os.Chmod(manifests[0], 0o644))
	require.NoError(t, os.WriteFile(manifests[0], []byte(`{"format":99}`), 0o644))
	code, said = check()
	require.Equal(t, 1, code)
	require.Contains(t, said, "palco: ")
	require.Contains(t, said, "build the brand with the builder of this version")
}
