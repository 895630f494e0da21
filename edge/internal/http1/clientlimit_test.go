package http1_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/edge/internal/http1"
)

// perAddress has every address be a client.
func perAddress(a netip.Addr) http1.Client {
	return http1.Client{Block: netip.PrefixFrom(a, a.BitLen())}
}

// from is a connection without a network that says that it comes from an address.
type from struct {
	net.Conn
	addr netip.Addr
}

func (c from) RemoteAddr() net.Addr {
	return net.TCPAddrFromAddrPort(netip.AddrPortFrom(c.addr,
		1))
}

// crowd connects from addresses, and knows who was served.
type crowd struct {
	l      pipes
	served map[string]int
}

// connect reports whether a connection from addr is served. It is kept open.
func (c *crowd) connect(t *testing.T, addr string) (net.Conn, bool) {
	t.Helper()
	ours, theirs := net.Pipe()
	c.l <- from{theirs, netip.MustParseAddr(addr)}
	answered := make(chan bool)
	go func() {
		in := bufio.NewReader(ours)
		go func() { _, _ = io.WriteString(ours, "GET /"+host+"\r\n") }()
		res, err := http.ReadResponse(in, nil)
		if err != nil {
			answered <- false
			return
		}
		_, _ = io.Copy(io.Discard, res.Body)
		answered <- res.StatusCode == 200
		_, _ = io.Copy(io.Discard, in) // a pipe blocks even writes of nothing
	}()
	ok := <-answered
	if !ok {
		ours.Close()
		return nil, false
	}
	c.served[addr]++
	return ours, true
}

// inCrowd runs a test of connections to a server that allows most of them.
func inCrowd(t *testing.T, most, perClient int, f func(t *testing.T, c *crowd, s *http1.Server)) {
	synctest.Test(t, func(t *testing.T) {
		c := &crowd{make(pipes), map[string]int{}}
		s := serve(t, c.l, func(s *http1.Server) {
			s.MaxConns, s.MaxPerClient = most, perClient
			s.Refusal = []byte("HTTP/1.1 429 Too Many Requests\r\nConnection: " +
				"close\r\nContent-Length: 0\r\n\r\n")
			s.ClientOf = func(a netip.Addr) http1.Client {
				if a == netip.MustParseAddr("10.0.0.1") {
					return http1.Client{} // a proxy
				}
				client := perAddress(a)
				if a.Is6() {
					client.Block, _ = a.Prefix(64)
					client.Wide, _ = a.Prefix(48)
				}
				return client
			}
		})
		f(t, c, s)
	})
}

// A /48 holds four times what a /64 of it does, however many /64s it has.
func TestConnectionsOfWideNetworks(t *testing.T) {
	inCrowd(t, 0, 5, func(t *testing.T, c *crowd, s *http1.Server) {
		var last net.Conn
		for block := range 30 {
			for range 6 {
				if conn, ok := c.connect(t, fmt.Sprintf("2001:db8:1:%x::1", block)); ok {
					last = conn
				}
			}
		}
		require.Equal(t, 5, c.served["2001:db8:1:0::1"])
		require.Equal(t, 20, s.Open())
		_, ok := c.connect(t, "2001:db8:2::1")
		require.True(t, ok, "another network")
		require.NoError(t, last.Close())
		synctest.Wait()
		_, ok = c.connect(t, "2001:db8:1:99::1")
		require.True(t, ok, "a place is free again")
	})
}

// Near the bound of all connections no client can take all that is left: a client with many is
// refused, and the next new client is served.
func TestSharesNearTheBound(t *testing.T) {
	inCrowd(t, 400, 300, func(t *testing.T, c *crowd, s *http1.Server) {
		for range 400 {
			c.connect(t, "192.0.2.1")
		}
		require.Equal(t, 300, c.served["192.0.2.1"], "its own bound")
		// Fifteen greedy clients, one after the other.
		for n := range 15 {
			for range 100 {
				c.connect(t, fmt.Sprintf("198.51.100.%d", n))
			}
		}
		require.Equal(t, 11, c.served["198.51.100.0"],
			"an eighth of the free places, which become fewer meanwhile")
		require.Positive(t, c.served["198.51.100.14"])
		_, ok := c.connect(t, "203.0.113.1")
		require.True(t, ok, "a newcomer")
		_, ok = c.connect(t, "192.0.2.1")
		require.False(t, ok, "who holds most")
		for range 400 {
			c.connect(t, "10.0.0.1")
		}
		require.Equal(t, 400, s.Open(), "a proxy has no share, but places are places")
		_, refused := s.Counts()
		require.Positive(t, refused)
	})
}

// Near the bound connections rest only as long as a new one may wait.
func TestShortRestsNearTheBound(t *testing.T) {
	inCrowd(t, 20, 0, func(t *testing.T, c *crowd, s *http1.Server) {
		for n := range 15 {
			_, ok := c.connect(t, fmt.Sprintf("198.51.100.%d", n))
			require.True(t, ok)
		}
		for n := range 5 {
			_, ok := c.connect(t, fmt.Sprintf("203.0.113.%d", n))
			require.True(t, ok)
		}
		require.Equal(t, 20, s.Open())
		time.Sleep(http1.HeadTimeout)
		synctest.Wait()
		require.Less(t, s.Open(), 16)
		require.Positive(t, s.Open(), "those that came before go on resting")
	})
}
