package analysis_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/search/analysis"
	"cartaz/builder/search/lang"
)

func TestRetypings(t *testing.T) {
	for typed, meant := range map[string]string{
		"rjywthn": "концерт", "Rbyj": "Кино", "[jh": "хор", "vepsrf e htrb": "музыка у реки",
		"`krf": "ёлка", "кщсл": "rock", "щкпфтшя": "organiz",
		"kino": "кино", "muzyka": "музыка", "muzey": "музей", "vystavka": "выставка",
		"yolka": "ёлка", "shchelkunchik": "щелкунчик", "ekskursiya": "экскурсия",
		"mel'nitsa": "мельница", "джаз": "dzhaz", "самба": "samba", "хор": "khor",
	} {
		require.True(t, slices.Contains(analysis.Retypings(typed), meant), "%s: %q", typed,
			analysis.Retypings(typed))
	}
	for _, typed := range []string{"", "123", "東京", "kино", "é"} {
		require.NotContains(t, analysis.Retypings(typed), typed)
	}
	require.Empty(t, analysis.Retypings("kино"), "both alphabets")
	require.Empty(t, analysis.Retypings("2026"))
}

// A word in letters of two scripts that look alike has those of one.
func TestScripts(t *testing.T) {
	a := lang.Default.Analyzer()
	for in, want := range map[string]string{
		"кoнцeрт":        "концерт", // Latin o and e
		"Cтарый мир":     "старыи мир",
		"рок-Kонцерт co": "рок-концерт co",
		"Сoncert":        "concert", // Cyrillic С
		"Кiно":           "кіно",
		"веб-wave":       "веб-wave",
		"iphoneы":        "iphoneы",
		"xаос и Mосквa":  "хаос и москва",
		"":               "",
	} {
		require.Equal(t, "x"+want, string(a.Append([]byte("x"), in)))
		require.Equal(t, want, string(a.Append(nil, want)))
	}
}
