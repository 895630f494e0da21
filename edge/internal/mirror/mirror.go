// Package mirror keeps the output folder of an edge equal to the live releases of a bucket (package
// bucket), so an edge needs no durable disk: the folder is a cache, which it owns and may lose.
//
// One goroutine asks for the object live every few seconds, with the tag that it has; an unchanged
// object costs one small answer. When it has changed, the mirror fetches the brands with another
// release, several at a time: manifest, files, segments, each compared with its digest before it
// gets its name. Package site serves the folder as it serves the folder of a builder. So a brand
// answers as soon as its own files are there, and keeps its last good release on any fault: a dead,
// slow or lying store, a full disk, a forged entry.
//
// An example: live names palco 7 and virada 3, which the folder has. A builder publishes palco 8.
// The next look at live has another tag, and palco another release: its manifest is fetched, then
// two of its three segments, since release 7 has the third, and palco 8 is live in the folder.
// Virada costs nothing.
//
// mirror.json remembers the last accepted live. A copy of live with an older generation is refused.
package mirror

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"cartaz/builder/bucket"
	"cartaz/builder/bucket/store"
)

const (
	// brandsAtOnce is how many brands are fetched at a time.
	brandsAtOnce = 4
	// previous is how many releases of a brand stay in addition to the live one, room permitting.
	previous = 1
	// longestPause is the longest time until a failed brand is tried again, damagedPause the
	// longest after wrong bytes, since fetching them costs more.
	longestPause = 4 * time.Second
	damagedPause = time.Minute
)

// Config configures a mirror.
type Config struct {
	Bucket *bucket.Bucket
	Dir    string
	Every  time.Duration // between two looks at live
	// CacheSize bounds the bytes in Dir; 0 for no bound.
	CacheSize int64
	// Check refuses entries that are not properly signed; nil requires no signatures. last is the
	// entry that was accepted before, or the zero value.
	Check func(brand string, e, last *bucket.Entry) error
	Log   *slog.Logger // [Mirror.Attach] sets it
}

// Mirror is a running mirror. Its methods may be called from many goroutines.
type Mirror struct {
	cfg     Config
	changed func()
	room    room
	held    held
	doubted chan string // brands whose files are to be compared again

	tag    string               // of live as it was read last; only Run uses it
	failed map[string]*failure  // by brand; only Run uses it
	denied map[string]bool      // brands whose live entry is refused; only Run uses it
	seen   atomic.Pointer[view] // the accepted live
	state  state                // as on disk; only Run uses it

	fetched, refused atomic.Int64
	mu               sync.Mutex
	problems         map[string]string // by brand, "" for all of the bucket
	looked           time.Time         // when live was read last
}

// view is the content of the last accepted live.
type view struct {
	generation int64
	brands     map[string]bucket.Entry
	hosts      map[string]string // brand by host
}

type failure struct {
	entry bucket.Entry
	pause time.Duration
	until time.Time
}

// New returns a mirror over the folder cfg.Dir, which it makes if missing. It refuses a folder that
// is neither empty nor a cache.
func New(cfg Config) (*Mirror, error) {
	m := &Mirror{cfg: cfg, changed: func() {}, failed: map[string]*failure{},
		problems: map[string]string{}, doubted: make(chan string, 64)}
	m.room = room{dir: cfg.Dir, limit: cfg.CacheSize}
	m.held.dir = cfg.Dir
	if err := os.MkdirAll(cfg.Dir, 0o755); err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(cfg.Dir)
	if err != nil {
		return nil, err
	}
	if entries, err = sweep(cfg.Dir, entries, time.Now()); err != nil {
		return nil, err
	}
	data, err := os.ReadFile(filepath.Join(cfg.Dir, StateFile))
	if errors.Is(err, os.ErrNotExist) && len(entries) > 0 {
		return nil, fmt.Errorf("%s is not empty and no cache of an edge; with --from, --out names "+
			"a folder that the edge owns: name another one, or empty it", cfg.Dir)
	}
	if err == nil && (json.Unmarshal(data, &m.state) != nil || m.state.Format != 1) {
		m.state = state{} // a cache may be lost
	}
	if m.state.Address != cfg.Bucket.Address() {
		m.state = state{Address: cfg.Bucket.Address()}
	}
	if err := m.distrust(entries); err != nil {
		return nil, err
	}
	if len(m.state.Brands) > 0 {
		m.held.refresh(m.state.Brands, time.Now(), 0)
		m.show()
	}
	return m, m.state.save(m.cfg.Dir)
}

