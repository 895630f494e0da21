package negotiate_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/edge/internal/negotiate"
)

const tag = `"0123456789abcdefghijkl-gz"`

func TestETagMatch(t *testing.T) {
	tests := []struct {
		name, field string
		want        bool
	}{
		{"same", tag, true},
		{"weakened on the way", "W/" + tag, true},
		{"star", "*", true},
		{"star with space", " * ", true},
		{"list, first", tag + `, "b"`, true},
		{"list, last", `"a", W/"b",` + tag, true},
		{"list with empty members", ` , ,` + tag + `,,`, true},
		{"another variant", `"0123456789abcdefghijkl"`, false},
		{"another coding", `"0123456789abcdefghijkl-zst"`, false},
		{"no field", "", false},
		{"no quotes", strings.Trim(tag, `"`), false},
		{"no quotes, then right", `abc, ` + tag, true},
		{"prefix", tag[:len(tag)-1], false},
		{"tag with commas", `"a,` + tag[1:] + `"`, false},
		{"tag that holds another", `"x", "` + tag + `"`, false},
		{"comma inside a tag before ours", `"a,b", ` + tag, true},
		{"backslash is no escape in a tag", `"a\", ` + tag, true},
		{"lower-case w is no weak mark", "w/" + tag, false},
		{"star in a list is no star", `"a", *`, false},
		{"text after the tag", tag + "x", false},
		{"empty tag", `""`, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, tt.want, negotiate.ETagMatch(tt.field, tag), tt.field)
		})
	}
	require.True(t, negotiate.ETagMatch(`"a"`, `W/"a"`), "the comparison is weak on both sides")
	require.Zero(t, testing.AllocsPerRun(10,
		func() { negotiate.ETagMatch(`"a", W/"b", x, `+tag, tag) }))
}

func TestModifiedSince(t *testing.T) {
	changed := time.Date(2026, 11, 20, 15, 4, 5, 999, time.UTC)
	tests := []struct {
		name, field string
		want        bool
	}{
		{"same second", "Fri, 20 Nov 2026 15:04:05 GMT", false},
		{"later", "Fri, 20 Nov 2026 15:04:06 GMT", false},
		{"earlier", "Fri, 20 Nov 2026 15:04:04 GMT", true},
		{"rfc 850", "Friday, 20-Nov-26 15:04:05 GMT", false},
		{"asctime", "Fri Nov 20 15:04:05 2026", false},
		{"asctime, one digit", "Sun Nov  1 15:04:05 2026", true},
		{"outer space", " Fri, 20 Nov 2026 15:04:05 GMT ", false},
		{"other zone", "Fri, 20 Nov 2026 15:04:05 BRT", true},
		{"rfc 3339", "2026-11-20T15:04:05Z", true},
		{"no field", "", true},
		{"garbage", strings.Repeat("x", 8000), true},
		{"length parameter of old clients", "Fri, 20 Nov 2026 15:04:05 GMT; length=12", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, tt.want, negotiate.ModifiedSince(tt.field, changed))
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
