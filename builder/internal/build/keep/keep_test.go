package keep

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/release"
	"cartaz/builder/search/lang"
	"cartaz/templates"
)

// TestSumsAreFoundAgain reads back what was sealed: every sum of it is known, and no other.
func TestSumsAreFoundAgain(t *testing.T) {
	of := func(n int64) Sum {
		s := new(Summer)
		s.Begin("/locais/teatro")
		s.Int(n)
		return s.Sum()
	}
	for _, n := range []int64{0, 1, 2, 3, 100} {
		var first Sums
		for i := range n {
			require.False(t, first.Known(of(i)), "there is no base release")
		}
		second := Sums{base: first.encode()}
		for i := range n {
			require.True(t, second.Known(of(i)), "%d of %d", i, n)
		}
		require.Equal(t, first.encode(), second.encode())
		require.False(t, second.Known(of(n)))
	}
}

// TestSummerTellsValuesApart: texts do not run into each other, and long input counts to its end.
func TestSummerTellsValuesApart(t *testing.T) {
	long := make([]byte, 4<<10)
	seen := map[Sum]int{}
	for i, add := range []func(s *Summer){
		func(*Summer) {},
		func(s *Summer) { s.Text("ab", "c") },
		func(s *Summer) { s.Text("a", "bc") },
		func(s *Summer) { s.Text("abc") },
		func(s *Summer) { s.Int(1, 2) },
		func(s *Summer) { s.Int(2, 1) },
		func(s *Summer) { s.Text(string(long)) },
		func(s *Summer) { s.Text(string(long)); s.Int(1) },
		func(s *Summer) { s.Hash([16]byte{1}) },
	} {
		s := new(Summer)
		s.Begin("/cidades/recife")
		add(s)
		sum := s.Sum()
		require.NotContains(t, seen, sum, "%d is as %d", i, seen[sum])
		seen[sum] = i
	}
}

// TestCodingsThatPay shows which codings a body has: none when it is small or cannot be compressed,
// gzip from a kilobyte on, and zstd beside it where that is shorter.
func TestCodingsThatPay(t *testing.T) {
	words := func(n int) []byte {
		var b []byte
		for r := rand.New(rand.NewPCG(1, 1)); len(b) < n; {
			b = fmt.Appendf(b, "event %d, ", r.IntN(1e6))
		}
		return b[:n]
	}
	noise := make([]byte, 1<<17)
	for i, r := 0, rand.New(rand.NewPCG(1, 2)); i < len(noise); i++ {
		noise[i] = byte(r.Uint32())
	}
	// Repeats that are too far apart for the 32 KiB window of DEFLATE.
	far := bytes.Repeat(noise[:40<<10], 3)
	tests := []struct {
		name       string
		body       []byte
		gzip, zstd bool
	}{
		{"small", words(minCoded - 1), false, false},
		{"a page", words(minCoded), true, false},
		{"the largest without zstd", bytes.Repeat([]byte("a"), minZstd-1), true, false},
		{"zstd shorter than gzip", bytes.Repeat(words(48<<10), 2), true, true},
		{"noise", noise, false, false},
		{"what only zstd can shorten", far, false, true},
	}
	c, err := NewCodec()
	require.NoError(t, err)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := Coded{test.body}
			require.NoError(t, c.Encode([]*Coded{&b}))
			require.Equal(t, test.gzip, b[release.Gzip] != nil, "gzip")
			require.Equal(t, test.zstd, b[release.Zstd] != nil, "zstd")
		})
	}
	require.True(t, beats(97, 100))
	require.False(t, beats(98, 100))
}

func TestPolicies(t *testing.T) {
	b := &brands.Brand{}
	const rest = "; connect-src 'self'; manifest-src 'self'; form-action 'self'; " +
		"base-uri 'none'; frame-ancestors 'none'"
	require.Equal(t, "default-src 'none'; style-src 'self'; img-src 'self'"+rest,
		pagePolicy(b, nil))
	require.Equal(t,
		"default-src 'none'; style-src 'self'; img-src 'self' https://a.example https://b.example"+
			rest,
		pagePolicy(b, []string{"https://b.example", "https://a.example", "https://b.example", ""}))
	var many []string
	for i := range 30 {
		many = append(many, fmt.Sprintf("https://%d.example", i))
	}
	require.Equal(t, "default-src 'none'; style-src 'self'; img-src 'self' https:"+rest,
		pagePolicy(b, many))
	require.Contains(
		t,
		pagePolicy(b, append(many, "http://x.example")),
		"img-src 'self' https: http:;",
	)
	require.Equal(t, pagePolicy(b, nil)+"; script-src 'self'",
		pagePolicy(&brands.Brand{Scripts: true}, nil))
	require.Contains(t, embedPolicy(b, nil), "; form-action 'none'; base-uri 'none'; "+
		"frame-ancestors *")
}

// TestPrint: a manifest has it as it was made, and each part changes with what belongs to it alone.
func TestPrint(t *testing.T) {
	brand := func() *brands.Brand { return &brands.Brand{Key: "a", Locale: "pt-BR"} }
	made := PrintOf(brand(), templates.Embedded, 1, 2)
	made.Languages, made.Days = lang.English, "d"
	require.Equal(t, made, ReadPrint(made.String()))
	for _, text := range []string{"", "a-b-c", "a-b-x-d-e", "a-b-1-d-e-f"} {
		require.Zero(t, ReadPrint(text), text)
	}
	require.Empty(t, Print{Days: "d"}.String())

	same := PrintOf(brand(), templates.Embedded, 1, 2)
	differ := func(b *brands.Brand, files templates.Set, all, rest any) (parts string) {
		p := PrintOf(b, files, all, rest)
		for _, part := range []struct{ name, a, b string }{{"pages ", p.Pages, same.Pages},
			{"index ", p.Index, same.Index}, {"rest ", p.Rest, same.Rest}} {
			if part.a != part.b {
				parts += part.name
			}
		}
		return parts
	}
	require.Empty(t, differ(brand(), templates.Embedded, 1, 2))
	require.Equal(t, "pages ", differ(brand(), templates.Embedded, 3, 2))
	require.Equal(t, "rest ", differ(brand(), templates.Embedded, 1, 3))
	with := func(name string) templates.Set {
		return templates.Embedded.With(map[string]string{name: "x"})
	}
	require.Equal(t, "pages ", differ(brand(), with("html/event.html"), 1, 2))
	require.Equal(t, "pages ", differ(brand(), with(templates.StyleSheet), 1, 2))
	require.Equal(t, "rest ", differ(brand(), with("discovery/llms.txt"), 1, 2))
	b := brand()
	b.Static = []brands.StaticFile{{Path: "/x"}}
	require.Equal(t, "rest ", differ(b, templates.Embedded, 1, 2))
	b = brand()
	b.Search.Synonyms = [][]string{{"a", "b"}}
	require.Equal(t, "index rest ", differ(b, templates.Embedded, 1, 2))
	b = brand()
	b.Theme.Color = "#0b5cad"
	require.Equal(t, "pages index rest ", differ(b, templates.Embedded, 1, 2))
}

// TestBuildID: a program says what it is made of without being read whole; another file does not.
func TestBuildID(t *testing.T) {
	path, err := os.Executable()
	require.NoError(t, err)
	f, err := os.Open(path)
	require.NoError(t, err)
	defer f.Close()
	id := buildID(f)
	require.NotEmpty(t, id)
	require.Len(t, Program(), 64)
	for _, text := range []string{"", "\x7fELF", "#!/bin/sh\n"} {
		require.Nil(t, buildID(strings.NewReader(text)))
	}
}
