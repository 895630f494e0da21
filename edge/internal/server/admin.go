package server

import (
	"encoding/json"
	"net/http"
	"time"

	"cartaz/builder/catalog"
	"cartaz/edge/internal/answer"
	"cartaz/edge/internal/site"
)

// adminHandler serves operators: metrics, readiness and the state of every
// brand. It is meant for a private address.
func adminHandler(s *site.Site, m *metricSet, now func() time.Time) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		m.write(w, s, now())
	})
	mux.HandleFunc("GET /ready", func(w http.ResponseWriter, _ *http.Request) {
		status := http.StatusOK
		if !s.Ready() {
			status = http.StatusServiceUnavailable
		}
		writeJSON(w, status, map[string]bool{"ready": status == http.StatusOK})
	})
	mux.HandleFunc("GET /status", func(w http.ResponseWriter, _ *http.Request) {
		swaps, refusals := s.Counts()
		writeJSON(w, http.StatusOK, struct {
			Brands   []site.Status `json:"brands"`
			Swaps    int64         `json:"swaps"`
			Refusals int64         `json:"refusals"`
		}{s.Brands(), swaps, refusals})
	})
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		var a answer.Answer
		answer.Brandless(&a, catalog.NotFound)
		for _, f := range a.Fields {
			w.Header().Set(f.Name, f.Value)
		}
		w.WriteHeader(a.Status)
		_, _ = w.Write(a.Body) // the client is gone: nothing to do
	})
	return mux
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // the client is gone: nothing to do
}
