package fleet_test

import (
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/bucket/storetest"
)

// fault is something that goes wrong while a release is published.
type fault struct {
	name string
	// begin begins it, at an edge where it is one of edges, and returns what ends it; nil when it
	// cannot be tested here.
	begin func(c *chaos, e *edge) (end func())
}

// ofEdges happen to the process of an edge.
var ofEdges = []fault{
	{"edge killed", func(c *chaos, e *edge) func() {
		e.kill(c)
		c.kills++
		return func() { e.start(c) }
	}},
	{"edge paused", func(_ *chaos, e *edge) func() {
		e.send(syscall.SIGSTOP)
		return func() { e.send(syscall.SIGCONT) }
	}},
	{"edge killed, its cache lost", func(c *chaos, e *edge) func() {
		e.kill(c)
		c.kills++
		files, err := filepath.Glob(filepath.Join(e.cache, "*"))
		require.NoError(c, err)
		for _, file := range files {
			require.NoError(c, os.RemoveAll(file))
		}
		return func() { e.start(c) }
	}},
	{"edge restarted", func(c *chaos, e *edge) func() {
		return func() { e.restart(c) }
	}},
}

// ofWays happen between an edge and the store.
var ofWays = []fault{
	way("cut off", storetest.Fault{Refused: true}),
	way("black hole", storetest.Fault{Hang: true}),
	way("slow by 5 s", storetest.Fault{Delay: 5 * time.Second}),
	way("500", storetest.Fault{Status: 500, Code: "InternalError"}),
	way("503 SlowDown", storetest.Fault{Status: 503, Code: "SlowDown"}),
	way("wrong bytes", storetest.Fault{Flip: true}),
	way("truncated bodies", storetest.Fault{Cut: true}),
	way("old live", storetest.Fault{Old: true}),
	{"full disk", func(c *chaos, e *edge) func() {
		if e != c.cramped {
			return nil
		}
		return fill(c, e.cache)
	}},
}

// way is a fault of the proxy before an edge.
func way(name string, f storetest.Fault) fault {
	return fault{name, func(_ *chaos, e *edge) func() {
		if e.proxy == nil {
			return nil
		}
		e.proxy.Decide(func(*http.Request) storetest.Fault { return f })
		return func() { e.proxy.Decide(nil) }
	}}
}

// ofAll happen to what all machines need.
var ofAll = []fault{
	{"limit store killed", func(c *chaos, _ *edge) func() {
		c.limits.kill()
		c.kills++
		return func() { c.limits.start(c, c.limitsAddr) }
	}},
	{"store killed", func(c *chaos, _ *edge) func() {
		if c.store == nil {
			return nil
		}
		c.store.Kill()
		c.kills++
		return func() { c.store.Resume(c) }
	}},
	{"limit store paused", func(c *chaos, _ *edge) func() {
		c.limits.send(syscall.SIGSTOP)
		return func() { c.limits.send(syscall.SIGCONT) }
	}},
	{"store paused", func(c *chaos, _ *edge) func() {
		if c.store == nil {
			return nil
		}
		require.NoError(c, c.store.Pause())
		return func() { require.NoError(c, c.store.Continue()) }
	}},
	{"nothing for all", func(*chaos, *edge) func() { return nil }},
}

// builderFault happens to a builder at work.
type builderFault struct {
	name    string
	disturb func(c *chaos, p *os.Process)
}

var ofBuilders = []builderFault{
	{"builder killed", func(c *chaos, p *os.Process) {
		time.Sleep(rand.N(600 * time.Millisecond))
		if p.Kill() == nil {
			c.mu.Lock()
			c.kills++
			c.mu.Unlock()
		}
	}},
	{"builder paused", func(_ *chaos, p *os.Process) {
		time.Sleep(rand.N(300 * time.Millisecond))
		_ = p.Signal(syscall.SIGSTOP) // it has ended: all the better
		time.Sleep(time.Second)
		_ = p.Signal(syscall.SIGCONT)
	}},
	{"builders race", nil},
}
