package server_test

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/release/releasetest"
	"cartaz/edge/internal/edgetest"
	"cartaz/edge/internal/server"
)

// requireLines waits until a log has n lines.
func requireLines(t testing.TB, log *releasetest.Log, n int) {
	t.Helper()
	require.Eventually(t, func() bool { return strings.Count(log.String(), "\n") == n },
		time.Minute, 10*time.Millisecond)
}

// TestRedirectsAreCounted: each redirect of the public listener to HTTPS is a line of the access
// log and counts as a request, for both readers of HTTP; the target is as it was sent.
func TestRedirectsAreCounted(t *testing.T) {
	out, brand := t.TempDir(), edgetest.Brand("palco")
	brand.Hosts = []string{"palco.localhost"} // no authority is asked for it
	edgetest.Publish(t, out, brand, 3, 1)
	log := &releasetest.Log{}
	e := start(t, out, func(c *server.Config) {
		c.Access, c.HTTPS = log, "127.0.0.1:0"
		c.Certificates.Folder, c.Certificates.Authority = t.TempDir(), "https://127.0.0.1:1/dir"
	})
	playFile(t, e, "redirects")
	requireLines(t, log, 4)
	require.Equal(t, 3, strings.Count(log.String(), `"status":308,"bytes":0,`), log.String())
	require.Equal(t, 3, strings.Count(log.String(), `"route":"redirect"`), log.String())
	require.Equal(t, 3, strings.Count(log.String(), `"brand":"palco"`), log.String())
	res, err := http.Get("http://" + e.AdminAddr().String() + "/metrics")
	require.NoError(t, err)
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	require.Contains(t, string(text), `cartaz_edge_requests_total{brand="palco",coding="identity",`+
		`route="redirect",status="3xx"} 3`)
}

func TestAccessLogHoldsOneBoundedLinePerRequest(t *testing.T) {
	log := &releasetest.Log{}
	e := palco(t, 3, func(c *server.Config) { c.Access = log })
	play(t, e, `
POST http://palco.example/api/public/v1/agent/identity
capture credential = json .credential
status 201

with X-Agent-Credential: ${credential}
with User-Agent: evil "`+strings.Repeat("ü", 3000)+`
with Traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
GET http://palco.example/api/public/v1/events?q=samba
status 200

GET http://nobody.example/`+strings.Repeat("x", 5000)+`
status 421
`)
	requireLines(t, log, 3)
	text := log.String()
	require.NotContains(t, text, "ctz1.", "the credential itself is never logged")
	// A line is written after its answer, so the lines are not in the order of the requests.
	got := map[any]map[string]any{}
	for line := range strings.Lines(text) {
		require.Less(t, len(line), 4096)
		var entry map[string]any
		require.NoError(t, json.Unmarshal([]byte(line), &entry))
		got[entry["route"]] = entry
	}
	require.Contains(t, got, "identity")
	list := got["list"]
	require.Equal(t, "palco", list["brand"])
	require.Equal(t, "q=samba", list["query"])
	require.Len(t, list["credential"], 32)
	require.Equal(t, "4bf92f3577b34da6a3ce929d0e0e4736", list["trace"])
	require.Equal(t, "127.0.0.0/24", list["network"], "an address is cut to its network")
	require.Equal(t, "unknown_host", got["unknown_host"]["code"])
}

// TestAccessLogHoldsHits: each search is logged with its text, as typed and masked, and the number
// of events that it finds; other requests have neither, nor has the next page of a search.
func TestAccessLogHoldsHits(t *testing.T) {
	log := &releasetest.Log{}
	e := palco(t, 30, func(c *server.Config) { c.Access = log })
	rpc := func(path, method, params string) string {
		return "with Content-Type: application/json\nwith A2A-Version: 1.0\n" +
			`send {"jsonrpc":"2.0","id":1,"method":"` + method + `","params":` + params + "}\n" +
			"POST http://palco.example" + path + "\nstatus 200\n"
	}
	tool := func(name, arguments string) string {
		return rpc("/mcp", "tools/call", `{"name":"`+name+`","arguments":`+arguments+`}`)
	}
	get := func(target string) string {
		return "GET http://palco.example" + target + "\nstatus 200\n"
	}
	for request, want := range map[string]string{
		get("/eventos?q=show+em+Recife"):                "show em Recife 15",
		get("/eventos.md?q=Show"):                       "Show 30",
		get("/api/public/v1/events?q=show+joao%40x.br"): "show [masked] 0",
		get("/eventos?q=zz%0A%1Bzz"):                    "zz zz 0",
		get("/eventos?q=show&page=2"):                   "",
		get("/eventos?city=Recife"):                     "",
		get("/eventos/show-1"):                          "",
		tool("search_events", `{"q":"show 7"}`):         "show 7 1",
		tool("get_event", `{"slug":"show-77"}`):         "",
		rpc("/a2a", "SendMessage", `{"message":{"messageId":"m","role":"ROLE_USER",`+
			`"parts":[{"text":"shows em Recife?"}]}}`): "shows em Recife? 15",
		rpc("/a2a", "SendMessage", `{"message":{"messageId":"m","role":"ROLE_USER",`+
			`"parts":[{"text":"ajuda"}]}}`): "",
	} {
		before := strings.Count(log.String(), "\n")
		play(t, e, request)
		require.Eventually(t, func() bool { return strings.Count(log.String(), "\n") > before },
			time.Minute, 10*time.Millisecond)
		lines := strings.Split(strings.TrimSpace(log.String()), "\n")
		var line struct {
			Search string
			Hits   *int
		}
		require.NoError(t, json.Unmarshal([]byte(lines[len(lines)-1]), &line))
		got := line.Search
		if line.Hits != nil {
			got += fmt.Sprintf(" %d", *line.Hits)
		}
		require.Equal(t, want, got, request)
	}
}

