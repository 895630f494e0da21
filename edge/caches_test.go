package main_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// corpusClient is a row of the corpus of Accept fields.
type corpusClient struct {
	Name, Kind string
	Accept     *string
	Want       string
}

func corpus(t testing.TB) []corpusClient {
	t.Helper()
	text, err := os.ReadFile("internal/negotiate/testdata/accept.json")
	require.NoError(t, err)
	var clients []corpusClient
	require.NoError(t, json.Unmarshal(text, &clients))
	require.Greater(t, len(clients), 40)
	return clients
}

// asking is one request through a front.
type asking struct {
	method, host, target, accept, coding, tag string
}

// ask sends it as it is: no field that a library would add.
func (f *front) ask(t testing.TB, q asking) (*http.Response, []byte) {
	t.Helper()
	if q.method == "" {
		q.method = http.MethodGet
	}
	if q.host == "" {
		q.host = "palco.localhost"
	}
	if q.coding == "" {
		q.coding = "gzip, deflate, br"
	}
	req, err := http.NewRequestWithContext(t.Context(), q.method, "http://"+f.addr+q.target, nil)
	require.NoError(t, err)
	req.Host = q.host
	req.Header.Set("User-Agent", "")
	req.Header.Set("Accept-Encoding", q.coding)
	if q.accept != "" {
		req.Header.Set("Accept", q.accept)
	}
	if q.tag != "" {
		req.Header.Set("If-None-Match", q.tag)
	}
	client := &http.Client{Timeout: time.Minute,
		Transport: &http.Transport{DisableCompression: true, DisableKeepAlives: true}}
	res, err := client.Do(req)
	require.NoError(t, err, "%s %v", f.name, q)
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	require.NoError(t, err, "%s %v", f.name, q)
	if res.Header.Get("Content-Encoding") == "gzip" && len(body) > 0 {
		z, err := gzip.NewReader(bytes.NewReader(body))
		require.NoError(t, err)
		body, err = io.ReadAll(z)
		require.NoError(t, err)
	}
	return res, body
}

// variant is what an answer is: html, markdown, problem, not modified.
func variant(res *http.Response) string {
	contentType, _, _ := strings.Cut(res.Header.Get("Content-Type"), ";")
	switch {
	case res.StatusCode == http.StatusNotModified:
		return "not modified"
	case contentType == "application/problem+json":
		return "problem"
	}
	return strings.TrimPrefix(contentType, "text/")
}

const (
	onlyMarkdown = "text/markdown"
	onlyHTML     = "text/html"
	cachedPage   = "/eventos/roda-da-dona-zefinha"
)

// TestCaches asks through real caches in every order. A cache that keeps Vary gives each client in
// use its variant, independent of earlier requests; one that ignores Vary never gives a browser
// Markdown.
func TestCaches(t *testing.T) {
	edge := startEdge(t, sampleOut(t), "--rate-address", "0", "--rate-credential", "0")
	for _, kind := range fronts {
		t.Run(kind.name, func(t *testing.T) {
			f := startFront(t, kind.name, edge.Addr)
			t.Run("corpus", func(t *testing.T) { cachedCorpus(t, f) })
			t.Run("head and 304", func(t *testing.T) { cachedConditions(t, f) })
			t.Run("errors", func(t *testing.T) { cachedErrors(t, f) })
			t.Run("twins", func(t *testing.T) { cachedTwins(t, f) })
			t.Run("brands", func(t *testing.T) { cachedBrands(t, f) })
		})
	}
	require.Equal(t, 0, edge.Stop(t))
}

