package mirror

import (
	"errors"
	"fmt"
	"maps"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Status is the state of a mirror, for operators.
type Status struct {
	Bucket     string `json:"bucket"`
	Generation int64  `json:"generation"` // of live, 0 before it was read
	Brands     int    `json:"brands"`
	Behind     int    `json:"behind"` // brands whose folder lacks the live release
	// AgeSeconds is the time since live was last read, -1 when it never was.
	AgeSeconds float64           `json:"age_seconds"`
	LagSeconds float64           `json:"lag_seconds"` // since the oldest move that is not here
	Fetched    int64             `json:"fetched_bytes"`
	Refused    int64             `json:"refused"`
	Problems   map[string]string `json:"problems,omitempty"` // by brand; "" is the bucket itself
}

// Status returns the state.
func (m *Mirror) Status() Status {
	now := time.Now()
	s := Status{Bucket: m.cfg.Bucket.Address(), AgeSeconds: -1, Fetched: m.fetched.Load(),
		Refused: m.refused.Load()}
	m.mu.Lock()
	if !m.looked.IsZero() {
		s.AgeSeconds = max(0, now.Sub(m.looked).Seconds())
	}
	s.Problems = maps.Clone(m.problems)
	m.mu.Unlock()
	v := m.seen.Load()
	if v == nil {
		return s
	}
	s.Brands, s.Generation = len(v.brands), v.generation
	for key, e := range v.brands {
		if m.held.of(key) != e.Release {
			s.Behind++
			s.LagSeconds = max(s.LagSeconds, now.Sub(e.At).Seconds())
		}
	}
	return s
}

// Pending reports whether a host may belong to a brand whose files are not here yet: nothing is
// known of the bucket, or live has the host.
func (m *Mirror) Pending(host string) bool {
	return m.seen.Load() == nil || m.Owner(host) != ""
}

// Owner returns the brand that a host belongs to according to live, or "". A host that several
// brands claim stays with the brand that had it, even after a restart with its cache.
func (m *Mirror) Owner(host string) string {
	v := m.seen.Load()
	if v == nil {
		return ""
	}
	return v.hosts[host]
}

// Ready returns nil when every live brand has a release here; otherwise its error names what is
// missing.
func (m *Mirror) Ready() error {
	v := m.seen.Load()
	if v == nil {
		m.mu.Lock()
		defer m.mu.Unlock()
		if text := m.problems[""]; text != "" {
			return errors.New(text)
		}
		return fmt.Errorf("%s has not been read yet", m.cfg.Bucket.Address())
	}
	for key := range v.brands {
		if m.held.of(key) == "" {
			return fmt.Errorf("brand %s has not been fetched from %s yet", key,
				m.cfg.Bucket.Address())
		}
	}
	return nil
}

// Describe implements [prometheus.Collector].
func (m *Mirror) Describe(to chan<- *prometheus.Desc) { prometheus.DescribeByCollect(m, to) }

// Collect implements [prometheus.Collector].
func (m *Mirror) Collect(to chan<- prometheus.Metric) {
	s := m.Status()
	add := func(name, help string, kind prometheus.ValueType, value float64) {
		to <- prometheus.MustNewConstMetric(prometheus.NewDesc("cartaz_edge_bucket_"+name, help,
			nil, nil), kind, value)
	}
	gauge := prometheus.GaugeValue
	counter := prometheus.CounterValue
	add("age_seconds", "Seconds since live was last read; -1: never.", gauge, s.AgeSeconds)
	add("lag_seconds", "Seconds since the oldest move that is not served here yet.", gauge,
		s.LagSeconds)
	add("brands_behind", "Brands whose live release is not here yet.", gauge, float64(s.Behind))
	add("fetched_bytes_total", "Bytes fetched from the bucket.", counter, float64(s.Fetched))
	add("refusals_total", "Answers of the bucket that were refused: wrong bytes, an old or forged "+
		"live.", counter, float64(s.Refused))
}
