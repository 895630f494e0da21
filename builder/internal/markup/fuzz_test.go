package markup_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

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