// cachedCorpus: every client, after an agent and after a browser, each with an
// address of its own so that nothing else has filled the cache.
func cachedCorpus(t *testing.T, f *front) {
	hits := map[string]int{}
	for _, kind := range []string{cachedPage, "/eventos"} { // sealed, and drawn by the edge
		for n, client := range corpus(t) {
			accept := ""
			if client.Accept != nil {
				accept = *client.Accept
			}
			for _, first := range []string{onlyMarkdown, onlyHTML} {
				target := fmt.Sprintf("%s?n=%d-%s", kind, n, first[5:])
				for range 2 {
					f.ask(t, asking{target: target, accept: first})
				}
				// Twice: the second answer may be one that the first left behind.
				for range 2 {
					res, body := f.ask(t, asking{target: target, accept: accept})
					require.Equal(t, 200, res.StatusCode)
					got := variant(res)
					if f.keepsVary {
						require.Equal(t, client.Want, got, "%s after %s", client.Name, first)
					}
					// A cache without Vary may give an agent the page, never a
					// browser the Markdown.
					require.False(t, client.Want == "html" && got != "html", "%s after %s got %s",
						client.Name, first, got)
					require.Equal(t, got == "html", bytes.HasPrefix(body,
						[]byte("<!DOCTYPE html>")), "the body is of the type it says")
					if res.Header.Get("X-Cache") == "HIT" {
						hits[got]++
					}
				}
			}
		}
	}
	if f.name != "haproxy" { // whose cache leaves everything with Vary: Accept alone
		require.Greater(t, hits["html"], 100, "%s keeps nothing, so it proves nothing", f.name)
	}
	require.Zero(t, hits["markdown"], "negotiated Markdown is private")
	t.Logf("%s: %d pages from the cache", f.name, hits["html"])
}

// cachedConditions: HEAD and 304 of one variant never come from the other.
func cachedConditions(t *testing.T, f *front) {
	const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
	for n, first := range []string{onlyMarkdown, onlyHTML} {
		target := fmt.Sprintf("%s?c=%d", cachedPage, n)
		tags := map[string]string{}
		for _, accept := range []string{first, onlyHTML, onlyMarkdown, first} {
			res, _ := f.ask(t, asking{target: target, accept: accept})
			if variant(res) == accept[5:] {
				tags[accept] = res.Header.Get("ETag")
			}
		}
		require.NotEmpty(t, tags[onlyHTML])

		res, _ := f.ask(t, asking{method: http.MethodHead, target: target, accept: browser})
		require.Equal(t, "html", variant(res), "HEAD")
		res, _ = f.ask(t, asking{target: target, accept: browser, tag: tags[onlyHTML]})
		require.Equal(t, "not modified", variant(res))
		if res.Header.Get("Vary") != "" { // a front may leave it out of a 304 of its own
			require.Contains(t, res.Header.Get("Vary"), "Accept,")
		}
		if tags[onlyMarkdown] != "" {
			require.NotEqual(t, tags[onlyHTML], tags[onlyMarkdown])
			res, _ = f.ask(t, asking{target: target, accept: browser, tag: tags[onlyMarkdown]})
			require.Equal(t, "html", variant(res),
				"the tag of the Markdown is no proof of having the page")
		}
		if f.keepsVary {
			res, _ = f.ask(t, asking{method: http.MethodHead, target: target, accept: onlyMarkdown})
			require.Equal(t, "markdown", variant(res), "HEAD")
			res, _ = f.ask(t, asking{target: target, accept: onlyMarkdown, tag: tags[onlyMarkdown]})
			// A front that leaves conditions out of what it asks may send it all.
			require.Contains(t, []string{"not modified", "markdown"}, variant(res))
		}
	}
}

// cachedErrors: a missing page is never kept, in any form.
func cachedErrors(t *testing.T, f *front) {
	for _, accept := range []string{onlyMarkdown, onlyHTML, onlyMarkdown} {
		res, _ := f.ask(t, asking{target: "/eventos/nao-ha", accept: accept})
		require.Equal(t, 404, res.StatusCode)
		want := "problem"
		if accept == onlyHTML {
			want = "html" // for people, by what they accept
		}
		require.Equal(t, want, variant(res))
		require.NotEqual(t, "HIT", res.Header.Get("X-Cache"))
		require.Contains(t, res.Header.Get("Vary"), "Accept,")
	}
}

// cachedTwins: the Markdown at its own address is one copy for everybody.
func cachedTwins(t *testing.T, f *front) {
	const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
	target := cachedPage + ".md"
	var bodies [][]byte
	var last *http.Response
	for _, accept := range []string{"text/markdown, text/html, */*", browser, "*/*", browser} {
		res, body := f.ask(t, asking{target: target, accept: accept, coding: "gzip"})
		require.Equal(t, 200, res.StatusCode)
		require.Equal(t, "markdown", variant(res))
		require.Equal(t, "noindex", res.Header.Get("X-Robots-Tag"))
		bodies, last = append(bodies, body), res
	}
	for _, body := range bodies {
		require.Equal(t, bodies[0], body)
	}
	require.Equal(t, "HIT", last.Header.Get("X-Cache"), "shared by browsers and agents")
}

