package main_test

import (
	"bytes"
	"io"
	"net"
	"net/http"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

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
