package markup_test

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/microcosm-cc/bluemonday"
	"github.com/stretchr/testify/require"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"cartaz/builder/internal/markup"
	"cartaz/builder/internal/markup/hygiene"
	"cartaz/builder/rowstest"
)

var update = flag.Bool("update", false, "write the golden files anew")

var formats = []string{"html", "markdown", "text"}

// fataler is what *testing.T and *rapid.T share.
type fataler interface {
	require.TestingT
	Helper()
	Fatalf(format string, args ...any)
}

// mustReadLines reads a table of testdata: "#" starts a comment, escapes are bytes.
func mustReadLines(t testing.TB, name string) []string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	require.NoError(t, err)
	escapes := strings.NewReplacer(`\n`, "\n", `\r`, "\r", `\t`, "\t", `\0`, "\x00")
	var lines []string
	for line := range strings.SplitSeq(string(data), "\n") {
		if line == "" || strings.HasPrefix(line, "# ") && len(lines) == 0 {
			continue
		}
		line = escapes.Replace(line)
		for {
			i := strings.Index(line, `\x`)
			if i < 0 || i+4 > len(line) {
				break
			}
			b, err := strconv.ParseUint(line[i+2:i+4], 16, 8)
			require.NoError(t, err, line)
			line = line[:i] + string([]byte{byte(b)}) + line[i+4:]
		}
		lines = append(lines, line)
	}
	return lines
}

// allowed is the grammar that may leave the package.
var allowed = map[string][]string{
	"p": nil, "h1": nil, "h2": nil, "h3": nil, "h4": nil, "h5": nil, "h6": nil, "ul": nil,
	"ol": {"start"}, "li": nil,
	"blockquote": nil, "pre": nil, "hr": nil, "table": {"tabindex"}, "thead": nil,
	"tbody": nil, "tr": nil,
	"th": nil, "td": nil,
	"br": nil, "strong": nil, "em": nil, "del": nil, "code": nil, "a": {"href", "rel"},
}

// requireSafe fails unless s is balanced HTML of the grammar with safe links.
func requireSafe(t fataler, s string) {
	t.Helper()
	z := html.NewTokenizer(strings.NewReader(s))
	var open []string
	for {
		kind := z.Next()
		if kind == html.ErrorToken {
			break
		}
		tag := z.Token()
		switch kind {
		case html.CommentToken, html.DoctypeToken:
			t.Fatalf("%v in %q", tag, s)
		case html.StartTagToken, html.SelfClosingTagToken:
			attrs, ok := allowed[tag.Data]
			require.True(t, ok, "element %s in %q", tag.Data, s)
			for _, a := range tag.Attr {
				require.Contains(t, attrs, a.Key, "in %q", s)
				switch a.Key {
				case "href":
					requireSafeLink(t, a.Val)
				case "tabindex":
					require.Equal(t, "0", a.Val)
				case "rel":
					require.Equal(t, "nofollow noopener", a.Val)
				}
			}
			if tag.Data == "a" {
				require.Len(t, tag.Attr, 2, "address and rel on every link: %q", s)
				require.NotContains(t, open, "a", "link inside a link: %q", s)
			}
			if tag.Data != "br" && tag.Data != "hr" {
				open = append(open, tag.Data)
			}
		case html.EndTagToken:
			require.NotEmpty(t, open, "%q", s)
			require.Equal(t, open[len(open)-1], tag.Data, "unbalanced: %q", s)
			open = open[:len(open)-1]
		}
	}
	require.Empty(t, open, "left open in %q", s)
}

func requireSafeLink(t fataler, href string) {
	t.Helper()
	if mail, ok := strings.CutPrefix(href, "mailto:"); ok {
		require.Regexp(t, `^[A-Za-z0-9._+-]+@[A-Za-z0-9._-]+$`, mail)
		return
	}
	require.Equal(t, hygiene.URL(href), href)
}

