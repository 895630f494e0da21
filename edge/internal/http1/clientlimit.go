package http1

import (
	"math"
	"net/netip"
)

// Client names the owner of a connection: the block of addresses that counts as one client, and the
// wider network around it. An invalid prefix has no bound.
type Client struct{ Block, Wide netip.Prefix }

// wideFactor times MaxPerClient is how many connections a wide network may have open.
const wideFactor = 4

// crowdedFrom is the part of MaxConns, in quarters, from which the server counts as crowded.
const crowdedFrom = 3

// shareOfFree divides the free connections when the server is crowded: one client may have at most
// one eighth as many open as are still free. The limit depends on the free connections and not on
// MaxConns, so earlier clients always leave a connection for the next client. These are the dynamic
// thresholds of Choudhury and Hahne, 1998.
//
// Example: of 1,000 connections 800 are open and 200 are free. A client with fewer than 25 open
// connections gets one more; any other client is refused.
const shareOfFree = 8

// crowded reports whether clients must share the free connections, because many are open.
func (s *Server) crowded() bool {
	return s.MaxConns > 0 && s.open.Load() >= int64(s.MaxConns-s.MaxConns/4*(4-crowdedFrom))
}

// mayOpen reports whether a client may open one more connection. The caller holds s.mu.
func (s *Server) mayOpen(c Client) bool {
	share := math.MaxInt
	if s.MaxConns > 0 {
		free := s.MaxConns - int(s.open.Load())
		if free <= 0 {
			return false
		}
		if s.crowded() {
			share = max(1, free/shareOfFree)
		}
	}
	return s.belowLimit(c.Block, s.MaxPerClient, share) &&
		s.belowLimit(c.Wide, wideFactor*s.MaxPerClient, share)
}

// belowLimit reports whether a network has fewer connections open than its bound and its share.
func (s *Server) belowLimit(network netip.Prefix, bound, share int) bool {
	n := s.clients[network]
	return !network.IsValid() || n < share && (bound <= 0 || n < bound)
}

// addOpen adds n to the connections of a client. The caller holds s.mu.
func (s *Server) addOpen(c Client, n int) {
	s.open.Add(int64(n))
	for _, network := range [...]netip.Prefix{c.Block, c.Wide} {
		if !network.IsValid() {
			continue
		}
		if s.clients[network] += n; s.clients[network] == 0 {
			delete(s.clients, network)
		}
	}
}
