package theme_test

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/theme"
)

func TestMonogram(t *testing.T) {
	tests := []struct{ name, want string }{
		{"Evinha – Cartão Postal 1971", "EC"},
		{"Samba do Lenço de Mauá", "SL"},
		{"A Noite do Samba", "NS"},
		{"Cineconcerto “Tubarão (Jaws)” com Orquestra", "CT"},
		{"EuroRust 2026", "E"},
		{"Sambabado", "S"},
		{"Pronomes que rimam", "PQ"},
		{"The Art of Code", "AC"},
		{"élan à Paris", "ÉP"},
		{"e\u0301lan vital", "EV"}, // a letter with its accent apart is still one word
		{"Os Pelas", "OP"},         // nothing but small words: their own letters
		{"D'Angelo ao vivo", "DV"},
		{"‘Tis Pity", "TP"},
		{"24h de samba", "S"},
		{"2026", ""},
		{"", ""},
		{"🎉 Festa 🎉 junina", "FJ"},
		{"El amor brujo", "AB"},
		{"Les Amants du Pont", "AP"},
		{"Der Ring des Nibelungen", "RN"},
		{"東京 ジャズ", "東ジ"},
		{"Fórum On-line", "FO"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { require.Equal(t, tt.want, theme.Monogram(tt.name)) })
	}
}

// The choice is part of what a page looks like for ever: a changed hash would
// change the bytes of every page.
func TestArtIsStable(t *testing.T) {
	tests := []struct {
		slug             string
		palette, pattern int
	}{
		{"", 1, 2},
		{"evinha-cartao-postal-1971-d2f8", 4, 1},
	}
	for _, tt := range tests {
		palette, pattern := theme.Art(tt.slug)
		require.Equal(t, [2]int{tt.palette, tt.pattern}, [2]int{palette, pattern}, tt.slug)
	}
}

func TestArtSpreads(t *testing.T) {
	seen := make(map[[2]int]int)
	for i := range 5000 {
		palette, pattern := theme.Art("evento-" + strconv.Itoa(i))
		seen[[2]int{palette, pattern}]++
	}
	require.Len(t, seen, 25, "every palette meets every pattern")
	for poster, n := range seen {
		require.InDelta(t, 200, n, 100, poster)
	}
}
