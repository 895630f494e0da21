package markup

import (
	"regexp"
	"sort"
	"strings"

	"cartaz/builder/internal/markup/hygiene"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// quoteParser reads Markdown as the readers of our pages do. It is built once: a parser keeps no
// state between documents.
var quoteParser = goldmark.New(goldmark.WithExtensions(extension.Table,
	extension.Strikethrough)).Parser()

// Quote puts Markdown into a block quote that nothing in it can end: ">" on every line, also on
// empty lines, and "\n" for every kind of line end. Headings become bold lines, so that the quoted
// text adds nothing to the outline of the page around it.
//
// Raw HTML, pictures and link definitions (which would count for the whole page) are not allowed
// inside; a text with one of them becomes plain escaped paragraphs. Text from [Cleaner.Clean] never
// has them. The result has no line end at its end and is "" for no text; the caller puts an empty
// line before and after it.
func Quote(markdown string) string {
	markdown = hygiene.Text(markdown)
	if s := strings.Trim(markdown, "\n"); quotableAsIs(s) {
		return prefixed(s)
	}
	return quoteLines(quotable(markdown))
}

func quoteLines(lines []string) string {
	for i, line := range lines {
		if line == "" {
			lines[i] = ">"
		} else {
			lines[i] = "> " + line
		}
	}
	return strings.Join(lines, "\n")
}

// quotableAsIs reports whether s surely has nothing that cannot be quoted, and no heading except
// those of [plainHeading], so that it need not be parsed: no "<" of an element, no "![" of a
// picture, no "]:" of a definition, no other "#", no line of signs only, and no tab.
func quotableAsIs(s string) bool {
	if s == "" {
		return false
	}
	// In a fence a line that looks like a heading is none.
	fences := strings.Contains(s, "```") || strings.Contains(s, "~~~")
	blank := true // the line before is empty
	for more := true; more; {
		var line string
		line, s, more = strings.Cut(s, "\n")
		if _, text := plainHeading(line); text != "" && !fences && blank &&
			(s == "" || s[0] == '\n') {
			line = text
		}
		if blank = line == ""; !blank && !quotableLine(line) {
			return false
		}
	}
	return true
}

// quotableLine says whether a line holds a letter, and nothing that
// quotableAsIs forbids.
func quotableLine(line string) bool {
	word := false // no space of Unicode, and no sign of ASCII, starts like a letter
	for i := range len(line) {
		switch c := line[i]; {
		case 'a' <= c|0x20 && c|0x20 <= 'z', c >= 0xC3 && c <= 0xDF:
			word = true
		case c == '<' || c == '\t' || c == '#' && !word:
			return false
		case i > 0 && (c == '[' && line[i-1] == '!' || c == ':' && line[i-1] == ']'):
			return false
		}
	}
	return word
}

// plainHeading is level and text of a line that is a heading of the form that
// [Cleaner.Clean] writes, at the start of a line and without closing marks.
func plainHeading(line string) (level int, text string) {
	for level < len(line) && line[level] == '#' {
		level++
	}
	if level == 0 || level > 6 || level == len(line) || line[level] != ' ' ||
		strings.IndexByte(line[level:], '#') >= 0 {
		return 0, ""
	}
	return level, strings.TrimSpace(line[level:])
}

// prefixed is what quotableAsIs takes with the mark of a quote before every line,
// headings in bold.
func prefixed(s string) string {
	out := make([]byte, 0, len(s)+2*strings.Count(s, "\n")+2)
	for more := true; more; {
		var line string
		line, s, more = strings.Cut(s, "\n")
		out = append(out, '>')
		switch level, text := plainHeading(line); {
		case level > 0:
			out = append(append(append(out, " **"...), strings.ReplaceAll(text, "**", "")...),
				"**"...)
		case line != "":
			out = append(append(out, ' '), line...)
		}
		if more {
			out = append(out, '\n')
		}
	}
	return string(out)
}

// quotable is the Markdown to quote, line by line.
func quotable(s string) []string {
	// A tab ends at a column, so behind "> " it would indent by less.
	s = strings.Trim(strings.ReplaceAll(s, "\t", "    "), "\n")
	if strings.TrimSpace(s) == "" {
		return nil
	}
	headings, ok := inspect(s)
	if ok && len(headings) > 0 {
		s = boldHeadings(s, headings)
		headings, ok = inspect(s)
	}
	if !ok || len(headings) > 0 {
		s = escapeAll(trimmedLines(s))
	}
	lines := strings.Split(strings.Trim(s, "\n"), "\n")
	for i := range lines {
		if strings.TrimSpace(lines[i]) == "" {
			lines[i] = ""
		}
	}
	return lines
}

// trimmedLines are the lines of s that hold anything.
func trimmedLines(s string) []string {
	var lines []string
	for line := range strings.SplitSeq(s, "\n") {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// inspect finds the headings of a document and says whether everything in it
// may be quoted.
func inspect(s string) (headings []*ast.Heading, ok bool) {
	ctx := parser.NewContext()
	doc := quoteParser.Parse(text.NewReader([]byte(s)), parser.WithContext(ctx))
	ok = len(ctx.References()) == 0
	// The walk cannot fail: the function never returns an error.
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			switch n := n.(type) {
			case *ast.Heading:
				headings = append(headings, n)
			case *ast.HTMLBlock, *ast.RawHTML, *ast.Image:
				ok = false
			}
		}
		return ast.WalkContinue, nil
	})
	return headings, ok
}

