package server_test

import (
	"bytes"
	"flag"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/edge/internal/answer"
	"cartaz/edge/internal/edgetest"
	"cartaz/edge/internal/server"
	"cartaz/edge/internal/site"
)

var (
	streams = flag.Int("streams", 400, "mutated requests of TestAttack")
	seed    = flag.Uint64("seed", 1, "seed of TestAttack")
)

const (
	hostLine = "Host: palco.example\r\n"
	jsonLine = "Content-Type: application/json\r\n"
)

// attackSeeds are requests that have been read in two ways somewhere, or that were
// answered differently here once.
var attackSeeds = []string{
	"GET / HTTP/1.1\r\n" + hostLine + "\r\n",
	"HEAD /eventos/show-1 HTTP/1.1\r\n" + hostLine +
		"Accept: text/markdown\r\nAccept-Encoding: gzip\r\n\r\n",
	"GET /eventos?q=show&page=2 HTTP/1.1\r\n" + hostLine + "If-None-Match: \"x\"\r\n\r\n",
	"GET /api/public/v1/events?per_page=5 HTTP/1.1\r\n" + hostLine +
		"X-Agent-Credential: ctz1.x\r\n\r\n",
	"GET http://palco.example/ HTTP/1.1\r\nHost: x\r\n\r\n",
	"OPTIONS * HTTP/1.1\r\n" + hostLine + "\r\n",
	"GET / HTTP/1.0\r\n" + hostLine + "Connection: keep-alive\r\n\r\n",
	"GET / HTTP/1.1\r\n" + hostLine + "Expect: x\r\n\r\n",
	"POST /mcp HTTP/1.1\r\n" + hostLine + jsonLine + "Content-Length: 2\r\n\r\n{}\r\n",
	"POST /mcp HTTP/1.1\r\n" + hostLine + jsonLine + "Content-Length: 9\r\n\r\n[{},[],1]",
	"POST /mcp HTTP/1.1\r\n" + hostLine + jsonLine +
		"Content-Length: 7\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
	"POST /a2a HTTP/1.1\r\n" + hostLine + jsonLine +
		"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
	"POST /a2a HTTP/1.1\r\n" + hostLine + jsonLine +
		"Content-Length: 2\r\nExpect: 100-continue\r\n\r\n{}",
	"POST /api/public/v1/agent/identity HTTP/1.1\r\n" + hostLine + jsonLine +
		"Content-Length: 12\r\n\r\n{\"type\":\"x\"}",
	"POST / HTTP/1.1\r\n" + hostLine + "Content-Length: 5\r\n\r\nhello",
	"PUT /mcp HTTP/1.1\r\n" + hostLine + "Content-Length: 5\r\nConnection: close\r\n\r\nhello",
	"\r\nGET / HTTP/1.1\r\n" + hostLine + "\r\n",
	"nonsense\r\n", "GET / HTTP/1.1 x\r\n\r\n",
	// Bytes that are left over, too few for net/http to be a request.
	"GET / HTTP/1.1\r\n" + hostLine + "\r\n\n\r\n",
	"POST /mcp HTTP/1.1\r\n" + hostLine + jsonLine + "Content-Length: 2\r\n\r\n{},1]",
}

var attackPieces = []string{
	"\r\n", "\n", "\r", " ", "\t", "\x00", "\xff", ":", ",", ";", "%", "%2f", "/", "//", "?", "#",
	"{", "0\r\n\r\n", "1.0", "1.1", "2.0", "-1", "+1", "00",
	"Content-Length: 0\r\n", "Content-Length: 5\r\n", "Content-Length: 99999999999\r\n",
	"Transfer-Encoding: chunked\r\n", "Transfer-Encoding: x\r\n",
	"Transfer-Encoding : chunked\r\n", "Connection: close\r\n", "Connection: keep-alive\r\n",
	"Connection: upgrade\r\nUpgrade: h2c\r\n", "Expect: x\r\n",
	"Expect: 100-continue\r\n", "Host: other.example\r\n", "Host:\r\n", " folded\r\n", "X: y\r\n",
	"Accept: text/html\r\n", "GET ", "POST ", "HEAD ", "CONNECT ",
}

