package server_test

import (
	"bufio"
	"encoding/json"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/release/releasetest"
	"cartaz/builder/rowstest"
	"cartaz/edge/internal/edgetest"
	"cartaz/edge/internal/server"
)

// exchange sends the pieces on one connection and returns all answers until the edge
// closes it.
func exchange(t *testing.T, addr string, text string) (answers []*http.Response, bodies []string) {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	require.NoError(t, err)
	defer conn.Close()
	require.NoError(t, conn.SetDeadline(time.Now().Add(time.Minute)))
	in := bufio.NewReader(conn)
	_, err = io.WriteString(conn, text)
	require.NoError(t, err)
	for {
		res, err := http.ReadResponse(in, nil)
		if err != nil {
			return answers, bodies
		}
		body, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		answers, bodies = append(answers, res), append(bodies, string(body))
	}
}

const closing = "GET / HTTP/1.1\r\nHost: palco.example\r\nConnection: close\r\n\r\n"

// TestLastRequests: a request whose framing two servers may read differently is the
// last one of its connection (RFC 9112, section 6.1), whatever follows it.
func TestLastRequests(t *testing.T) {
	e := palco(t, 3, func(c *server.Config) { c.Rates.Address = 0 })
	const post = "POST /mcp HTTP/1.1\r\nHost: palco.example\r\nContent-Type: application/json\r\n"
	for name, request := range map[string]string{
		"length and chunked": post +
			"Content-Length: 7\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
		"chunked and length": post +
			"Transfer-Encoding: chunked\r\nContent-Length: 7\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
		"version 1.0, chunked": "POST /mcp HTTP/1.0\r\nHost: palco.example\r\nConnection: " +
			"keep-alive\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}",
	} {
		t.Run(name, func(t *testing.T) {
			answers, _ := exchange(t, e.Addr().String(), request+closing)
			require.Len(t, answers, 1)
			require.True(t, answers[0].Close)
		})
	}
	t.Run("plain", func(t *testing.T) {
		answers, _ := exchange(t, e.Addr().String(), post+"Content-Length: 2\r\n\r\n{}"+closing)
		require.Len(t, answers, 2)
		require.Equal(t, 200, answers[1].StatusCode)
	})
}

// TestExpectations: an expectation that cannot be met is refused with a problem
// document, whichever version of HTTP asks.
func TestExpectations(t *testing.T) {
	e := palco(t, 3, nil)
	for _, version := range []string{"1.1", "1.0"} {
		answers, bodies := exchange(t, e.Addr().String(), "GET / HTTP/"+version+
			"\r\nHost: palco.example\r\nExpect: x\r\n\r\n"+closing)
		require.Len(t, answers, 1)
		require.Equal(t, 417, answers[0].StatusCode)
		require.True(t, answers[0].Close)
		require.Equal(t, "application/problem+json", answers[0].Header.Get("Content-Type"))
		require.Equal(t, "no-store", answers[0].Header.Get("Cache-Control"))
		var p catalog.Problem
		require.NoError(t, json.Unmarshal([]byte(bodies[0]), &p))
		require.Equal(t, catalog.Problem{
			Type: "about:blank", Title: "Expectation Failed", Status: 417, Code: "bad_request",
			Error:  "bad_request",
			Detail: "The only expectation that can be met is 100-continue.",
		}, p)
	}
}

// TestBodiesThatNobodyTakes: if a method or an address takes no body, the edge reads none: the
// answer comes before the body does, and is the last one.
func TestBodiesThatNobodyTakes(t *testing.T) {
	e := palco(t, 3, func(c *server.Config) { c.Rates.Address = 0 })
	for _, test := range rowstest.Read[[]struct {
		Line, Host string
		Status     int
	}](t, "testdata/bodies-that-nobody-takes.yaml") {
		for _, framing := range []string{"Content-Length: 60000", "Transfer-Encoding: chunked",
			"Content-Length: 5\r\nExpect: 100-continue"} {
			request := test.Line + " HTTP/1.1\r\nHost: " + test.Host + "\r\n" + framing + "\r\n\r\n"
			answers, _ := exchange(t, e.Addr().String(), request)
			require.Len(t, answers, 1, request)
			require.Equal(t, test.Status, answers[0].StatusCode, request)
			require.True(t, answers[0].Close, request)
		}
	}
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
