package text_test

import (
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"cartaz/builder/rowstest"
	"cartaz/builder/text"
)

func TestFold(t *testing.T) {
	rows := rowstest.Read[map[string]struct{ In, Want string }](t, "testdata/fold.yaml")
	rows["decomposed"] = struct{ In, Want string }{"Sa\u0303o", "sao"}
	rows["full width"] = struct{ In, Want string }{"ＲＯＣＫ　２０", "rock 20"}
	rows["decomposed kana"] = struct{ In, Want string }{"か\u3099", "が"}
	rows["decomposed hangul"] = struct{ In, Want string }{norm.NFD.String("한국"), "한국"}
	rows["invisible"] = struct{ In, Want string }{"so\u00adft\u200b\ufeff", "soft"}
	rows["invalid"] = struct{ In, Want string }{"a\xffb\xc3", "a\ufffdb\ufffd"}
	for name, c := range rows {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, c.Want, text.Fold(c.In))
			require.Equal(t, "x"+c.Want, string(text.AppendFold([]byte("x"), c.In)))
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