// cachedBrands: no request makes a front keep one brand's answer under another
// (an absolute-form target names the brand, and a second Host is refused).
func cachedBrands(t *testing.T, f *front) {
	const other = "virada.localhost"
	raw := func(text string) string {
		conn, err := net.Dial("tcp", f.addr)
		require.NoError(t, err)
		defer conn.Close()
		require.NoError(t, conn.SetDeadline(time.Now().Add(time.Minute)))
		_, err = conn.Write([]byte(strings.ReplaceAll(text, "\n", "\r\n")))
		require.NoError(t, err)
		answer := new(bytes.Buffer)
		_, _ = answer.ReadFrom(conn) // some fronts reset instead of closing
		return answer.String()
	}
	for n, poison := range []string{
		"GET http://" + other + "%s HTTP/1.1\nHost: palco.localhost\nConnection: close\n\n",
		"GET http://palco.localhost%s HTTP/1.1\nHost: " + other + "\nConnection: close\n\n",
		"GET http://" + other + ":80%s HTTP/1.1\nHost: palco.localhost\nConnection: close\n\n",
		"GET %s HTTP/1.1\nHost: palco.localhost\nHost: " + other + "\nConnection: close\n\n",
		"GET %s HTTP/1.1\nHost: " + other + "\nHost: palco.localhost\nConnection: close\n\n",
		"GET %s HTTP/1.1\nHost: palco.localhost\nX-Forwarded-Host: " + other +
			"\nForwarded: host=" + other +
			"\nX-Original-URL: /eventos\nX-Rewrite-URL: /eventos\nX-HTTP-Method-Override: " +
			"POST\nConnection: close\n\n",
	} {
		target := fmt.Sprintf("/?brands=%d", n)
		for range 2 {
			answer := raw(fmt.Sprintf(poison, target))
			if strings.Contains(poison, "\nHost: "+other+"\nHost:") ||
				strings.Contains(poison, "palco.localhost\nHost:") {
				require.NotContains(t, answer, " 200 ", "two Host fields are nobody's request: %s",
					poison)
			}
		}
		for _, host := range []string{"palco.localhost", other} {
			for range 2 {
				res, body := f.ask(t, asking{host: host, target: target, accept: onlyHTML})
				require.Equal(t, 200, res.StatusCode)
				require.Contains(t, string(body), `<link rel="canonical" href="http://`+host+
					`:8080/">`, "%s after %q", host, poison)
			}
		}
	}
}

// TestVisitorsBehindNginx: with the lines of edge/README.md and its --trusted-proxies, each visitor
// has limits of his own, and whatever X-Forwarded-For he sends changes nothing about that. A
// visitor is an address of loopback.
func TestVisitorsBehindNginx(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("SKIPPED: only Linux has all of 127.0.0.0/8 on loopback")
	}
	text, err := os.ReadFile("README.md")
	require.NoError(t, err)
	trusted := regexp.MustCompile("`--trusted-proxies ([^`]+)` on the edge").FindStringSubmatch(
		string(text))
	require.NotNil(t, trusted)
	edge := startEdge(t, sampleOut(t), "--rate-address", "2", "--trusted-proxies", trusted[1])
	f := startFront(t, frontPlain, edge.Addr)
	get := func(visitor, forwarded string, n int) int {
		dialer := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(visitor)}}
		transport := &http.Transport{DialContext: dialer.DialContext}
		defer transport.CloseIdleConnections()
		target := fmt.Sprintf("http://%s/api/public/v1/events?per_page=1&visit=%d", f.addr, n)
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, target, nil)
		require.NoError(t, err)
		req.Host = "palco.localhost"
		if forwarded != "" {
			req.Header.Set("X-Forwarded-For", forwarded)
		}
		res, err := transport.RoundTrip(req)
		require.NoError(t, err)
		require.NoError(t, res.Body.Close())
		return res.StatusCode
	}
	n := 0
	for ; get("127.0.0.2", "", n) == 200; n++ {
		require.Less(t, n, 20, "nobody is limited")
	}
	require.Equal(t, 429, get("127.0.0.2", "203.0.113.9", n+1),
		"an address that the visitor claims is nobody's")
	require.Equal(t, 200, get("127.0.0.3", "", n+2), "another visitor has limits of his own")
	require.Equal(t, 0, edge.Stop(t))
}

