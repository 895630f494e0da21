package server

import (
	"encoding/json"
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
	mux.HandleFunc("GET /live", func(w http.ResponseWriter, _ *http.Request) {
		writeJSON(w, http.StatusOK, liveness{Live: true})
	})
	mux.HandleFunc("GET /ready", func(w http.ResponseWriter, _ *http.Request) {
		err := s.Ready()
		if from != nil {
			if missing := from.Ready(); missing != nil {
				err = missing
			}
		}
		if err != nil {
			writeJSON(w, http.StatusServiceUnavailable, readiness{Reason: err.Error()})
			return
		}
		writeJSON(w, http.StatusOK, readiness{Ready: true})
	})
	mux.HandleFunc("GET /status", func(w http.ResponseWriter, _ *http.Request) {
		swaps, refusals := s.Counts()
		var bucket *mirror.Status
		if from != nil {
			status := from.Status()
			bucket = &status
		}
		writeJSON(w, http.StatusOK, struct {
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

// liveness is the body of /live. It is equally small for any number of brands: balancers ask for it
// twice a second.
type liveness struct {
	Live bool `json:"live"`
}

// readiness is the body of /ready.
type readiness struct {
	Ready  bool   `json:"ready"`
	Reason string `json:"reason,omitempty"` // the reason when it is not ready
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", catalog.CacheNone)
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // the client is gone: nothing to do
}
