package negotiate_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/release"
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
	tests := []struct{ name, field, want string }{
		{"no field", "", "identity"},
		{"any", "*", "zstd gzip identity"},
		{"gzip", "gzip", "gzip identity"},
		{"zstd", "zstd", "zstd identity"},
		{"x-gzip", "x-gzip", "gzip identity"},
		{"both", "gzip, zstd", "zstd gzip identity"},
		{"chrome", "gzip, deflate, br, zstd", "zstd gzip identity"},
		{"safari", "gzip, deflate, br", "gzip identity"},
		{"only what we lack", "br, deflate", "identity"},
		{"weights", "gzip;q=1.0, zstd;q=0.5", "gzip zstd identity"},
		{"weights the other way", "gzip;q=0.5, zstd;q=0.501", "zstd gzip identity"},
		{"identity preferred", "identity, gzip;q=0.5", "identity gzip"},
		{"identity at equal weight", "identity, gzip, zstd", "zstd gzip identity"},
		{"identity without a weight is last", "gzip;q=0.001", "gzip identity"},
		{"identity refused", "gzip, identity;q=0", "gzip identity"},
		{"identity refused by the star", "gzip, *;q=0", "gzip identity"},
		{"identity named beside the star", "identity;q=0.1, *;q=0", "identity"},
		{"nothing accepted", "*;q=0", "identity"},
		{"everything refused by name", "identity;q=0, gzip;q=0, zstd;q=0", "identity"},
		{"star gives its weight", "gzip;q=0.5, *;q=0.8", "zstd identity gzip"},
		{"gzip refused", "gzip;q=0, *", "zstd identity"},
		{"capitals", "GZIP, ZStd;Q=0.5", "gzip zstd identity"},
		{"white space", "\tgzip ;\tq=0.2 , zstd ; q=0.1", "gzip zstd identity"},
		{"named twice", "gzip;q=0.1, zstd;q=0.5, gzip;q=0.9", "gzip zstd identity"},
		{"both names of gzip", "gzip;q=0.1, x-gzip;q=0.9, zstd;q=0.5", "gzip zstd identity"},
		{"bad weight", "gzip;q=x, zstd;q=2, identity", "identity"},
		{"bad weight of the star", "gzip, *;q=x", "gzip identity"},
		{"empty members", ",,gzip,,", "gzip identity"},
		{"string without end", `gzip, br;a="x, zstd`, "gzip identity"},
		{"name inside another", "gzipped, xzstd", "identity"},
		{"dictionaries are not known", "gzip, deflate, br, zstd, dcb, dcz", "zstd gzip identity"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, tt.want, order(tt.field), tt.field)
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
