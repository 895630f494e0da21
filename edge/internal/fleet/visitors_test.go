package fleet_test

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

// brandKeys are the brands of the fleet.
var brandKeys = []string{"festa", "palco", "sarau"}

// targets are what visitors ask for: sealed pages, joined pages, the API. Each answer names several
// events, and each name the version of the catalogue that it is of.
var targets = []string{"/eventos/show-1", "/eventos/show-2.md", "/eventos", "/eventos?q=show",
	"/api/public/v1/events?per_page=50", "/api/public/v1/events/show-3"}

var versionOf = regexp.MustCompile(`versão (\d+)`)

// visitors ask an address again and again, and judge every answer.
type visitors struct {
	addr string

	mu      sync.Mutex
	took    []time.Duration // of good answers
	torn    []string        // answers of more than one release
	failed  []string        // anything but a whole 200
	running sync.WaitGroup
}

// visit starts n visitors, until ctx ends.
func (v *visitors) visit(ctx context.Context, n int, pause time.Duration) {
	for range n {
		v.running.Go(func() {
			transport := &http.Transport{}
			defer transport.CloseIdleConnections()
			c := &http.Client{Transport: transport, Timeout: time.Minute}
			for ctx.Err() == nil {
				v.ask(ctx, c, brandKeys[rand.N(len(brandKeys))], targets[rand.N(len(targets))])
				time.Sleep(rand.N(2 * pause))
			}
		})
	}
}

// ask asks for one target and notes what came.
func (v *visitors) ask(ctx context.Context, c *http.Client, brand, target string) {
	start := time.Now()
	status, body, err := get(ctx, c, v.addr, brand, target)
	took := time.Since(start)
	if ctx.Err() != nil {
		return // it was given up
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	what := fmt.Sprintf("%s %s: %d", brand, target, status)
	if err != nil || status != http.StatusOK {
		v.failed = append(v.failed, fmt.Sprintf("%s after %s: %v: %.200s", what, took, err, body))
		return
	}
	versions := versionOf.FindAllStringSubmatch(body, -1)
	for _, m := range versions {
		if m[1] != versions[0][1] {
			v.torn = append(v.torn, what+": versions "+versions[0][1]+" and "+m[1])
			return
		}
	}
	if len(versions) == 0 {
		v.torn = append(v.torn, what+": no version")
		return
	}
	v.took = append(v.took, took)
}

// get asks an edge or the balancer.
func get(ctx context.Context, c *http.Client, addr, brand, target string) (int, string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+addr+target, nil)
	if err != nil {
		return 0, "", err
	}
	req.Host = brand + ".localhost"
	if strings.HasPrefix(target, "/api/") {
		req.Host = "api." + req.Host
	}
	// Each visitor has an address of its own, as far as limits know.
	req.Header.Set("X-Forwarded-For", fmt.Sprintf("10.%d.%d.1", rand.N(256), rand.N(256)))
	res, err := c.Do(req)
	if err != nil {
		return 0, "", err
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	return res.StatusCode, string(body), err
}

// quantiles are p50, p99 and the longest.
func quantiles(list []time.Duration) (p50, p99, longest time.Duration) {
	if len(list) == 0 {
		return 0, 0, 0
	}
	sorted := slices.Sorted(slices.Values(list))
	at := func(q int) time.Duration { return sorted[(len(sorted)-1)*q/100] }
	return at(50), at(99), at(100)
}
