package validate_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/validate"
)

// A member repeated a million times costs its record no more than 50 findings, of which the last
// says how many more there are, and the rest of the record is read.
func TestRepeated(t *testing.T) {
	many := slices.Repeat([]any{1}, 1_000_000)
	unknown := map[string]any{}
	for i := range 1000 {
		unknown[strings.Repeat("x", i+1)] = 1
	}
	checker := validate.New(validate.Config{Zone: time.UTC, ZoneName: "UTC"})
	for member, want := range map[string]string{
		"tags": "the first 100 are read", "tickets": "the first 100 are read",
		"sessions": "the first 10000 are read",
		"location": "", "producer": "", "images": "",
	} {
		raw := map[string]any{"id": 1, "name": "a", "starts_at": "2027-02-01T20:00:00Z",
			"updated_at": "yesterday", member: many}
		if want == "" {
			raw[member] = unknown
		}
		record, _, findings := checker.Check(raw, "a.json, item 1")
		require.NotNil(t, record, member)
		require.LessOrEqual(t, len(findings), 50, member)
		require.Contains(t, findings[len(findings)-1].Detail, " more", member)
		has := func(detail string) bool {
			return slices.ContainsFunc(findings, func(f validate.Finding) bool {
				return strings.Contains(f.Detail, detail)
			})
		}
		require.True(t, has(want), "%s: %v", member, findings)
		if member != "sessions" { // which are read before
			require.True(t, has("updated_at"), "%s: %v", member, findings)
		}
	}
	unknown["name"] = nil
	record, _, findings := checker.Check(unknown, "a.json, item 1")
	require.Nil(t, record)
	require.Len(t, findings, 50)
	require.Equal(t, validate.Dropped, findings[49].Kind)
	require.Equal(t, "name is missing; and 951 more", findings[49].Detail)
}
