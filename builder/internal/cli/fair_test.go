package cli_test

import (
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/cli"
)

// hostileKinds are the ways in which sources attack a builder. Each has a server of its own; done
// is closed when the test ends.
var hostileKinds = []struct {
	name, kind string
	answer     func(w http.ResponseWriter, r *http.Request, done <-chan struct{})
}{
	{"drip", "http", func(w http.ResponseWriter, r *http.Request, done <-chan struct{}) {
		for {
			_, _ = io.WriteString(w, " ")
			w.(http.Flusher).Flush()
			select {
			case <-time.After(time.Second):
			case <-r.Context().Done():
				return
			case <-done:
				return
			}
		}
	}},
	{"silence", "http", func(_ http.ResponseWriter, r *http.Request, done <-chan struct{}) {
		select {
		case <-r.Context().Done():
		case <-done:
		}
	}},
	{"refusal", "http", func(w http.ResponseWriter, _ *http.Request, _ <-chan struct{}) {
		http.Error(w, "no", http.StatusServiceUnavailable)
	}},
	{"json", "http", func(w http.ResponseWriter, _ *http.Request, _ <-chan struct{}) {
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		_, _ = io.WriteString(z, `[{"id":1,"name":"x","tags":[`)
		for range 2000 {
			_, _ = io.WriteString(z, strings.Repeat("1,", 1000))
		}
		_, _ = io.WriteString(z, "1]}]")
		_ = z.Close()
	}},
	{"names", "xml", func(w http.ResponseWriter, _ *http.Request, _ <-chan struct{}) {
		_, _ = io.WriteString(w, "<"+strings.Repeat("a", 1_000_000)+">"+
			strings.Repeat("<b/>", 300_000)) // as long as a document may take
	}},
	{"calendar", "ics", func(w http.ResponseWriter, _ *http.Request, _ <-chan struct{}) {
		_, _ = io.WriteString(w, "BEGIN:VCALENDAR\n")
		for i := range 200 {
			fmt.Fprintf(w, "BEGIN:VEVENT\nUID:%d\nSUMMARY:Roda\nDTSTART:20270201T200000Z\n"+
				"RRULE:FREQ=MONTHLY;BYDAY=21FR\nEND:VEVENT\n", i)
		}
		_, _ = io.WriteString(w, "END:VCALENDAR\n")
	}},
}

// fairFleet builds hostile brands, whose source is at an address, and good ones, whose names come
// later, and returns how long half of the good ones took. When all of them are live, or after five
// minutes, it calls done and ends the build.
func fairFleet(t testing.TB, bad, good int, kind, hostile string, done func()) time.Duration {
	source := shopSource(t, func(r *http.Request) {
		if r.URL.Path == "/3" {
			r.URL.Path = "/" // it is good here
		}
		time.Sleep(100 * time.Millisecond)
	})
	dir, out := t.TempDir(), t.TempDir()
	write := func(key, url, kind string) {
		require.NoError(t, os.MkdirAll(filepath.Join(dir, key), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, key, "brand.yaml"),
			fmt.Appendf(nil, "name: Loja\nlocale: pt-BR\nsite_url: https://%s.example\n"+
				"base_url: https://%[1]s.example/api/public/v1\n"+
				"auth_url: https://auth.example\n"+
				"buy_url: https://tickets.example/{id}\nexport: false\n"+
				"source: {kind: %s, url: '%s'}\n", key, kind, url), 0o644))
	}
	for i := range bad {
		write(fmt.Sprintf("a%02d", i), fmt.Sprintf("%s/%d", hostile, i), kind)
	}
	for i := range good {
		write(fmt.Sprintf("z%02d", i), fmt.Sprintf("%s/%d", source, i), "http")
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	began, ended := time.Now(), make(chan struct{})
	go func() {
		defer close(ended)
		cli.Run(ctx, []string{"build", "--brands", dir, "--out", out}, cli.Env{Stdout: io.Discard,
			Stderr: io.Discard, Lookup: os.LookupEnv, Now: time.Now})
	}()
	var half time.Duration
	for live := 0; live < good && time.Since(began) < 5*time.Minute; {
		time.Sleep(20 * time.Millisecond)
		found, _ := filepath.Glob(filepath.Join(out, "z*", "current"))
		if live = len(found); live <= good/2 {
			half = time.Since(began)
		}
	}
	found, _ := filepath.Glob(filepath.Join(out, "z*", "current"))
	done()
	cancel() // hostile documents may take long
	<-ended
	require.Len(t, found, good, kind)
	return half
}

// hostileServer answers in one way until done is called.
func hostileServer(t testing.TB,
	answer func(http.ResponseWriter, *http.Request, <-chan struct{})) (url string, done func()) {
	ends := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer(w, r, ends)
	}))
	t.Cleanup(server.Close)
	return server.URL, func() { close(ends) }
}

// TestFairPlaces: sources that hang hold up no other brand.
func TestFairPlaces(t *testing.T) {
	for _, k := range hostileKinds[:2] {
		url, done := hostileServer(t, k.answer)
		fairFleet(t, 34, 4, k.kind, url, done)
	}
}

// BenchmarkFairPlaces measures the cost of 40 hostile brands to 60 good ones: the median time until
// a good brand is live, alone and beside others of each kind.
func BenchmarkFairPlaces(b *testing.B) {
	var alone time.Duration
	for b.Loop() {
		alone = fairFleet(b, 0, 60, "", "", func() {})
	}
	b.ReportMetric(alone.Seconds(), "s")
	for _, k := range hostileKinds {
		b.Run(k.name, func(b *testing.B) {
			for b.Loop() {
				url, done := hostileServer(b, k.answer)
				beside := fairFleet(b, 40, 60, k.kind, url, done)
				b.ReportMetric(beside.Seconds(), "s")
				b.ReportMetric(float64(beside)/float64(alone), "times")
			}
		})
	}
}
