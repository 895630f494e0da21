package server

import (
	"net/http"
	"net/netip"
	"strings"
	"time"

	"cartaz/edge/internal/answer"
	"cartaz/edge/internal/answer/listquery"
	"cartaz/edge/internal/credential"
	"cartaz/edge/internal/mcp"
	"cartaz/edge/internal/ratelimit"
	"cartaz/edge/internal/site"
)

// What one request may cost: 2 ms of one core, on a catalogue of 120,000 events.
const (
	// unitBytes is how many bytes of a body count as one request. The time to read and answer a
	// body grows with its length.
	unitBytes = 8 << 10
	// unitWords is how many words of a search for a page count as one. Where nothing is found each
	// is searched for, so that the page can offer other searches; beyond maxWords none is.
	unitWords = 6
	maxWords  = 12
	// a2aUnits is what a message to the agent counts for: its answer has the page and the list.
	a2aUnits = 2
	// calendarUnits is what the calendar of a search counts for: 500 events are 450 KB, which take
	// 8 ms to join and compress.
	calendarUnits = 4
)

// account names who a request is charged to.
type account struct {
	client   netip.Addr
	identity credential.Identity // of a credential that verified
	known    bool                // there is one
}

// charge charges n units of ordinary requests. With n 0 it asks whether one unit is left and
// charges nothing.
func (h *Handler) charge(p account, n int, now time.Time) ratelimit.Decision {
	if p.known {
		return h.limiter.Credential(p.identity.ID, p.identity.Network, p.client, n, now)
	}
	return h.limiter.Address(p.client, n, now)
}

// admit finds who a request is from, charges it, and reads its body. A client that has
// nothing left is refused before its body is read or counted.
func (h *Handler) admit(s *requestState, snapshot *site.Snapshot, route answer.Route,
	line *logEntry) {
	r := &s.request
	counted := route.Kind.Counted() && r.Method != http.MethodOptions
	if !s.remote.IsValid() {
		counted = false // a listener without addresses, in tests
	} else {
		h.noteFront(s)
		line.client = ratelimit.ClientAddr(s.remote, s.forwarded, h.trusted)
		r.Network = ratelimit.Network(line.client)
	}
	p := account{client: line.client}
	if s.credential != "" {
		if p.identity, p.known = h.keys.Verify(snapshot.Brand().Key, s.credential,
			r.Time); p.known {
			line.credential = p.identity.ID.String()
		}
	}
	if counted {
		r.Limit = &s.decision
	}
	if limit := route.Kind.MaxBody(); limit > 0 && r.Method == http.MethodPost {
		if counted && route.Kind != answer.Identity {
			if s.decision = h.charge(p, 0, r.Time); !s.decision.OK {
				return
			}
		}
		r.Body, r.BodyOver = s.transport.body(limit)
	}
	switch {
	case !counted:
	case route.Kind == answer.Identity && answer.Mints(r):
		// New credentials have a quota of their own, by address, so that minting credentials gives
		// nobody more requests.
		s.decision = h.limiter.Identity(p.client, r.Time)
	default:
		s.decision = h.charge(p, units(route.Kind, r), r.Time)
	}
}

// noteFront logs once that a private address sends X-Forwarded-For and is not trusted. If it is a
// proxy, all visitors behind it share the limits of one address, which else shows only as 429 under
// load.
func (h *Handler) noteFront(s *requestState) {
	near := s.remote.IsPrivate() || s.remote.IsLoopback() || s.remote.IsLinkLocalUnicast()
	if near && len(s.forwarded) > 0 && !ratelimit.Trusted(s.remote, h.trusted) {
		h.front.Do(func() {
			h.log.Warn("a private address sends X-Forwarded-For, which is not believed: its "+
				"visitors share the limits of one address; if it is your proxy, start the edge "+
				"with --trusted-proxies "+s.remote.String(), "addr", s.remote.String())
		})
	}
}

// units returns how many requests this request counts for: the largest of the counts by body, text,
// batch and kind.
func units(kind answer.Kind, r *answer.Request) int {
	n := max(1, (len(r.Body)+unitBytes-1)/unitBytes)
	switch kind {
	case answer.MCP:
		n = max(n, mcp.Messages(r.Body))
	case answer.A2A:
		n = max(n, a2aUnits)
	case answer.ListCalendar:
		n = max(n, calendarUnits)
	case answer.ListPage, answer.ListTwin:
		words := min(len(strings.Fields(listquery.Parse(r.Query).Text)), maxWords)
		n = max(n, (words+unitWords-1)/unitWords)
	}
	return n
}
