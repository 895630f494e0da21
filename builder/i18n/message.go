package i18n

import (
	"fmt"
	"strings"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

// Message is a text with placeholders. The zero value is the empty text.
type Message struct {
	key    string
	names  []string // of the placeholders, in the order of the arguments
	pieces []piece
}

// piece is a text and the argument after it, or -1.
type piece struct {
	text string
	arg  int
}

const none = -1

// cut splits a text at its placeholders, "%{name}". It returns names that are not in names as
// unknown, and names that the text does not have as missing.
func cut(key, text string, names []string) (m *Message, unknown, missing []string) {
	m = &Message{key: key, names: names}
	used := make([]bool, len(names))
	for rest := text; rest != ""; {
		before, name, after := placeholder(rest)
		p := piece{text: before, arg: none}
		if name != "" {
			for i := range names {
				if names[i] == name {
					p.arg, used[i] = i, true
				}
			}
			if p.arg == none {
				unknown = append(unknown, name)
			}
		}
		m.pieces = append(m.pieces, p)
		rest = after
	}
	for i, name := range names {
		if !used[i] {
			missing = append(missing, name)
		}
	}
	return m, unknown, missing
}

// placeholder cuts a text at its first placeholder; name is "" if it has none.
func placeholder(text string) (before, name, after string) {
	start := strings.Index(text, "%{")
	if start < 0 {
		return text, "", ""
	}
	end := strings.IndexByte(text[start:], '}')
	if end < 0 {
		return text, "", ""
	}
	return text[:start], text[start+2 : start+end], text[start+end+1:]
}

// Text returns the text with its placeholders filled in. The arguments are in the order of the
// placeholders in the tag of the field; it panics if their number is wrong.
func (m *Message) Text(args ...string) string {
	if len(args) != len(m.names) {
		panic("i18n: " + m.key + " is called with another number of arguments than placeholders")
	}
	var buf [128]byte
	out := buf[:0]
	for i := range m.pieces {
		p := &m.pieces[i]
		out = append(out, p.text...)
		if p.arg != none {
			out = append(out, args[p.arg]...)
		}
	}
	return string(out)
}

// Plural is a message with a form for each kind of number in its language.
type Plural struct {
	tag     language.Tag
	exact   map[int]*Message
	forms   [plural.Many + 1]*Message // by category; nil if the category does not occur
	numbers Numbers
}

// Count returns the form for a number, with the number in place of its one placeholder. A text in
// place of a number, such as the mark of a slot, takes the form of an unknown number.
func (p *Plural) Count(n any) string {
	if n, ok := n.(int); ok {
		return p.For(n).Text(p.numbers.Text(n))
	}
	return p.forms[plural.Other].Text(fmt.Sprint(n))
}

// For returns the form for a whole number.
func (p *Plural) For(n int) *Message {
	if m, ok := p.exact[n]; ok {
		return m
	}
	if m := p.forms[form(p.tag, n)]; m != nil {
		return m
	}
	return p.forms[plural.Other]
}

// categories holds the CLDR names of forms in the files.
var categories = map[string]plural.Form{
	"zero": plural.Zero, "one": plural.One, "two": plural.Two,
	"few": plural.Few, "many": plural.Many, "other": plural.Other,
}
