package answer

import (
	"strconv"

	"cartaz/edge/internal/ratelimit"
)

// Limits on what is read of a request, in bytes.
const (
	MaxBody      = 4 << 10  // body of the identity endpoint
	MaxAgentBody = 64 << 10 // body of the agent endpoints
	MaxTarget    = 8 << 10
)

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
