package fetch

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
)

// TestAuth: a client of a token service asks once, for as long as the token holds, over all pulls.
// A token that the backend takes back is replaced at once. A service that refuses is named without
// its secret.
func TestAuth(t *testing.T) {
	t.Parallel()
	asked, refuse, life, revoked := 0, 0, 3600, "none"
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id, secret, _ := r.BasicAuth()
		w.Header().Set("Content-Type", "application/json")
		switch asked++; {
		case refuse != 0:
			w.WriteHeader(refuse)
			fmt.Fprintf(w, `{"error": "invalid_client", "error_description": %q}`, secret)
		case id != "cartaz" || secret != "hush-hush" || r.FormValue("scope") != "events read" ||
			r.FormValue("grant_type") != "client_credentials":
			w.WriteHeader(http.StatusBadRequest)
		default:
			fmt.Fprintf(w, `{"access_token": "t%d", "token_type": "Bearer", "expires_in": %d}`,
				asked, life)
		}
	}))
	defer service.Close()
	backend := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if got := r.Header.Get("Authorization"); strings.HasPrefix(got, "Bearer "+revoked) ||
			got != fmt.Sprintf("Bearer t%d", asked) {
			w.WriteHeader(http.StatusUnauthorized)
			fmt.Fprint(w, `{"message": "who are you"}`)
		}
	}))
	defer backend.Close()
	address, err := url.Parse(backend.URL + "/events?api_key=1")
	require.NoError(t, err)
	fetch := func(src Source, times int) (err error) {
		src.URL = backend.URL
		f := New(src, Options{Sleep: func(context.Context, time.Duration) error { return nil }})
		defer f.Close()
		for range times {
			var a *Answer
			a, err = f.Fetch(context.Background(), &Request{URL: address, Where: "events"}, nil)
			if err == nil {
				a.Close()
			}
		}
		return err
	}
	auth := brands.Auth{TokenURL: service.URL, ClientID: "cartaz", ClientSecret: "hush-hush",
		Scope: "events read"}
	src := Source{Source: brands.Source{Auth: auth, MaxBytes: 1000}}

	require.NoError(t, fetch(src, 3))
	require.NoError(t, fetch(src, 3))
	require.Equal(t, 1, asked, "one token for all requests")
	revoked = "t1"
	require.NoError(t, fetch(src, 3))
	require.Equal(t, 2, asked)
	revoked = "t"
	require.ErrorContains(t, fetch(src, 1), "answered 401 Unauthorized")
	require.Equal(t, 3, asked, "a new token is refused once")
	revoked = "none"
	life = 1 // over before it is used
	src.Auth.TokenURL += "/short"
	require.NoError(t, fetch(src, 3))
	require.Equal(t, 6, asked)

	refuse = http.StatusUnauthorized
	require.EqualError(t, fetch(src, 1), "events: source unavailable: the token service of "+
		"source.auth answered 401 Unauthorized invalid_client: check its token_url, client_id, "+
		"client_secret and scope")
	refuse = http.StatusBadGateway
	require.ErrorContains(t, fetch(src, 1), "answered 502 Bad Gateway")
	require.ErrorContains(t, fetch(src, 1), "(5 tries)")

	src.Auth = brands.Auth{}
	require.EqualError(t, fetch(src, 1), "events: source "+
		"unavailable: answered 401 Unauthorized: check the key api_key in the address; check "+
		`source.headers or source.auth: the answer begins with "{\"message\": \"who are you\"}"`)
}

// FuzzRetryAfter: no text makes a wait negative or endless.
func FuzzRetryAfter(f *testing.F) {
	for _, seed := range []string{"7", "-1", "99999999999999999999",
		"Sat, 23 May 2026 12:00:09 GMT", "soon", " 5 ", "1e9", "Sat, 31 Dec 9999 23:59:59 GMT"} {
		f.Add(seed)
	}
	now := time.Date(2026, 5, 23, 12, 0, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, text string) {
		wait := retryAfter(text, now)
		require.GreaterOrEqual(t, wait, time.Duration(0))
	})
}
