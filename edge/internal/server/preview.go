package server

import (
	"crypto/sha256"
	"crypto/subtle"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/release"
	"cartaz/edge/internal/answer"
	"cartaz/edge/internal/ratelimit"
)

// Password is the SHA-256 of a password, so every comparison takes the same time.
type Password [sha256.Size]byte

// maxGuesses is how many wrong passwords a client may send in a minute.
const maxGuesses = 10

// minPassword is the minimum length of a password, in bytes.
const minPassword = 8

// LoadPreviews reads the passwords of previews from a file with one brand:password a line. Its
// errors never hold a password.
func LoadPreviews(name string) (map[string]Password, error) {
	text, err := os.ReadFile(name)
	previews := map[string]Password{}
	for i, line := range strings.Split(string(text), "\n") {
		brand, password, _ := strings.Cut(strings.TrimSpace(line), ":")
		switch {
		case brand == "" || brand[0] == '#':
		case len(password) < minPassword:
			return nil, fmt.Errorf("%s:%d: write brand:password, the password in at least %d bytes",
				name, i+1, minPassword)
		default:
			previews[brand] = sha256.Sum256([]byte(password))
		}
	}
	return previews, err
}

// refusesPreview answers a request for a preview without its password, and reports whether it did.
// Any user name will do. A preview without a password counts as an unknown host, except on this
// machine (*.localhost).
func (h *Handler) refusesPreview(x *exchange) bool {
	host := x.snapshot.Preview
	if host == "" {
		return false
	}
	a := &x.answer
	r := &x.request
	brand := x.snapshot.Brand().Key
	want, isSet := h.previews[brand]
	if !isSet {
		if strings.HasSuffix(host, ".localhost") {
			return false
		}
		h.unset.Do(func() {
			h.log.Warn("a preview without a password is not shown: write one into the file of "+
				"--previews", "brand", brand, "host", host)
		})
		x.kind = "preview_refused"
		answer.Brandless(a, r, catalog.UnknownHost)
		return true
	}
	x.kind = "preview_password"
	x.client = ratelimit.ClientAddr(x.in.Remote, x.forwarded, h.trusted)
	_, password, isGuess := (&http.Request{Header: x.header()}).BasicAuth()
	if isGuess && !h.guesses.Address(x.client, 0, r.Time).OK {
		answer.Brandless(a, r, catalog.RateLimited)
		a.Fields = append(a.Fields, release.Field{Name: "Retry-After", Value: "60"})
		return true
	}
	given := sha256.Sum256([]byte(password))
	if subtle.ConstantTimeCompare(given[:], want[:]) == 1 {
		return false
	}
	if isGuess {
		h.guesses.Address(x.client, 1, r.Time)
	}
	a.Status, a.Body = http.StatusUnauthorized, []byte(`{"type":"about:blank",`+
		`"title":"Password required","status":401,"code":"unauthorized","error":"unauthorized"}`)
	a.Fields = append(a.Fields,
		release.Field{Name: "Content-Type", Value: "application/problem+json"},
		release.Field{Name: "WWW-Authenticate", Value: `Basic realm="preview", charset="UTF-8"`})
	return true
}

// unlist keeps an answer out of caches and search engines.
func unlist(a *answer.Answer) {
	a.Fields = slices.DeleteFunc(a.Fields,
		func(f release.Field) bool { return f.Name == "Cache-Control" })
	a.Fields = append(a.Fields, release.Field{Name: "Cache-Control", Value: "private, no-store"},
		release.Field{Name: "X-Robots-Tag", Value: "noindex"})
}
