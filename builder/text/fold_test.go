package text_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	goldtext "github.com/yuin/goldmark/text"
	"go.yaml.in/yaml/v3"
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

// FuzzFrontMatter: plain CommonMark, which knows no front matter, reads every value as text, and
// YAML reads the value.
func FuzzFrontMatter(f *testing.F) {
	for _, s := range []string{"![x](https://e.example/p.png)", "[x]: https://e.example", "[x]",
		"<script>", "<https://e.example>", "<!--", "-->", `\`, `\\[x](y)`, `"`, "a\n---\n# b",
		"&#91;x](y)", "`", "*a* _b_ ~~c~~", "a_b", "\u2028\u0085\ufeff\ufffe\U000e0001", "{a: b}",
		"https://e.example/a_b?c=d&lt;e", "Rock & Roll!"} {
		f.Add(s, "](https://e.example)")
		f.Add("a", s)
	}
	f.Fuzz(func(t *testing.T, title, description string) {
		if !utf8.ValidString(title) || !utf8.ValidString(description) {
			return
		}
		front := "title: " + text.FrontMatter(title) + "\ndescription: " +
			text.FrontMatter(description) + "\n"
		var got struct{ Title, Description string }
		require.NoError(t, yaml.Unmarshal([]byte(front), &got), front)
		require.Equal(t, title, got.Title, front)
		require.Equal(t, description, got.Description, front)

		front = "---\n" + front + "---\n"
		document := goldmark.DefaultParser().Parse(goldtext.NewReader([]byte(front)))
		var kinds []string
		_ = ast.Walk(document, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
			if entering && n.Kind() != ast.KindText {
				kinds = append(kinds, n.Kind().String())
			}
			return ast.WalkContinue, nil
		})
		require.Equal(t, "Document ThematicBreak Heading", strings.Join(kinds, " "), front)
	})
}

// TestFrontMatter: what Markdown does not read as more than text stays as people read it.
func TestFrontMatter(t *testing.T) {
	for s, want := range map[string]string{
		"America/Sao_Paulo":          `"America/Sao_Paulo"`,
		"https://e.example/a-b?c=d":  `"https://e.example/a-b?c=d"`,
		"Rock & Roll, às 20:00! (1)": `"Rock & Roll, às 20:00! (1)"`,
		"![a](b)":                    `"!\u005ba\u005d(b)"`,
		"_a_ &lt; &#60;":             `"\u005fa\u005f \u0026lt; \u0026#60;"`,
	} {
		require.Equal(t, want, text.FrontMatter(s))
	}
}

// TestMarkdown: a name makes no link, no picture and no element.
func TestMarkdown(t *testing.T) {
	for s, want := range map[string]string{
		"![a](b)": `&#33;\[a\](b)`, "Olá! <b> & &lt;": `Olá! \<b\> & \&lt;`,
		"a|b\n`c`": "a\\|b \\`c\\`",
	} {
		require.Equal(t, want, text.Markdown(s))
	}
}

func TestShorten(t *testing.T) {
	require.Equal(t, "", text.Shorten("", 3))
	require.Equal(t, "açã", text.Shorten("açã", 3))
	require.Equal(t, "açã…", text.Shorten("ação", 3))
	require.Equal(t, "…", text.Shorten("a", 0))
}

func TestDistance(t *testing.T) {
	long := strings.Repeat("x-y", 50) // as Cyrillic words are in Latin letters
	for _, tt := range []struct {
		a, b string
		most int
		want int
	}{
		{"", "", 0, 0},
		{"valence", "valencia", 2, 2},
		{"lobos", "lobso", 1, 1},
		{"abc", "xyz", 2, 3},
		{long, long, 0, 0},
		{"a" + long, "a" + long + "b", 1, 1},
		{"a" + long + "a", "b" + long + "b", 3, 4},
		{long, "", 3, 4},
	} {
		require.Equal(t, tt.want, text.Distance([]byte(tt.a), []byte(tt.b), tt.most), tt)
	}
}
