package ratelimit_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/edge/internal/ratelimit"
)

func TestHeaders(t *testing.T) {
	l := ratelimit.New(defaults, ratelimit.Large)
	spent := l.Identity(v4, start)
	for spent.OK {
		spent = l.Identity(v4, start)
	}
	tests := []struct {
		name          string
		d             ratelimit.Decision
		limit, policy string
	}{
		{"as in the draft", ratelimit.Decision{OK: true, Policy: "address", Limit: 120,
			Remaining: 87, Reset: 23 * time.Second},
			`"address";r=87;t=23`, `"address";q=120;w=60`},
		{"served", l.Address(v4, 1, start), `"address";r=599;t=1`, `"address";q=600;w=60`},
		{"refused", spent, `"identity";r=0;t=2`, `"identity";q=30;w=60`},
		{"no limit", ratelimit.Decision{OK: true}, ``, ``},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, "x"+tt.limit, string(ratelimit.AppendRateLimit([]byte("x"), tt.d)))
			require.Equal(t, "x"+tt.policy, string(ratelimit.AppendPolicy([]byte("x"), tt.d)))
		})
	}
}
