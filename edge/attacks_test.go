package main_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
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
func (e *runningEdge) anonymous(t testing.TB) int64 {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", e.cmd.Process.Pid))
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
			conn, err := net.Dial("tcp", edge.addr)
			require.NoError(t, err)
			t.Cleanup(func() { conn.Close() })
			_, err = io.WriteString(conn, begin)
			require.NoError(t, err)
			slow[name] = append(slow[name], conn)
		}
	}
	client := &http.Client{Timeout: time.Minute}
	for range 200 {
		require.Equal(t, 200, status(client, edge.addr, "palco.localhost"))
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
	require.Equal(t, 200, status(client, edge.addr, "palco.localhost"))
	require.Equal(t, 0, edge.stop(t), "what nobody reads does not keep it from ending")
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
				res, body := raw(t, edge.addr, request)
				requireProblem(t, res, body, 431)
			}
		}
	}
	flood(5)
	before := edge.anonymous(t)
	flood(40)
	if !programtest.Race { // the detector remembers every access
		require.LessOrEqual(t, edge.anonymous(t), before*3/2+8<<20)
	}
}

// TestC5HeadersThatChangeNothing: no field except Host, Accept and Accept-Encoding changes the
// answer.
func TestC5HeadersThatChangeNothing(t *testing.T) {
	edge := startEdge(t, sampleOut(t), "--rate-address", "0")
	client := &http.Client{}
	for _, target := range []string{"/", "/eventos?q=samba", "/api/public/v1/events?per_page=3",
		"/sitemap.xml", "/.well-known/api-catalog"} {
		plain, want, err := get(client, edge.addr, "palco.localhost", target)
		require.NoError(t, err)
		require.Equal(t, 200, plain.StatusCode)
		for name, value := range rowstest.Read[map[string]string](t,
			"testdata/c5-headers-that-change-nothing.yaml") {
			res, body, err := get(client, edge.addr, "palco.localhost", target, name, value)
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
	res, _ := raw(t, edge.addr,
		"GET /robots.txt HTTP/1.1\r\nHost: palco.localhost\r\nConnection: Upgrade, "+
			"HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n\r\n")
	require.Equal(t, 200, res.StatusCode, "an upgrade is not taken up")
	require.Equal(t, "HTTP/1.1", res.Proto)
	res, body := raw(t, edge.addr, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
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
		res, body := raw(t, edge.addr, "GET "+path+" HTTP/1.1\r\nHost: palco.localhost\r\n\r\n")
		require.Contains(t, []int{400, 404, 414}, res.StatusCode, path)
		requireProblem(t, res, body, res.StatusCode)
		require.Empty(t, res.Header.Get("X"), path)
		require.Equal(t, "no-store", res.Header.Get("Cache-Control"), path)
	}
	slash, _ := raw(t, edge.addr, "GET /robots.txt/ HTTP/1.1\r\nHost: palco.localhost\r\n\r\n")
	require.Equal(t, 308, slash.StatusCode)
	require.Equal(t, "/robots.txt", slash.Header.Get("Location"),
		"the only redirect stays where it is")
	plain, want := raw(t, edge.addr, "GET /robots.txt HTTP/1.1\r\nHost: palco.localhost\r\n\r\n")
	spelled, body := raw(t, edge.addr,
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
			res, body := raw(t, edge.addr, "GET "+path+"?"+query+
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
	tagged, _, err := get(client, edge.addr, "virada.localhost",
		"/api/public/v1/events?q=samba&utm_source=x")
	require.NoError(t, err)
	plain, _, err := get(client, edge.addr, "virada.localhost", "/api/public/v1/events?q=samba")
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
	length := func(body string) string {
		return "Content-Length: " + strconv.Itoa(len(body)) +
			"\r\n"
	}
	const mib = 1 << 20
	deep := strings.Repeat("[", 2000) + strings.Repeat("]", 2000)
	for name, test := range map[string]struct {
		request string
		status  int
	}{
		"a gigabyte that is announced": {post("Content-Type: application/json\r\nContent-Length: "+
			"1073741824\r\n", strings.Repeat(" ", 8192)), 413},
		"a body without an end": {post("Content-Type: "+
			"application/json\r\nTransfer-Encoding: chunked\r\n", "100000\r\n"+
			strings.Repeat(" ", mib)+"\r\n"), 413},
		"deep JSON": {post("Content-Type: application/json\r\n"+length(deep),
			deep), 400},
		"a type as a number": {post("Content-Type: application/json\r\n"+
			length(`{"type":1}`), `{"type":1}`), 400},
		"another type": {post("Content-Type: application/json\r\n"+
			length(`{"type":"user"}`), `{"type":"user"}`), 400},
		"a form": {post("Content-Type: application/x-www-form-urlencoded\r\n"+
			length("type=anonymous"), "type=anonymous"), 415},
		"gzip": {post("Content-Type: "+
			"application/json\r\nContent-Encoding: gzip\r\n"+length("\x1f\x8b"), "\x1f\x8b"), 415},
		"not UTF-8": {post("Content-Type: application/json\r\n"+
			length("{\"type\":\"\xff\"}"), "{\"type\":\"\xff\"}"), 400},
		"two documents": {post("Content-Type: application/json\r\n"+length(`{}{}`),
			`{}{}`), 400},
	} {
		res, body := raw(t, edge.addr, test.request)
		require.Equal(t, test.status, res.StatusCode, "%s: %.300s", name, body)
		requireProblem(t, res, body, test.status)
		require.Equal(t, "no-store", res.Header.Get("Cache-Control"))
	}
	require.Less(t, edge.anonymous(t), int64(200*mib))
}
