package discovery

import (
	"fmt"

	"cartaz/builder/catalog"
	"cartaz/builder/text"
)

// object is a JSON object whose members keep the order they were written in: a Go map would sort
// them, and a description is read by people too.
type object []member

// member is one name and value of an object.
type member struct {
	name  string
	value any
}

type list []any

// MarshalJSON writes the members in their order.
func (o object) MarshalJSON() ([]byte, error) { return appendValue(nil, o) }

// appendValue writes what is nested in one pass: package json would read the result of every
// MarshalJSON again, on each level.
func appendValue(b []byte, v any) ([]byte, error) {
	var err error
	switch v := v.(type) {
	case object:
		b = append(b, '{')
		for i, m := range v {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(catalog.AppendString(b, m.name), ':')
			if b, err = appendValue(b, m.value); err != nil {
				return nil, err
			}
		}
		return append(b, '}'), nil
	case list:
		b = append(b, '[')
		for i, item := range v {
			if i > 0 {
				b = append(b, ',')
			}
			if b, err = appendValue(b, item); err != nil {
				return nil, err
			}
		}
		return append(b, ']'), nil
	}
	value, err := text.JSON(v, "")
	return append(b, value...), err
}

// encode writes a value as a document: two spaces of indentation, since people open these files,
// and one newline at the end. Content coding takes the spaces out again on the wire.
func encode(v any) ([]byte, error) {
	b, err := text.JSON(v, "  ")
	if err != nil {
		return nil, fmt.Errorf("write document: %w", err)
	}
	return b, nil
}
