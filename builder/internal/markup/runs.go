package markup

import (
	"strings"
	"unicode"

	"golang.org/x/net/html"
)

// mark is a set of inline styles.
type mark uint8

const (
	strong mark = 1 << iota
	em
	del
	code
)

// inlineOrder is how marks nest, outermost first.
var inlineOrder = []struct {
	mark mark
	name string
}{{strong, "strong"}, {em, "em"}, {del, "del"}, {code, "code"}}

// run is a piece of text of one style, or a line break.
type run struct {
	text string
	style
	br bool
}

// flush makes paragraphs of the collected runs. Two line breaks in a row, which many editors write,
// begin a new paragraph.
func (t *tree) flush() {
	runs := joinRuns(collapse(t.spare[:0], t.runs))
	t.runs, t.spare = t.runs[:0], runs
	start, breaks := 0, 0 // breaks in a row before at
	for at := 0; at <= len(runs); at++ {
		if at < len(runs) && runs[at].br {
			breaks++
			continue
		}
		if breaks > 1 || at == len(runs) {
			if p := t.paragraph(runs[start : at-breaks]); p != nil {
				t.into.AppendChild(p)
			}
			start = at
		}
		breaks = 0
	}
}

// paragraph returns a paragraph of tidy runs, nil when they hold no text.
func (t *tree) paragraph(runs []run) *html.Node {
	for len(runs) > 0 && runs[0].br {
		runs = runs[1:]
	}
	for len(runs) > 0 && runs[len(runs)-1].br {
		runs = runs[:len(runs)-1]
	}
	if len(runs) == 0 {
		return nil
	}
	p := element("p")
	for i := 0; i < len(runs); {
		j := i + 1
		href := runs[i].href
		for j < len(runs) && runs[j].href == href && !runs[j].br && !runs[i].br {
			j++
		}
		parent := p
		if href != "" && t.links+len(href) <= maxLinkBytes {
			t.links += len(href)
			parent = element("a", html.Attribute{Key: "href", Val: href},
				html.Attribute{Key: "rel", Val: rel})
			p.AppendChild(parent)
		}
		nest(parent, runs[i:j], 0)
		i = j
	}
	return p
}

// nest writes runs below parent, the marks from level on as elements.
func nest(parent *html.Node, runs []run, level int) {
	for i := 0; i < len(runs); {
		if runs[i].br {
			parent.AppendChild(element("br"))
			i++
			continue
		}
		if level == len(inlineOrder) {
			text := runs[i].text
			for i++; i < len(runs) && !runs[i].br; i++ {
				text += runs[i].text
			}
			parent.AppendChild(textNode(text))
			continue
		}
		m := inlineOrder[level].mark
		j := i + 1
		for j < len(runs) && !runs[j].br && runs[j].marks&m == runs[i].marks&m {
			j++
		}
		child := parent
		if runs[i].marks&m != 0 {
			child = element(inlineOrder[level].name)
			parent.AppendChild(child)
		}
		nest(child, runs[i:j], level+1)
		i = j
	}
}

// collapse replaces white space by one space and drops it at the borders of lines. A single
// no-break space between words stays: it keeps amounts and hours together.
func collapse(out, in []run) []run {
	space := "" // pending white space
	for _, r := range in {
		if r.br {
			space = ""
			out = append(out, r)
			continue
		}
		var b strings.Builder
		for rest := r.text; rest != ""; {
			n := indexOr(rest, func(c rune) bool { return !unicode.IsSpace(c) })
			space += rest[:n]
			if rest = rest[n:]; rest == "" {
				break
			}
			switch {
			case space == "":
			case b.Len() > 0:
				b.WriteString(oneSpace(space))
			case len(out) > 0 && !out[len(out)-1].br:
				out = append(out, run{text: oneSpace(space),
					style: between(out[len(out)-1].style, r.style)})
			}
			space = ""
			n = indexOr(rest, unicode.IsSpace)
			b.WriteString(rest[:n])
			rest = rest[n:]
		}
		if b.Len() > 0 {
			out = append(out, run{text: b.String(), style: r.style})
		}
	}
	return out
}

// indexOr returns the index of the first rune that is, or the length of s.
func indexOr(s string, is func(rune) bool) int {
	if i := strings.IndexFunc(s, is); i >= 0 {
		return i
	}
	return len(s)
}

func oneSpace(s string) string {
	if s == "\u00A0" || s == "\u202F" || s == "\u3000" {
		return s
	}
	return " "
}

// between returns the style of the space between two words: what both share.
func between(a, b style) style {
	s := style{marks: a.marks & b.marks}
	if a.href == b.href {
		s.href = a.href
	}
	return s
}

// joinRuns makes one run of neighbours of one style.
func joinRuns(in []run) []run {
	out := in[:0]
	for i := 0; i < len(in); {
		j := i + 1
		for j < len(in) && !in[i].br && !in[j].br && in[j].style == in[i].style {
			j++
		}
		r := in[i]
		if j > i+1 {
			var b strings.Builder
			for _, part := range in[i:j] {
				b.WriteString(part.text)
			}
			r.text = b.String()
		}
		out = append(out, r)
		i = j
	}
	return out
}

// flanks reports whether a delimiter between inner and outer opens or closes a
// mark around inner.
func flanks(inner, outer rune) bool {
	punct := func(r rune) bool { return unicode.IsPunct(r) || unicode.IsSymbol(r) }
	return !unicode.IsSpace(inner) && (!punct(inner) || unicode.IsSpace(outer) || punct(outer))
}
