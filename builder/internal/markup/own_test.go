package markup_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/markup"
	"cartaz/builder/rowstest"
)

func readOwn(source string) *markup.OwnPage {
	return markup.ReadOwn(source, func(path string) (markup.Picture, bool) {
		return markup.Picture{Width: 3, Height: 2}, path == "/foto.png"
	})
}

func TestOwnPage(t *testing.T) {
	p := readOwn("Um **teatro** & [amigos](/amigos), [fora](https://x.example/a?b=c&d), " +
		"[sumido](/eventos/um).\n\n## Um\n\n#### Dois\n\n![A *foto*](/foto.png)\n\n" +
		"| a | b |\n|---|---|\n| 1 | [mail](mailto:a@b.example) |\n\n- 1 < 2\n- " +
		"[tel](tel:+551199)\n")
	require.Empty(t, p.Faults)
	require.Equal(t, []markup.Note{{Line: 1, Text: "/amigos"}, {Line: 1, Text: "/eventos/um"}},
		p.Links)
	page, markdown, notes := p.Draw("https://s.example",
		func(path string) bool { return path == "/amigos" }, nil)
	require.Equal(t, []markup.Note{{Line: 1,
		Text: "nothing is at /eventos/um: the link is left out; name another path, or " +
			"remove it"}}, notes)
	require.Equal(t, `<p>Um <strong>teatro</strong> &amp; <a href="/amigos">amigos</a>, `+
		`<a href="https://x.example/a?b=c&amp;d">fora</a>, sumido.</p>
<h2>Um</h2>
<h3>Dois</h3>
<p><img src="/foto.png" alt="A foto" width="3" height="2" loading="lazy"></p>
<table>
<thead>
<tr>
<th>a</th>
<th>b</th>
</tr>
</thead>
<tbody>
<tr>
<td>1</td>
<td><a href="mailto:a@b.example">mail</a></td>
</tr>
</tbody>
</table>
<ul>
<li>1 &lt; 2</li>
<li><a href="tel:+551199">tel</a></li>
</ul>`, page)
	for _, want := range []string{"Um **teatro** & [amigos](https://s.example/amigos)",
		"[fora](https://x.example/a?b=c&d), sumido.", "\n## Um\n", "\n### Dois\n",
		"![A foto](https://s.example/foto.png)", "[mail](mailto:a@b.example)", "- 1 &lt; 2\n"} {
		require.Contains(t, markdown, want)
	}
}

// TestBlocks: an own page has cards, columns and buttons.
func TestBlocks(t *testing.T) {
	page, markdown, _ := readOwn("::: columns\n\n[Compre](/a){.btn} já\n\nB\n\n:::\n\n"+
		"::: cards /temas/um\n\nC\n").Draw("https://s.example",
		func(string) bool { return true },
		func(of string) (cards, lines string) { return "<li>" + of + "</li>", "- " + of })
	require.Equal(t, `<div class="columns">
<p><a class="btn" href="/a">Compre</a> já</p>
<p>B</p>
</div>
<ul class="cards">
<li>/temas/um</li></ul>
<p>C</p>`, page)
	require.Equal(t, "[Compre](https://s.example/a) já\n\nB\n\n- /temas/um\n\nC", markdown)
}

// table is a table of n columns and n rows, which a parser fills up.
func table(n int) string {
	return strings.Repeat("|a", n) + "|\n" + strings.Repeat("|-", n) + "|\n" +
		strings.Repeat("|b\n", n-1) + "\nend"
}

// Each forbidden part of a page is reported with its line, and hostile text never becomes markup.
func TestFaultsOfOwnPages(t *testing.T) {
	rows := rowstest.Read[map[string]string](t, "testdata/faults-of-own-pages.yaml")
	rows[table(680)] = "682: up to here the page has tables of more than"
	rows[strings.ReplaceAll(table(680), "\n", "\r\n")] = "682: up to here the page has tables"
	rows[strings.Repeat("[", 5000)] = "1: up to here the page has more than 4096"
	for source, want := range rows {
		p := readOwn(source)
		require.NotEmpty(t, p.Faults, source)
		line, text, _ := strings.Cut(want, ": ")
		if text == "" {
			text = line
		} else {
			require.Equal(t, line, strconv.Itoa(p.Faults[0].Line), source)
		}
		require.Contains(t, p.Faults[0].Text, text, source)
		page, _, _ := p.Draw("https://s.example", func(string) bool { return true }, nil)
		for _, bad := range []string{"<script", "javascript:", "data:", "<b>"} {
			require.NotContains(t, page, bad, source)
		}
	}
}

// FuzzOwnPage: no text of a page makes reading or drawing panic, and the output passes the
// sanitiser again with its words unchanged.
func FuzzOwnPage(f *testing.F) {
	for _, seed := range []string{"a", "# b\n\n[c](/d)", "![x](/foto.png)", "<b>", "|a|\n|-|\n|b|",
		"- [ ](/)\n  > q", "[a]: /b\n\n[a]", "```\n<x>\n```",
		"::: columns\n\n[b](/c){.btn}\n\n:::\n\n::: cards /a"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, source string) {
		p := readOwn(source)
		lines := strings.Count(source, "\n") + 1
		for _, n := range append(p.Faults, p.Links...) {
			require.True(t, n.Line >= 1 && n.Line <= lines, "line %d of %d", n.Line, lines)
		}
		page, _, _ := p.Draw("https://s.example", func(string) bool { return false },
			func(string) (cards, lines string) { return "", "" })
		require.NotContains(t, page, "<script")
	})
}
