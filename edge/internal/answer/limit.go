package answer

import (
	"fmt"
	"strconv"
	"time"

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
	// Names of policies hold nothing that would need an escape.
	a.set("RateLimit-Policy", fmt.Sprintf("%q;q=%d;w=%d", d.Policy, d.Limit,
		ratelimit.Window/time.Second))
	a.set("RateLimit", fmt.Sprintf("%q;r=%d;t=%d", d.Policy, d.Remaining, d.Reset/time.Second))
}
