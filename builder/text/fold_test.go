package text_test

import (
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"cartaz/builder/text"
)

func TestFold(t *testing.T) {
	for name, c := range map[string]struct{ in, want string }{
		"empty":         {"", ""},
		"plain":         {"festival 2026", "festival 2026"},
		"case":          {"FESTIVAL", "festival"},
		"acute and til": {"São João Não É Além", "sao joao nao e alem"},
		"cedilla":       {"Conceição", "conceicao"},
		"decomposed":    {"Sa\u0303o", "sao"},
		"sharp s":       {"Straße GROẞ", "strasse gross"},
		"ligatures":     {"Æsir œuvre ﬁlme", "aesir oeuvre filme"},
		"nordic": {
			"Øresund Đorđe Łódź þing ð", "oresund dorde lodz thing d",
		},
		"turkish":                        {"İstanbul ısı", "istanbul isi"},
		"vietnamese":                     {"Nguyễn Đình", "nguyen dinh"},
		"ordinals":                       {"1º 2ª", "1o 2a"},
		"full width":                     {"ＲＯＣＫ　２０", "rock 20"},
		"cyrillic keeps its letters":     {"Москва Йошкар", "москва иошкар"},
		"greek final sigma":              {"Ὀδυσσεύς", "οδυσσευσ"},
		"han":                            {"東京", "東京"},
		"kana keeps its voicing":         {"がぎ バンド ﾊﾞ", "がぎ バンド バ"},
		"decomposed kana":                {"か\u3099", "が"},
		"hangul":                         {"한국", "한국"},
		"decomposed hangul":              {norm.NFD.String("한국"), "한국"},
		"devanagari keeps vowels":        {"हिन्दी", "हिन्दी"},
		"hebrew and arabic points":       {"שָׁלוֹם مُحَمَّد", "שלום محمد"},
		"arabic letters that look alike": {"مدرسة على ١٢ ـمـ کتاب ی", "مدرسه علي 12 م كتاب ي"},
		"digits of other scripts":        {"२०२६ ๒๐๒๖ 𝟮٠", "2026 2026 20"},
		"thai keeps vowels and tones":    {"เพลงไทย กำลัง ที่", "เพลงไทย ก\u0e4dาลัง ที่"},
		"invisible":                      {"so\u00adft\u200b\ufeff", "soft"},
		"acute as apostrophe":            {"d´água", "d'agua"},
		"oxia is the same":               {"d\u1FFDágua", "d'agua"},
		"invalid":                        {"a\xffb\xc3", "a\ufffdb\ufffd"},
		"emoji":                          {"Rock ❤️", "rock ❤"},
	} {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, c.want, text.Fold(c.in))
			require.Equal(t, "x"+c.want, string(text.AppendFold([]byte("x"), c.in)))
		})
	}
}

// The short path for Latin letters and the general one must agree, on their own and beside other
// scripts.
func TestFoldEveryRune(t *testing.T) {
	for r := rune(0); r <= utf8.MaxRune; r++ {
		if !utf8.ValidRune(r) {
			continue
		}
		s := string(r)
		once := text.Fold(s)
		if text.Fold(once) != once {
			t.Fatalf("folding U+%04X twice: %q then %q", r, once, text.Fold(once))
		}
		if r < 0x370 && text.Fold(s+"東") != once+"東" {
			t.Fatalf("U+%04X folds differently beside another script", r)
		}
		if !norm.NFC.IsNormalString(once) {
			t.Fatalf("U+%04X folds to %q, which is not NFC", r, once)
		}
	}
}

func TestFoldProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.String().Draw(t, "s")
		once := text.Fold(s)
		require.Equal(t, once, text.Fold(once), "idempotent")
		require.True(t, utf8.ValidString(once))
		require.Equal(t, once, text.Fold(norm.NFD.String(s)),
			"the same however the text is normalised")
	})
}

func TestFoldDoesNotAllocate(t *testing.T) {
	buf := make([]byte, 0, 256)
	for _, s := range []string{"Conceição do Araguaia", "東京ドームがぎ", "Йошкар", "ﬁlme – “São”", "한국"} {
		require.Zero(t, testing.AllocsPerRun(50, func() { buf = text.AppendFold(buf[:0], s) }), s)
	}
}

func FuzzFold(f *testing.F) {
	for _, s := range []string{"São Paulo", "a\xff", "か\u3099", "ΐ", "\u0345", "각"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		once := text.Fold(s)
		require.True(t, utf8.ValidString(once))
		require.Equal(t, once, text.Fold(once))
	})
}

// TestIsSlug: small letters a to z, digits, and single hyphens between them.
func TestIsSlug(t *testing.T) {
	for s, want := range map[string]bool{
		"": false, "-a": false, "a-": false, "a--b": false, "A": false, "é": false, "ß": false,
		"a b": false, "a\n": false, "a_b": false, "٣": false, "a/b": false,
		"a": true, "9": true, "a-b-9": true,
	} {
		require.Equal(t, want, text.IsSlug(s), "%q", s)
	}
}
