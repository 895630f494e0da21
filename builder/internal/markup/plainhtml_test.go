package markup_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"cartaz/builder/internal/markup"
	"cartaz/builder/internal/samples"
)

// requireSameTree holds the parser of plain HTML against that of x/net/html and
// says whether the former takes the source.
func requireSameTree(t fataler, source string) bool {
	t.Helper()
	plain, taken, long := markup.ParseBothWays(source)
	if taken {
		require.Equal(t, long, plain, "%q", source)
	}
	return taken
}

func TestPlainHTML(t *testing.T) {
	for source, taken := range map[string]bool{
		"a": true, " \n<p>a</p>\n ": true, "<p>a<br>b<br/>c<br /></p>": true,
		"<h2>a <b>b <i>c</i></b></h2>":                                    true,
		"<ul>\n<li>a</li> <li><p>b</p>c<ol><li>d</li></ol></li></ul>":     true,
		"<div><div>a</div><p>b</p></div>":                                 true,
		`<p>x <a href="https://a.example/?x=1" target="_blank">y</a></p>`: true,
		"<p>&amp; &lt;b&gt; &copy &#0; &nbsp;</p>":                        true,
		"<b>a</b> b": true, "<p></p>": true, "<span>a</span>": true, "<p>a > b</p>": true,
		"<p>a": false, "a</p>": false, "<p>a<p>b</p></p>": false, "<p><b>a</p></b>": false,
		"<p><div>a</div></p>": false,
		"<b><p>a</p></b>":     false, "<b>a<b>b</b></b>": false, "<a><i><a>b</a></i></a>": false,
		"<li>a</li>":        false,
		"<ul><p>a</p></ul>": false, "<ul><b>a</b></ul>": false, "<li><h2>a</h2></li>": false,
		"<P>a</P>": false, "<p class=x>a</p>": false,
		"<p >a</p>": false, "<p/>": false, "<b/>": false, "</br>": false, "<br x>": false,
		"<!-- a -->": false, "a < b": false, "<": false, "<>": false,
		"<a href='x'>a</a>": false, `<a href="x" href="y">a</a>`: false,
		`<a href="&amp;">a</a>`: false, `<a onclick="x">a</a>`: false,
		`<a href="x"target="y">a</a>`: false, `<a href="x>y">a</a>`: false, "a\rb": false,
		"a\x00b": false, "<script>a</script>": false,
		"<table></table>": false, strings.Repeat("<b>a</b>", 200): false,
		`<a href="x">a<ul></ul></a>`: false,
	} {
		require.Equal(t, taken, requireSameTree(t, source), "%q", source)
	}
}

func TestPlainHTMLOnSamples(t *testing.T) {
	_, records := samples.Load(t, samples.Generated, 300)
	for _, rec := range records {
		require.True(t, requireSameTree(t, rec.Description))
	}
	_, records = samples.Load(t, "palco", 0)
	for _, rec := range records {
		requireSameTree(t, rec.Description)
	}
}

// nested draws whole elements of the plain ones, in any order.
func nested(t *rapid.T, depth int) string {
	var b strings.Builder
	for range rapid.IntRange(0, 3).Draw(t, "n") {
		tag := rapid.SampledFrom([]string{"", "", "p", "b", "i", "strong", "em", "ul", "ol", "li",
			"h2", "h3", "div", "span", "br", "a"}).Draw(t, "tag")
		switch {
		case tag == "br":
			b.WriteString("<br>")
		case tag == "" || depth == 0:
			b.WriteString(rapid.SampledFrom([]string{"x", " ", "\n", "y z"}).Draw(t, "text"))
		default:
			b.WriteString("<" + tag + ">" + nested(t, depth-1) + "</" + tag + ">")
		}
	}
	return b.String()
}

func TestPlainHTMLProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		requireSameTree(t, fragment(t, 4))
		requireSameTree(t, calmFragment(t))
		requireSameTree(t, nested(t, 5))
		pieces := rapid.SliceOfN(rapid.SampledFrom([]string{"<p>", "</p>", "<b>", "</b>", "<i>",
			"</i>", "<strong>", "</strong>", "<ul>", "</ul>", "<ol>", "</ol>",
			"<li>", "</li>", "<br>", "<br/>", "a", " ", "\n", "&amp;", "&nbsp", "<h2>", "</h2>",
			"<div>", "</div>", "<span>", "</span>", `<a href="x">`, "</a>", ">"}), 0, 14)
		requireSameTree(t, strings.Join(pieces.Draw(t, "pieces"), ""))
	})
}

func FuzzPlainHTML(f *testing.F) {
	for _, name := range []string{"payloads.txt", "hidden.txt"} {
		for _, line := range mustReadLines(f, name) {
			f.Add(line)
		}
	}
	f.Add(sample)
	f.Add(`<div><p>a <b>b<i>c</i></b><br>&amp;</p><ul><li>x<ol><li>y</li></ol></li></ul><h2><a ` +
		`href="z" rel="q">w</a></h2></div><span>s</span>`)
	f.Fuzz(func(t *testing.T, source string) { requireSameTree(t, source) })
}
