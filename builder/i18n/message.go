package i18n

import (
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

// piece is a text and the argument behind it; none is -1.
type piece struct {
	text string
	arg  int
}

const none = -1

// cut parts a text at its placeholders, "%{name}". Names that are not among those given are
// returned as unknown, and those that the text does not have as missing.
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

// placeholder cuts a text at its first placeholder; name is "" when it has none.
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

// Append appends the text with its placeholders filled in. The arguments stand in the order of the
// placeholders in the tag of the field; it panics when their number is another.
func (m *Message) Append(dst []byte, args ...string) []byte {
	m.check(len(args))
	for i := range m.pieces {
		p := &m.pieces[i]
		dst = append(dst, p.text...)
		if p.arg != none {
			dst = append(dst, args[p.arg]...)
		}
	}
	return dst
}

// AppendAt is [Message.Append] and says where the argument of that number went, at its last place;
// -1 when the text leaves it out.
func (m *Message) AppendAt(dst []byte, arg int, args ...string) (out []byte, at int) {
	m.check(len(args))
	at = -1
	for i := range m.pieces {
		p := &m.pieces[i]
		dst = append(dst, p.text...)
		if p.arg == arg {
			at = len(dst)
		}
		if p.arg != none {
			dst = append(dst, args[p.arg]...)
		}
	}
	return dst, at
}

// Text is what [Message.Append] appends.
func (m *Message) Text(args ...string) string {
	m.check(len(args))
	size := 0
	for i := range m.pieces {
		p := &m.pieces[i]
		size += len(p.text)
		if p.arg != none {
			size += len(args[p.arg])
		}
	}
	var b strings.Builder
	b.Grow(size)
	for i := range m.pieces {
		p := &m.pieces[i]
		b.WriteString(p.text)
		if p.arg != none {
			b.WriteString(args[p.arg])
		}
	}
	return b.String()
}

func (m *Message) check(args int) {
	if args != len(m.names) {
		panic("i18n: " + m.key + " is called with another number of arguments than placeholders")
	}
}

// Plural is a message with a form for each kind of number that its language tells apart.
type Plural struct {
	tag   language.Tag
	exact map[int]*Message
	forms [plural.Many + 1]*Message // by category; nil for those that do not occur
}

// For is the form for a whole number.
func (p *Plural) For(n int) *Message {
	if m, ok := p.exact[n]; ok {
		return m
	}
	if m := p.forms[form(p.tag, n)]; m != nil {
		return m
	}
	return p.Other()
}

// Other is the form for a number that is not known, as in a template that another program fills in.
func (p *Plural) Other() *Message { return p.forms[plural.Other] }

// categories are the names of forms in the files, as CLDR has them.
var categories = map[string]plural.Form{
	"zero": plural.Zero, "one": plural.One, "two": plural.Two,
	"few": plural.Few, "many": plural.Many, "other": plural.Other,
}
