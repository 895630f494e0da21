package main_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/rowstest"
	"cartaz/edge/internal/programtest"
)

// raw sends bytes on a connection of their own and reads the first answer.
func raw(t testing.TB, addr, request string) (*http.Response, []byte) {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	require.NoError(t, err)
	defer conn.Close()
	require.NoError(t, conn.SetDeadline(time.Now().Add(time.Minute)))
	// The edge may answer and close before it has read everything.
	_, _ = io.WriteString(conn, request)
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	require.NoError(t, err)
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	return res, body
}

// requireProblem demands an error in the form that all errors have.
func requireProblem(t testing.TB, res *http.Response, body []byte, status int) {
	t.Helper()
	require.Equal(t, status, res.StatusCode, "%.300s", body)
	require.Equal(t, "application/problem+json", res.Header.Get("Content-Type"))
	var p struct{ Code, Error string }
	require.NoError(t, json.Unmarshal(body, &p))
	require.NotEmpty(t, p.Code)
	require.Equal(t, p.Code, p.Error)
}

// anonymous is the memory of the edge that is its own, in bytes.
func anonymous(t testing.TB, e *programtest.Edge) int64 {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", e.Cmd.Process.Pid))
	if err != nil {
		t.Skipf("NOT TESTED without /proc: %v", err)
	}
	for line := range strings.Lines(string(status)) {
		var n int64
		if _, err := fmt.Sscanf(line, "RssAnon: %d kB", &n); err == nil {
			return n << 10
		}
	}
	t.Fatal("no RssAnon")
	return 0
}

// TestC1SlowClients keeps hundreds of connections busy with requests that never end and answers
// that no one reads. Others are served meanwhile, and the edge ends slow connections by itself.
func TestC1SlowClients(t *testing.T) {
	edge := startEdge(t, sampleOut(t), "--rate-address", "0", "--drain", "1s")
	const each = 100
	slow := map[string][]net.Conn{}
	for name, begin := range map[string]string{
		"header": "GET / HTTP/1.1\r\nHost: palco.localhost\r\nX: ",
		"body": "POST /api/public/v1/agent/identity HTTP/1.1\r\nHost: " +
			"palco.localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
		"read": strings.Repeat("GET /api/public/v1/events?per_page=50 HTTP/1.1\r\nHost: "+
			"virada.localhost\r\n\r\n", 50),
	} {
		for range each {
			conn, err := net.Dial("tcp", edge.Addr)
			require.NoError(t, err)
			t.Cleanup(func() { conn.Close() })
			_, err = io.WriteString(conn, begin)
			require.NoError(t, err)
			slow[name] = append(slow[name], conn)
		}
	}
	client := &http.Client{Timeout: time.Minute}
	for range 200 {
		require.Equal(t, 200, status(client, edge.Addr, "palco.localhost"))
	}
	for _, name := range []string{"header", "body"} {
		for _, conn := range slow[name] {
			// A byte now and then does not prolong it; the write fails once it is over.
			_, _ = io.WriteString(conn, "x")
			require.NoError(t, conn.SetReadDeadline(time.Now().Add(time.Minute)))
			_, err := io.Copy(io.Discard, conn)
			if err != nil {
				require.NotErrorIs(t, err, os.ErrDeadlineExceeded, "%s: still open", name)
			}
		}
	}
	require.Equal(t, 200, status(client, edge.Addr, "palco.localhost"))
	require.Equal(t, 0, edge.Stop(t), "what nobody reads does not keep it from ending")
}

