package jsondoc

import "io"

const maxDepth = 512

// decoder makes Go values of the JSON behind a cursor. encoding/json is not used because it mends
// what must be refused: it replaces invalid UTF-8 and lone surrogates, lets the last of two equal
// members win, and its offsets do not say which member.
type decoder struct {
	in      cursor
	depth   int
	keys    map[string]string // member names seen, so that each is allocated once
	scratch []byte
	inner   *decoder // of spans
}

func newDecoder(r io.Reader) *decoder {
	return &decoder{in: cursor{r: r, buf: make([]byte, bufBytes)}, keys: map[string]string{}}
}

// value decodes one value; the next byte is its first.
func (d *decoder) value() (any, error) {
	c, err := d.in.mustToken()
	if err != nil {
		return nil, err
	}
	switch {
	case c == '{':
		return d.object()
	case c == '[':
		return d.array()
	case c == '"':
		b, err := d.str()
		return string(b), err
	case c == '-' || c >= '0' && c <= '9':
		return d.number()
	case c == 't':
		return true, d.literal("true")
	case c == 'f':
		return false, d.literal("false")
	case c == 'n':
		return nil, d.literal("null")
	case c == 'N' || c == 'I':
		return nil, d.in.bad(d.in.offset(), "NaN and Infinity are not JSON: send null")
	case c == '<':
		return nil,
			d.in.bad(d.in.offset(),
				"this is HTML or XML, not JSON: check the address, and that the source answers "+
					"JSON there")
	}
	return nil, d.in.bad(d.in.offset(), "%q starts no value", c)
}

func (d *decoder) literal(word string) error {
	at := d.in.offset()
	for i := range len(word) {
		c, err := d.in.must()
		if err != nil {
			return err
		}
		if c != word[i] {
			return d.in.bad(at, "this is no value: %s was expected", word)
		}
		d.in.pos++
	}
	return nil
}

func (d *decoder) enter() error {
	d.in.pos++
	if d.depth++; d.depth > maxDepth {
		return d.in.bad(d.in.offset(), "nested deeper than %d: no event is", maxDepth)
	}
	return nil
}

func (d *decoder) object() (map[string]any, error) {
	m := map[string]any{}
	err := d.members(func(key string, at int64) error {
		if _, twice := m[key]; twice {
			return d.in.bad(at, "the member is there twice: send it once")
		}
		v, err := d.value()
		m[key] = v
		return err
	})
	return m, err
}

// members goes through an object; the callback must read the value.
func (d *decoder) members(member func(key string, at int64) error) error {
	if err := d.enter(); err != nil {
		return err
	}
	for first := true; ; first = false {
		c, err := d.in.mustToken()
		if err != nil {
			return err
		}
		if c == '}' && first {
			break
		}
		if !first {
			if c != ',' && c != '}' {
				return d.in.bad(d.in.offset(), "%q after a member: , or } was expected", c)
			}
			d.in.pos++
			if c == '}' {
				d.depth--
				return nil
			}
			if c, err = d.in.mustToken(); err != nil {
				return err
			}
		}
		if c != '"' {
			return d.in.bad(d.in.offset(), "%q starts no member: a name in quotes was expected", c)
		}
		at := d.in.offset()
		raw, err := d.str()
		if err != nil {
			return err
		}
		key := d.intern(raw)
		if c, err = d.in.mustToken(); err != nil {
			return err
		} else if c != ':' {
			return d.in.bad(d.in.offset(), "%q after the name of a member: : was expected", c)
		}
		d.in.pos++
		d.in.down(step{key: key, index: -1})
		if err := member(key, at); err != nil {
			return err
		}
		d.in.up()
	}
	d.in.pos++
	d.depth--
	return nil
}

// intern keeps one copy of a member's name. The table is bounded, because a document with names
// that never repeat must not fill it.
func (d *decoder) intern(raw []byte) string {
	if key, ok := d.keys[string(raw)]; ok {
		return key
	}
	key := string(raw)
	if len(d.keys) < 1024 && len(key) <= 64 {
		d.keys[key] = key
	}
	return key
}

func (d *decoder) array() ([]any, error) {
	list := []any{}
	err := d.elements(func(int) error {
		v, err := d.value()
		list = append(list, v)
		return err
	})
	return list, err
}

// elements goes through an array; the callback must read the value.
func (d *decoder) elements(element func(index int) error) error {
	if err := d.enter(); err != nil {
		return err
	}
	for i := 0; ; i++ {
		c, err := d.in.mustToken()
		if err != nil {
			return err
		}
		if c == ']' && i == 0 {
			break
		}
		if i > 0 {
			if c != ',' && c != ']' {
				return d.in.bad(d.in.offset(), "%q after an element: , or ] was expected", c)
			}
			if c == ']' {
				break
			}
			d.in.pos++
		}
		d.in.down(step{index: i})
		if err := element(i); err != nil {
			return err
		}
		d.in.up()
	}
	d.in.pos++
	d.depth--
	return nil
}

// spanned decodes what span of the cursor read, which began at its start; places in errors are
// those of the document.
func (d *decoder) spanned(span []byte) (any, error) {
	if d.inner == nil {
		d.inner = &decoder{keys: d.keys}
	}
	d.inner.depth = d.depth
	d.inner.in = cursor{
		buf: span, end: len(span), base: d.in.start, eof: true,
		start: d.in.start, limit: d.in.limit, path: append(d.inner.in.path[:0], d.in.path...),
	}
	return d.inner.value()
}
