package ics

import (
	"bytes"
	"fmt"
	"iter"
	"regexp"
	"strings"
	"unicode/utf8"

	"cartaz/builder/internal/upstream/adapt"
)

const maxDepth = 8 // of components

// property is one content line (RFC 5545, section 3.1).
type property struct {
	params map[string]string // names in capitals; of a list the text with its commas
	value  string            // as written, of a text with its escapes resolved; never ""
}

// component has the lines between BEGIN and END.
type component struct {
	name     string // in capitals
	line     int    // of its BEGIN
	props    map[string][]property
	children []*component
}

// first returns the first property of that name, or nil.
func (c *component) first(name string) *property {
	if list := c.props[name]; len(list) > 0 {
		return &list[0]
	}
	return nil
}

// text returns the text of the first property of that name, or "".
func (c *component) text(name string) string {
	if p := c.first(name); p != nil {
		return p.value
	}
	return ""
}

// parse reads the components of a document: its VCALENDAR objects, of which there may be several.
// Text after a VCALENDAR is ignored.
func parse(b []byte) ([]*component, error) {
	if bytes.IndexByte(b, '\n') < 0 {
		b = bytes.ReplaceAll(b, []byte("\r"), []byte("\n"))
	}
	bad := func(at int, format string, args ...any) error {
		return adapt.ErrMalformed.Errorf("line %d: %s", at, fmt.Sprintf(format, args...))
	}
	document := &component{}
	open := []*component{document}
	for at, text := range lines(b) {
		name, p := parseLine(text)
		c := open[len(open)-1]
		switch begins := name == "BEGIN" && strings.EqualFold(p.value, "VCALENDAR"); {
		case c == document && !begins && strings.TrimSpace(text) != "":
			if len(document.children) == 0 {
				return nil, bad(at, "a calendar begins with BEGIN:VCALENDAR: check that the "+
					"address gives a calendar")
			}
		case p.value == "": // it says nothing; others are read all the same
		case !utf8.ValidString(text):
			return nil, bad(at, "the calendar is not UTF-8, as RFC 5545 wants it")
		case quoted.MatchString(text):
			return nil, bad(at, "the texts of vCalendar 1.0 (quoted-printable) are not read: "+
				"export the calendar as iCalendar 2.0")
		case name == "BEGIN" && len(open) > maxDepth:
			return nil, bad(at, "components nested deeper than %d", maxDepth)
		case name == "BEGIN":
			inner := &component{name: strings.ToUpper(p.value), line: at,
				props: map[string][]property{}}
			c.children, open = append(c.children, inner), append(open, inner)
		case name == "END" && !strings.EqualFold(p.value, c.name):
			return nil, bad(at, "END:%.40q ends %s, which began in line %d", p.value, c.name,
				c.line)
		case name == "END":
			open = open[:len(open)-1]
		default:
			c.props[name] = append(c.props[name], p)
		}
	}
	switch {
	case len(open) > 1:
		return nil, adapt.ErrMalformed.Errorf("cut off: %s of line %d has no end", open[1].name,
			open[1].line)
	case len(document.children) == 0:
		return nil, adapt.ErrMalformed.Errorf("empty: a calendar begins with BEGIN:VCALENDAR")
	}
	return document.children, nil
}

// fold is the end of a line that goes on in the next one (section 3.1). It may be inside a
// character, so a text is UTF-8 only when it is joined.
var fold = regexp.MustCompile(`\r?\n[ \t]`)

// lines returns the content lines, folded ones joined, with the numbers of their first lines.
func lines(b []byte) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		at := 1
		for line := range strings.Lines(fold.ReplaceAllString(string(b), "\x00")) {
			joined := strings.ReplaceAll(line, "\x00", "")
			if !yield(at, strings.TrimRight(joined, "\r\n")) {
				return
			}
			at += 1 + len(line) - len(joined)
		}
	}
}

// A content line is name *(";" param) ":" value. A group before the name is ignored: vCard has
// groups, and some programs write them.
var (
	lineHead  = regexp.MustCompile(`^\s*(?:[^;:]*\.)?([^;:.]+)((?:` + parameter.String() + `)*):`)
	parameter = regexp.MustCompile(`;([^;:="]*)(?:=((?:"[^"]*"|[^";:])*))?`)
	// quoted matches a line of vCalendar 1.0 whose text is in quoted-printable.
	quoted = regexp.MustCompile(`^(?i)[^:]*;(ENCODING=)?QUOTED-PRINTABLE[;:]`)
	// escapes resolves the escapes of a TEXT value (section 3.3.11).
	escapes = strings.NewReplacer(`\n`, "\n", `\N`, "\n", `\\`, `\`, `\`, "")
	// quoting decodes the value of a parameter (RFC 6868).
	quoting = strings.NewReplacer(`"`, "", "^n", "\n", "^^", "^", "^'", `"`)
)

// parseLine takes a content line apart; any other line has no value.
func parseLine(text string) (name string, p property) {
	at := lineHead.FindStringSubmatchIndex(text)
	if at == nil {
		return "", p
	}
	name = strings.ToUpper(strings.TrimSpace(text[at[2]:at[3]]))
	for _, m := range parameter.FindAllStringSubmatch(text[at[4]:at[5]], -1) {
		if p.params == nil {
			p.params = map[string]string{}
		}
		p.params[strings.ToUpper(m[1])] = quoting.Replace(m[2])
	}
	p.value = text[at[1]:]
	if of := p.params["VALUE"]; (of == "" || strings.EqualFold(of, "TEXT")) &&
		name != "RRULE" && name != "CATEGORIES" && name != "URL" {
		p.value = escapes.Replace(p.value)
	}
	p.value = strings.TrimSpace(p.value)
	return name, p
}

var element = regexp.MustCompile(`(?s)(?:[^\\,]|\\.)+`)

// list splits a TEXT list at commas that are not escaped.
func list(s string) (out []any) {
	for _, v := range element.FindAllString(s, -1) {
		out = append(out, strings.TrimSpace(escapes.Replace(v)))
	}
	return out
}