// TestAccessLogHoldsNoPersonalData asks for what people paste into a search box by
// mistake, in every text of a request that is logged.
func TestAccessLogHoldsNoPersonalData(t *testing.T) {
	log := &releasetest.Log{}
	e := palco(t, 3, func(c *server.Config) { c.Access = log })
	play(t, e, `
with User-Agent: robot/1.0 (mail@bot.example) abc`+"\u202e"+`gpj.exe
GET http://palco.example/api/public/v1/events?q=ingresso+joao%40exemplo.com+(11)+98765-4321&city=529.982.247-25&page=2026
status 200

GET http://palco.example/eventos/joao%2540exemplo.com
status 404

GET http://palco.example/eventos?q=11.222.333%2F0001-81+2026-11-22
status 200

GET http://palco.example/eventos?q=+415+555+2671
status 200
`)
	requireLines(t, log, 4)
	// Times of the clock and the name of the release may hold any digits.
	text := regexp.MustCompile(`"(time|us|release)":[^,]+,`).ReplaceAllString(log.String(), "")
	for _, personal := range []string{"joao", "exemplo.com", "98765", "529", "bot.example", "222"} {
		require.NotContains(t, text, personal)
	}
	require.Contains(t, text, `"q=ingresso+[masked]+([masked]&city=[masked]&page=2026"`)
	require.Contains(t, text, `"agent":"robot/1.0 ([masked]) abc%E2%80%AEgpj.exe"`)
	require.Contains(t, text, `"path":"/eventos/[masked]"`)
	require.Contains(t, text, `"q=[masked]+2026-11-22"`)
	require.Contains(t, text, `"q=+[masked]"`, "a number of another country")
}

func TestMetricsDoNotGrowWithRequests(t *testing.T) {
	e := palco(t, 3, nil)
	series := func() int {
		_, text := adminGet(t, e, "/metrics")
		n := 0
		for line := range strings.Lines(text) {
			if strings.HasPrefix(line, "cartaz_edge_requests_total") {
				n++
			}
		}
		return n
	}
	ask := func(n int) {
		for i := range n {
			play(t, e,
				fmt.Sprintf("GET http://host%d.example/path%d\nstatus 421\n\nGET "+
					"http://palco.example/no/%d\nstatus 404\n", i, i, i))
		}
	}
	// A request is counted after its answer, so the last ones may still be missing.
	counted := func(n int) {
		t.Helper()
		line := fmt.Sprintf(`cartaz_edge_requests_total{brand="palco",coding="identity",`+
			`route="resource",status="4xx"} %d`, n)
		other := fmt.Sprintf(`cartaz_edge_requests_total{brand="-",coding="identity",`+
			`route="unknown_host",status="4xx"} %d`, n)
		require.Eventually(t, func() bool {
			_, text := adminGet(t, e, "/metrics")
			return strings.Contains(text, line) && strings.Contains(text, other)
		}, time.Minute, 5*time.Millisecond)
	}
	ask(2)
	counted(2)
	before := series()
	require.Equal(t, 2, before)
	ask(20)
	counted(22)
	require.Equal(t, before, series())
	_, text := adminGet(t, e, "/metrics")
	require.Contains(t, text, `cartaz_edge_brand_release{brand="palco"} 1`)
	status, problem := adminGet(t, e, "/nothing")
	require.Equal(t, 404, status)
	require.Contains(t, problem, "not_found")
	_, state := adminGet(t, e, "/status")
	require.Contains(t, state, `"brand":"palco"`)
}

