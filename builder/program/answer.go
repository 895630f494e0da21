package program

import (
	"encoding/json"
	"net/http"

	"cartaz/builder/catalog"
)

// Answer answers a request of an operator or a backend with a value as JSON.
func Answer(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", catalog.CacheNone)
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // an error means that the client is gone
}