// mutate makes a stream of one to three requests with up to four faults.
func mutate(r *rand.Rand) []byte {
	var b []byte
	for range 1 + r.IntN(3) {
		b = append(b, attackSeeds[r.IntN(len(attackSeeds))]...)
	}
	for range r.IntN(5) {
		at := r.IntN(len(b) + 1)
		switch end := min(len(b), at+r.IntN(12)); r.IntN(5) {
		case 0:
			b = append(b[:at:at], b[end:]...)
		case 1:
			b = append(b[:end:end], b[at:]...)
		case 2:
			if at < len(b) {
				b[at] ^= 1 << r.IntN(8)
			}
		case 3:
			b = append(append(b[:at:at], attackPieces[r.IntN(len(attackPieces))]...), b[at:]...)
		default: // where fields are
			if line := bytes.Index(b[at:], []byte("\r\n")); line >= 0 {
				at += line + 2
				b = append(append(b[:at:at], attackPieces[r.IntN(len(attackPieces))]...), b[at:]...)
			}
		}
	}
	return b
}

// changing is what differs between two answers to one request: the time, and values that are random
// on purpose.
var changing = regexp.MustCompile(
	`Date: [^\r]*\r\n|[A-Za-z0-9._-]{32,}|"(?:issued|expires)_at":"[^"]*"`)

// heads are the status lines and headers of answers.
var heads = regexp.MustCompile(`HTTP/1\.[01] \d{3} [^\r\n]*\r\n(?:[^\r\n]+\r\n)*\r\n`)

// comparable returns an answer without the parts that differ on purpose; net/http sorts fields.
func comparable(said []byte) string {
	said = heads.ReplaceAllFunc(said, func(head []byte) []byte {
		lines := bytes.SplitAfter(head, []byte("\r\n"))
		slices.SortFunc(lines, bytes.Compare)
		return bytes.Join(lines, nil)
	})
	return changing.ReplaceAllString(string(said), "")
}

// transcript returns everything that a server answers to a stream of bytes, until it closes. The
// client says that it sends no more, so nothing waits for a time.
func transcript(addr string, from net.IP, stream []byte) (string, error) {
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: from}, Timeout: 20 * time.Second}
	c, err := d.Dial("tcp4", addr)
	if err != nil {
		return "", err
	}
	defer c.Close()
	tcp := c.(*net.TCPConn)
	if err := c.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		return "", err
	}
	// A server that refuses early may close before it has read all: its answer counts.
	_, _ = c.Write(stream)
	_ = tcp.CloseWrite()
	said, err := io.ReadAll(c)
	if err != nil && !strings.Contains(err.Error(), "reset") {
		return "", err
	}
	return comparable(said), nil
}

// TestAttack throws mutated input at an edge, as many times as -streams says, from
// -seed on.
func TestAttack(t *testing.T) {
	out := t.TempDir()
	edgetest.Publish(t, out, edgetest.Brand("palco"), 30, 1)
	t.Run("streams", func(t *testing.T) { attackStreams(t, out) })
	t.Run("queries", func(t *testing.T) { attackQueries(t, out) })
	t.Run("credentials", attackCredentials)
	t.Run("tampering", attackTampering)
}

// attackStreams: the front and net/http alone answer every stream alike.
func attackStreams(t *testing.T, out string) {
	e := start(t, out, func(c *server.Config) {
		c.Rates.Address, c.Rates.Credential, c.Rates.Identity = 0, 0, 0
	})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	alone := e.NetHTTP()
	ended := make(chan error, 1)
	go func() { ended <- alone.Serve(server.Problems(l)) }()
	defer func() {
		require.NoError(t, alone.Close())
		require.ErrorIs(t, <-ended, http.ErrServerClosed)
	}()
	var next, answered atomic.Int64
	var running sync.WaitGroup
	for worker := range 32 {
		running.Go(func() {
			from := net.IPv4(127, 0, 2, byte(worker+1)) // ports are used up by address
			for {
				n := next.Add(1)
				if n > int64(*streams) || t.Failed() {
					return
				}
				stream := mutate(rand.New(rand.NewPCG(*seed, uint64(n))))
				if n <= int64(len(attackSeeds)) {
					stream = []byte(attackSeeds[n-1])
				}
				got, err := transcript(e.Addr().String(), from, stream)
				if err == nil {
					var want string
					// The front skips empty lines before the first request.
					skipped := min(4, len(stream)-len(bytes.TrimLeft(stream, "\r\n")))
					want, err = transcript(l.Addr().String(), from, stream[skipped:])
					if err == nil && want != got {
						t.Errorf("-seed %d, stream %d: %q\nfront:    %.600q\nnet/http: %.600q",
							*seed, n, stream, got, want)
					}
				}
				if err != nil {
					t.Errorf("-seed %d, stream %d: %q: %v", *seed, n, stream, err)
				}
				if got != "" {
					answered.Add(1)
				}
			}
		})
	}
	running.Wait()
	require.Greater(t, answered.Load(), int64(*streams)/2,
		"most streams get an answer, or nothing was tried")
}