// TestTruncatedSegment cuts a sealed file short while it is mapped: the requests
// that need the missing bytes fail, the process lives, and the release before
// takes over.
func TestTruncatedSegment(t *testing.T) {
	out := t.TempDir()
	brand := edgetest.Brand("palco")
	dir := filepath.Join(out, brand.Key)
	edgetest.Publish(t, out, brand, 2000, 1)
	before := releasetest.Segments(t, dir)
	edgetest.Publish(t, out, brand, 2000, 2)
	e := start(t, out, nil)
	play(t, e, "GET http://palco.example/eventos/show-1999\nstatus 200\nbody contains versão 2\n")
	for _, name := range releasetest.Segments(t, dir) {
		if !slices.Contains(before, name) {
			releasetest.Truncate(t, name, 0)
		}
	}
	play(t, e,
		"GET http://palco.example/eventos/show-1999\nstatus 500\nheader Content-Type == "+
			"application/problem+json\njson .code == internal_error\n")
	require.Eventually(t, func() bool {
		_, body := get(t, e, "palco.example", "/eventos/show-1999")
		return strings.Contains(body, "versão 1")
	}, time.Minute, 10*time.Millisecond)
}

// TestDamageIsSaidOnce asks again and again for pages of a damaged release without another one.
func TestDamageIsSaidOnce(t *testing.T) {
	out, log := t.TempDir(), &releasetest.Log{}
	edgetest.Publish(t, out, edgetest.Brand("palco"), 30, 1)
	e := start(t, out, func(c *server.Config) {
		c.Log = slog.New(slog.NewJSONHandler(log, nil))
	})
	play(t, e, "GET http://palco.example/eventos/show-1\nstatus 200\n")
	edgetest.Damage(t, filepath.Join(out, "palco"))
	for range 3 {
		for n := range 20 {
			play(t, e, fmt.Sprintf("GET http://palco.example/eventos/show-%d\nstatus 500\n", n+2))
		}
		e.Scan() // the release goes on, for want of another
	}
	require.Equal(t, 1, strings.Count(log.String(), `"msg":"answer"`), log.String())
}

func TestAddressInUseIsSaidAtOnce(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer l.Close()
	_, err = server.New(server.Config{Out: t.TempDir(), Listen: l.Addr().String(),
		Keys: edgetest.Keys(t), Sockets: new(server.Sockets), Now: time.Now})
	require.ErrorContains(t, err, "address already in use")
}

// fullDisk is a file on a disk that is full for a while.
type fullDisk struct {
	releasetest.Log
	full atomic.Bool
}

func (d *fullDisk) Write(p []byte) (int, error) {
	if d.full.Load() {
		return 0, syscall.ENOSPC
	}
	return d.Log.Write(p)
}

// TestAccessLogAfterFullDisk: the log goes on when there is room again.
func TestAccessLogAfterFullDisk(t *testing.T) {
	out := t.TempDir()
	edgetest.Publish(t, out, edgetest.Brand("palco"), 3, 1)
	disk, said := &fullDisk{}, &releasetest.Log{}
	disk.full.Store(true)
	e := start(t, out, func(c *server.Config) {
		c.Access, c.Log = disk, slog.New(slog.NewTextHandler(said, nil))
	})
	play(t, e, "GET http://palco.example/\nstatus 200\n")
	require.Eventually(t, func() bool {
		return strings.Contains(said.String(), "access log") &&
			strings.Contains(said.String(), syscall.ENOSPC.Error())
	}, time.Minute, 10*time.Millisecond)
	disk.full.Store(false)
	play(t, e, "GET http://palco.example/eventos/show-1\nstatus 200\n")
	require.Eventually(t, func() bool {
		return strings.Contains(disk.String(), `"path":"/eventos/show-1"`)
	}, time.Minute, 10*time.Millisecond)
}

// TestAccessLogWritesWholeLines: each write ends at the end of a line, so a file that is opened
// anew in between begins with a line.
func TestAccessLogWritesWholeLines(t *testing.T) {
	out := t.TempDir()
	edgetest.Publish(t, out, edgetest.Brand("palco"), 3, 1)
	var pieces atomic.Int64
	var cut atomic.Bool
	e := start(t, out, func(c *server.Config) {
		c.Access = writerFunc(func(p []byte) {
			pieces.Add(1)
			if len(p) == 0 || p[len(p)-1] != '\n' {
				cut.Store(true)
			}
		})
	})
	agent := "with User-Agent: " + strings.Repeat("x", 200) + "\n"
	// More lines than the buffer of 64 KiB holds, in less than the second between two flushes.
	for range 40 {
		play(t, e, strings.Repeat(agent+"GET http://palco.example/eventos/show-1\nstatus "+
			"200\n\n", 20))
	}
	require.Eventually(t, func() bool { return pieces.Load() > 2 }, time.Minute, time.Millisecond)
	require.False(t, cut.Load())
}

// writerFunc is an [io.Writer] that passes on what it takes.
type writerFunc func(p []byte)

func (f writerFunc) Write(p []byte) (int, error) {
	f(p)
	return len(p), nil
}
