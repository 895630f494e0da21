package ratelimit

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Client is a connection of a test to a store.
type Client struct{ conn *storeConn }

// DialStore connects to a store until the test ends.
func DialStore(t testing.TB, address string) Client {
	t.Helper()
	s, err := parseStore(address)
	require.NoError(t, err)
	conn, err := s.dial(t.Context(), time.Minute)
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.Close() })
	return Client{conn}
}

// Do sends a command and waits for its reply.
func (c Client) Do(words ...string) (any, error) { return c.conn.do(words...) }
