// Package serve queues the builds of a continuously running builder, and takes calls for them over
// HTTP.
//
// Each brand has a queue of its own, so no brand waits for another, and runs one build at a time.
// Calls that come while a build waits get that build. A call that comes while a build runs gets the
// next one: the change that it reports may be too late for the running build.
package serve

import (
	"crypto/rand"
	"sync"
)

// The states of a [Build].
const (
	waiting = "waiting"
	running = "running"
	done    = "done"
)

// Build is one build of a brand. Its JSON is an answer of the hook.
type Build struct {
	Brand  string `json:"brand"`
	ID     string `json:"id"` // cannot be guessed
	State  string `json:"state"`
	Result any    `json:"result,omitempty"` // set when the build is done
}

// kept is the number of builds that are remembered for each brand.
const kept = 20

// Queue holds the builds of all brands. Any number of goroutines may use it.
type Queue struct {
	build   func(brand string) any
	mu      sync.Mutex
	builds  map[string][]*Build // the latest of each brand; all but the last two are done
	working sync.WaitGroup
}

// NewQueue makes a queue. build builds a brand and returns the result.
func NewQueue(build func(brand string) any) *Queue {
	return &Queue{build: build, builds: map[string][]*Build{}}
}

// Call queues a build of a brand and returns it, or the one that waits already.
func (q *Queue) Call(brand string) Build {
	q.mu.Lock()
	defer q.mu.Unlock()
	list := q.builds[brand]
	idle := len(list) == 0 || list[len(list)-1].State == done
	if !idle && list[len(list)-1].State == waiting {
		return *list[len(list)-1]
	}
	b := &Build{Brand: brand, ID: rand.Text(), State: waiting}
	q.builds[brand] = append(list[max(0, len(list)-kept):], b)
	if idle {
		q.working.Go(func() { q.work(b) })
	}
	return *b
}

// work does a build and the builds that wait when it ends.
func (q *Queue) work(b *Build) {
	for b != nil {
		q.set(b, running, nil)
		b = q.set(b, done, q.build(b.Brand))
	}
}

// set changes a build, and returns the build that waits after it, or nil.
func (q *Queue) set(b *Build, state string, result any) *Build {
	q.mu.Lock()
	defer q.mu.Unlock()
	b.State, b.Result = state, result
	if list := q.builds[b.Brand]; list[len(list)-1] != b {
		return list[len(list)-1]
	}
	return nil
}

// Find returns a remembered build.
func (q *Queue) Find(brand, id string) (b Build, found bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, known := range q.builds[brand] {
		if known.ID == id {
			return *known, true
		}
	}
	return b, false
}

// Wait waits until no build runs.
func (q *Queue) Wait() { q.working.Wait() }
