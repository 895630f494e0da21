package negotiate_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/rowstest"
	"cartaz/edge/internal/negotiate"
)

const tag = `"0123456789abcdefghijkl-gz"`

func TestETagMatch(t *testing.T) {
	tests := rowstest.Read[[]struct {
		Name, Field string
		Want        bool
	}](t, "testdata/etag-match.yaml")
	for _, tt := range tests {
		t.Run(tt.Name, func(t *testing.T) {
			require.Equal(t, tt.Want, negotiate.ETagMatch(tt.Field, tag), tt.Field)
		})
	}
	require.True(t, negotiate.ETagMatch(`"a"`, `W/"a"`), "the comparison is weak on both sides")
	require.Zero(t, testing.AllocsPerRun(10,
		func() { negotiate.ETagMatch(`"a", W/"b", x, `+tag, tag) }))
}

func TestModifiedSince(t *testing.T) {
	changed := time.Date(2026, 11, 20, 15, 4, 5, 999, time.UTC)
	type row struct {
		Name, Field string
		Want        bool
	}
	tests := append(rowstest.Read[[]row](t, "testdata/modified-since.yaml"),
		row{"garbage", strings.Repeat("x", 8000), true})
	for _, tt := range tests {
		t.Run(tt.Name, func(t *testing.T) {
			require.Equal(t, tt.Want, negotiate.ModifiedSince(tt.Field, changed))
		})
	}
	require.True(t, negotiate.ModifiedSince("Fri, 20 Nov 2026 15:04:05 GMT", time.Time{}),
		"unknown time of change")
	require.Zero(t, testing.AllocsPerRun(10,
		func() { negotiate.ModifiedSince("Fri, 20 Nov 2026 15:04:05 GMT", changed) }))
}

func TestNotModified(t *testing.T) {
	changed := time.Date(2026, 11, 20, 15, 4, 5, 0, time.UTC)
	const same, before = "Fri, 20 Nov 2026 15:04:05 GMT", "Fri, 20 Nov 2026 15:04:04 GMT"
	require.False(t, negotiate.NotModified("", "", tag, changed), "nothing asked")
	require.True(t, negotiate.NotModified(tag, "", tag, changed))
	require.True(t, negotiate.NotModified("", same, tag, changed))
	require.False(t, negotiate.NotModified("", before, tag, changed))
	require.True(t, negotiate.NotModified(tag, before, tag, changed),
		"the date does not count beside a tag")
	require.False(t, negotiate.NotModified(`"old"`, same, tag, changed),
		"the date does not count beside a tag")
}

func FuzzETagMatch(f *testing.F) {
	f.Add(tag)
	f.Add(`W/"a", *, "b`)
	f.Add(`x,y"z",W/`)
	f.Fuzz(func(t *testing.T, field string) {
		if negotiate.ETagMatch(field, tag) && !strings.Contains(field, tag) &&
			strings.Trim(field, " \t") != "*" {
			t.Fatalf("%q matched %s", field, tag)
		}
		negotiate.ModifiedSince(field, time.Unix(0, 0))
	})
}
