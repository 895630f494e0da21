package server_test

import (
	"bufio"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/release/releasetest"
	"cartaz/edge/internal/edgetest"
	"cartaz/edge/internal/server"
)

// asks sends a request on a connection of its own and reads the answer. Through
// net/http means that a line ends in a bare line feed, which is all that makes
// the request odd.
func asks(t *testing.T, addr, request string, throughNetHTTP bool) (*http.Response, string) {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	require.NoError(t, err)
	defer conn.Close()
	require.NoError(t, conn.SetDeadline(time.Now().Add(time.Minute)))
	if throughNetHTTP {
		request = strings.Replace(request, "\r\n", "\n", 1)
	}
	_, err = io.WriteString(conn, request)
	require.NoError(t, err)
	method, _, _ := strings.Cut(request, " ")
	res, err := http.ReadResponse(bufio.NewReader(conn), &http.Request{Method: method})
	require.NoError(t, err)
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	return res, string(body)
}

// Both transports give every request the same answer.
func TestTransportsAgree(t *testing.T) {
	out := t.TempDir()
	edgetest.Publish(t, out, edgetest.Brand("palco"), 30, 1)
	e := start(t, out, func(c *server.Config) { c.Rates.Address = 0 })
	addr := e.Addr().String()
	res, _ := asks(t, addr, "GET /eventos/show-1 HTTP/1.1\r\nHost: palco.example\r\n\r\n", false)
	etag := res.Header.Get("ETag")
	require.NotEmpty(t, etag)
	handed := 0
	for _, host := range []string{"api.palco.example", "PALCO.example.:80"} {
		for _, target := range []string{
			"/", "/eventos", "/eventos?q=show&city=x", "/eventos?q=s\xc3\xa3o%20&page=2",
			"/eventos/show-1", "/eventos/show-1.md", "/eventos/show-1/", "/eventos/nothing",
			"/eventos/%73how-1", "/a%2fb", "/api/public/v1/events?per_page=50",
			"/api/public/v1/events/show-1", "/api/public/v1/health", "/api/public/v1/events/",
			"/mcp", "/a2a", "/.well-known/api-catalog", "/" + strings.Repeat("a", 9000),
		} {
			for _, head := range []string{
				"GET", "HEAD", "OPTIONS", "DELETE", "POST",
				"GET Accept: text/markdown", "GET Accept: text/html;q=0.5|Accept: text/markdown",
				"GET Accept-Encoding: gzip", "GET Accept-Encoding: zstd, gzip;q=0.5",
				"GET Sec-Fetch-Dest: document", "GET If-None-Match: " + etag,
				"GET If-None-Match: \"x\"|If-None-Match: " + etag,
				"GET If-Modified-Since: Fri, 01 Jan 2100 00:00:00 GMT",
				"GET X-Agent-Credential: forged",
				"OPTIONS Origin: https://a.example|Access-Control-Request-Method: GET",
				"POST Content-Length: 2|Content-Type: application/json",
				"POST Content-Length: 2|Content-Type: application/json|Content-Encoding: gzip",
				"POST Content-Length: 2|Content-Type: text/plain|A2A-Version: 9",
			} {
				method, fields, _ := strings.Cut(head, " ")
				request := fmt.Sprintf("%s %s HTTP/1.1\r\nHost: %s\r\n", method, target, host)
				if fields != "" {
					request += strings.ReplaceAll(fields, "|", "\r\n") + "\r\n"
				}
				request += "\r\n"
				if strings.Contains(fields, "Content-Length: 2") {
					request += "{}"
				}
				got, body := asks(t, addr, request, false)
				want, wantBody := asks(t, addr, request, true)
				handed++
				for _, h := range []http.Header{got.Header, want.Header} {
					h.Del("Date")
				}
				require.Equal(t, want.Status, got.Status, "%q", request)
				require.Equal(t, want.Header, got.Header, "%q", request)
				require.Equal(t, want.ContentLength, got.ContentLength, "%q", request)
				require.Equal(t, wantBody, body, "%q", request)
			}
		}
	}
	_, metrics := adminGet(t, e, "/metrics")
	require.Contains(t, metrics, fmt.Sprintf("cartaz_edge_connections_handed_over_total %d\n",
		handed), "half of them were not plain")
}

// BenchmarkTransport is one page over a connection that is kept, read by plain
// HTTP/1.1 and by net/http. It counts what the client takes as well, the same in
// both.
func BenchmarkTransport(b *testing.B) {
	out := b.TempDir()
	edgetest.Publish(b, out, edgetest.Brand("palco"), 30, 1)
	e := start(b, out, func(c *server.Config) { c.Rates.Address = 0 })
	const request = "GET /eventos/show-1 HTTP/1.1\r\nHost: palco.example\r\nAccept: " +
		"text/html\r\nAccept-Encoding: gzip\r\nUser-Agent: Mozilla/5.0\r\n\r\n"
	for _, name := range []string{"plain", "net-http"} {
		b.Run(name, func(b *testing.B) {
			conn, err := net.Dial("tcp", e.Addr().String())
			require.NoError(b, err)
			defer conn.Close()
			in := bufio.NewReader(conn)
			ask := func(text string) {
				_, _ = io.WriteString(conn, text)
				res, err := http.ReadResponse(in, nil)
				if err != nil || res.StatusCode != 200 {
					b.Fatal(res, err)
				}
				_, _ = io.Copy(io.Discard, res.Body)
			}
			if name == "net-http" {
				// from here on the connection is its own
				ask(strings.Replace(request, "\r\n", "\n", 1))
			}
			b.ReportAllocs()
			for b.Loop() {
				ask(request)
			}
		})
	}
}

// TestErrorsOfHTTP2 opens connections that break HTTP/2. What the log says of them names no client
// and has bounds.
func TestErrorsOfHTTP2(t *testing.T) {
	log := &releasetest.Log{}
	e := start(t, t.TempDir(), func(c *server.Config) {
		c.Log = slog.New(slog.NewJSONHandler(log, nil))
	})
	s := e.NetHTTP() // with HTTP/2, as behind TLS
	s.Protocols = new(http.Protocols)
	s.Protocols.SetUnencryptedHTTP2(true)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	go s.Serve(l)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	began := time.Now()
	var open []net.Conn
	for range 100 {
		conn, err := net.Dial("tcp", l.Addr().String())
		require.NoError(t, err)
		require.NoError(t, conn.SetDeadline(time.Now().Add(time.Minute)))
		// SETTINGS, then DATA on stream 0 (RFC 9113, section 6.1).
		_, err = io.WriteString(conn, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"+
			"\x00\x00\x00\x04\x00\x00\x00\x00\x00"+"\x00\x00\x01\x00\x00\x00\x00\x00\x00x")
		require.NoError(t, err)
		open = append(open, conn)
	}
	for _, conn := range open {
		_, _ = io.Copy(io.Discard, conn) // until the edge closes
		require.NoError(t, conn.Close())
	}
	lines := strings.Count(log.String(), "http2")
	require.Positive(t, lines, log.String())
	require.LessOrEqual(t, lines, 10*(2+int(time.Since(began)/time.Second)))
	for line := range strings.Lines(log.String()) {
		if strings.Contains(line, "http2") {
			require.NotContains(t, line, "127.0.0.1")
		}
	}
	require.Contains(t, log.String(), "from [masked]")
}
