package site

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"cartaz/builder/release"
	"cartaz/edge/internal/credential"
)

// Config configures a site.
type Config struct {
	Out    string           // the output folder of the builder
	Keys   *credential.Keys // keys of agent credentials
	Rescan time.Duration    // how often to scan without being woken
	Log    *slog.Logger
	// Damaged, or nil, is called with each brand whose live release was refused. It must not block.
	Damaged func(brand string)
	// Owner returns the brand that a host belongs to, or "", when something outside the folder
	// decides that, such as the bucket from which the brands come. It is nil when the folder
	// decides alone.
	Owner func(host string) string
	// Port is the port of the public listener, or "" when unknown. A brand of this machine whose
	// site_url names another port is logged: links with the whole address fail.
	Port string
}

// Site is every brand that is served. Its methods may be called from many
// goroutines.
type Site struct {
	table   atomic.Pointer[table]
	checker *checker
	wake    chan struct{}

	scan   sync.Mutex // one scan at a time; guards brands
	brands *brands
}

// table is one immutable view of all brands.
type table struct {
	hosts     map[string]*entry
	snapshots []*Snapshot // snapshots that have a release
	brands    []Status
	empty     error // the reason why there is no brand, or nil
}

// Status is the state of one brand, for operators.
type Status struct {
	Brand string   `json:"brand"`
	Hosts []string `json:"hosts"` // hosts that lead to it
	// hosts that it claims and that lead to another brand
	RefusedHosts []RefusedHost `json:"refused_hosts,omitempty"`
	Release      string        `json:"release,omitempty"`
	BuiltAt      string        `json:"built_at,omitempty"`
	Events       int           `json:"events"`
	// State is the state of brand.json in [Site.Look]: the brand is no longer built. [Site.Brands]
	// has it for a retired brand, and "preview" for a held release.
	State string `json:"state,omitempty"`
	// the reason why the release that current names is not served
	Problem string `json:"problem,omitempty"`
	// Checking, in [Site.Look], is set while files of the release are compared with their
	// checksums: they have changed while it is served, or were too large to be verified before.
	Checking bool `json:"checking,omitempty"`
	// Unopened is set while the brand has had no request since the start: BuiltAt and Events are
	// not known yet.
	Unopened bool `json:"unopened,omitempty"`

	snapshot *Snapshot // nil where no release is open
}

// RefusedHost is a host that a brand claims, and the other brand that it leads to.
type RefusedHost struct {
	Host  string `json:"host"`
	Brand string `json:"brand"`
}

// New returns a site that serves nothing yet; call Scan or Run.
func New(cfg Config) *Site {
	s := &Site{wake: make(chan struct{}, 1)}
	s.brands = &brands{
		Config: cfg, opener: newOpener(cfg.Keys), owners: map[string]string{},
		served: map[string]*brand{}, lazyFrom: lazyFrom, complaints: map[string]string{},
		unserved: map[string]string{},
	}
	s.checker = newChecker(&s.table, func(h *Snapshot) { s.ReportBroken(h) })
	s.table.Store(&table{hosts: map[string]*entry{},
		empty: errors.New("the output folder has not been read yet")})
	return s
}

// Acquire returns the snapshot of the brand of a host, or nil when no brand has the host. The
// caller must call Release. Acquire lower-cases the host, drops its port and one trailing dot (RFC
// 9110, section 4.2.3), and looks it up in the table. Nothing else decides.
func (s *Site) Acquire(host string) *Snapshot {
	host = NormalizeHost(host)
	for {
		e := s.table.Load().hosts[host]
		if e == nil {
			return nil
		}
		h := e.snapshot.Load()
		if h == nil {
			if h = s.open(e); h == nil {
				return nil
			}
		}
		if h.acquire() {
			return h
		}
		// Closed between the two steps: a newer table is stored already.
	}
}

// Twin returns the host of a brand that differs from an unknown host only by a leading "www.", or
// "". The host must be normalized.
func (s *Site) Twin(host string) string {
	if twin := withOrWithoutWWW(host); s.table.Load().hosts[twin] != nil {
		return twin
	}
	return ""
}

func withOrWithoutWWW(host string) string {
	if bare, ok := strings.CutPrefix(host, "www."); ok {
		return bare
	}
	return "www." + host
}

// Twins returns the hosts that no brand has but whose [Site.Twin] a brand has.
func (s *Site) Twins() (hosts []string) {
	t := s.table.Load()
	for host := range t.hosts {
		if twin := withOrWithoutWWW(host); t.hosts[twin] == nil {
			hosts = append(hosts, twin)
		}
	}
	return hosts
}

// NormalizeHost returns the form in which hosts are looked up.
func NormalizeHost(host string) string {
	if strings.IndexByte(host, ':') >= 0 {
		if h, _, err := net.SplitHostPort(host); err == nil {
			host = h
		}
	}
	return strings.ToLower(strings.TrimSuffix(host, "."))
}

// Ready returns nil when a brand has a release and no other brand has one that cannot be served;
// otherwise its error names what is missing. A brand that was never built takes no edge out of a
// balancer that serves other brands. When the output folder is lost, a site that serves goes on
// with its open releases and stays ready.
func (s *Site) Ready() error {
	t := s.table.Load()
	if t.empty != nil {
		return t.empty
	}
	serves := false
	for _, b := range t.brands {
		if b.Release == "" && b.Problem != "" {
			return fmt.Errorf("brand %s has no release that can be served: %s", b.Brand, b.Problem)
		}
		serves = serves || b.Release != ""
	}
	if !serves {
		return fmt.Errorf("brand %s has no release that can be served: build it",
			t.brands[0].Brand)
	}
	return nil
}

// Brands returns the state of every brand, by name.
func (s *Site) Brands() []Status { return s.table.Load().brands }

// Look returns Brands with two facts that the table lacks: the State of each brand, for which it
// reads the folder, and whether it is Checking.
func (s *Site) Look() []Status {
	list := slices.Clone(s.Brands())
	for i := range list {
		if b, err := release.ReadBrand(filepath.Join(s.brands.Out, list[i].Brand)); err == nil {
			list[i].State = b.State
		}
		list[i].Checking = list[i].snapshot != nil && list[i].snapshot.checking()
	}
	return list
}

// Counts returns how many releases were swapped in and how many were refused since the start.
func (s *Site) Counts() (swaps, refusals int64) {
	return s.brands.swaps.Load(), s.brands.refusals.Load()
}

// ReportBroken notifies the site that a release failed while it was read. The next scan verifies
// all of it and falls back to an older release. It reports whether this is the first report of the
// snapshot: only the first is worth a line of the log.
func (s *Site) ReportBroken(h *Snapshot) (first bool) {
	if h.Catalogue.Release() != nil && !h.broken.Swap(true) {
		s.Wake()
	}
	return !h.reported.Swap(true)
}

// Wake asks for a scan soon. It never blocks.
func (s *Site) Wake() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}