// blankFollows matches behind a line that an empty one follows, be it inside a
// quote.
var blankFollows = regexp.MustCompile(`^\n[ >]*(\n|$)`)

// edit replaces s[from:to].
type edit struct {
	from, to int
	with     string
}

// boldHeadings turns every heading into a bold line between empty lines. A
// heading keeps the marks of the containers around it (list items, quotes),
// because only what lies between them and the line's end is replaced.
func boldHeadings(s string, headings []*ast.Heading) string {
	var edits []edit
	for _, h := range headings {
		if h.Lines().Len() == 0 {
			return escapeAll(trimmedLines(s)) // a heading without words: not ours
		}
		first, last := h.Lines().At(0), h.Lines().At(h.Lines().Len()-1)
		from := first.Start
		for from > 0 && strings.IndexByte(" \t#", s[from-1]) >= 0 {
			from--
		}
		if strings.IndexByte(s[from:first.Start], '#') < 0 {
			from = first.Start // underlined, not marked with "#"
		} else {
			from += strings.IndexByte(s[from:first.Start], '#')
		}
		to := lineEnd(s, last.Stop-1)
		if from == first.Start && to < len(s) {
			to = lineEnd(s, to+1) // the underline
		}
		var words []string
		for i := range h.Lines().Len() {
			line := h.Lines().At(i)
			words = append(words, strings.TrimSpace(s[line.Start:line.Stop]))
		}
		content := strings.ReplaceAll(strings.Join(words, " "), "**", "")
		bold := "**" + content + "**"
		if !blankFollows.MatchString(s[to:]) {
			bold += "\n"
		}
		edits = append(edits, edit{from, to, bold})
	}
	sort.Slice(edits, func(i, j int) bool { return edits[i].from < edits[j].from })
	var b strings.Builder
	done := 0
	for _, e := range edits {
		if e.from < done {
			continue
		}
		before := s[done:e.from]
		b.WriteString(before)
		if strings.HasSuffix(before, "\n") && !strings.HasSuffix(before, "\n\n") {
			b.WriteByte('\n')
		}
		b.WriteString(e.with)
		done = e.to
	}
	return b.String() + s[done:]
}

// lineEnd is the offset of the line end at or after i.
func lineEnd(s string, i int) int {
	if n := strings.IndexByte(s[min(i, len(s)):], '\n'); n >= 0 {
		return i + n
	}
	return len(s)
}
