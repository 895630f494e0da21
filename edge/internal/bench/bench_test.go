package main

import (
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Answers of both framings are read to their end, one after another on one connection, and an
// answer that is none of a page is an error.
func TestAsk(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/plain" {
			return
		}
		if r.URL.Path == "/missing" {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		w.Header().Set("Content-Encoding", "gzip")
		_, _ = w.Write([]byte(strings.Repeat("a", 100_000)))
		if r.URL.Path == "/chunked" {
			w.(http.Flusher).Flush()
			_, _ = w.Write([]byte(strings.Repeat("b", 1000)))
		}
	}))
	defer server.Close()
	addr := server.Listener.Addr().String()
	both := [][]byte{request("/whole", "a.example"), request("/chunked", "a.example")}
	times, err := ask(addr, both, 3, 50)
	require.NoError(t, err)
	require.Len(t, times, 50)
	require.True(t, slices.IsSorted(times))

	for path, want := range map[string]string{"/plain": "not gzip", "/missing": "404"} {
		_, err = ask(addr, [][]byte{request(path, "a.example")}, 2, 10)
		require.ErrorContains(t, err, want)
	}
}

// Ratios are those of one round: a slow round of both servers changes none.
func TestTable(t *testing.T) {
	table := newTable([]program{{name: "edge"}, {name: "nginx"}})
	for _, slow := range []float64{1, 3, 2} {
		table.add(0, sample{cpu: 10 * slow, rate: 1, p50: time.Millisecond, p99: time.Second})
		table.add(1, sample{cpu: 15 * slow, rate: 2, p50: time.Millisecond, p99: time.Second})
	}
	var out strings.Builder
	table.print(&out)
	require.Regexp(t, `(?m)^  edge +10\.0 +20\.0 +30\.0$`, out.String())
	require.Regexp(t, `(?m)^  nginx +15\.0 +30\.0 +45\.0 +1\.50 \(1\.50 to 1\.50\)$`, out.String())
}

func TestQuantile(t *testing.T) {
	times := []time.Duration{1, 2, 3, 4}
	require.Equal(t, time.Duration(3), quantile(times, .5))
	require.Equal(t, time.Duration(4), quantile(times, .99))
	require.Equal(t, time.Duration(4), quantile(times, 1))
}

// The processor time of a process grows by what it computes, and is finer than a tick of /proc.
func TestProcessTime(t *testing.T) {
	began, err := processTime(os.Getpid())
	require.NoError(t, err)
	fine := false
	for range 1000 {
		now, err := processTime(os.Getpid())
		require.NoError(t, err)
		require.GreaterOrEqual(t, now, began)
		fine = fine || now > began && now%(10*time.Millisecond) != 0
	}
	require.True(t, fine)
	_, err = processTime(1 << 28) // more than Linux has
	require.Error(t, err)
}
