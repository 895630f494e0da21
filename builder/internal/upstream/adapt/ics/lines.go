package ics

import (
	"bytes"
	"fmt"
	"iter"
	"strings"
	"unicode/utf8"

	"cartaz/builder/internal/upstream/adapt"
)

const maxDepth = 8 // of components

// property is one content line (RFC 5545, section 3.1).
type property struct {
	name   string            // in capitals
	params map[string]string // names in capitals; of a list the text with its commas
	value  string            // as written, of a text with its escapes resolved; never ""
}

// component is what stands between BEGIN and END.
type component struct {
	name     string // in capitals
	line     int    // of its BEGIN
	props    []property
	children []*component
}

// first is the first property of that name; nil for none.
func (c *component) first(name string) *property {
	for i := range c.props {
		if c.props[i].name == name {
			return &c.props[i]
		}
	}
	return nil
}

// text is the text of the first property of that name, "" for none.
func (c *component) text(name string) string {
	if p := c.first(name); p != nil {
		return p.value
	}
	return ""
}

// all are the properties of that name.
func (c *component) all(name string) (list []*property) {
	for i := range c.props {
		if c.props[i].name == name {
			list = append(list, &c.props[i])
		}
	}
	return list
}

// parse reads the components of a document: its VCALENDAR objects, of which there may be several.
// What stands behind one is no part of it.
func parse(budget *adapt.Budget, b []byte) ([]*component, error) {
	if bytes.IndexByte(b, '\n') < 0 {
		b = bytes.ReplaceAll(b, []byte("\r"), []byte("\n"))
	}
	bad := func(at int, format string, args ...any) error {
		return fmt.Errorf("%w: line %d: %s", adapt.ErrMalformed, at, fmt.Sprintf(format, args...))
	}
	document := &component{}
	open := []*component{document}
	for at, text := range lines(b) {
		p, ok := parseLine(text)
		c := open[len(open)-1]
		budget.At("line", at)
		switch err := budget.Charge(1 + len(text)); {
		case err != nil:
			return nil, err
		case c == document && strings.TrimSpace(text) != "" && (p.name != "BEGIN" ||
			!strings.EqualFold(p.value, "VCALENDAR")):
			if len(document.children) == 0 {
				return nil, bad(at, "a calendar begins with BEGIN:VCALENDAR: check that the "+
					"address gives a calendar")
			}
			continue
		case !ok || p.value == "":
			continue // it says nothing; others are read all the same
		case !utf8.ValidString(text):
			return nil, bad(at, "the calendar is not UTF-8, as RFC 5545 wants it")
		}
		cost := adapt.ValueCost * (1 + len(p.params))
		switch p.name {
		case "BEGIN":
			if len(open) > maxDepth {
				return nil, bad(at, "components nested deeper than %d", maxDepth)
			}
			inner := &component{name: strings.ToUpper(p.value), line: at}
			c.children, open = append(c.children, inner), append(open, inner)
			cost = adapt.ObjectCost
		case "END":
			if !strings.EqualFold(p.value, c.name) {
				return nil, bad(at, "END:%.40q ends %s, which began in line %d", p.value, c.name,
					c.line)
			}
			open = open[:len(open)-1]
			cost = 0
		default:
			if c.props = append(c.props, p); p.params != nil {
				cost += adapt.ObjectCost
			}
		}
		if err := budget.Charge(cost); err != nil {
			return nil, err
		}
	}
	switch {
	case len(open) > 1:
		return nil, fmt.Errorf("%w: cut off: %s of line %d has no end", adapt.ErrMalformed,
			open[1].name, open[1].line)
	case len(document.children) == 0:
		return nil, fmt.Errorf("%w: empty: a calendar begins with BEGIN:VCALENDAR",
			adapt.ErrMalformed)
	}
	return document.children, nil
}

// lines are the content lines, folded ones joined (section 3.1), with the numbers of their first
// lines. A fold may stand inside of a character, so a text is UTF-8 only when it is joined.
func lines(b []byte) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		var joined []byte
		first, at := 0, 0
		for line := range bytes.Lines(b) {
			at++
			line = bytes.TrimRight(line, "\r\n")
			if first > 0 && len(line) > 0 && (line[0] == ' ' || line[0] == '\t') {
				joined = append(joined, line[1:]...)
				continue
			}
			if first > 0 && !yield(first, string(joined)) {
				return
			}
			first, joined = at, append(joined[:0], line...)
		}
		if first > 0 {
			yield(first, string(joined))
		}
	}
}

// parseLine takes a content line apart: name *(";" param) ":" value.
func parseLine(text string) (p property, ok bool) {
	end := strings.IndexAny(text, ";:")
	if end <= 0 {
		return p, false
	}
	p.name = strings.ToUpper(strings.TrimSpace(text[:end]))
	if at := strings.LastIndexByte(p.name, '.'); at >= 0 {
		p.name = p.name[at+1:] // a group, as vCard has it and some programs write
	}
	rest := text[end:]
	for strings.HasPrefix(rest, ";") {
		rest = rest[1:]
		eq := strings.IndexAny(rest, "=;:")
		if eq < 0 {
			return p, false
		}
		name, value := strings.ToUpper(rest[:eq]), ""
		rest = rest[eq:]
		if strings.HasPrefix(rest, "=") {
			value, rest, ok = parseParam(rest[1:])
			if !ok {
				return p, false
			}
		}
		if p.params == nil {
			p.params = map[string]string{}
		}
		p.params[name] = value
	}
	if !strings.HasPrefix(rest, ":") {
		return p, false
	}
	p.value = rest[1:]
	if of := p.params["VALUE"]; (of == "" || strings.EqualFold(of, "TEXT")) &&
		p.name != "RRULE" && p.name != "CATEGORIES" && p.name != "URL" {
		p.value = unescape(p.value)
	}
	p.value = strings.TrimSpace(p.value)
	return p, true
}

// parseParam reads a parameter's value up to the next ";" or ":" outside quotes. RFC 6868 escapes
// are resolved.
func parseParam(text string) (value, rest string, ok bool) {
	var b strings.Builder
	quoted := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			quoted = !quoted
		case !quoted && (c == ';' || c == ':'):
			return b.String(), text[i:], true
		case c == '^' && i+1 < len(text) && strings.IndexByte("n^'", text[i+1]) >= 0:
			i++
			b.WriteByte("\n^\""[strings.IndexByte("n^'", text[i])])
		default:
			b.WriteByte(c)
		}
	}
	return "", "", false
}

// unescape resolves the escapes of a TEXT value (section 3.3.11).
func unescape(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch s[i] {
		case 'n', 'N':
			b.WriteByte('\n')
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

// list splits a TEXT list at commas that are not escaped.
func list(budget *adapt.Budget, s string) (out []any) {
	from := 0
	for i := 0; i <= len(s); i++ {
		switch {
		case i == len(s) || s[i] == ',':
			if budget.Charge(adapt.ValueCost) != nil {
				return nil
			}
			if v := strings.TrimSpace(unescape(s[from:i])); v != "" {
				out = append(out, v)
			}
			from = i + 1
		case s[i] == '\\' && i+1 < len(s):
			i++
		}
	}
	return out
}
