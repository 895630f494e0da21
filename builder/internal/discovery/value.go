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

// list is a JSON array.
type list []any

// MarshalJSON writes the members in their order.
func (o object) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for i, m := range o {
		value, err := encode(m.value)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(catalog.AppendString(b, m.name), ':'), value...)
	}
	return append(b, '}'), nil
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