// TestC2HeaderFloods: more header than any client needs is refused before it is read, and costs
// nothing that stays.
func TestC2HeaderFloods(t *testing.T) {
	edge := startEdge(t, sampleOut(t), "--rate-address", "0")
	const head = "GET / HTTP/1.1\r\nHost: palco.localhost\r\n"
	floods := []string{
		head + "X: " + strings.Repeat("a", 1_200_000) + "\r\n\r\n",
		head + strings.Repeat("X: y\r\n", 20_000) + "\r\n",
		"GET /" + strings.Repeat("a", 100_000) + " HTTP/1.1\r\nHost: palco.localhost\r\n\r\n",
	}
	flood := func(n int) {
		for range n {
			for _, request := range floods {
				res, body := raw(t, edge.Addr, request)
				requireProblem(t, res, body, 431)
			}
		}
	}
	flood(5)
	before := anonymous(t, edge)
	flood(40)
	if !programtest.Race { // the detector remembers every access
		require.LessOrEqual(t, anonymous(t, edge), before*3/2+8<<20)
	}
}

// TestC5HeadersThatChangeNothing: no field except Host, Accept and Accept-Encoding changes the
// answer.
func TestC5HeadersThatChangeNothing(t *testing.T) {
	edge := startEdge(t, sampleOut(t), "--rate-address", "0")
	client := &http.Client{}
	for _, target := range []string{"/", "/eventos?q=samba", "/api/public/v1/events?per_page=3",
		"/sitemap.xml", "/.well-known/api-catalog"} {
		plain, want, err := get(client, edge.Addr, "palco.localhost", target)
		require.NoError(t, err)
		require.Equal(t, 200, plain.StatusCode)
		for name, value := range rowstest.Read[map[string]string](t,
			"testdata/c5-headers-that-change-nothing.yaml") {
			res, body, err := get(client, edge.Addr, "palco.localhost", target, name, value)
			require.NoError(t, err)
			require.Equal(t, 200, res.StatusCode, "%s with %s", target, name)
			require.Equal(t, string(want), string(body), "%s with %s", target, name)
			for _, field := range []string{"Content-Type", "ETag", "Vary", "Cache-Control", "Link",
				"Last-Modified"} {
				require.Equal(t, plain.Header[field], res.Header[field], "%s with %s: %s", target,
					name, field)
			}
		}
	}
}

