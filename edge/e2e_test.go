package main_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"

	"cartaz/edge/internal/programtest"
)

// What writes brands of tests.
var (
	writeBrand  = programtest.WriteBrand
	addSettings = programtest.AddSettings
)

// get asks the edge for one address of a host and returns the checked answer.
func get(client *http.Client, addr, host, target string, header ...string) (*http.Response, []byte,
	error) {
	req, err := http.NewRequest("GET", "http://"+addr+target, nil)
	if err != nil {
		return nil, nil, err
	}
	req.Host = host
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	res, err := client.Do(req)
	if err != nil {
		return nil, nil, err
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		return res, nil, err
	}
	switch res.Header.Get("Content-Encoding") {
	case "gzip":
		z, err := gzip.NewReader(bytes.NewReader(body))
		if err != nil {
			return res, nil, err
		}
		body, err = io.ReadAll(z)
		return res, body, err
	case "zstd":
		z, err := zstd.NewReader(nil)
		if err != nil {
			return res, nil, err
		}
		defer z.Close()
		body, err = z.DecodeAll(body, nil)
		return res, body, err
	}
	return res, body, nil
}

// torn returns why a sealed answer is not what its ETag promises: the tag holds the digest of the
// uncoded body, so a mixture of two releases cannot pass.
func torn(res *http.Response, body []byte) error {
	sum := sha256.Sum256(body)
	want := base64.RawURLEncoding.EncodeToString(sum[:16])
	tag := strings.Trim(res.Header.Get("ETag"), `"`)
	tag = strings.TrimSuffix(strings.TrimSuffix(tag, "-gz"), "-zst")
	if tag != want {
		return fmt.Errorf("body %s does not belong to ETag %s", want, res.Header.Get("ETag"))
	}
	return nil
}

// TestEndToEnd builds both programs, publishes a brand again and again while
// clients read it, and loses no request: every answer is whole and every new
// release is live within two seconds.
func TestEndToEnd(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and runs both programs")
	}
	const events, swaps, clients = 60, 12, 6
	// Of each client. A thousand requests a second in all leave the processor to the builder.
	const pause = 6 * time.Millisecond
	dir := t.TempDir()
	brandsDir, out := filepath.Join(dir, "brands"), filepath.Join(dir, "out")
	publish := func(version int) {
		writeBrand(t, brandsDir, "festa", events, version)
		stdout := mustRun(t, "build", "--brands", brandsDir, "--out", out)
		// Each line has its time, as there is no terminal.
		require.Regexp(t, `(?m)^2[0-9-]+T[0-9:]+Z festa: published`, stdout)
	}
	publish(0)
	edge := startEdge(t, out, "--rate-address", "0")

	var asked, failed atomic.Int64
	fail := func(format string, args ...any) {
		if failed.Add(1) <= 5 {
			t.Errorf(format, args...)
		}
	}
	stop := make(chan struct{})
	var running sync.WaitGroup
	for n := range clients {
		running.Go(func() {
			client := &http.Client{Timeout: time.Minute,
				Transport: &http.Transport{DisableCompression: true}}
			defer client.CloseIdleConnections()
			random := rand.New(rand.NewPCG(1, uint64(n)))
			for {
				select {
				case <-stop:
					return
				case <-time.After(pause):
				}
				asked.Add(1)
				if err := load(client, edge.Addr, random, events); err != nil {
					fail("%v", err)
				}
			}
		})
	}
	client := &http.Client{Timeout: time.Minute}
	for version := 1; version <= swaps; version++ {
		publish(version)
		want := fmt.Sprintf("Show 7 versão %d", version)
		eventually(t, func() bool {
			_, body, err := get(client, edge.Addr, "api.festa.localhost",
				"/api/public/v1/events/show-7")
			require.NoError(t, err)
			return strings.Contains(string(body), want)
		})
	}
	close(stop)
	running.Wait()
	require.Zero(t, failed.Load(), "of %d requests", asked.Load())
	require.Greater(t, asked.Load(), int64(100))
	t.Logf("%d requests over %d releases, none lost", asked.Load(), swaps+1)

	t.Run("brand appears", func(t *testing.T) {
		writeBrand(t, brandsDir, "nova", 3, 1)
		mustRun(t, "build", "--brands", brandsDir, "--out", out, "nova")
		eventually(t, func() bool { return status(client, edge.Addr, "nova.localhost") == 200 })
	})
	t.Run("brand disappears", func(t *testing.T) {
		require.NoError(t, os.RemoveAll(filepath.Join(out, "nova")))
		eventually(t, func() bool { return status(client, edge.Addr, "nova.localhost") == 421 })
		require.Equal(t, 200, status(client, edge.Addr, "festa.localhost"))
	})
	t.Run("ends when told to", func(t *testing.T) {
		require.Equal(t, 0, edge.Stop(t))
		require.NotContains(t, edge.Log.String(), "DATA RACE")
	})
}

// load asks for something of the brand and checks the answer.
func load(client *http.Client, addr string, random *rand.Rand, events int) error {
	codings := []string{"gzip", "zstd", "identity"}
	coding := codings[random.IntN(len(codings))]
	show := random.IntN(events)
	switch random.IntN(4) {
	case 0: // a page of results: one release throughout
		res, body, err := get(client, addr, "api.festa.localhost",
			"/api/public/v1/events?q=show&per_page=50")
		if err != nil {
			return err
		}
		var list struct {
			Data []struct{ Name string }
			Meta struct{ Total int }
		}
		if err := json.Unmarshal(body, &list); err != nil || res.StatusCode != 200 ||
			list.Meta.Total != events || len(list.Data) != 50 {
			return fmt.Errorf("list: status %d, total %d, %d items, %v", res.StatusCode,
				list.Meta.Total, len(list.Data), err)
		}
		_, version, _ := strings.Cut(list.Data[0].Name, " versão ")
		for _, item := range list.Data {
			if !strings.HasSuffix(item.Name, " versão "+version) {
				return fmt.Errorf("list mixes releases: %q and version %s", item.Name, version)
			}
		}
		return nil
	case 1:
		return sealed(client, addr, fmt.Sprintf("/eventos/show-%d", show), "text/html",
			"Accept-Encoding", coding)
	case 2:
		return sealed(client, addr, fmt.Sprintf("/eventos/show-%d", show), "text/markdown",
			"Accept-Encoding", coding, "Accept", "text/markdown")
	}
	return sealed(client, addr, fmt.Sprintf("/api/public/v1/events/show-%d", show),
		"application/json", "Accept-Encoding", coding)
}

func sealed(client *http.Client, addr, target, contentType string, header ...string) error {
	res, body, err := get(client, addr, "festa.localhost", target, header...)
	if err != nil {
		return err
	}
	if res.StatusCode != 200 || !strings.HasPrefix(res.Header.Get("Content-Type"), contentType) {
		return fmt.Errorf("%s: status %d, %s", target, res.StatusCode,
			res.Header.Get("Content-Type"))
	}
	return torn(res, body)
}

func status(client *http.Client, addr, host string) int {
	res, _, err := get(client, addr, host, "/")
	if err != nil {
		return 0
	}
	return res.StatusCode
}

// eventually waits for something that another process does.
func eventually(t testing.TB, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("not within a minute")
		}
	}
}
