package answer

import (
	"strconv"

	"cartaz/edge/internal/ratelimit"
)

// Limits on how much of a request is read, in bytes.
const (
	MaxBody      = 4 << 10  // body of the identity endpoint
	MaxAgentBody = 64 << 10 // body of the agent endpoints
	MaxTarget    = 8 << 10
)

// limitFields adds the rest of the quota (draft-ietf-httpapi-ratelimit-headers-11), and, if it is
// used up, when to ask again.
func (a *Answer) limitFields(d *ratelimit.Decision) {
	if d == nil || d.Policy == "" || a.Field("RateLimit") != "" {
		return // not counted, switched off, or already set
	}
	if a.Status == 429 {
		a.set("Retry-After", strconv.FormatInt(int64(d.RetryAfter.Seconds()), 10))
	}
	a.set("RateLimit-Policy", string(ratelimit.AppendPolicy(nil, *d)))
	a.set("RateLimit", string(ratelimit.AppendRateLimit(nil, *d)))
}
