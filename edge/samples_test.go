package main_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/release"
	"cartaz/edge/internal/webtest"
)

// samples is the output folder with the sample brands, built once by the real builder; it is beside
// the programs and goes with them.
var samples = sync.OnceValues(func() (out string, err error) {
	dir, err := programs()
	return filepath.Join(dir, "out"), err
})

var buildSamples sync.Once

func sampleOut(t testing.TB) string {
	t.Helper()
	if testing.Short() {
		t.Skip("builds the sample brands")
	}
	out, err := samples()
	require.NoError(t, err)
	buildSamples.Do(func() {
		code, stdout, stderr := runBuilder(t, "build", "--brands", "brands", "--out", out,
			"--export=false")
		require.Equal(t, 0, code, "%s%s", stdout, stderr)
		require.Contains(t, stdout, "palco: published")
		require.Contains(t, stdout, "114 events (105 on sale) of 114 records")
		require.Contains(t, stdout, "1462 events (1373 on sale) of 1462 records")
		require.Contains(t, stdout, "6007 events (180 on sale) of 6831 records, 824 merged")
		t.Log(stdout)
	})
	return out
}

// TestScripts plays the plain-text scripts against a running edge that serves
// the sample brands.
func TestScripts(t *testing.T) {
	edge := startEdge(t, sampleOut(t))
	webtest.Run(t, edge.addr, "testdata/scripts")
	require.Equal(t, 0, edge.stop(t))
}

// sampleKeys are the sample brands.
var sampleKeys = []string{"palco", "virada", "confs", "paris"}

// web asks one running edge, whatever host an address names: the addresses of
// the samples say port 8080, the edge under test has another. An address of
// any other site cannot leave the machine this way.
type web struct{ client *http.Client }

func newWeb(t testing.TB, edge *runningEdge) *web {
	transport := &http.Transport{
		DisableCompression:  true,
		MaxIdleConnsPerHost: 4,
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, network, edge.addr)
		},
	}
	t.Cleanup(transport.CloseIdleConnections)
	return &web{&http.Client{
		Timeout: time.Minute, Transport: transport,
		CheckRedirect: func(*http.Request,
			[]*http.Request) error {
			return http.ErrUseLastResponse
		},
	}}
}

// reply is an answer that was read to its end.
type reply struct {
	method, url string
	status      int
	header      http.Header
	body        []byte // after gzip was undone
	wire        int    // bytes of the body as they were sent
}

// ask sends a request; header alternates names and values, and a body is sent
// when it is not "".
func (w *web) ask(t testing.TB, method, url, body string, header ...string) *reply {
	t.Helper()
	req := newRequest(t, method, url, body, header...)
	res, err := w.client.Do(req)
	require.NoError(t, err)
	defer res.Body.Close()
	r := &reply{method: method, url: url, status: res.StatusCode, header: res.Header}
	r.body, err = io.ReadAll(res.Body)
	require.NoError(t, err, "%s %s", method, url)
	r.wire = len(r.body)
	if res.Header.Get("Content-Encoding") == "gzip" && r.wire > 0 {
		z, err := gzip.NewReader(bytes.NewReader(r.body))
		require.NoError(t, err, "%s %s", method, url)
		r.body, err = io.ReadAll(z)
		require.NoError(t, err, "%s %s", method, url)
	}
	return r
}

// get is ask for a GET that must be answered 200.
func (w *web) get(t testing.TB, url string, header ...string) *reply {
	t.Helper()
	r := w.ask(t, "GET", url, "", header...)
	require.Equal(t, 200, r.status, "GET %s\n%s", url, r.body)
	return r
}

// json is the body as a document.
func (r *reply) json(t testing.TB) map[string]any {
	t.Helper()
	var document map[string]any
	require.NoError(t, json.Unmarshal(r.body, &document), "%s %s", r.method, r.url)
	return document
}

func newRequest(t testing.TB, method, url, body string, header ...string) *http.Request {
	t.Helper()
	var content io.Reader
	if body != "" {
		content = strings.NewReader(body)
	}
	req, err := http.NewRequest(method, url, content)
	require.NoError(t, err)
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	return req
}

// sampleBrand reads a brand that the builder has sealed in an output folder.
func sampleBrand(t testing.TB, out, key string) release.Brand {
	t.Helper()
	brand, err := release.ReadBrand(filepath.Join(out, key))
	require.NoError(t, err)
	return brand
}
