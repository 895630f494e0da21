package server

import (
	"net/http"
	"net/http/pprof"

	"cartaz/builder/catalog"
	"cartaz/builder/program"
	"cartaz/edge/internal/answer"
	"cartaz/edge/internal/mirror"
	"cartaz/edge/internal/site"
)

// adminHandler serves operators: metrics, liveness, readiness, the state of every brand, and
// profiles below /debug/pprof/. It is meant for a private address.
func adminHandler(s *site.Site, from *mirror.Mirror, m *metricSet) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", m.handler())
	// Equally small for any number of brands: balancers ask for it twice a second.
	mux.HandleFunc("GET /live", func(w http.ResponseWriter, _ *http.Request) {
		program.Answer(w, http.StatusOK, map[string]bool{"live": true})
	})
	mux.HandleFunc("GET /ready", func(w http.ResponseWriter, _ *http.Request) {
		err := s.Ready()
		if from != nil {
			if missing := from.Ready(); missing != nil {
				err = missing
			}
		}
		if err != nil {
			program.Answer(w, http.StatusServiceUnavailable, map[string]any{
				"ready": false, "reason": err.Error()})
			return
		}
		program.Answer(w, http.StatusOK, map[string]bool{"ready": true})
	})
	mux.HandleFunc("GET /status", func(w http.ResponseWriter, _ *http.Request) {
		swaps, refusals := s.Counts()
		var bucket *mirror.Status
		if from != nil {
			status := from.Status()
			bucket = &status
		}
		program.Answer(w, http.StatusOK, struct {
			Build    program.Info   `json:"build"`
			Brands   []site.Status  `json:"brands"`
			Swaps    int64          `json:"swaps"`
			Refusals int64          `json:"refusals"`
			Bucket   *mirror.Status `json:"bucket,omitempty"` // with --from
		}{program.Read(), s.Look(), swaps, refusals, bucket})
	})
	// Registered one by one: importing the package alone would put them on the
	// default mux, which nothing here serves.
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/cmdline", pprof.Cmdline)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		var a answer.Answer
		answer.Brandless(&a, nil, catalog.NotFound)
		for _, f := range a.Fields {
			w.Header().Set(f.Name, f.Value)
		}
		w.WriteHeader(a.Status)
		_, _ = w.Write(a.Body) // the client is gone: nothing to do
	})
	return mux
}
