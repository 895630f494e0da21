package mirror

import (
	"errors"
	"fmt"

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

// Status reads the state.
func (m *Mirror) Status() Status {
	now := m.cfg.Now()
	s := Status{Bucket: m.cfg.Bucket.Address(), AgeSeconds: -1, Fetched: m.fetched.Load(),
		Refused: m.refused.Load(), Problems: map[string]string{}}
	m.mu.Lock()
	if !m.looked.IsZero() {
		s.AgeSeconds = max(0, now.Sub(m.looked).Seconds())
	}
	for brand, text := range m.problems {
		s.Problems[brand] = text
	}
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

// Owner returns the brand that a host belongs to, by what live says; "" for none. A host that
// several brands claim stays with the brand that had it, also after a restart with its cache.
func (m *Mirror) Owner(host string) string {
	v := m.seen.Load()
	if v == nil {
		return ""
	}
	return v.hosts[host]
}

// Ready returns nil when every live brand has a release here; else it says what is missing.
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

// series of the mirror.
var (
	ageDesc = desc("cartaz_edge_bucket_age_seconds",
		"Seconds since live was last read; -1: never.")
	lagDesc = desc("cartaz_edge_bucket_lag_seconds",
		"Seconds since the oldest move that is not served here yet.")
	behindDesc = desc("cartaz_edge_bucket_brands_behind",
		"Brands whose live release is not here yet.")
	fetchedDesc = desc("cartaz_edge_bucket_fetched_bytes_total", "Bytes fetched from the bucket.")
	refusedDesc = desc("cartaz_edge_bucket_refusals_total",
		"Answers of the bucket that were refused: wrong bytes, an old or forged live.")
)

func desc(name, help string) *prometheus.Desc { return prometheus.NewDesc(name, help, nil, nil) }

// Describe implements [prometheus.Collector].
func (m *Mirror) Describe(to chan<- *prometheus.Desc) {
	for _, d := range [...]*prometheus.Desc{ageDesc, lagDesc, behindDesc, fetchedDesc,
		refusedDesc} {
		to <- d
	}
}

// Collect implements [prometheus.Collector].
func (m *Mirror) Collect(to chan<- prometheus.Metric) {
	s := m.Status()
	for d, value := range map[*prometheus.Desc]float64{ageDesc: s.AgeSeconds, lagDesc: s.LagSeconds,
		behindDesc: float64(s.Behind)} {
		to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value)
	}
	for d, value := range map[*prometheus.Desc]int64{fetchedDesc: s.Fetched,
		refusedDesc: s.Refused} {
		to <- prometheus.MustNewConstMetric(d, prometheus.CounterValue, float64(value))
	}
}
