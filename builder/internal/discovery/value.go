package discovery

import (
	"bytes"
	"encoding/json"
	"fmt"

	"cartaz/builder/catalog"
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

// appendJSON writes a value: an object, a list, or what encoding/json writes.
func appendJSON(dst []byte, v any) []byte {
	switch v := v.(type) {
	case object:
		dst = append(dst, '{')
		for i, m := range v {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(catalog.AppendString(dst, m.name), ':')
			dst = appendJSON(dst, m.value)
		}
		return append(dst, '}')
	case list:
		dst = append(dst, '[')
		for i, e := range v {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendJSON(dst, e)
		}
		return append(dst, ']')
	case []string:
		l := make(list, len(v))
		for i, s := range v {
			l[i] = s
		}
		return appendJSON(dst, l)
	case string:
		return catalog.AppendString(dst, v)
	}
	text, _ := json.Marshal(v) // numbers, yes and no, and JSON that was read
	return append(dst, text...)
}

// encode writes a value as a document: two spaces of indentation, since people open these files,
// and one newline at the end. Content coding takes the spaces out again on the wire.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	if err := json.Indent(&b, appendJSON(nil, v), "", "  "); err != nil {
		return nil, fmt.Errorf("indent document: %w", err)
	}
	b.WriteByte('\n')
	return b.Bytes(), nil
}
