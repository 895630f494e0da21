package cli_test

import (
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
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
		for range 50 { // a million would take all memory of a machine
			_, _ = io.WriteString(z, strings.Repeat("1,", 1000))
		}
		_, _ = io.WriteString(z, "1]}]")
		_ = z.Close()
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

// TestFairPlaces measures the cost of hostile brands to good ones: the median time until a good
// brand is live, alone and with others of each kind. With -short there are few, and only those that
// wait; else there are 40 and 60. The bound leaves room for other work on the machine.
func TestFairPlaces(t *testing.T) {
	bad, good, kinds := 40, 60, hostileKinds
	if testing.Short() {
		bad, good, kinds = 34, 4, kinds[:2]
	}
	source := shopSource(t, func(r *http.Request) {
		if r.URL.Path == "/3" {
			r.URL.Path = "/" // it is good here
		}
		time.Sleep(100 * time.Millisecond)
	})
	median := func(hostile string, kind string) time.Duration {
		dir, out := t.TempDir(), t.TempDir()
		took := make(chan []time.Duration)
		began := time.Now()
		go func() {
			var live []time.Duration
			for seen := map[string]bool{}; len(live) < good; time.Sleep(20 * time.Millisecond) {
				found, _ := filepath.Glob(filepath.Join(out, "z*", "current"))
				for _, name := range found {
					if !seen[name] {
						seen[name] = true
						live = append(live, time.Since(began))
					}
				}
				if time.Since(began) > 5*time.Minute {
					live = append(live, time.Since(began))
				}
			}
			took <- live
		}()
		write := func(key, url, kind string) {
			require.NoError(t, os.MkdirAll(filepath.Join(dir, key), 0o755))
			require.NoError(t, os.WriteFile(filepath.Join(dir, key, "brand.yaml"),
				fmt.Appendf(nil, "name: Loja\nlocale: pt-BR\nsite_url: https://%s.example\n"+
					"base_url: https://%[1]s.example/api/public/v1\n"+
					"auth_url: https://auth.example\n"+
					"buy_url: https://tickets.example/{id}\nexport: false\nbuild_timeout: 90s\n"+
					"source: {kind: %s, url: '%s', timeout: 20s}\n", key, kind, url), 0o644))
		}
		for i := range good {
			write(fmt.Sprintf("z%02d", i), fmt.Sprintf("%s/%d", source, i), "http")
		}
		if hostile != "" {
			for i := range bad {
				write(fmt.Sprintf("a%02d", i), fmt.Sprintf("%s/%d", hostile, i), kind)
			}
		}
		_, _, _ = runFleet(t, dir, out)
		live := <-took
		slices.Sort(live)
		return live[len(live)/2]
	}
	alone := median("", "")
	t.Logf("alone %.1f s", alone.Seconds())
	for _, k := range kinds {
		done := make(chan struct{})
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			k.answer(w, r, done)
		}))
		beside := median(server.URL, k.kind)
		close(done)
		server.Close()
		t.Logf("beside %d of %s %.1f s, %.2f times", bad, k.name, beside.Seconds(),
			float64(beside)/float64(alone))
		require.Less(t, beside, 10*time.Second+3*alone, k.name)
	}
}
