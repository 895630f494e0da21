package markup_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"cartaz/builder/internal/markup"
)

// hostile are texts of about n bytes for which parsers of Markdown or HTML take more than
// in proportion to their length.
var hostile = []struct {
	name string
	text func(n int) string
	// What says that a limit is passed at 64,000 bytes: of html, markdown; "" for
	// none, where the form costs in proportion to its length.
	excess [2]string
}{
	{"table of columns and rows", func(n int) string {
		return strings.Repeat("|a", n/6) + "\n" + strings.Repeat("|-", n/6) + "\n" +
			strings.Repeat("|\n", n/6)
	}, [2]string{"", "tables"}},
	{"table of references", func(n int) string {
		return strings.Repeat("&#124;a", n/14) + strings.Repeat("<br>&verbar;", n/24)
	}, [2]string{}},
	{"tables side by side", func(n int) string {
		table := strings.Repeat("|a", 200) + "\n" + strings.Repeat("|-", 200) + "\n" +
			strings.Repeat("|\n", 200) + "\n"
		return strings.Repeat(table, n/len(table))
	}, [2]string{"", "tables"}},
	{"open brackets", func(n int) string { return strings.Repeat("[", n) },
		[2]string{"", "brackets"}},
	{"brackets of references", func(n int) string { return strings.Repeat("&#91;", n/5) },
		[2]string{}},
	{"open links", func(n int) string { return strings.Repeat("[a](", n/4) },
		[2]string{"", "brackets"}},
	{"open pictures", func(n int) string { return strings.Repeat("![", n/2) },
		[2]string{"", "brackets"}},
	{"stars", func(n int) string { return strings.Repeat("*a ", n/3) },
		[2]string{"", "marks"}},
	{"underlines", func(n int) string { return strings.Repeat("_a", n/2) },
		[2]string{"", "marks"}},
	{"tildes", func(n int) string { return strings.Repeat("~~a", n/3) },
		[2]string{"", "marks"}},
	{"code marks", func(n int) string { return strings.Repeat("```\na\n", n/6) },
		[2]string{"", "code"}},
	{"code marks of all lengths", func(n int) string {
		var b strings.Builder
		for i := 1; b.Len() < n; i++ {
			b.WriteString("a" + strings.Repeat("`", i))
		}
		return b.String()
	}, [2]string{}},
	{"deep quote", func(n int) string { return strings.Repeat(">", n) },
		[2]string{"", "quotes"}},
	{"deep quotes of lists", func(n int) string { return strings.Repeat(">\t- ", n/4) },
		[2]string{"", "quotes"}},
	{"deep lists", func(n int) string { return strings.Repeat("1. ", n/3) },
		[2]string{"", "lists"}},
	{"open formatting", func(n int) string {
		var b strings.Builder
		for i := range 400 {
			fmt.Fprintf(&b, "<b a%d>", i)
		}
		return b.String() + strings.Repeat("<p>a", n/5)
	}, [2]string{"left open", "left open"}},
	{"closing brackets of an address", func(n int) string {
		return "http://a.example/" +
			strings.Repeat(")", n)
	}, [2]string{}},
	{"lines of a letter", func(n int) string { return strings.Repeat("a\n", n/2) }, [2]string{}},
	{"small tables", func(n int) string { return strings.Repeat("|a|b|\n|-|-|\n|a|b|\n\n", n/20) },
		[2]string{}},
}

// Of each form, a long text passes a limit and becomes plain paragraphs: no parser sees it.
func TestBounds(t *testing.T) {
	for _, h := range hostile {
		for i, format := range formats[:2] {
			t.Run(h.name+" as "+format, func(t *testing.T) {
				want := h.excess[i]
				if want == "" {
					return // what it costs is the business of TestCost
				}
				source := h.text(64_000)
				require.Contains(t, markup.Excess(source, format), want)
				text := markup.Clean(source, format)
				require.Equal(t, text.Plain, plainWords(t, text.HTML))
				require.Equal(t, text.Plain, plainWords(t, text.Page))
				requireSafe(t, text.HTML)
				requireSafe(t, strings.ReplaceAll(text.Page, "&quot;", `"`))
				require.NotContains(t, strings.ReplaceAll(text.HTML, "</p><p>", ""), "</p><",
					"paragraphs only")
			})
		}
	}
}