// TestCacheOfPublicMarkdown: a brand that says its cache keys on Accept lets the cache keep
// Markdown too, and there every client still gets its variant. The same brand behind a cache that
// ignores Vary shows what the default prevents: a browser is shown Markdown.
func TestCacheOfPublicMarkdown(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and runs both programs")
	}
	dir := t.TempDir()
	brandsDir, out := filepath.Join(dir, "brands"), filepath.Join(dir, "out")
	writeBrand(t, brandsDir, "festa", 3, 1)
	addSettings(t, brandsDir, "festa", "cdn: {keys_on_accept: true}\n")
	mustRun(t, "build", "--brands", brandsDir, "--out", out, "--export=false")
	edge := startEdge(t, out, "--rate-address", "0")
	festa := asking{host: "festa.localhost", target: "/eventos/show-1"}
	as := func(accept string) asking { q := festa; q.accept = accept; return q }

	t.Run("keyed on Accept", func(t *testing.T) {
		f := startFront(t, frontKeyed, edge.Addr)
		for _, client := range corpus(t) {
			accept := ""
			if client.Accept != nil {
				accept = *client.Accept
			}
			for _, first := range []string{onlyMarkdown, onlyHTML} {
				f.ask(t, as(first))
				res, _ := f.ask(t, as(accept))
				require.Equal(t, client.Want, variant(res), "%s after %s", client.Name, first)
			}
		}
		res, _ := f.ask(t, as(onlyMarkdown))
		require.Equal(t, "HIT", res.Header.Get("X-Cache"))
		require.Equal(t, "markdown", variant(res))
	})
	t.Run("ignoring Vary", func(t *testing.T) {
		f := startFront(t, frontBlind, edge.Addr)
		f.ask(t, as(onlyMarkdown))
		res, _ := f.ask(t, as(onlyHTML))
		require.Equal(t, "markdown", variant(res),
			"if this never happened, Markdown need not be private")
	})
	require.Equal(t, 0, edge.Stop(t))
}

// front is a proxy that keeps what it may, started before a running edge as an
// operator would: Host goes through unchanged and is part of the key.
type front struct {
	name string
	addr string
	// keepsVary is set when the front chooses among stored answers by Vary.
	keepsVary bool
}

// frontKind is a program and how it is set up.
type frontKind struct {
	name, program, pkg string // pkg is the Debian package that brings the program
	keepsVary          bool
	command            func(t testing.TB, dir, addr, upstream string) (*exec.Cmd, error)
}

// fronts are the kinds that are tried.
var fronts = []frontKind{
	{frontPlain, "nginx", "nginx", true, func(t testing.TB, dir, addr, upstream string) (*exec.Cmd,
		error) {
		return nginx(t, dir, addr, upstream, "", documentedKey)
	}},
	// What operators write to raise their hit rate. Codings are then out of the
	// question, as the one stored copy goes to everybody.
	{frontBlind, "nginx", "nginx", false, func(t testing.TB, dir, addr, upstream string) (*exec.Cmd,
		error) {
		return nginx(t, dir, addr, upstream, ignoresVary, documentedKey)
	}},
	{"varnish", "varnishd", "varnish", true, varnish},
	{"haproxy", "haproxy", "haproxy", true, haproxy},
	{frontKeyed, "nginx", "nginx", true, func(t testing.TB, dir, addr, upstream string) (*exec.Cmd,
		error) {
		return nginx(t, dir, addr, upstream, ignoresVary,
			`proxy_cache_key $host$request_uri$http_accept;`)
	}},
}

// Names of fronts that tests ask for.
const (
	frontPlain = "nginx"
	frontBlind = "nginx that ignores Vary"
	frontKeyed = "nginx keyed on Accept"
)

// Lines of nginx: the key of the cache as edge/README.md has it, and what operators add.
const (
	documentedKey = `proxy_cache_key $host$request_uri;`
	ignoresVary   = `proxy_ignore_headers Vary; proxy_set_header Accept-Encoding "";`
)

