package server_test

import (
	"bufio"
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