// perByte and atLeast bound what is allocated for a text: bytes for each of its bytes, and
// for a text that just stays within the limits.
const (
	perByte = 2000
	atLeast = 48 << 20
)

// allocated is how many bytes f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// What a text allocates grows with its length and not with the square of it.
func TestCost(t *testing.T) {
	for _, h := range hostile {
		for _, format := range formats {
			for _, size := range []int{2_000, 16_000} {
				source := h.text(size)
				got := allocated(func() { markup.Quote(markup.Clean(source, format).Markdown) })
				require.LessOrEqual(t, got, uint64(atLeast+perByte*len(source)),
					"%s of %d bytes as %s", h.name, size, format)
			}
		}
	}
}

// FuzzCost looks for the next form that costs more than in proportion to its length.
func FuzzCost(f *testing.F) {
	for _, h := range hostile {
		for i := range formats {
			f.Add(h.text(3_000), uint8(i))
		}
	}
	f.Fuzz(func(t *testing.T, source string, format uint8) {
		source = source[:min(len(source), 20_000)]
		got := allocated(func() {
			markup.Quote(markup.Clean(source,
				formats[int(format)%len(formats)]).Markdown)
		})
		if limit := uint64(atLeast + perByte*len(source)); got > limit {
			t.Fatalf("%d bytes allocated for a text of %d bytes, more than %d", got, len(source),
				limit)
		}
	})
}

// Ordinary texts, however long, stay what they are.
func TestWithinBounds(t *testing.T) {
	table := "| Hora | Palco | Artista |\n|---|---|---|\n" +
		strings.Repeat("| 20h | Sul | **Banda** |\n", 290)
	for name, source := range map[string]string{
		"programme":       table,
		"links":           strings.Repeat("- [site](https://a.example/x) e *mais*\n", 900),
		"nested lists":    strings.Repeat("- a\n  - b\n    - c\n\n", 2000),
		"quotes":          strings.Repeat("> > > texto\n", 5000),
		"sloppy elements": strings.Repeat("<p><b>Hora:</b> 20h <i>ou</i> 21h", 3000),
		"a few open ones": strings.Repeat("<p><font size=1><b>a</p>", 100),
		"pipes":           strings.Repeat("rock | samba | jazz\n\n", 5000),
	} {
		t.Run(name, func(t *testing.T) {
			require.Empty(t, markup.Excess(source, "markdown"))
			require.NotEmpty(t, markup.Clean(source, "markdown").Plain)
		})
	}
}

// A text that spends the budget of its trial is refused with the reason, and costs no
// other text anything.
func TestTrial(t *testing.T) {
	costly, cheap := strings.Repeat("- a\n", 30_000), strings.Repeat("palavra ", 1000)
	trial := markup.NarrowTrial(t.Context())
	defer trial.Close()
	for range 20 {
		reason, err := trial.Check(costly, "markdown")
		require.NoError(t, err)
		// On a busy machine the clock may be first.
		require.Contains(t, []string{"more than 10ms of processor time",
			"more than 400ms by the clock"}, reason)
		reason, err = trial.Check("*a*", "markdown")
		require.NoError(t, err)
		require.Empty(t, reason, "not tried")
	}
	reason, err := trial.Check(cheap, "html")
	require.NoError(t, err)
	require.Equal(t, "not tried after 20 texts that cost too much", reason)
}