// Attach sets the function to call after a change of the folder, and the log. Call it before Run.
func (m *Mirror) Attach(changed func(), log *slog.Logger) { m.changed, m.cfg.Log = changed, log }

// show publishes the state to the other goroutines.
func (m *Mirror) show() {
	had := m.state.Contested
	if v := m.seen.Load(); v != nil {
		had = v.hosts
	}
	hosts, contested := owners(m.state.Brands, had)
	m.state.Contested = contested
	m.seen.Store(&view{generation: m.state.Generation, brands: m.state.Brands, hosts: hosts})
}

// Run mirrors until ctx ends.
func (m *Mirror) Run(ctx context.Context) {
	for ctx.Err() == nil {
		m.look(ctx)
		// Jitter keeps edges that were started together from asking together.
		select {
		case <-ctx.Done():
		case brand := <-m.doubted:
			m.compare(ctx, brand)
		case <-time.After(m.cfg.Every*3/4 + rand.N(m.cfg.Every/2)):
		}
	}
}

// look asks for live once and fetches missing releases.
func (m *Mirror) look(ctx context.Context) {
	live, tag, err := m.cfg.Bucket.Live(ctx, m.tag)
	if err == nil {
		if err = m.accept(live); err == nil {
			m.tag = tag
		}
	} else if errors.Is(err, store.ErrUnchanged) {
		err = nil
	}
	m.reached(err)
	m.fetch(ctx)
}

// reached notes whether live could be read and accepted.
func (m *Mirror) reached(err error) {
	m.note("", err)
	if err == nil {
		m.mu.Lock()
		m.looked = time.Now()
		m.mu.Unlock()
	}
}

// note remembers the problem of a brand and logs it once until it changes.
func (m *Mirror) note(brand string, err error) {
	text := ""
	if err != nil {
		text = err.Error()
	}
	m.mu.Lock()
	was := m.problems[brand]
	if text == "" {
		delete(m.problems, brand)
	} else {
		m.problems[brand] = text
	}
	m.mu.Unlock()
	switch {
	case text == was:
	case text != "":
		m.cfg.Log.Warn("bucket", "brand", brand, "err", text)
	default:
		m.cfg.Log.Info("bucket", "brand", brand, "ok", m.cfg.Bucket.Address())
	}
}

// accept takes a newer live. Brands whose entries are refused keep the entry that they had.
func (m *Mirror) accept(live *bucket.Live) error {
	if live.Generation < m.state.Generation {
		m.refused.Add(1)
		return fmt.Errorf("%s: live is an old copy: generation %d, and %d was seen; if the bucket "+
			"was made anew, remove %s", m.cfg.Bucket.Address(), live.Generation, m.state.Generation,
			filepath.Join(m.cfg.Dir, StateFile))
	}
	if len(live.Brands) == 0 {
		if len(m.state.Brands) > 0 {
			return fmt.Errorf("%s holds no brand any more", m.cfg.Bucket.Address())
		}
		return fmt.Errorf("%s holds no brand: run the builder with --to", m.cfg.Bucket.Address())
	}
	// Which entries count: a refused one leaves the brand at its last.
	accepted := make(map[string]bucket.Entry, len(live.Brands))
	denied := map[string]bool{}
	for key, e := range live.Brands {
		last, known := m.state.Brands[key]
		if m.cfg.Check != nil {
			if err := m.cfg.Check(key, &e, &last); err != nil {
				m.refused.Add(1)
				denied[key] = true
				m.note(key, fmt.Errorf("release %s: %w", e.Release, err))
				if known {
					accepted[key] = last
				}
				continue
			}
		}
		accepted[key] = e
		if known && last.Release != e.Release {
			m.state.keep(m.cfg.Dir, key, last)
		}
	}
	// Brands whose entries are right again.
	for key := range m.denied {
		if !denied[key] {
			m.note(key, nil)
		}
	}
	gone, err := m.state.gone(m.cfg.Dir, live)
	if err != nil {
		return err
	}
	for key := range gone {
		m.remove(key)
	}
	m.state.Generation = live.Generation
	m.state.Brands = accepted
	m.denied = denied
	m.show()
	return m.state.save(m.cfg.Dir)
}

// remove removes a brand that is no longer live. Mapped releases stay readable.
func (m *Mirror) remove(key string) {
	if err := os.RemoveAll(filepath.Join(m.cfg.Dir, key)); err != nil {
		m.cfg.Log.Warn("bucket", "brand", key, "err", err)
	}
	m.note(key, nil)
	delete(m.failed, key)
	delete(m.state.Here, key)
	m.held.read(key)
	m.room.forget(key)
	m.changed()
}