// plainWords is the text of HTML with one space between words, read here in
// another way than the package does: from a tree.
func plainWords(t fataler, s string) string {
	t.Helper()
	doc, err := html.Parse(strings.NewReader(s))
	require.NoError(t, err)
	var b strings.Builder
	inline := map[string]bool{"a": true, "strong": true, "em": true, "del": true, "code": true}
	var walk func(*html.Node)
	walk = func(n *html.Node) {
		block := n.Type == html.ElementNode && !inline[n.Data]
		if block {
			b.WriteByte(' ')
		}
		if n.Type == html.TextNode {
			b.WriteString(n.Data)
		}
		for k := n.FirstChild; k != nil; k = k.NextSibling {
			walk(k)
		}
		if block {
			b.WriteByte(' ')
		}
	}
	walk(doc)
	return strings.Join(strings.Fields(b.String()), " ")
}

// requireSound checks everything that holds for every description.
func requireSound(t fataler, source, format string) {
	t.Helper()
	text := markup.Clean(source, format)
	requireSafe(t, text.HTML)
	requireSafe(t, text.Page)
	require.Equal(t, sanitised(text.HTML), text.HTML, "the sanitiser takes something away")
	require.Equal(t, text.Plain, plainWords(t, markup.PageOf(text.Markdown)), "Markdown of %q: %q",
		source, text.Markdown)
	require.Equal(t, text.Plain, plainWords(t, text.HTML), "HTML of %q", source)
	require.Equal(t, text.Plain, plainWords(t, text.Page), "page of %q", source)
	require.Equal(t, text.Plain == "", text.HTML == "")
	require.Equal(t, text.Plain == "", text.Markdown == "")
	require.Equal(t, text.Plain == "", text.Page == "")
	requireOutline(t, text.Page)
	for _, s := range []string{text.HTML, text.Markdown, text.Page} {
		require.Equal(t, hygiene.Text(s), s, "invisible characters")
	}
	require.Equal(t, text, markup.Clean(source, format), "the same twice")
	requireQuoted(t, text.Markdown)
}

// grammar allows exactly what the package comment names. An independent sanitiser, which knows only
// that, must find nothing to remove.
var grammar = func() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements("p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "blockquote", "pre",
		"hr", "table", "thead", "tbody", "tr", "th", "td", "br", "strong", "em", "del", "code")
	p.AllowAttrs("href").OnElements("a")
	p.AllowAttrs("rel").Matching(regexp.MustCompile(`^nofollow noopener$`)).OnElements("a")
	p.AllowAttrs("start").Matching(regexp.MustCompile(`^[0-9]{1,6}$`)).OnElements("ol")
	p.AllowURLSchemes("http", "https", "mailto")
	p.RequireParseableURLs(true)
	return p
}()

func sanitised(s string) string {
	shorter := strings.NewReplacer("&#39;", "'", "&#34;", `"`, "<br/>", "<br>", "<hr/>", "<hr>")
	return shorter.Replace(grammar.Sanitize(s))
}

// requireOutline fails unless headings start at h3 and skip no level.
func requireOutline(t fataler, page string) {
	t.Helper()
	level := 2
	z := html.NewTokenizer(strings.NewReader(page))
	for z.Next() != html.ErrorToken {
		tag := z.Token()
		if tag.Type == html.StartTagToken && len(tag.Data) == 2 && tag.Data[0] == 'h' &&
			tag.Data != "hr" {
			next := int(tag.Data[1] - '0')
			require.GreaterOrEqual(t, next, 3, "%q", page)
			require.LessOrEqual(t, next, level+1, "%q", page)
			level = next
		}
	}
}

func TestPayloads(t *testing.T) {
	payloads := mustReadLines(t, "payloads.txt")
	require.Greater(t, len(payloads), 150)
	for _, p := range payloads {
		for _, format := range formats {
			requireSound(t, p, format)
			requireSound(t, "<p>before</p>"+p+"<p>after</p>", format)
		}
	}
}

func TestHiddenText(t *testing.T) {
	for _, source := range mustReadLines(t, "hidden.txt") {
		for _, format := range []string{"html", "markdown"} {
			text := markup.Clean(source, format)
			for name, s := range map[string]string{"HTML": text.HTML, "Markdown": text.Markdown,
				"page": text.Page, "plain": text.Plain} {
				require.Contains(t, s, "SEEN", "%s of %q", name, source)
				require.NotContains(t, s, "GHOST", "%s of %q", name, source)
			}
			requireSound(t, source, format)
		}
	}
}

