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

	"cartaz/builder/text"
)

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