// attackQueries: every query has a documented answer of a bounded size.
func attackQueries(t *testing.T, out string) {
	s := site.New(site.Config{Out: out, Keys: edgetest.Keys(t), Log: slog.New(slog.DiscardHandler)})
	s.Scan()
	defer s.Close()
	held := s.Acquire("palco.example")
	require.NotNil(t, held)
	defer held.Release()
	r := rand.New(rand.NewPCG(*seed, 0))
	parts := []string{"q=", "show", "*", "%22", "%", "+", "&", "page=", "per_page=", "-1",
		"99999999999", "(", ")", "a", "\xff", "ção", "city=", "=", "sao", "%00", "samba+", "de+"}
	for range *streams {
		var query strings.Builder
		for range r.IntN(60) {
			query.WriteString(parts[r.IntN(len(parts))])
		}
		for _, path := range []string{"/eventos", "/eventos.md", "/api/public/v1/events"} {
			var a answer.Answer
			request := answer.Request{Method: "GET", Path: path, Query: query.String(),
				Time: time.Now()}
			held.Catalogue.Answer(&a, &request, held.Catalogue.Route(&request))
			require.NoError(t, a.Err, "%s?%s", path, query.String())
			require.Contains(t, []int{200, 400, 404}, a.Status, "%s?%s", path, query.String())
			require.Less(t, len(a.Body), 1<<20)
		}
	}
}

// attackCredentials: no credential with one bit changed is accepted.
func attackCredentials(t *testing.T) {
	keys := edgetest.Keys(t)
	now := time.Now()
	text := keys.Mint("palco", netip.MustParsePrefix("192.0.2.1/32"), now, [16]byte{1})
	_, ok := keys.Verify("palco", text, now)
	require.True(t, ok)
	for bit := range 8 * len(text) {
		flipped := []byte(text)
		flipped[bit/8] ^= 1 << (bit % 8)
		_, ok := keys.Verify("palco", string(flipped), now)
		require.False(t, ok, "bit %d", bit)
	}
}

// attackTampering: whatever is done to the files of a release, it is served whole, or
// refused; the process lives.
func attackTampering(t *testing.T) {
	r := rand.New(rand.NewPCG(*seed, 1))
	for n := range min(100, 10+*streams/200) {
		out := t.TempDir()
		edgetest.Publish(t, out, edgetest.Brand("palco"), 20, 1)
		var files []string
		require.NoError(t, filepath.WalkDir(out, func(path string, d os.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() {
				files = append(files, path)
			}
			return err
		}))
		path := files[r.IntN(len(files))]
		b, err := os.ReadFile(path)
		require.NoError(t, err)
		switch at := r.IntN(len(b) + 1); r.IntN(3) {
		case 0:
			b = b[:at]
		case 1:
			if at < len(b) {
				b[at] ^= 1 << r.IntN(8)
			}
		default:
			b = append(b, "more"...)
		}
		require.NoError(t, os.Remove(path))
		require.NoError(t, os.WriteFile(path, b, 0o600))
		s := site.New(site.Config{Out: out, Keys: edgetest.Keys(t),
			Log: slog.New(slog.DiscardHandler)})
		s.Scan()
		if held := s.Acquire("palco.example"); held != nil {
			for _, target := range []string{"/", "/eventos", "/eventos/show-3",
				"/api/public/v1/events/show-7"} {
				var a answer.Answer
				request := answer.Request{Method: "GET", Path: target, Time: time.Now()}
				held.Catalogue.Answer(&a, &request, held.Catalogue.Route(&request))
				require.Contains(t, []int{200, 500, 502}, a.Status, "-seed %d, %d: %s of %s", *seed,
					n, target, filepath.Base(path))
			}
			held.Release()
		}
		s.Close()
	}
}
