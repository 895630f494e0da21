package markup_test

import (
	"fmt"
	"html"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"cartaz/builder/internal/markup"
	"cartaz/builder/internal/samples"
)

// requireSameBothWays holds the short way against the long one and says whether
// the short one took the description.
func requireSameBothWays(t fataler, source, format string) bool {
	t.Helper()
	short, calmly, long := cleaner.BothWays(source, format)
	if calmly {
		require.Equal(t, long, short, "%s %q", format, source)
	}
	if short, asIs, way := markup.QuoteBothWays(long.Markdown); asIs {
		require.Equal(t, way, short, "%q", long.Markdown)
	}
	return calmly
}

func TestCalm(t *testing.T) {
	for source, calmly := range map[string]bool{
		"<p>Uma noite de música – com “Evinha” (MPB).</p><p>Às 20h; R$\u00a010,50!</p>": true,
		"<h2>Programação</h2><p>a</p><h4>b</h4><h3>c</h3><h1>d</h1>":                    true,
		"<p>a<br>b<br><br>c</p>": true,
		"<ul><li>a</li><li>b<br>c</li></ul><p>x</p><ol><li>a<br>b</ol>": true,
		"<p><b>Hora:</b> 21h, <i>é</i>só x<b>y</b>z " +
			"<b>“a”</b></p>": true,
		`<p>em <a href="https://a.example/x-y_z">site</a>,` +
			` <a href="http://a.example">b</a></p>`: true,
		"<p>it's \"so\" &amp; so</p>":              true,
		"<p>2026 é o ano</p><p>20</p><p>20:30</p>": true,
		"<p>R&amp;B</p>":                           false,
		"<p>a * b</p>":                             false,
		"<p>snake_case</p>":                        false,
		"<p>10 30) a</p>":                          false,
		"<p>1. a</p>":                              false,
		"<p>- a</p>":                               false,
		"<p>a<br>= b</p>":                          false,
		"<p>#a</p>":                                false,
		"<h2>a #</h2>":                             false,
		"<p>a [b]</p>":                             false,
		"<p>x!<a href=https://a.example>y</a></p>": false,
		`<p><a href="https://a.example/?q=1">y</a></p>`:     false,
		"<p><b>a</b><i>b</i></p>":                           false,
		"<p><b><i>b</i></b></p>":                            false,
		"<ul><li>a</li></ul><ul><li>b</li></ul>":            false,
		"<ul><li>a<ul><li>b</li></ul></li></ul>":            false,
		"<ol start=3><li>a</li></ol>":                       false,
		"<ol>" + strings.Repeat("<li>a</li>", 10) + "</ol>": false,
		"<ol>" + strings.Repeat("<li>a</li>", 9) + "</ol>":  true,
		"<blockquote>a</blockquote>":                        false,
		"<p>東京</p>":                                         false,
		"<p>e\u0301</p>":                                    true, // composed before
		"<p>👍</p>":                                          false,
		"<hr>":                                              false,
		"<pre>a</pre>":                                      false,
		"<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>": false,
	} {
		require.Equal(t, calmly, requireSameBothWays(t, source, "html"), source)
	}
}

// TestCalmSigns puts every pair of signs at every place where Markdown could
// give them a meaning.
func TestCalmSigns(t *testing.T) {
	const signs = " !\"#$%&'()*+,-./:;<=>?@[]^_`{|}~\\09aé–\u00a0"
	for _, a := range signs {
		for _, b := range signs {
			s := html.EscapeString(string(a) + string(b))
			for _, place := range []string{
				"<p>?</p>", "<p>? x</p>", "<p>x?y</p>", "<p>x<br>?</p>", "<p>x<br>? y</p>",
				"<ul><li>? x</ul>", "<ol><li>x?<br>?</ol>", "<h2>? x ?</h2>",
				"<p>x?<b>y</b>?z</p>", "<p>x <b>?y?</b> z</p>", "<p>x <i>?</i>",
				`<p>?<a href="https://a.example">?x?</a>?</p>`,
				`<p>? <a href="https://a.example/?x=1">a</a>`,
			} {
				requireSameBothWays(t, strings.ReplaceAll(place, "?", s), "html")
			}
			requireSameBothWays(t, "x\n"+string(a)+string(b)+" y\n\n"+string(a)+string(b), "text")
		}
	}
}

