package markup

import (
	"fmt"
	"slices"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/markup/hygiene"
)

// Paragraphs is the format of a description that is shown as plain paragraphs, without a parser. It
// is for texts that [Trial.Check] found too costly to read in their own format.
const Paragraphs = "paragraphs"

// For some forms of text, parsers of Markdown and HTML need time or memory that grows with the
// square of the length. A table row is filled up to the columns of the header; a code mark searches
// all lines of its paragraph for its end; a bracket or delimiter searches all that are open; HTML
// reopens unclosed formatting in every block. The limits below bound each of these products, in one
// pass over the text, before a parser sees it. At each limit the work is some milliseconds and
// megabytes. Descriptions of real catalogues stay below a tenth of each limit.
const (
	maxBrackets   = 4096    // "[" and "]"
	maxDelimiters = 10_000  // runs of "*", "_", "~" and "`"
	maxCells      = 50_000  // lines of a block, times the most "|" of one of them; of all blocks
	maxCodeLines  = 50_000  // lines of a block, times its runs of "`"; of all blocks
	maxDepth      = 100     // marks of quotes and lists at the start of a line
	maxReopened   = 500_000 // formatting elements of HTML that are open, summed up over all tags
)

// costMeter measures text against the limits. A block is the text between empty lines or borders of
// elements.
type costMeter struct {
	brackets, delimiters int
	last                 byte // the byte before

	lines, pipes, codes int    // of the block, except for the open line
	linePipes           int    // of the line that is open
	inLine              bool   // a line is open
	cells, codeLines    int    // of the blocks before
	excess              string // the first limit that was exceeded, or ""
}

// pass notes the first limit that is passed.
func (m *costMeter) pass(format string, args ...any) {
	if m.excess == "" {
		m.excess = fmt.Sprintf(format, args...)
	}
}

// text measures a part of a line. It holds no line end.
func (m *costMeter) text(s string) {
	m.inLine = true
	for i := range len(s) {
		switch c := s[i]; c {
		case '[', ']':
			m.brackets++
		case '|':
			m.linePipes++
		case '*', '_', '~', '`':
			if c == m.last {
				break
			}
			m.delimiters++
			if c == '`' {
				m.codes++
			}
		}
		m.last = s[i]
	}
}

func (m *costMeter) endLine() {
	m.lines++
	m.pipes = max(m.pipes, m.linePipes)
	m.linePipes, m.last, m.inLine = 0, '\n', false
}

// endBlock ends a block: it adds what depends on the product of its lines and columns, and compares
// the sums with their limits.
func (m *costMeter) endBlock() {
	if m.inLine {
		m.endLine()
	}
	m.cells += m.pipes * m.lines
	m.codeLines += m.codes * m.lines
	switch {
	case m.cells > maxCells:
		m.pass("tables of more than %d cells (the last one has %d columns and %d rows)",
			maxCells, m.pipes, m.lines)
	case m.codeLines > maxCodeLines:
		m.pass("%d marks of code on %d lines", m.codes, m.lines)
	case m.brackets > maxBrackets:
		m.pass("more than %d brackets", maxBrackets)
	case m.delimiters > maxDelimiters:
		m.pass("more than %d runs of marks", maxDelimiters)
	}
	m.lines, m.pipes, m.codes = 0, 0, 0
}

// exceededLineLimit returns the limit that a block of Markdown passes, or "", and the line after
// that block.
func exceededLineLimit(source string) (excess string, at int) {
	var m costMeter
	rest := source
	for more := true; more && m.excess == ""; {
		var line string
		line, rest, more = cutLine(rest)
		switch {
		case strings.TrimLeft(line, " \t") == "":
			m.endBlock()
		case depth(line) > maxDepth:
			m.pass("more than %d quotes or lists in one another", maxDepth)
		default:
			m.text(line)
			m.endLine()
		}
		if !more {
			m.endBlock()
		}
	}
	read := strings.TrimSuffix(source[:len(source)-len(rest)], "\n")
	return m.excess, 1 + strings.Count(read, "\n")
}

// cutLine is like [strings.Cut] at a line end of any kind.
func cutLine(s string) (line, rest string, more bool) {
	i := strings.IndexAny(s, "\n\r")
	if i < 0 {
		return s, "", false
	}
	if rest, ok := strings.CutPrefix(s[i:], "\r\n"); ok {
		return s[:i], rest, true
	}
	return s[:i], s[i+1:], true
}

// depth returns how many marks of quotes and lists a line starts with.
func depth(line string) int {
	marks := 0
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == ' ' || c == '\t' || '0' <= c && c <= '9':
		case c == '>' || strings.IndexByte("-+*.)", c) >= 0 && (i+1 == len(line) ||
			line[i+1] <= ' '):
			marks++
		default:
			return marks
		}
	}
	return marks
}

// formatting are the elements that HTML opens again in the next block when their block ends before
// they do (HTML, section 13.2.4.3).
var formatting = strings.Fields("a b big code em font i nobr s small strike strong tt u")

func letterOrDigit(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// exceededHTMLLimit returns the limit that HTML passes by the elements it leaves open.
func exceededHTMLLimit(source string) string {
	open := map[string]int{}
	all, reopened := 0, 0
	for {
		_, rest, found := strings.Cut(source, "<")
		if !found {
			return ""
		}
		source = rest
		name, closing := strings.CutPrefix(rest, "/")
		n := 0
		for n < len(name) && n < len("strong ") && letterOrDigit(name[n]) {
			n++
		}
		name = strings.ToLower(name[:n])
		switch {
		case !slices.Contains(formatting, name):
		case !closing:
			open[name]++
			all++
		case open[name] > 0:
			open[name]--
			all--
		}
		if reopened += all; reopened > maxReopened {
			return fmt.Sprintf("%d elements that are left open", all)
		}
	}
}

// exceededLimit returns the limit that a source passes before it is parsed. Plain text needs no
// parser.
func exceededLimit(source, format string) string {
	switch format {
	case "text":
		return ""
	case "markdown":
		if excess, _ := exceededLineLimit(source); excess != "" {
			return excess
		}
	}
	return exceededHTMLLimit(source)
}

// paragraphs makes all forms of a source that is not parsed: a paragraph of each line.
func paragraphs(source, format string) catalog.Text {
	if format != "text" {
		source = tagless(source)
	}
	return forms(fromText(strings.ReplaceAll(hygiene.Text(source), "\n", "\n\n")))
}
