package main_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"cartaz/builder/rowstest"

	"github.com/stretchr/testify/require"
)

// TestSmuggling: whatever server is in front of the edge, the edge never answers a request for
// which the client got no answer. Two requests that both sides see are harmless. A second request
// that only the edge sees would be answered to another client.
func TestSmuggling(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and runs both programs")
	}
	// Requests that two servers may read differently: where one sees a body, the other may see a
	// second request. Every %s is an address of its own, so that the log of the edge tells how many
	// requests it saw; lines end in CR LF except where \n is written as ¶.
	smuggling := rowstest.Read[[]struct{ Name, Text string }](t, "testdata/smuggling.yaml")
	dir := t.TempDir()
	brandsDir, out := filepath.Join(dir, "brands"), filepath.Join(dir, "out")
	log := filepath.Join(dir, "access.log")
	// A small brand: the race detector takes a minute over the samples.
	writeBrand(t, brandsDir, "palco", 3, 1)
	code, stdout, stderr := runBuilder(t, "build", "--brands", brandsDir, "--out", out,
		"--export=false")
	require.Equal(t, 0, code, "%s%s", stdout, stderr)
	edge := startEdge(t, out, "--rate-address", "0", "--access-log", log)
	type tried struct {
		front, probe string
		first        string
		second       string
		answers      int
	}
	var mu sync.Mutex
	var all []tried
	probe := func(t *testing.T, name, addr string) {
		var running sync.WaitGroup
		for n, p := range smuggling {
			running.Go(func() {
				first, second := fmt.Sprintf("/p-%d-%s", n, strings.ReplaceAll(name, " ", "-")),
					fmt.Sprintf("/s-%d-%s", n, strings.ReplaceAll(name, " ", "-"))
				text := strings.ReplaceAll(strings.ReplaceAll(p.Text, "\n", "\r\n"), "¶", "\n")
				answers := countAnswers(addr, fmt.Sprintf(text, first, second))
				mu.Lock()
				defer mu.Unlock()
				all = append(all, tried{name, p.Name, first, second, answers})
			})
		}
		running.Wait()
	}
	probe(t, "the edge itself", edge.addr)
	for _, name := range []string{frontPlain, "varnish", "haproxy"} {
		t.Run(name, func(t *testing.T) {
			f := startFront(t, name, edge.addr)
			probe(t, name, f.addr)
			// No one else is served what a probe left on a connection.
			for range 20 {
				res, body := f.ask(t, asking{target: "/robots.txt"})
				require.Equal(t, 200, res.StatusCode)
				require.Contains(t, string(body), "User-agent: *")
			}
		})
	}
	require.Equal(t, 0, edge.stop(t)) // writes what is left of the log
	text, err := os.ReadFile(log)
	require.NoError(t, err)
	seen := map[string]int{}
	for line := range bytes.Lines(text) {
		var entry struct{ Path string }
		require.NoError(t, json.Unmarshal(line, &entry))
		seen[entry.Path]++
	}
	require.GreaterOrEqual(t, len(all), len(smuggling))
	reached := 0
	for _, p := range all {
		atEdge := seen[p.first] + seen[p.second]
		require.LessOrEqual(t, atEdge, p.answers,
			"%s, %s: the edge saw %d requests, the client got %d answers", p.front, p.probe, atEdge,
			p.answers)
		reached += atEdge
		t.Logf("%-16s %-30s %d at the edge, %d answers", p.front, p.probe, atEdge, p.answers)
	}
	require.Positive(t, reached, "no probe reached the edge, so nothing was tried")
}

// quiet is how long a side that has nothing more to say stays silent.
const quiet = 3 * time.Second

// says reports whether another byte comes before quiet is over. A deadline that is noticed late
// means that the machine stood still, the other side too, and is set again.
func says(conn net.Conn, r *bufio.Reader) bool {
	for {
		began := time.Now()
		_ = conn.SetReadDeadline(began.Add(quiet))
		_, err := r.Peek(1)
		if !errors.Is(err, os.ErrDeadlineExceeded) || time.Since(began) < quiet+quiet/10 {
			return err == nil
		}
	}
}

// countAnswers sends bytes and counts the answers that come back before the
// other side closes or says nothing more.
func countAnswers(addr, text string) int {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return 0
	}
	defer conn.Close()
	if _, err := io.WriteString(conn, text); err != nil {
		return 0
	}
	answers := 0
	for r := bufio.NewReader(conn); ; answers++ {
		if !says(conn, r) {
			return answers
		}
		_ = conn.SetReadDeadline(time.Now().Add(time.Minute))
		res, err := http.ReadResponse(r, nil)
		if err != nil {
			return answers
		}
		if _, err := io.Copy(io.Discard, res.Body); err != nil {
			return answers + 1
		}
	}
}
