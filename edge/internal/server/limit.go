package server

import (
	"crypto/rand"
	"net/http"
	"regexp"
	"strings"

	"cartaz/edge/internal/answer"
	"cartaz/edge/internal/mcp"
	"cartaz/edge/internal/ratelimit"
)

// One request may cost 2 ms of one core, on a catalogue of 120,000 events.
const (
	// unitBytes is how many bytes of a body count as one request. The time to read and answer a
	// body grows with its length.
	unitBytes = 8 << 10
	// unitWords is how many words of a search for a page count as one request. When nothing is
	// found, each word up to maxWords is searched for, so that the page can offer other searches.
	unitWords = 6
	maxWords  = 12
	// a2aUnits is how many requests a message to the agent counts for: its answer has the page and
	// the list.
	a2aUnits = 2
	// calendarUnits is how many requests the calendar of a search counts for: 500 events are 450
	// KB, which take 8 ms to join and compress.
	calendarUnits = 4
)

// facets matches a body that asks for facets, which take another 2 ms: the name of the argument, or
// an escape that may hide a letter of it.
var facets = regexp.MustCompile(`"facets"|\\u00[67]`)

// admit finds the client of a request, charges it, and reads the body. A client with nothing left
// is refused before its body is read or counted.
func (h *Handler) admit(x *exchange) {
	r, kind := &x.request, x.route.Kind
	isKnown := h.findClient(x)
	counted := isKnown && kind.Counted() && r.Method != http.MethodOptions
	charge := h.account(x)
	if counted {
		r.Limit = &x.decision
	}
	if limit := kind.MaxBody(); limit > 0 && r.Method == http.MethodPost {
		if counted && kind != answer.Identity {
			if x.decision = charge(0); !x.decision.OK {
				return
			}
		}
		var err error
		if r.Body, r.BodyOver, err = x.in.Read(limit); err != nil {
			r.Body = []byte("{") // a body that broke off is not JSON
		}
		rand.Read(r.Entropy[:]) // never fails (crypto/rand)
	}
	switch {
	case !counted:
	case kind == answer.Identity && answer.Mints(r):
		// New credentials have a quota of their own, by address, so minting credentials gives no
		// client more requests.
		x.decision = h.limiter.Identity(x.client, r.Time)
	default:
		x.decision = charge(units(kind, r))
	}
}

// findClient finds the address that is charged. It returns false for a listener without addresses,
// in tests.
func (h *Handler) findClient(x *exchange) bool {
	remote := x.in.Remote
	if !remote.IsValid() {
		return false
	}
	h.noteFront(x)
	x.client = ratelimit.ClientAddr(remote, x.forwarded, h.trusted)
	x.request.Network = ratelimit.Network(x.client)
	return true
}

// account returns the function that charges n units of ordinary requests: to the credential of the
// request if it is valid, or else to its address. With n 0 the function asks if one unit is left,
// and charges nothing.
func (h *Handler) account(x *exchange) func(n int) ratelimit.Decision {
	now := x.request.Time
	if x.credential != "" {
		id, ok := h.keys.Verify(x.snapshot.Brand().Key, x.credential, now)
		if ok {
			x.known = id.ID.String()
			return func(n int) ratelimit.Decision {
				return h.limiter.Credential(id.ID, id.Network, x.client, n, now)
			}
		}
	}
	return func(n int) ratelimit.Decision { return h.limiter.Address(x.client, n, now) }
}

// noteFront logs once that a private address sends X-Forwarded-For and is not trusted. If it is a
// proxy, all visitors behind it share the limits of one address, which otherwise shows only as 429
// under load.
func (h *Handler) noteFront(x *exchange) {
	remote := x.in.Remote
	near := remote.IsPrivate() || remote.IsLoopback() || remote.IsLinkLocalUnicast()
	if near && len(x.forwarded) > 0 && !ratelimit.Trusted(remote, h.trusted) {
		h.front.Do(func() {
			h.log.Warn("a private address sends X-Forwarded-For, which is not believed: its "+
				"visitors share the limits of one address; if it is your proxy, start the edge "+
				"with --trusted-proxies "+remote.String(), "addr", remote.String())
		})
	}
}

// units returns how many requests this request counts for: the largest of the counts by body, text,
// batch and kind.
func units(kind answer.Kind, r *answer.Request) int {
	n := max(1, (len(r.Body)+unitBytes-1)/unitBytes)
	switch kind {
	case answer.MCP:
		n = max(n, mcp.Messages(r.Body)+len(facets.FindAllIndex(r.Body, mcp.MaxBatch)))
	case answer.A2A:
		n = max(n, a2aUnits)
	case answer.ListCalendar:
		n = max(n, calendarUnits)
	case answer.ListPage, answer.ListTwin:
		words := min(len(strings.Fields(r.List().Text)), maxWords)
		n = max(n, (words+unitWords-1)/unitWords)
	}
	return n
}
