package serve

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"cartaz/builder/program"

	"golang.org/x/net/netutil"
)

// Limits of the hook for all callers.
const (
	maxBody  = 64 << 10
	maxConns = 64
	maxTime  = 10 * time.Second // to send a request, to read an answer
	// window is the largest difference between the time of a call and the clock: an overheard call
	// is of no use after it.
	window = 5 * time.Minute
)

// Signature is the field with the time of a call and its HMAC.
const Signature = "Cartaz-Signature"

// Hook takes calls of backends:
//
//	POST /build/BRAND       202, with the address of the build
//	GET /build/BRAND/ID     its state and result
//
// A call has the field Cartaz-Signature: t=SECONDS,v1=HEX, the time in Unix seconds and the
// HMAC-SHA256, with the secret of the brand, of that time, a dot, and the body.
type Hook struct {
	Queue  *Queue
	Secret func(brand string) string // "" for a brand that takes no calls
}

// Serve answers the connections of a listener until it is closed.
func (h *Hook) Serve(l net.Listener) error {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /build/{brand}", h.call)
	mux.HandleFunc("GET /build/{brand}/{id}", func(w http.ResponseWriter, r *http.Request) {
		if b, found := h.Queue.Find(r.PathValue("brand"), r.PathValue("id")); found {
			program.Answer(w, http.StatusOK, b)
			return
		}
		http.Error(w, "no such build, or one of long ago", http.StatusNotFound)
	})
	server := http.Server{Handler: mux, ReadTimeout: maxTime, WriteTimeout: maxTime,
		MaxHeaderBytes: maxBody}
	return server.Serve(netutil.LimitListener(l, maxConns))
}

// call answers a call: it queues a build of the brand if the call is signed.
func (h *Hook) call(w http.ResponseWriter, r *http.Request) {
	brand := r.PathValue("brand")
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	switch secret := h.Secret(brand); {
	case err != nil:
		http.Error(w, err.Error(), http.StatusRequestEntityTooLarge)
	case secret == "" || !isSigned(r.Header.Get(Signature), body, secret):
		http.Error(w, "no brand that takes this call, or "+Signature+" is wrong or too old",
			http.StatusUnauthorized)
	default:
		b := h.Queue.Call(brand)
		w.Header().Set("Location", "/build/"+brand+"/"+b.ID)
		program.Answer(w, http.StatusAccepted, b)
	}
}

// isSigned reports whether a signature is valid for a body now.
func isSigned(signature string, body []byte, secret string) bool {
	at, sum, _ := strings.Cut(strings.TrimPrefix(signature, "t="), ",v1=")
	seconds, err := strconv.ParseInt(at, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > window {
		return false
	}
	given, _ := hex.DecodeString(sum) // a sum that is not hex becomes too short
	mac := hmac.New(sha256.New, []byte(secret))
	fmt.Fprintf(mac, "%s.%s", at, body)
	return hmac.Equal(given, mac.Sum(nil))
}
