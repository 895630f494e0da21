package tokens_test

import (
	"bufio"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/tokens"
)

var samplePages = filepath.Join("testdata", "pages")

func TestMeanErrorPerLocale(t *testing.T) {
	estimate := func(body []byte) float64 { return float64(tokens.Estimate(body)) }
	groups := relativeErrors(mustReadSamples(t, samplePages), estimate)
	require.Len(t, groups, 2)
	for _, locale := range []string{"pt-BR", "en"} {
		e := groups[locale]
		require.Equal(t, 30, e.pages, locale)
		require.LessOrEqual(t, e.mean, .05, "%s: the header promises 5 %%", locale)
		require.LessOrEqual(t, e.worst, .15, locale)
	}
}

// The rule of thumb must be worse, or this package would have no reason to be.
func TestBetterThanAQuarterOfTheBytes(t *testing.T) {
	samples := mustReadSamples(t, samplePages)
	ours := relativeErrors(samples,
		func(body []byte) float64 { return float64(tokens.Estimate(body)) })
	thumb := relativeErrors(samples, func(body []byte) float64 { return float64(len(body)) / 4 })
	for locale, e := range thumb {
		require.Less(t, 2*ours[locale].mean, e.mean, locale)
	}
}

func TestCounts(t *testing.T) {
	// Indexes are those of count.go: ascii, latin, other, wide letters, symbols,
	// digit groups, punctuation, its runs, words, inner words, long letters,
	// capitals, line breaks.
	tests := []struct {
		name, text string
		want       []uint32
	}{
		{"nothing", "", []uint32{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
		{"words", "a noite inteira", []uint32{13, 0, 0, 0, 0, 0, 0, 0, 3, 0, 1, 0, 0}},
		{"accents", "São João 1º", []uint32{5, 3, 0, 0, 0, 1, 0, 0, 3, 1, 0, 0, 0}},
		{"numbers", "2026 123456 7", []uint32{0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0}},
		{"address", "https://a.b/c-d", []uint32{9, 0, 0, 0, 0, 0, 6, 4, 5, 4, 0, 0, 0}},
		{"capitals", "SESC Sesc", []uint32{8, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 3, 0}},
		{"signs", "“R$\u00a0—” €\n", []uint32{1, 0, 0, 0, 0, 0, 5, 4, 1, 1, 0, 0, 1}},
		{"scripts", "Москва 東京", []uint32{0, 0, 6, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0}},
		{"emoji", "🎉 ❤\ufe0f", []uint32{0, 0, 0, 0, 1, 0, 2, 1, 0, 0, 0, 0, 0}},
		{"broken UTF-8", "\xc3\xff\x80", []uint32{0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, tt.want, tokens.Counts([]byte(tt.text)))
		})
	}
}

// TestSameCounts: the weights were fitted to these very counts, so a faster way
// to count must find the same, in real pages and in any bytes.
func TestSameCounts(t *testing.T) {
	h := fnv.New64a()
	for _, s := range mustReadSamples(t, samplePages) {
		fmt.Fprint(h, tokens.Counts(s.body))
	}
	random := rand.New(rand.NewPCG(1, 2))
	const alphabet = "aaaabcdefzABZ0129 " +
		".,-\n\xc3\xa9\xc2\xa0\xba\xe2\x80\x93\xf0\x9f\x8e\x89\xd0\xef\xb8\x8f\xff"
	for range 20_000 {
		body := make([]byte, random.IntN(40))
		for i := range body {
			body[i] = alphabet[random.IntN(len(alphabet))]
		}
		fmt.Fprint(h, tokens.Counts(body))
	}
	require.Equal(t, uint64(0xe93261ec71e8d656), h.Sum64())
}

func TestEstimateOfLittle(t *testing.T) {
	require.EqualValues(t, 0, tokens.Estimate(nil))
	require.EqualValues(t, 0, tokens.Estimate([]byte(strings.Repeat("\n", 1000))),
		"never below nothing")
	require.EqualValues(t, 1, tokens.Estimate([]byte("noite")))
}

func FuzzEstimate(f *testing.F) {
	for _, seed := range []string{"", "São Paulo, 23 de maio", "\xff\xfe", "€🎉東京", "a\x00b\r\n\n"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		// No byte can be worth more than a letter of another language together
		// with the word that it opens.
		require.LessOrEqual(t, uint64(tokens.Estimate(body)), 3*uint64(len(body))+1)
		require.Equal(t, tokens.Estimate(body), tokens.Estimate(append([]byte(nil), body...)))
	})
}

// sample is one page with its exact number of tokens.
type sample struct {
	group string // the first folder of its path: the locale
	body  []byte
	exact float64
}

// mustReadSamples reads the pages that root/counts.tsv names: exact count, tab,
// path below root.
func mustReadSamples(tb testing.TB, root string) []sample {
	tb.Helper()
	f, err := os.Open(filepath.Join(root, "counts.tsv"))
	require.NoError(tb, err)
	defer f.Close()
	var samples []sample
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		var s sample
		var path string
		_, err := fmt.Sscanf(lines.Text(), "%g\t%s", &s.exact, &path)
		require.NoError(tb, err, lines.Text())
		s.body, err = os.ReadFile(filepath.Join(root, path))
		require.NoError(tb, err)
		s.group, _, _ = strings.Cut(filepath.ToSlash(path), "/")
		samples = append(samples, s)
	}
	require.NoError(tb, lines.Err())
	require.NotEmpty(tb, samples)
	return samples
}

type groupError struct {
	mean, worst float64
	pages       int
}

// relativeErrors judges estimates by group.
func relativeErrors(samples []sample, estimate func([]byte) float64) map[string]groupError {
	groups := make(map[string]groupError)
	for _, s := range samples {
		e := groups[s.group]
		d := estimate(s.body)/s.exact - 1
		e.mean += math.Abs(d)
		e.worst = max(e.worst, math.Abs(d))
		e.pages++
		groups[s.group] = e
	}
	for group, e := range groups {
		e.mean /= float64(e.pages)
		groups[group] = e
	}
	return groups
}
