package negotiate_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/release"
	"cartaz/builder/rowstest"
	"cartaz/edge/internal/negotiate"
)

// all holds every coding.
var all = negotiate.Set(0).With(release.Identity).With(release.Gzip).With(release.Zstd)

// order returns the codings that are chosen one after the other, each without those before.
func order(field string) string {
	var list []string
	for have := all; ; {
		c := negotiate.Coding(field, have)
		if !have.Has(c) {
			return strings.Join(list, " ")
		}
		list = append(list, c.String())
		have &^= negotiate.Set(0).With(c)
	}
}

func TestCodings(t *testing.T) {
	tests := rowstest.Read[[]struct{ Name, Field, Want string }](t, "testdata/codings.yaml")
	for _, tt := range tests {
		t.Run(tt.Name, func(t *testing.T) {
			require.Equal(t, tt.Want, order(tt.Field), tt.Field)
		})
	}
}

func TestCodingOfStored(t *testing.T) {
	plain := negotiate.Set(0).With(release.Identity)
	gz := plain.With(release.Gzip)
	tests := []struct {
		name, field string
		have        negotiate.Set
		want        release.Coding
	}{
		{"best that exists", "gzip, zstd", gz, release.Gzip},
		{"only identity exists", "gzip, zstd", plain, release.Identity},
		{"identity refused, coding missing", "zstd, identity;q=0", gz, release.Identity},
		{"nothing exists", "gzip", 0, release.Identity},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, tt.want, negotiate.Coding(tt.field, tt.have))
		})
	}
}

func TestSet(t *testing.T) {
	s := negotiate.Set(0).With(release.Zstd)
	require.True(t, s.Has(release.Zstd))
	require.False(t, s.Has(release.Gzip))
	require.False(t, s.Has(release.Identity))
}

func FuzzCodings(f *testing.F) {
	for _, field := range []string{"", "gzip, deflate, br, zstd", "*;q=0",
		"identity;q=0, gzip;q=0.5", `gzip;a="`, "zstd;q=.5", "gzip, br, zstd, dcb, dcz"} {
		f.Add(field)
	}
	f.Fuzz(func(t *testing.T, field string) {
		lower := strings.ToLower(field)
		if c := negotiate.Coding(field, all); c != release.Identity &&
			!strings.Contains(lower, c.String()) && !strings.Contains(lower, "*") {
			t.Fatalf("%q: %s from nowhere", field, c)
		}
	})
}

func TestCodingsAllocatesNothing(t *testing.T) {
	field := strings.Repeat("gzip;q=0.5, br, ", 500)
	require.Zero(t, testing.AllocsPerRun(10, func() { negotiate.Coding(field, all) }))
}
