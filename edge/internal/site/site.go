package site

import (
	"log/slog"
	"net"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"cartaz/edge/internal/credential"
)

// Config is how a site is run.
type Config struct {
	Out    string           // the output folder of the builder
	Keys   *credential.Keys // keys of agent credentials
	Rescan time.Duration    // how often to scan without being woken; default 10 s
	Log    *slog.Logger
}

// Site is every brand that is served. Its methods may be called from many
// goroutines.
type Site struct {
	cfg   Config
	open  func(dir, id string) (*Held, error) // opens a release; tests come between
	table atomic.Pointer[table]
	wake  chan struct{}

	scan   sync.Mutex // one scan at a time; guards what follows
	brands map[string]*brand
	noted  map[string]string // last complaint by subject, so that each is logged once

	swaps    atomic.Int64
	refusals atomic.Int64
}

// table is one immutable view of the brands.
type table struct {
	hosts  map[string]*Held
	brands []Status
}

// Status is the state of one brand, for operators.
type Status struct {
	Brand   string   `json:"brand"`
	Hosts   []string `json:"hosts"`
	Release string   `json:"release,omitempty"`
	BuiltAt string   `json:"built_at,omitempty"`
	Events  int      `json:"events"`
	Problem string   `json:"problem,omitempty"` // why the live release is not the one that current names
}

// New prepares a site that serves nothing yet; call Scan or Run.
func New(cfg Config) *Site {
	if cfg.Rescan <= 0 {
		cfg.Rescan = 10 * time.Second
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	s := &Site{cfg: cfg, wake: make(chan struct{}, 1), brands: map[string]*brand{}, noted: map[string]string{}}
	s.open = s.openRelease
	s.table.Store(&table{hosts: map[string]*Held{}})
	return s
}

// Acquire finds the brand of a host and holds it; the caller must call Release.
// It is nil when no brand has the host. Only a table look-up decides: the host
// is lower-cased, its port and one trailing dot are dropped (RFC 9110, section
// 4.2.3), and nothing else is made of it.
func (s *Site) Acquire(host string) *Held {
	host = normalizeHost(host)
	for {
		h := s.table.Load().hosts[host]
		if h == nil || h.acquire() {
			return h
		}
		// Closed between the two steps: a newer table is already there.
	}
}

func normalizeHost(host string) string {
	if strings.IndexByte(host, ':') >= 0 {
		if h, _, err := net.SplitHostPort(host); err == nil {
			host = h
		}
	}
	return strings.ToLower(strings.TrimSuffix(host, "."))
}

// Ready says whether the site can do its work: every brand has a release, or
// there is nothing to serve at all.
func (s *Site) Ready() bool {
	for _, b := range s.table.Load().brands {
		if b.Release == "" {
			return false
		}
	}
	return true
}

// Brands is the state of every brand, by name.
func (s *Site) Brands() []Status { return s.table.Load().brands }

// Counts are the releases swapped in and refused since the start.
func (s *Site) Counts() (swaps, refusals int64) { return s.swaps.Load(), s.refusals.Load() }

// ReportBroken tells the site that a release failed while it was read. The next
// scan checks it whole and falls back to an older one.
func (s *Site) ReportBroken(h *Held) {
	if h.Catalogue.Release() != nil && !h.broken.Swap(true) {
		s.Wake()
	}
}

// Wake asks for a scan soon. It never blocks.
func (s *Site) Wake() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// publish replaces the table by one of the current brands. A host that two
// brands claim goes to the first by name; the builder refuses such a pair, so
// it can only come from a hand that edited the output.
func (s *Site) publish() {
	t := &table{hosts: map[string]*Held{}}
	keys := make([]string, 0, len(s.brands))
	for key := range s.brands {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	for _, key := range keys {
		b := s.brands[key]
		facts := b.held.Brand()
		for _, host := range facts.Hosts {
			if other, taken := t.hosts[host]; taken {
				s.complain("host "+host, "brands "+other.Brand().Key+" and "+key+" both claim host "+host)
				continue
			}
			t.hosts[host] = b.held
		}
		status := Status{Brand: key, Hosts: facts.Hosts, Problem: b.problem}
		if rel := b.held.Catalogue.Release(); rel != nil {
			m := rel.Manifest()
			status.Release, status.BuiltAt, status.Events = rel.ID(), m.BuiltAt.Format(time.RFC3339), m.Events
		}
		t.brands = append(t.brands, status)
	}
	s.table.Store(t)
}

// complain logs a refusal once until it changes.
func (s *Site) complain(subject, reason string) {
	if s.noted[subject] == reason {
		return
	}
	s.noted[subject] = reason
	s.refusals.Add(1)
	s.cfg.Log.Warn("refused", "subject", subject, "err", reason)
}