// What an ordinary style says hides nothing.
func TestVisibleText(t *testing.T) {
	for _, style := range rowstest.Read[[]string](t, "testdata/visible-text.yaml") {
		text := markup.Clean(`<p style="`+style+`">seen</p>`, "html")
		require.Equal(t, "seen", text.Plain, style)
	}
}

func TestInvisibleCharacters(t *testing.T) {
	text := markup.Clean("<p>ig\u200bno\u00adre &#x202e;all&#8203; \U000E0049\U000E0047x</p>",
		"html")
	require.Equal(t, "ignore all x", text.Plain)
	require.Equal(t, "<p>ignore all x</p>", text.HTML)
}

func TestGolden(t *testing.T) {
	sources, err := filepath.Glob("testdata/golden/*.in.*")
	require.NoError(t, err)
	require.NotEmpty(t, sources)
	for _, source := range sources {
		name, extension, _ := strings.Cut(filepath.Base(source), ".in.")
		t.Run(name, func(t *testing.T) {
			data, err := os.ReadFile(source)
			require.NoError(t, err)
			format := map[string]string{"html": "html", "md": "markdown", "txt": "text"}[extension]
			requireSound(t, string(data), format)
			text := markup.Clean(string(data), format)
			got := "== html\n" + text.HTML + "\n== markdown\n" + text.Markdown + "\n== page\n" +
				text.Page +
				"== plain\n" + text.Plain + "\n== quote\n" + markup.Quote(text.Markdown) + "\n"
			golden := filepath.Join("testdata", "golden", name+".golden")
			if *update {
				require.NoError(t, os.WriteFile(golden, []byte(got), 0o644))
			}
			want, err := os.ReadFile(golden)
			require.NoError(t, err)
			require.Equal(t, string(want), got)
		})
	}
}

func TestEmpty(t *testing.T) {
	for _, source := range []string{"", " \n\t", "<p></p>", "<p>&nbsp;</p><br><hr>",
		"<script>x</script>", "\u200b", "<img src=x>", "<!-- x -->"} {
		require.Zero(t, markup.Clean(source, "html"), "%q", source)
	}
}

// Sizes that strangers choose must not become ours.
func TestBlowUp(t *testing.T) {
	long := "https://a.example/" + strings.Repeat("x", 1900)
	for name, source := range map[string]string{
		"one link around thousands of paragraphs": "<a href=" + long + ">" +
			strings.Repeat("<p>x</p>", 20000),
		"wide spans": "<table>" +
			strings.Repeat("<tr><td colspan=1000 rowspan=1000>a<td>b", 2000),
		"deep lists":             strings.Repeat("<ul><li>a", 200),
		"deep quotes":            strings.Repeat("<blockquote>a", 200),
		"deeper than the parser": strings.Repeat("<div>a ", 600),
		"open marks":             strings.Repeat("<b>a<i>b", 200),
		"unclosed tags":          strings.Repeat("<", 200000),
		"many entities":          strings.Repeat("&amp;", 50000),
		"long description":       strings.Repeat("palavra ", 100000),
	} {
		t.Run(name, func(t *testing.T) {
			text := markup.Clean(source, "html")
			for _, s := range []string{text.HTML, text.Markdown, text.Page, text.Plain} {
				require.Less(t, len(s), 4*markup.MaxSource)
			}
			require.Equal(t, text.Plain, plainWords(t, text.Page))
		})
	}
}

// A tree that the parser refuses keeps its words up to the first that could be
// hidden.
func TestRefusedTree(t *testing.T) {
	deep := strings.Repeat("<div>", 600)
	require.Equal(t, "a b", markup.Clean("a"+deep+"b", "html").Plain)
	require.Equal(t, "a", markup.Clean("<p>a</p><p hidden>GHOST"+deep, "html").Plain)
}

