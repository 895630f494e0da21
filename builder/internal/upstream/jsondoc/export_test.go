package jsondoc

import (
	"bytes"
	"io"
)

// Items walks the default list of a document; chunk is how many bytes a read gives. spans are the
// items as they were cut out.
func Items(text []byte, chunk int) (items []any, spans []string, around map[string]any,
	err error) {
	around, err = List(&chunks{bytes.NewReader(text), chunk}, nil, func(text []byte) error {
		if text[0] == '{' || text[0] == '[' {
			spans = append(spans, string(text))
		}
		v, err := Value(text)
		items = append(items, v)
		return err
	})
	return items, spans, around, err
}

type chunks struct {
	r    io.Reader
	size int
}

func (c *chunks) Read(b []byte) (int, error) { return c.r.Read(b[:min(len(b), c.size)]) }

// Strict reads a document, and decodes it.
func Strict(text []byte) (any, error) {
	text, err := Read(bytes.NewReader(text), 1<<20)
	if err != nil {
		return nil, err
	}
	return Value(text)
}
