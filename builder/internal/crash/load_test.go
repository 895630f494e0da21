package crash_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"
)

// host is that of the brand that package generate makes.
const host = "festa.example"

// load asks an edge for everything that a brand has, without a break, until it is stopped, and
// gives the answers to an oracle.
type load struct {
	addr   string
	events int
	oracle *oracle
	back   atomic.Bool // older releases may follow newer ones
	stop   chan struct{}
	done   sync.WaitGroup
}

// pause between two requests of a client. A hundred a second from each of a few
// clients leave the processor to the builder.
const pause = 8 * time.Millisecond

// startLoad starts clients; they end with the test.
func startLoad(t testing.TB, addr string, events, clients int, seed uint64, o *oracle) *load {
	t.Helper()
	l := &load{addr: addr, events: events, oracle: o, stop: make(chan struct{})}
	for n := range clients {
		l.done.Go(l.client(t, rand.New(rand.NewPCG(seed, uint64(n)))).run)
	}
	t.Cleanup(l.end)
	return l
}

// newClient makes one client for single questions.
func newClient(t testing.TB, addr string, events int, o *oracle) *client {
	t.Helper()
	l := &load{addr: addr, events: events, oracle: o}
	return l.client(t, rand.New(rand.NewPCG(1, 1)))
}

func (l *load) client(t testing.TB, random *rand.Rand) *client {
	t.Helper()
	unzip, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	require.NoError(t, err)
	c := &client{load: l, unzip: unzip, random: random, http: &http.Client{
		Timeout: time.Minute, Transport: &http.Transport{DisableCompression: true},
	}}
	t.Cleanup(unzip.Close)
	t.Cleanup(c.http.CloseIdleConnections)
	return c
}

// end stops the clients and waits for their last answers.
func (l *load) end() {
	select {
	case <-l.stop:
	default:
		close(l.stop)
	}
	l.done.Wait()
}

// client is one of the clients.
type client struct {
	*load
	http     *http.Client
	unzip    *zstd.Decoder
	random   *rand.Rand
	sequence int // of the newest release that it was told of
}

func (c *client) run() {
	for {
		select {
		case <-c.stop:
			return
		case <-time.After(pause):
		}
		target, accept := c.choose()
		a, err := c.ask(target, accept)
		c.oracle.note(a, err)
	}
}

// choose picks something to ask for: pages in both forms, details, calendars,
// places, documents, lists, the health.
func (c *client) choose() (target, accept string) {
	event := "/eventos/evento-" + strconv.Itoa(1+c.random.IntN(c.events))
	switch c.random.IntN(12) {
	case 0, 1, 2:
		return event, "text/html"
	case 3, 4:
		return event, "text/markdown"
	case 5:
		return event + ".ics", "*/*"
	case 6, 7:
		return "/api/public/v1" + strings.Replace(event, "eventos", "events", 1), "*/*"
	case 8:
		fixed := []string{"/", "/sitemap.xml", "/robots.txt", "/api/public/v1/openapi.json",
			"/auth.md", "/llms.txt", "/organizadores/produtora-0"}
		return fixed[c.random.IntN(len(fixed))], "text/html"
	case 9:
		return "/api/public/v1/health", "*/*"
	}
	for target = range lists { // in an order of chance
		break
	}
	return target, "*/*"
}

// ask sends one request. Any other than a whole answer with status 200 is an error.
func (c *client) ask(target, accept string) (answer, error) {
	a := answer{target: target}
	req, err := http.NewRequest(http.MethodGet, "http://"+c.addr+target, nil)
	if err != nil {
		return a, err
	}
	req.Host = host
	req.Header.Set("Accept", accept)
	req.Header.Set("Accept-Encoding", []string{"gzip", "zstd", "identity"}[c.random.IntN(3)])
	res, err := c.http.Do(req)
	if err != nil {
		return a, err
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		return a, err
	}
	if res.StatusCode != http.StatusOK {
		return a, fmt.Errorf("status %d: %.200s", res.StatusCode, body)
	}
	if body, err = c.decode(res.Header.Get("Content-Encoding"), body); err != nil {
		return a, err
	}
	if strings.HasSuffix(target, "/health") {
		n, err := sequenceOf(body)
		if err == nil && n < c.sequence && !c.back.Load() {
			err = fmt.Errorf("release %d is live after %d was", n, c.sequence)
		}
		c.sequence = n
		return answer{}, err
	}
	a.media, a.tokens = res.Header.Get("Content-Type"), res.Header.Get("X-Markdown-Tokens")
	a.tag, a.digest = uncoded(strings.Trim(res.Header.Get("ETag"), `"`)), digest(body)
	return a, nil
}

func (c *client) decode(coding string, body []byte) ([]byte, error) {
	switch coding {
	case "":
		return body, nil
	case "gzip":
		z, err := gzip.NewReader(bytes.NewReader(body))
		if err != nil {
			return nil, err
		}
		return io.ReadAll(z)
	case "zstd":
		return c.unzip.DecodeAll(body, nil)
	}
	return nil, fmt.Errorf("coding %q", coding)
}