func TestConcurrentUse(t *testing.T) {
	want := markup.Clean(sample, "html")
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 20 {
				if markup.Clean(sample, "html") != want {
					t.Error("another result beside others")
				}
			}
		})
	}
	wg.Wait()
}

const sample = `<h2>Programação</h2><p>Uma <strong>noite</strong> de <em>música</em> &amp; dança no
<a href="https://theatro.example/agenda?x=1&amp;y=2">Theatro</a>.<br>Entrada franca*.</p>
<ul><li>20h – abertura</li><li>21h – <b>Evinha:</b>Cartão Postal<ul><li>bis</li></ul></li></ul>
<table><tr><th>Setor</th><th>Preço</th></tr><tr><td>Plateia</td><td>R$ 120</td></tr></table>` +
	`<p>*sujeito à lotação</p>`

// TestWords: the text of HTML, in its order, with no blank that is not there, up to a script.
func TestWords(t *testing.T) {
	for source, want := range map[string]string{
		"Roda <i>de</i> samba": "Roda de samba", "H<sub>2</sub>O": "H2O", " a\n b ": "a b",
		"<p>a</p><p>b</p>": "a b", "a<br>b<br/>c": "a b c", "Rock &amp; L&#8217;O": "Rock & L’O",
		"a<!-- z -->b<script>x</script>c": "ab", "1 < 2": "1 < 2",
		"<td>a<td>b": "a b", "a<img alt=x>b": "ab", "<x:y>a</x:y>b": "ab",
	} {
		require.Equal(t, want, markup.Words(source), source)
	}
}

// requireQuoted fails unless a reader of the page sees exactly what we wrote
// around the quote: paragraph, one block quote, paragraph.
func requireQuoted(t fataler, markdown string) {
	t.Helper()
	quote := markup.Quote(markdown)
	if quote == "" {
		require.Empty(t, strings.TrimSpace(hygiene.Text(markdown)))
		return
	}
	for line := range strings.SplitSeq(quote, "\n") {
		require.True(t, line == ">" || strings.HasPrefix(line, "> "), "%q in %q", line, quote)
		require.False(t, strings.ContainsAny(line, "\r\v\f\u0085\u2028\u2029"), "%q", line)
	}
	source := []byte("before\n\n" + quote + "\n\nafter [x]\n")
	ctx := parser.NewContext()
	doc := goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser().Parse(text.NewReader(
		source), parser.WithContext(ctx))
	var kinds []string
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		kinds = append(kinds, n.Kind().String())
	}
	require.Equal(t, []string{"Paragraph", "Blockquote", "Paragraph"}, kinds, "%q", source)
	require.Empty(t, ctx.References(), "%q", source)
	require.NoError(t, ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n.Kind() {
		case ast.KindHeading, ast.KindHTMLBlock, ast.KindRawHTML, ast.KindImage:
			t.Fatalf("%s in %q", n.Kind(), source)
		}
		return ast.WalkContinue, nil
	}))
}

func TestQuote(t *testing.T) {
	for _, tt := range rowstest.Read[[]struct{ Name, In, Want string }](t, "testdata/quote.yaml") {
		t.Run(tt.Name, func(t *testing.T) {
			markdown := markup.Clean(tt.In, "html").Markdown
			require.Equal(t, tt.Want, markup.Quote(markdown))
			requireQuoted(t, markdown)
		})
	}
}

func TestSummary(t *testing.T) {
	for _, tt := range rowstest.Read[[]struct {
		In   string
		Max  int
		Want string
	}](t, "testdata/summary.yaml") {
		require.Equal(t, tt.Want, markup.Summary(tt.In, tt.Max), "%q", tt.In)
	}
}

// TestSummaryFits: a summary has no more characters than it may, of any text.
func TestSummaryFits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.OneOf(rapid.String(),
			rapid.StringMatching(`[a-c ,.é👍\x{301}\x{200d}-]{0,20}`)).Draw(t, "text")
		max := rapid.IntRange(2, 22).Draw(t, "max")
		require.LessOrEqual(t, utf8.RuneCountInString(markup.Summary(s, max)), max)
	})
}

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
