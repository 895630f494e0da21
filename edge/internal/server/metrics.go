package server

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/VictoriaMetrics/metrics"

	"cartaz/edge/internal/http1"
	"cartaz/edge/internal/site"
)

// metricSet counts requests. No label ever comes from a request: brands are
// ours, routes, status classes and codings are closed lists, so the number of
// series does not depend on what anybody sends.
type metricSet struct {
	set      *metrics.Set
	counters sync.Map // seriesKey → *series
}

type seriesKey struct {
	brand, route, coding string
	class                int
}

type series struct {
	requests *metrics.Counter
	bytes    *metrics.Counter
	seconds  *metrics.Histogram
}

func newMetricSet(s *site.Site) *metricSet {
	m := &metricSet{set: metrics.NewSet()}
	m.set.NewGauge("cartaz_edge_release_swaps", func() float64 { n, _ := s.Counts(); return float64(n) })
	m.set.NewGauge("cartaz_edge_release_refusals", func() float64 { _, n := s.Counts(); return float64(n) })
	return m
}

// connections adds what a server counts of its connections.
func (m *metricSet) connections(s *http1.Server) {
	m.set.NewGauge("cartaz_edge_connections_handed_over", func() float64 { n, _ := s.Counts(); return float64(n) })
	m.set.NewGauge("cartaz_edge_connections_refused", func() float64 { _, n := s.Counts(); return float64(n) })
}

// observe counts one answered request.
func (m *metricSet) observe(e *entry) {
	key := seriesKey{brand: "-", route: e.kind, coding: e.answer.Coding.String(), class: e.answer.Status / 100}
	if e.held != nil {
		key.brand = e.held.Brand().Key
	}
	v, ok := m.counters.Load(key)
	if !ok {
		labels := fmt.Sprintf(`{brand=%q,route=%q,status="%dxx",coding=%q}`, key.brand, key.route, key.class, key.coding)
		v, _ = m.counters.LoadOrStore(key, &series{
			requests: m.set.GetOrCreateCounter("cartaz_edge_requests_total" + labels),
			bytes:    m.set.GetOrCreateCounter("cartaz_edge_response_bytes_total" + labels),
			seconds:  m.set.GetOrCreateHistogram(fmt.Sprintf(`cartaz_edge_request_seconds{brand=%q,route=%q}`, key.brand, key.route)),
		})
	}
	s := v.(*series)
	s.requests.Inc()
	s.bytes.Add(len(e.answer.Body))
	s.seconds.Update(e.duration.Seconds())
}

// write prints every series in the text exposition format, and the state of
// every brand.
func (m *metricSet) write(w io.Writer, s *site.Site, now time.Time) {
	m.set.WritePrometheus(w)
	for _, b := range s.Brands() {
		up := 0
		if b.Release != "" {
			up = 1
		}
		fmt.Fprintf(w, "cartaz_edge_brand_release{brand=%q} %d\n", b.Brand, up)
		fmt.Fprintf(w, "cartaz_edge_brand_events{brand=%q} %d\n", b.Brand, b.Events)
		refused := 0
		if b.Problem != "" {
			refused = 1
		}
		fmt.Fprintf(w, "cartaz_edge_brand_refused{brand=%q} %d\n", b.Brand, refused)
		if built, err := time.Parse(time.RFC3339, b.BuiltAt); err == nil {
			fmt.Fprintf(w, "cartaz_edge_brand_age_seconds{brand=%q} %.0f\n", b.Brand, max(0, now.Sub(built).Seconds()))
		}
	}
	metrics.WriteProcessMetrics(w)
}