// TestC7NoHTTP2: the edge speaks HTTP/1.1 only; HTTP/2 and TLS belong to the front. No client gets
// further by asking for it.
func TestC7NoHTTP2(t *testing.T) {
	edge := startEdge(t, sampleOut(t), "--rate-address", "0")
	res, _ := raw(t, edge.Addr,
		"GET /robots.txt HTTP/1.1\r\nHost: palco.localhost\r\nConnection: Upgrade, "+
			"HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n\r\n")
	require.Equal(t, 200, res.StatusCode, "an upgrade is not taken up")
	require.Equal(t, "HTTP/1.1", res.Proto)
	res, body := raw(t, edge.Addr, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
	require.GreaterOrEqual(t, res.StatusCode, 400, "%s", body)
	require.Equal(t, "application/problem+json", res.Header.Get("Content-Type"))
	require.True(t, res.Close)
}

// TestC8PathGames: addresses come from a table. Whatever is made up finds nothing
// or exactly the resource that it spells.
func TestC8PathGames(t *testing.T) {
	edge := startEdge(t, sampleOut(t), "--rate-address", "0")
	for _, path := range []string{
		"/eventos/..%2f..%2fbrand.json", "/eventos/%2e%2e/%2e%2e/current", "/../palco/current",
		"/..", "/.", "//palco.localhost/", "//evil.example/%2e%2e", "//evil.example/",
		"/%2f%2fevil.example/",
		"/eventos//samba", "/eventos/.", "/eventos/..;/", "/;x.css", "/index.html;x.css",
		"/eventos/x/a.css", "/eventos/roda-da-dona-zefinha/a.css",
		"/eventos/roda-da-dona-zefinha.css", "/eventos/roda-da-dona-zefinha;a.css", "/%00",
		"/eventos/%00", `/\..\..\current`, "/eventos%5c..%5ccurrent",
		"/EVENTOS", "/Index.md", "/robots.TXT", "/brand.json", "/current", "/releases/",
		"/segments/", "/site/index.html", "/lock", "/:list", "/%3Alist", "/./robots.txt",
		"/robots.txt%20", "/robots.txt%0d%0aX:%20y", "/%252e%252e/current",
		"/eventos/%c0%ae%c0%ae/current", "/api/public/v1/events/%2e%2e%2f%2e%2e%2fcurrent", "/" +
			strings.Repeat("a/", 4000),
	} {
		res, body := raw(t, edge.Addr, "GET "+path+" HTTP/1.1\r\nHost: palco.localhost\r\n\r\n")
		require.Contains(t, []int{400, 404, 414}, res.StatusCode, path)
		requireProblem(t, res, body, res.StatusCode)
		require.Empty(t, res.Header.Get("X"), path)
		require.Equal(t, "no-store", res.Header.Get("Cache-Control"), path)
	}
	slash, _ := raw(t, edge.Addr, "GET /robots.txt/ HTTP/1.1\r\nHost: palco.localhost\r\n\r\n")
	require.Equal(t, 308, slash.StatusCode)
	require.Equal(t, "/robots.txt", slash.Header.Get("Location"),
		"the only redirect stays where it is")
	plain, want := raw(t, edge.Addr, "GET /robots.txt HTTP/1.1\r\nHost: palco.localhost\r\n\r\n")
	spelled, body := raw(t, edge.Addr,
		"GET /%72obots%2Etxt HTTP/1.1\r\nHost: palco.localhost\r\n\r\n")
	require.Equal(t, 200, spelled.StatusCode, "the same address, spelled with escapes")
	require.Equal(t, want, body)
	require.Equal(t, plain.Header.Get("ETag"), spelled.Header.Get("ETag"))
}

// TestC10HostileQueries: every query has a documented answer, however odd.
func TestC10HostileQueries(t *testing.T) {
	edge := startEdge(t, sampleOut(t), "--rate-address", "0")
	for query, want := range map[string]int{
		"q=" + strings.Repeat("a", 6000): 200, "q=" + strings.Repeat("samba+", 1300): 200,
		"q=(a%2B)%2B%24": 200, "q=%ff%fe": 200, "q=%00": 200, "q=%": 200, "q=%zz": 200,
		"page=0": 200, "page=-1": 200, "page=1000000000": 200, "page=99999999999999999999": 200,
		"page=1e9": 200, "per_page=51": 200, "per_page=0": 200, "per_page=x": 200,
		"q=a&q=b&q=c": 200, "=&&&==&": 200, strings.Repeat("x=y&", 1900): 200,
		"q=samba;page=2": 200, "utm_source=x&fbclid=y": 200,
		"q=" + strings.Repeat("a", 9000): 414, "q=" + strings.Repeat("a", 1<<20): 431,
	} {
		for _, path := range []string{"/api/public/v1/events", "/eventos"} {
			res, body := raw(t, edge.Addr, "GET "+path+"?"+query+
				" HTTP/1.1\r\nHost: virada.localhost\r\n\r\n")
			require.Equal(t, want, res.StatusCode, "%s?%.60s: %.300s", path, query, body)
			if want != 200 {
				requireProblem(t, res, body, want)
			} else if path != "/eventos" {
				var list struct {
					Data []json.RawMessage
					Meta struct {
						Page int `json:"current_page"`
						Per  int `json:"per_page"`
					}
				}
				require.NoError(t, json.Unmarshal(body, &list), "%.60s", query)
				require.LessOrEqual(t, len(list.Data), 50)
				require.True(t, list.Meta.Page >= 1 && list.Meta.Per >= 1 && list.Meta.Per <= 50,
					"%.60s", query)
			}
		}
	}
	client := &http.Client{}
	tagged, _, err := get(client, edge.Addr, "virada.localhost",
		"/api/public/v1/events?q=samba&utm_source=x")
	require.NoError(t, err)
	plain, _, err := get(client, edge.Addr, "virada.localhost", "/api/public/v1/events?q=samba")
	require.NoError(t, err)
	require.Equal(t, plain.Header.Get("ETag"), tagged.Header.Get("ETag"),
		"unknown keys are of no cache key")
}

// TestC15BodiesOfIdentities: the one endpoint that reads a body reads 4 KiB.
func TestC15BodiesOfIdentities(t *testing.T) {
	edge := startEdge(t, sampleOut(t), "--rate-address", "0", "--rate-identity", "0")
	post := func(fields, body string) string {
		return "POST /api/public/v1/agent/identity HTTP/1.1\r\nHost: palco.localhost\r\n" + fields +
			"\r\n" + body
	}
	const mib, json = 1 << 20, "Content-Type: application/json\r\n"
	whole := func(fields, body string) string {
		return post(fmt.Sprintf("%sContent-Length: %d\r\n", fields, len(body)), body)
	}
	for name, test := range map[string]struct {
		request string
		status  int
	}{
		"a gigabyte that is announced": {post(json+"Content-Length: 1073741824\r\n",
			strings.Repeat(" ", 8192)), 413},
		"a body without an end": {post(json+"Transfer-Encoding: chunked\r\n",
			"100000\r\n"+strings.Repeat(" ", mib)+"\r\n"), 413},
		"deep JSON": {whole(json, strings.Repeat("[", 2000)+
			strings.Repeat("]", 2000)), 400},
		"a type as a number": {whole(json, `{"type":1}`), 400},
		"another type":       {whole(json, `{"type":"user"}`), 400},
		"a form": {whole("Content-Type: application/x-www-form-urlencoded\r\n",
			"type=anonymous"), 415},
		"gzip":          {whole(json+"Content-Encoding: gzip\r\n", "\x1f\x8b"), 415},
		"not UTF-8":     {whole(json, "{\"type\":\"\xff\"}"), 400},
		"two documents": {whole(json, `{}{}`), 400},
	} {
		res, body := raw(t, edge.Addr, test.request)
		require.Equal(t, test.status, res.StatusCode, "%s: %.300s", name, body)
		requireProblem(t, res, body, test.status)
		require.Equal(t, "no-store", res.Header.Get("Cache-Control"))
	}
	require.Less(t, anonymous(t, edge), int64(200*mib))
}

// TestHangup: SIGHUP opens the access log anew, as logrotate expects after a rename, and never ends
// the edge; the log says why an edge stops.
func TestHangup(t *testing.T) {
	_, out := publish(t)
	client := &http.Client{Timeout: time.Minute}
	said := func(e *programtest.Edge, text string) {
		t.Helper()
		require.Eventually(t, func() bool { return strings.Contains(e.Log.String(), text) },
			time.Minute, 5*time.Millisecond, text)
	}
	hangUp := func(e *programtest.Edge) {
		t.Helper()
		require.NoError(t, e.Cmd.Process.Signal(syscall.SIGHUP))
	}
	ask := func(e *programtest.Edge, target string) {
		t.Helper()
		res, _, err := get(client, e.Addr, "palco.localhost", target)
		require.NoError(t, err)
		require.Equal(t, 200, res.StatusCode)
	}
	holds := func(name, target string) {
		t.Helper()
		require.Eventually(t, func() bool {
			text, err := os.ReadFile(name)
			return err == nil && strings.Contains(string(text), `"path":"`+target+`"`)
		}, time.Minute, 10*time.Millisecond, "%s in %s", target, name)
	}

	t.Run("file", func(t *testing.T) {
		logs := filepath.Join(t.TempDir(), "logs")
		require.NoError(t, os.Mkdir(logs, 0o755))
		name := filepath.Join(logs, "access.log")
		e := startEdge(t, out, "--access-log", name)
		ask(e, "/")
		holds(name, "/")
		require.NoError(t, os.Rename(name, name+".1"))
		hangUp(e)
		said(e, "access log opened anew")
		ask(e, "/eventos/show-1")
		holds(name, "/eventos/show-1")
		before, err := os.ReadFile(name + ".1")
		require.NoError(t, err)
		require.Equal(t, 1, strings.Count(string(before), "\n"),
			"nothing more comes to the old file")

		// What cannot be opened anew goes on where it was.
		require.NoError(t, os.Rename(logs, logs+"-gone"))
		hangUp(e)
		said(e, "the access log goes on in the previous file")
		ask(e, "/eventos/show-1.md")
		holds(filepath.Join(logs+"-gone", "access.log"), "/eventos/show-1.md")

		require.Equal(t, 0, e.Stop(t))
		said(e, `"msg":"stopping","why":"terminated signal received"`)
		said(e, `"msg":"stopped"`)
	})
	// The file that the package installs finds the edge by systemd, the one that edge/README.md
	// prints by its name: the name of the package's program, too.
	readme, err := os.ReadFile("README.md")
	require.NoError(t, err)
	printed := regexp.MustCompile("(?s)\n```\n(/var/log/cartaz.*?)```\n").FindSubmatch(readme)
	require.NotNil(t, printed)
	packaged, err := os.ReadFile("deploy/debian/edge.logrotate")
	require.NoError(t, err)
	for _, rotation := range []struct{ of, program, config string }{
		{"printed", "edge", string(printed[1])},
		{"printed for the package", "cartaz-edge", string(printed[1])},
		{"packaged", "cartaz-edge", string(packaged)},
	} {
		t.Run("logrotate as "+rotation.of, func(t *testing.T) {
			if _, err := exec.LookPath("logrotate"); err != nil {
				t.Skip("SKIPPED: logrotate not installed: apt-get install logrotate")
			}
			logs, bin := t.TempDir(), t.TempDir()
			name := filepath.Join(logs, "access.log")
			program := filepath.Join(bin, rotation.program)
			require.NoError(t, os.Symlink(programtest.Program(t, "edge"), program))
			e := programtest.Start(t, exec.Command(program,
				programtest.Args(out, "--access-log", name)...))
			ask(e, "/")
			holds(name, "/")
			pid := e.Cmd.Process.Pid
			write(t, bin, "systemctl", fmt.Sprintf(`#!/bin/sh
case "$*" in
"is-active --quiet cartaz-edge.service") ;;
"kill --kill-who=main --signal=HUP cartaz-edge.service") kill -HUP %d ;;
*) exit 1 ;;
esac
`, pid))
			require.NoError(t, os.Chmod(filepath.Join(bin, "systemctl"), 0o755))
			config := strings.NewReplacer("/var/log/cartaz/access.log", name,
				"    su cartaz-edge cartaz-edge\n", "", // a user of the package
				// Only the edge of this test, not all of this machine.
				"pkill ", fmt.Sprintf("pkill --parent %d ", os.Getpid())).Replace(rotation.config)
			require.Contains(t, config, name)
			rotate := exec.Command("logrotate", "--force", "--state",
				filepath.Join(logs, "state"), write(t, logs, "rotate.conf", config))
			rotate.Env = append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"))
			output, err := rotate.CombinedOutput()
			require.NoError(t, err, "%s", output)
			require.Empty(t, string(output))
			said(e, "access log opened anew")
			ask(e, "/eventos/show-1")
			holds(name, "/eventos/show-1")
			holds(name+".1", "/")
			require.Equal(t, 0, e.Stop(t))
		})
	}
	t.Run("no file", func(t *testing.T) {
		e := startEdge(t, out)
		for range 3 {
			hangUp(e)
			said(e, "SIGHUP: no access log in a file to open anew")
			ask(e, "/")
		}
		require.Equal(t, 0, e.Stop(t))
	})
}

// TestSmuggling: whatever server is in front of the edge, the edge never answers a request for
// which the client got no answer. Two requests that both sides see are harmless. A second request
// that only the edge sees would be answered to another client.
func TestSmuggling(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and runs both programs")
	}
	// Requests that two servers may read differently: where one sees a body, the other may see a
	// second request. Every %s is an address of its own, so that the log of the edge tells how many
	// requests it saw; lines end in CR LF except where \n is written as ¶.
	smuggling := rowstest.Read[[]struct{ Name, Text string }](t, "testdata/smuggling.yaml")
	log := filepath.Join(t.TempDir(), "access.log")
	_, out := publish(t) // a small brand: the race detector takes a minute over the samples
	edge := startEdge(t, out, "--rate-address", "0", "--access-log", log)
	type tried struct {
		front, probe string
		first        string
		second       string
		answers      int
	}
	var mu sync.Mutex
	var all []tried
	probe := func(t *testing.T, name, addr string) {
		var running sync.WaitGroup
		for n, p := range smuggling {
			running.Go(func() {
				first, second := fmt.Sprintf("/p-%d-%s", n, strings.ReplaceAll(name, " ", "-")),
					fmt.Sprintf("/s-%d-%s", n, strings.ReplaceAll(name, " ", "-"))
				text := strings.ReplaceAll(strings.ReplaceAll(p.Text, "\n", "\r\n"), "¶", "\n")
				answers := countAnswers(addr, fmt.Sprintf(text, first, second))
				mu.Lock()
				defer mu.Unlock()
				all = append(all, tried{name, p.Name, first, second, answers})
			})
		}
		running.Wait()
	}
	probe(t, "the edge itself", edge.Addr)
	for _, name := range []string{frontPlain, "varnish", "haproxy"} {
		t.Run(name, func(t *testing.T) {
			f := startFront(t, name, edge.Addr)
			probe(t, name, f.addr)
			// No one else is served what a probe left on a connection.
			for range 20 {
				res, body := f.ask(t, asking{target: "/robots.txt"})
				require.Equal(t, 200, res.StatusCode)
				require.Contains(t, string(body), "User-agent: *")
			}
		})
	}
	require.Equal(t, 0, edge.Stop(t)) // writes what is left of the log
	text, err := os.ReadFile(log)
	require.NoError(t, err)
	seen := map[string]int{}
	for line := range bytes.Lines(text) {
		var entry struct{ Path string }
		require.NoError(t, json.Unmarshal(line, &entry))
		seen[entry.Path]++
	}
	require.GreaterOrEqual(t, len(all), len(smuggling))
	reached := 0
	for _, p := range all {
		atEdge := seen[p.first] + seen[p.second]
		require.LessOrEqual(t, atEdge, p.answers,
			"%s, %s: the edge saw %d requests, the client got %d answers", p.front, p.probe, atEdge,
			p.answers)
		reached += atEdge
		t.Logf("%-16s %-30s %d at the edge, %d answers", p.front, p.probe, atEdge, p.answers)
	}
	require.Positive(t, reached, "no probe reached the edge, so nothing was tried")
}

// quiet is how long a side that has nothing more to say stays silent.
const quiet = 3 * time.Second

// says reports whether another byte comes before quiet is over. A deadline that is noticed late
// means that the machine stood still, the other side too, and is set again.
func says(conn net.Conn, r *bufio.Reader) bool {
	for {
		began := time.Now()
		_ = conn.SetReadDeadline(began.Add(quiet))
		_, err := r.Peek(1)
		if !errors.Is(err, os.ErrDeadlineExceeded) || time.Since(began) < quiet+quiet/10 {
			return err == nil
		}
	}
}

// countAnswers sends bytes and counts the answers that come back before the
// other side closes or says nothing more.
func countAnswers(addr, text string) int {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return 0
	}
	defer conn.Close()
	if _, err := io.WriteString(conn, text); err != nil {
		return 0
	}
	answers := 0
	for r := bufio.NewReader(conn); ; answers++ {
		if !says(conn, r) {
			return answers
		}
		_ = conn.SetReadDeadline(time.Now().Add(time.Minute))
		res, err := http.ReadResponse(r, nil)
		if err != nil {
			return answers
		}
		if _, err := io.Copy(io.Discard, res.Body); err != nil {
			return answers + 1
		}
	}
}
