package answer

import (
	"strconv"

	"cartaz/builder/catalog"
	"cartaz/edge/internal/ratelimit"
)

// This file says which addresses have a limit, and answers requests beyond it. Who pays for a
// request, and how much, package server decides before; its comment lists all limits.

// Limits on what is read of a request, in bytes.
const (
	MaxBody      = 4 << 10  // body of the identity endpoint
	MaxAgentBody = 64 << 10 // body of the agent endpoints
	MaxTarget    = 8 << 10
)

// Counted says whether requests of this kind count against a rate limit: the API does, except for
// its liveness, and so do the agent endpoints and pages of search results. Sealed pages and
// documents do not.
func (k Kind) Counted() bool {
	switch k {
	case Detail, List, ListPage, ListTwin, ListCalendar, Changes, SlugMissing, Identity,
		MCP, A2A:
		return true
	}
	return false
}

// MaxBody is how much of the body of a POST is read, in bytes; 0 where no body is taken.
func (k Kind) MaxBody() int {
	switch k {
	case MCP, A2A:
		return MaxAgentBody
	case Identity:
		return MaxBody
	}
	return 0
}

// overLimit answers a request that its rate limit refused with 429, and says whether it was one.
// Every kind that is counted asks it after the method.
func (p *problems) overLimit(a *Answer, r *Request, kind Kind) bool {
	if r.Limit == nil || r.Limit.OK {
		return false
	}
	p.answer(a, r, kind, catalog.RateLimited)
	return true
}

// limitFields says what is left of the quota (draft-ietf-httpapi-ratelimit-headers-11), and when to
// ask again where nothing is.
func (a *Answer) limitFields(d *ratelimit.Decision) {
	if d == nil || d.Policy == "" || a.Field("RateLimit") != "" {
		return // not counted, switched off, or said already
	}
	if a.Status == 429 {
		a.set("Retry-After", strconv.FormatInt(int64(d.RetryAfter.Seconds()), 10))
	}
	a.set("RateLimit-Policy", string(ratelimit.AppendPolicy(nil, *d)))
	a.set("RateLimit", string(ratelimit.AppendRateLimit(nil, *d)))
}
