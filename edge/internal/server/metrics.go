package server

import (
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"cartaz/builder/program"
	"cartaz/edge/internal/http1"
	"cartaz/edge/internal/ratelimit"
	"cartaz/edge/internal/site"
)

// metricSet counts requests. No label ever comes from a request: brands are ours, and routes,
// statuses and codings are closed lists. So the number of series does not depend on what clients
// send.
type metricSet struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	bytes    *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
}

// buckets are the upper bounds of request_seconds. Sealed answers take tens of microseconds, the
// worst search some milliseconds, a slow client seconds.
var buckets = []float64{50e-6, 100e-6, 250e-6, 500e-6, 1e-3, 2.5e-3, 5e-3, 10e-3, 25e-3, 50e-3,
	100e-3, 250e-3, 1, 5, 30}

// newMetricSet registers all metrics of an edge.
func newMetricSet(s *site.Site, now func() time.Time) *metricSet {
	labels := []string{"brand", "route", "status", "coding"}
	m := &metricSet{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "cartaz_edge_requests_total",
			Help: "Answered requests by brand (- for none), route, status class (429 apart) and " +
				"content coding.",
		}, labels),
		bytes: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "cartaz_edge_response_bytes_total",
			Help: "Bytes of the bodies of those answers, as they were sent.",
		}, labels),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "cartaz_edge_request_seconds",
			Help: "Time from the head of a request to the end of its answer, by route. Of all " +
				"brands together: one histogram a brand would be fifteen series for each of " +
				"thousands.",
			Buckets: buckets,
		}, []string{"route"}),
	}
	m.registry.MustRegister(m.requests, m.bytes, m.seconds, brandCollector{s, now}, buildGauge(),
		collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.count("cartaz_edge_release_swaps_total", "Releases that went live since the start.",
		func() int64 { n, _ := s.Counts(); return n })
	m.count("cartaz_edge_release_refusals_total", "Releases that were refused since the start.",
		func() int64 { _, n := s.Counts(); return n })
	return m
}

// count adds a counter whose value another type keeps.
func (m *metricSet) count(name, help string, read func() int64) {
	m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: name,
		Help: help}, func() float64 { return float64(read()) }))
}

// gauge adds a gauge whose value another type keeps.
func (m *metricSet) gauge(name, help string, read func() float64) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help},
		read))
}

// connections adds the connection counters, each summed over all servers.
func (m *metricSet) connections(fronts []*front) {
	sum := func(of func(*http1.Server) int64) func() int64 {
		return func() (n int64) {
			for _, f := range fronts {
				n += of(f.http1)
			}
			return n
		}
	}
	open := sum(func(s *http1.Server) int64 { return int64(s.Open()) })
	m.gauge("cartaz_edge_connections_open",
		"Connections that are open, or whose client has not taken the last answer yet.",
		func() float64 { return float64(open()) })
	m.count("cartaz_edge_connections_handed_over_total",
		"Connections that were not plain HTTP/1.1 and went on to net/http.",
		sum(func(s *http1.Server) int64 { n, _ := s.Counts(); return n }))
	m.count("cartaz_edge_connections_refused_total",
		"Connections that were refused because a client, a network or the process had too many.",
		sum(func(s *http1.Server) int64 { _, n := s.Counts(); return n }))
}

// sharedLimits adds the metrics of limits that edges count together; l may be nil.
func (m *metricSet) sharedLimits(l *ratelimit.Shared) {
	m.gauge("cartaz_edge_limits_store_down",
		"1 while the store of --limits does not answer, 0 also without one.",
		func() float64 {
			if l.Up() {
				return 0
			}
			return 1
		})
	m.count("cartaz_edge_limits_alone_total",
		"Requests that this edge counted alone, because the store did not answer in time.",
		l.Alone)
}

// statusLabels are the labels of status classes.
var statusLabels = [...]string{"0xx", "1xx", "2xx", "3xx", "4xx", "5xx"}

// statusLabel returns the class of a status. 429 has a label of its own, because operators watch
// the limits with it.
func statusLabel(status int) string {
	if status == http.StatusTooManyRequests {
		return "429"
	}
	return statusLabels[status/100]
}

// observe counts one answered request.
func (m *metricSet) observe(x *exchange) {
	brand := "-"
	if x.snapshot != nil {
		brand = x.snapshot.Brand().Key
	}
	labels := []string{brand, x.kind, statusLabel(x.answer.Status), x.answer.Coding.String()}
	m.requests.WithLabelValues(labels...).Inc()
	m.bytes.WithLabelValues(labels...).Add(float64(len(x.answer.Body)))
	m.seconds.WithLabelValues(x.kind).Observe(x.duration.Seconds())
}

// handler serves the metrics in the text format of Prometheus.
func (m *metricSet) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

// buildGauge returns a gauge of 1, labelled with the running build.
func buildGauge() prometheus.Collector {
	info := program.Read()
	g := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "cartaz_edge_build_info",
		Help: "1, labelled with the build and the formats that it reads.",
		ConstLabels: prometheus.Labels{
			"version": info.Version, "commit": info.Commit, "goversion": info.Go,
			"release_format": strconv.Itoa(info.Formats.Release),
			"search_format":  strconv.Itoa(info.Formats.Search),
		},
	})
	g.Set(1)
	return g
}

// The gauges of each brand.
var (
	brandRelease = brandDesc("cartaz_edge_brand_release",
		"1 when the brand has a release that is served.")
	brandEvents  = brandDesc("cartaz_edge_brand_events", "Events in that release.")
	brandRefused = brandDesc("cartaz_edge_brand_refused",
		"1 while another release than the live one is served, because that one was refused.")
	brandHosts = brandDesc("cartaz_edge_brand_hosts_refused",
		"Hosts that the brand claims and that lead to another brand.")
	brandAge = brandDesc("cartaz_edge_brand_age_seconds",
		"Seconds since the release that is served was built.")
)

func brandDesc(name, help string) *prometheus.Desc {
	return prometheus.NewDesc(name, help, []string{"brand"}, nil)
}

// brandCollector reads the state of every brand when the metrics are read.
type brandCollector struct {
	site *site.Site
	now  func() time.Time
}

// Describe implements [prometheus.Collector].
func (c brandCollector) Describe(to chan<- *prometheus.Desc) {
	prometheus.DescribeByCollect(c, to)
}

// Collect implements [prometheus.Collector].
func (c brandCollector) Collect(to chan<- prometheus.Metric) {
	now := c.now()
	for _, b := range c.site.Brands() {
		if b.State != "" {
			continue // no alert is for a retired brand
		}
		gauge := func(d *prometheus.Desc, value float64) {
			to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value, b.Brand)
		}
		is := func(d *prometheus.Desc, is bool) {
			value := 0.0
			if is {
				value = 1
			}
			gauge(d, value)
		}
		is(brandRelease, b.Release != "")
		if !b.Unopened {
			gauge(brandEvents, float64(b.Events))
		}
		is(brandRefused, b.Problem != "")
		gauge(brandHosts, float64(len(b.RefusedHosts)))
		if built, err := time.Parse(time.RFC3339, b.BuiltAt); err == nil {
			gauge(brandAge, max(0, now.Sub(built).Seconds()))
		}
	}
}