// TestCalmOnSamples: both ways give the same on what people write, and most of
// it goes the short way.
func TestCalmOnSamples(t *testing.T) {
	for _, name := range append([]string{samples.Generated}, samples.Brands...) {
		_, records := samples.Load(t, name, 500)
		all, short := 0, 0
		for _, rec := range records {
			if strings.TrimSpace(rec.Description) == "" {
				continue
			}
			all++
			if requireSameBothWays(t, rec.Description, rec.Format) {
				short++
			}
		}
		t.Logf("%s: %d of %d the short way", name, short, all)
		require.GreaterOrEqual(t, short, all*2/3, name)
	}
}

// calmFragment draws HTML of what the short way takes, and a little of what it
// does not.
func calmFragment(t *rapid.T) string {
	word := rapid.OneOf(
		rapid.StringMatching(`[a-zA-Zé]{1,5}`),
		rapid.StringMatching(`[a-z0-9 .,;:!?()/%@'"+=$#{}^&–“”€ºª-]{1,8}`),
		rapid.SampledFrom([]string{"1.", "1)", "- ", "+ ", "= ", "---", "20h", "a!", "&amp;",
			"&amp; x", "&nbsp;", "«", "…", "•", "ß", "*", "_", "[x]", "|", "~", "\\", "`", "👍",
			"\u0301"}),
	)
	text := func() string { return strings.ReplaceAll(word.Draw(t, "word"), "<", "") }
	inline := func() string {
		var b strings.Builder
		for range rapid.IntRange(1, 5).Draw(t, "inline") {
			switch rapid.IntRange(0, 9).Draw(t, "kind") {
			case 0:
				fmt.Fprintf(&b, "<b>%s</b>", text())
			case 1:
				fmt.Fprintf(&b, "<em>%s</em>", text())
			case 2:
				b.WriteString("<br>")
			case 3:
				fmt.Fprintf(&b, `<a href="https://a.example/%s">%s</a>`,
					rapid.StringMatching(`[a-z0-9./_%&?=~-]{0,6}`).Draw(t, "path"), text())
			case 4:
				b.WriteString(" ")
			default:
				b.WriteString(text() + rapid.SampledFrom([]string{"", " ", "\n"}).Draw(t, "space"))
			}
		}
		return b.String()
	}
	var b strings.Builder
	for range rapid.IntRange(1, 4).Draw(t, "blocks") {
		switch tag := rapid.SampledFrom([]string{"p", "p", "p", "h1", "h2", "h3", "h6", "ul", "ol",
			"", "div"}).Draw(t, "block"); tag {
		case "":
			b.WriteString(inline())
		case "ul", "ol":
			b.WriteString("<" + tag + ">")
			for range rapid.IntRange(1, 3).Draw(t, "items") {
				b.WriteString("<li>" + inline() + "</li>")
			}
			b.WriteString("</" + tag + ">")
		default:
			fmt.Fprintf(&b, "<%s>%s</%s>", tag, inline(), tag)
		}
	}
	return b.String()
}

func TestCalmProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		requireSameBothWays(t, calmFragment(t), rapid.SampledFrom(formats).Draw(t, "format"))
		requireSameBothWays(t, fragment(t, 3), "html")
	})
}

func FuzzCalm(f *testing.F) {
	for _, name := range []string{"payloads.txt", "hidden.txt"} {
		for i, line := range mustReadLines(f, name) {
			f.Add(line, uint8(i))
		}
	}
	f.Add(sample, uint8(0))
	f.Add("<p>Uma noite – “Evinha” (MPB).<br><b>Às 20h:</b> "+
		"R$\u00a010</p><ul><li>a</li></ul><h2>x</h2>", uint8(0))
	f.Fuzz(func(t *testing.T, source string, format uint8) {
		if len(source) < 5000 {
			requireSameBothWays(t, source, formats[int(format)%len(formats)])
		}
	})
}