// startFront starts one of fronts, or skips the test when its program is not on
// this machine.
func startFront(t *testing.T, name, upstream string) *front {
	t.Helper()
	at := slices.IndexFunc(fronts, func(f frontKind) bool { return f.name == name })
	require.GreaterOrEqual(t, at, 0, name)
	return startFrontKind(t, fronts[at], upstream)
}

// startFrontKind is startFront for a front that need not be one of fronts.
func startFrontKind(t *testing.T, f frontKind, upstream string) *front {
	t.Helper()
	if _, err := exec.LookPath(f.program); err != nil {
		t.Skipf("SKIPPED: %s not installed: apt-get install %s", f.program, f.pkg)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	addr := listener.Addr().String()
	require.NoError(t, listener.Close())
	dir := t.TempDir()
	cmd, err := f.command(t, dir, addr, upstream)
	require.NoError(t, err)
	var log bytes.Buffer
	cmd.Stdout, cmd.Stderr = &log, &log
	require.NoError(t, cmd.Start())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = cmd.Wait()
	}()
	t.Cleanup(func() {
		// The interrupt lets varnishd end its child; a kill would orphan it.
		_ = cmd.Process.Signal(os.Interrupt)
		select {
		case <-ended:
		case <-time.After(time.Minute):
			_ = cmd.Process.Kill()
			<-ended
		}
		if t.Failed() {
			t.Logf("log of %s:\n%s", f.name, log.Bytes())
		}
	})
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		if conn, err := net.Dial("tcp", addr); err == nil {
			require.NoError(t, conn.Close())
			return &front{f.name, addr, f.keepsVary}
		}
		select {
		case <-ended:
			t.Fatalf("%s ended:\n%s", f.name, log.Bytes())
		default:
		}
		if time.Now().After(deadline) {
			t.Fatalf("%s does not listen on %s after a minute", f.name, addr)
		}
	}
}

func write(t testing.TB, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	return path
}

// form writes a file of testdata/fronts, with these words replaced, into dir and returns its path.
func form(t testing.TB, dir, name string, words ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "fronts", name))
	require.NoError(t, err)
	return write(t, dir, name, strings.NewReplacer(words...).Replace(string(text)))
}

// nginx runs the lines that edge/README.md prints, with the addresses and the folder of the test,
// more lines beside the key of the cache, and that key.
//
// Their $host is the host of the request target when it has one, else of the Host field: key and
// upstream must see the same, or an absolute-form target would be stored under one brand and
// answered by another.
func nginx(t testing.TB, dir, addr, upstream, more, key string) (*exec.Cmd, error) {
	t.Helper()
	lines := documentedNginx(t)
	for old, replacement := range map[string]string{
		"/var/cache/nginx/cartaz": dir + "/cache",
		"server 127.0.0.1:8080;":  "server " + upstream + ";",
		"listen 80;":              "listen " + addr + ";",
		documentedKey: key + " add_header X-Cache $upstream_cache_status always; " +
			more,
	} {
		require.Equal(t, 1, strings.Count(lines, old), "edge/README.md: %s", old)
		lines = strings.Replace(lines, old, replacement, 1)
	}
	config := form(t, dir, "nginx.conf", "DIR", dir, "LINES", lines)
	return exec.Command("nginx", "-p", dir, "-e", "stderr", "-c", config), nil
}

// documentedNginx is the configuration of nginx that edge/README.md prints.
func documentedNginx(t testing.TB) string {
	t.Helper()
	text, err := os.ReadFile("README.md")
	require.NoError(t, err)
	blocks := regexp.MustCompile("(?s)\n```nginx\n(.*?)```\n").FindAllStringSubmatch(string(text),
		-1)
	require.Len(t, blocks, 1)
	return blocks[0][1]
}

func varnish(t testing.TB, dir, addr, upstream string) (*exec.Cmd, error) {
	host, port, err := net.SplitHostPort(upstream)
	if err != nil {
		return nil, err
	}
	config := form(t, dir, "default.vcl", "HOST", host, "PORT", port)
	return exec.Command("varnishd", "-F", "-j", "none", "-n", filepath.Join(dir, "work"), "-a",
		addr, "-f", config, "-s", "malloc,64m"), nil
}

func haproxy(t testing.TB, dir, addr, upstream string) (*exec.Cmd, error) {
	config := form(t, dir, "haproxy.cfg", "ADDR", addr, "UPSTREAM", upstream)
	return exec.Command("haproxy", "-db", "-f", config), nil
}
