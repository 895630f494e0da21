package serve_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/serve"
)

// TestQueue: waiting calls are one build, a brand runs one build at a time, and no brand waits for
// another.
func TestQueue(t *testing.T) {
	began, goOn := make(chan string), make(chan int)
	q := serve.NewQueue(func(brand string) any {
		began <- brand
		if brand == "slow" {
			return <-goOn
		}
		return brand
	})
	first := q.Call("slow")
	require.Equal(t, "slow", <-began)
	second := q.Call("slow")
	require.NotEqual(t, first.ID, second.ID, "the one that runs may have read the source before")
	require.Equal(t, second.ID, q.Call("slow").ID)
	fast := q.Call("fast")
	require.Equal(t, "fast", <-began)
	b, found := q.Find("slow", first.ID)
	require.True(t, found)
	require.Equal(t, "running", b.State)
	b, _ = q.Find("slow", second.ID)
	require.Equal(t, "waiting", b.State)
	goOn <- 7
	require.Equal(t, "slow", <-began)
	b, _ = q.Find("slow", first.ID)
	require.Equal(t, "done", b.State)
	require.Equal(t, 7, b.Result)
	goOn <- 8
	q.Wait()
	b, _ = q.Find("slow", second.ID)
	require.Equal(t, 8, b.Result)
	_, found = q.Find("slow", fast.ID)
	require.False(t, found)
	for range 100 { // the number of remembered builds is bounded
		q.Call("fast")
		<-began
		q.Wait()
	}
	_, found = q.Find("fast", fast.ID)
	require.False(t, found)
}

const secret = "a secret of the backend"

// sign returns the field of a call.
func sign(at time.Time, secret, body string) string {
	mac := hmac.New(sha256.New, []byte(secret))
	fmt.Fprintf(mac, "%d.%s", at.Unix(), body)
	return fmt.Sprintf("t=%d,v1=%x", at.Unix(), mac.Sum(nil))
}

// TestHook: a caller with the secret has a brand built and gets the result; all others are refused,
// whatever their body.
func TestHook(t *testing.T) {
	var builds atomic.Int32
	q := serve.NewQueue(func(string) any { return map[string]int32{"n": builds.Add(1)} })
	hook := serve.Hook{Queue: q, Secret: func(brand string) string {
		return map[string]string{"palco": secret}[brand]
	}}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	ended := make(chan error, 1)
	go func() { ended <- hook.Serve(l) }()
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	do := func(method, path, signature, body string) (*http.Response, string) {
		r, err := http.NewRequestWithContext(t.Context(), method, "http://"+l.Addr().String()+path,
			strings.NewReader(body))
		require.NoError(t, err)
		r.Header.Set(serve.Signature, signature)
		w, err := client.Do(r)
		require.NoError(t, err)
		text, err := io.ReadAll(w.Body)
		require.NoError(t, err)
		require.NoError(t, w.Body.Close())
		return w, string(text)
	}
	now := time.Now()
	for name, c := range map[string]struct{ path, signature, body string }{
		"no signature":  {"/build/palco", "", "{}"},
		"garbled":       {"/build/palco", "t=,v1=zz", "{}"},
		"huge time":     {"/build/palco", "t=9223372036854775807,v1=00", "{}"},
		"other secret":  {"/build/palco", sign(now, "a secret of somebody", "{}"), "{}"},
		"other body":    {"/build/palco", sign(now, secret, "{}"), "{ }"},
		"replayed":      {"/build/palco", sign(now.Add(-6*time.Minute), secret, "{}"), "{}"},
		"of the future": {"/build/palco", sign(now.Add(6*time.Minute), secret, "{}"), "{}"},
		"unknown brand": {"/build/festa", sign(now, secret, "{}"), "{}"},
		"no secret":     {"/build/festa", sign(now, "", "{}"), "{}"},
	} {
		w, _ := do("POST", c.path, c.signature, c.body)
		require.Equal(t, 401, w.StatusCode, name)
	}
	large := strings.Repeat("x", 65<<10)
	w, _ := do("POST", "/build/palco", sign(now, secret, large), large)
	require.Equal(t, 413, w.StatusCode)
	w, _ = do("GET", "/build/palco", "", "")
	require.Equal(t, 405, w.StatusCode)
	w, _ = do("GET", "/build/palco/ABC", "", "")
	require.Equal(t, 404, w.StatusCode)
	require.Zero(t, builds.Load())

	w, text := do("POST", "/build/palco", sign(now, secret, `{"id":1}`), `{"id":1}`)
	require.Equal(t, 202, w.StatusCode, text)
	q.Wait()
	w, text = do("GET", w.Header.Get("Location"), "", "")
	require.Equal(t, 200, w.StatusCode)
	var b serve.Build
	require.NoError(t, json.Unmarshal([]byte(text), &b))
	require.Equal(t, "done", b.State)
	require.JSONEq(t, `{"n":1}`, text[strings.Index(text, `{"n"`):len(text)-2])
	require.NoError(t, l.Close())
	require.ErrorIs(t, <-ended, net.ErrClosed)
}
