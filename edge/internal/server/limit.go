package server

import (
	"net/netip"
	"time"

	"cartaz/edge/internal/answer"
	"cartaz/edge/internal/credential"
	"cartaz/edge/internal/ratelimit"
)

// charge takes one request from the quota that it belongs to. New identities
// have a quota of their own, by address, so that minting cannot widen anything;
// a request with a valid credential is charged to it and to the network that
// minted it; everything else to its address.
func (h *Handler) charge(route answer.Route, client netip.Addr, id credential.Identity, known bool, now time.Time) ratelimit.Decision {
	switch {
	case route.Kind == answer.Identity:
		return h.limiter.Identity(client, now)
	case known:
		return h.limiter.Credential(id.ID, id.Network, now)
	}
	return h.limiter.Address(client, now)
}
