package main_test

import (
	"bytes"
	stdgzip "compress/gzip"
	"io"
	"net"
	"net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"

	"cartaz/builder/release"
	"cartaz/edge/internal/answer"
	"cartaz/edge/internal/edgetest"
)

// sampleCatalogue is the answer core over a sample brand.
func sampleCatalogue(t testing.TB, key string) *answer.Catalogue {
	t.Helper()
	dir := filepath.Join(sampleOut(t), key)
	id, err := release.Current(dir)
	require.NoError(t, err)
	rel, err := release.Open(dir, id)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, rel.Close()) })
	c, err := answer.New(rel.Manifest().Brand, rel, edgetest.Keys(t))
	require.NoError(t, err)
	return c
}

// TestProgramsReadJoinedAnswers has the decoders of others read compressed
// searches: what they show is the answer that is not compressed.
func TestProgramsReadJoinedAnswers(t *testing.T) {
	edge := startEdge(t, sampleOut(t))
	_, port, err := net.SplitHostPort(edge.addr)
	require.NoError(t, err)
	get := func(host, target, accept string) []byte {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+
			edge.addr+target, nil)
		require.NoError(t, err)
		r.Host = host
		r.Header.Set("Accept-Encoding", accept) // set by hand, so that net/http decodes nothing
		res, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		defer res.Body.Close()
		require.Equal(t, 200, res.StatusCode)
		require.Equal(t, accept == "gzip", res.Header.Get("Content-Encoding") == "gzip")
		body, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		return body
	}
	output := func(t *testing.T, stdin []byte, name string, args ...string) []byte {
		path, err := exec.LookPath(name)
		if err != nil {
			t.Skipf("NOT TESTED with %s: %v", name, err)
		}
		cmd := exec.CommandContext(t.Context(), path, args...)
		cmd.Stdin = bytes.NewReader(stdin)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		require.NoError(t, err, "%s", stderr.String())
		return out
	}
	const python = `import sys, zlib
d = zlib.decompressobj(31)
sys.stdout.buffer.write(d.decompress(sys.stdin.buffer.read()))
assert d.eof and not d.unused_data`
	for _, c := range []struct{ name, host, target string }{
		{"list", "virada.localhost", "/api/public/v1/events?per_page=50&q=a"},
		{"page", "palco.localhost", "/eventos?q=samba"},
		{"twin", "confs.localhost", "/eventos.md"},
		{"nothing found", "palco.localhost", "/eventos?q=zzzzqqqq"},
	} {
		plain, coded := get(c.host, c.target, "identity"), get(c.host, c.target, "gzip")
		address := "http://" + net.JoinHostPort(c.host, port) + c.target
		t.Run(c.name+"/gzip",
			func(t *testing.T) {
				require.Equal(t, string(plain),
					string(output(t, coded, "gzip", "-dc")))
			})
		t.Run(c.name+"/zlib", func(t *testing.T) {
			require.Equal(t, string(plain), string(output(t, coded, "python3", "-c", python)))
		})
		t.Run(c.name+"/curl", func(t *testing.T) {
			require.Equal(t, string(plain),
				string(output(t, nil, "curl", "-sS", "--fail", "--compressed", "--noproxy", "*",
					"--resolve", c.host+":"+port+":127.0.0.1", address)))
		})
	}
	t.Run("chromium", func(t *testing.T) {
		address := "http://" + net.JoinHostPort("palco.localhost", port) + "/eventos?q=samba"
		dom := string(output(t, nil, "chromium", "--headless", "--no-sandbox", "--disable-gpu",
			"--no-first-run", "--proxy-server=direct://",
			"--user-data-dir="+t.TempDir(), "--timeout=20000", "--dump-dom", address))
		require.Equal(t,
			strings.Count(string(get("palco.localhost", "/eventos?q=samba", "identity")),
				`<li class="card"`), strings.Count(dom, `<li class="card"`))
		require.Contains(t, dom, `value="samba"`)
		require.Contains(t, dom, "</html>")
	})
	require.Equal(t, 0, edge.stop(t))
}

// BenchmarkJoined answers searches of the sample brands: as they are, as gzip
// joined from packed pieces, and compressed on the fly. It reports the bytes of
// the body and the CPU time of the process; the search itself is in all of them.
func BenchmarkJoined(b *testing.B) {
	queries := []string{"", "page=2", "q=o", "q=sa&page=2", "city=sao+paulo", "q=dev"}
	fast, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest),
		zstd.WithEncoderConcurrency(1))
	require.NoError(b, err)
	level6, err := gzip.NewWriterLevel(io.Discard, 6)
	require.NoError(b, err)
	standard, err := stdgzip.NewWriterLevel(io.Discard, 6)
	require.NoError(b, err)
	var out bytes.Buffer
	through := func(w interface {
		io.WriteCloser
		Reset(io.Writer)
	}) func(body []byte) []byte {
		return func(body []byte) []byte {
			out.Reset()
			w.Reset(&out)
			_, _ = w.Write(body) // a Buffer takes everything
			_ = w.Close()
			return out.Bytes()
		}
	}
	var frame []byte
	ways := []struct {
		name, accept string
		compress     func(body []byte) []byte
	}{
		{"identity", "", nil},
		{"joined", "gzip", nil},
		{"gzip6", "", through(level6)},
		{"stdlib6", "", through(standard)},
		{"zstd1", "",
			func(body []byte) []byte { frame = fast.EncodeAll(body, frame[:0]); return frame }},
	}
	for _, key := range []string{"palco", "virada", "confs", "paris"} {
		c := sampleCatalogue(b, key)
		for name, path := range map[string]string{"list": "/api/public/v1/events",
			"html": "/eventos", "markdown": "/eventos.md"} {
			for _, way := range ways {
				b.Run(key+"/"+name+"/"+way.name, func(b *testing.B) {
					var a answer.Answer
					size, n := 0, 0
					b.ReportAllocs()
					start := cpuTime(b)
					for b.Loop() {
						r := answer.Request{Method: "GET", Path: path,
							Query: queries[n%len(queries)], AcceptEncoding: way.accept,
							Time: time.Unix(1_800_000_000, 0)}
						a.Reset()
						c.Answer(&a, &r, c.Route(&r))
						body := a.Body
						if way.compress != nil {
							body = way.compress(body)
						}
						size += len(body)
						n++
					}
					b.ReportMetric(float64(cpuTime(b)-start)/float64(n), "cpu-ns/op")
					b.ReportMetric(float64(size)/float64(n), "bytes")
					require.Equal(b, 200, a.Status)
				})
			}
		}
	}
}

// cpuTime is what the process has used so far, in nanoseconds: it holds where
// others share the machine.
func cpuTime(b *testing.B) int64 {
	var r syscall.Rusage
	require.NoError(b, syscall.Getrusage(syscall.RUSAGE_SELF, &r))
	return r.Utime.Nano() + r.Stime.Nano()
}
