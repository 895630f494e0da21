package store_test

import (
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/bucket/storetest"
)

// TestAskedAgain: a request that the network has lost does not keep a
// reader waiting when the network is well again.
func TestAskedAgain(t *testing.T) {
	server := storetest.Start(t, "versitygw")
	proxy := storetest.NewProxy(t, server.Endpoint)
	s := open(t, server.AddressAt(proxy.URL))
	require.NoError(t, s.Create(t.Context(), "brands/a/one", content([]byte("first"))))
	var asked atomic.Int32
	proxy.Decide(func(*http.Request) storetest.Fault {
		return storetest.Fault{Hang: asked.Add(1) == 1}
	})
	start := time.Now()
	require.Equal(t, "first", read(t, s, "brands/a/one", 0))
	require.WithinDuration(t, start.Add(3*time.Second), time.Now(), 1500*time.Millisecond)
	require.EqualValues(t, 2, asked.Load())
}