// The trial of a text gives the reason that cleaning it gives.
func TestTrialOfBounds(t *testing.T) {
	trial := markup.NewTrial(t.Context())
	defer trial.Close()
	for _, h := range hostile {
		for _, format := range formats {
			source := h.text(5_000)
			reason, err := trial.Check(source, format)
			require.NoError(t, err)
			require.Equal(t, markup.Excess(source, format), reason, "%s as %s", h.name, format)
		}
	}
	reason, err := trial.Check(strings.Repeat("palavra ", 10_000), "text")
	require.NoError(t, err)
	require.Empty(t, reason)
}

// Plain paragraphs hold the words of the source and no markup.
func TestParagraphs(t *testing.T) {
	text := markup.Clean("<p>Um & <b>dois</b>\n\n# \"três\" <script>x</script> quatro",
		markup.Paragraphs)
	require.Equal(t, "<p>Um &amp; dois</p><p># \"três\"</p>", text.HTML)
	require.Equal(t, "Um & dois\n\n\\# \"três\"", text.Markdown)
	require.Equal(t, "<p>Um &amp; dois</p>\n<p># \"três\"</p>\n", text.Page)
	require.Equal(t, "Um & dois # \"três\"", text.Plain)
	require.Empty(t, markup.Clean("<!-- nothing -->", markup.Paragraphs))
}

// Whatever an organiser writes, the three forms are safe, balanced and hold the
// same words.
func FuzzClean(f *testing.F) {
	for _, name := range []string{"payloads.txt", "hidden.txt"} {
		for i, line := range mustReadLines(f, name) {
			f.Add(line, uint8(i))
		}
	}
	f.Add(sample, uint8(0))
	f.Fuzz(func(t *testing.T, source string, format uint8) {
		if len(source) > 20_000 {
			return // sizes are the business of TestBlowUp
		}
		requireSound(t, source, formats[int(format)%len(formats)])
	})
}

// fragment draws nested HTML of everything that editors write, around words
// full of characters that mean something to Markdown.
func fragment(t *rapid.T, depth int) string {
	word := rapid.OneOf(
		rapid.StringMatching(`[a-zé]{1,6}`),
		rapid.StringMatching(`[*_~|#>+\-=:.!()\[\]\\0-9&;a-z ]{1,8}`),
		rapid.SampledFrom([]string{"`", "``` x", "1. a", "10) b", "- c", "# d", "> e", "---", "===",
			"&lt;b&gt;", "&amp;copy;", "\\*", "**",
			"!", "[x](y)", "|", "~~", "~", "http://a.example/_x_", "snake_case_word", "*a*",
			"&nbsp;", " ", "\n", "+ f", "\t", "東京", "“", "«"}),
	)
	var b strings.Builder
	for range rapid.IntRange(1, 4).Draw(t, "n") {
		if depth == 0 || rapid.IntRange(0, 2).Draw(t, "leaf") == 0 {
			b.WriteString(strings.NewReplacer("<", "&lt;").Replace(word.Draw(t, "word")))
			continue
		}
		tag := rapid.SampledFrom([]string{"p", "div", "b", "i", "strong", "em", "s", "code", "a",
			"ul", "ol", "li", "blockquote", "h1", "h2",
			"h5", "pre", "table", "tr", "td", "th", "br", "hr", "span", "q", "sup", "img", "dl",
			"dt", "figure"}).Draw(t, "tag")
		open := tag
		switch tag {
		case "a":
			open = fmt.Sprintf(`a href="https://a.example/%s"`, word.Draw(t, "path"))
		case "br", "hr":
			b.WriteString("<" + tag + ">")
			continue
		case "img":
			b.WriteString(`<img alt="` + word.Draw(t, "alt") + `">`)
			continue
		}
		b.WriteString("<" + open + ">" + fragment(t, depth-1) + "</" + tag + ">")
	}
	return b.String()
}

// No word is lost or gained between HTML, Markdown and page.
func TestWordsSurvive(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		requireSound(r, fragment(r, 4), rapid.SampledFrom(formats).Draw(r, "format"))
	})
}
