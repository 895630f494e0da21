package text

import (
	"bytes"
	"encoding/json"
)

// JSON writes a value as a document that people may also open: without the escapes that are only
// for HTML, with one more indent at each level ("" writes one line), and with a newline at the end.
func JSON(v any, indent string) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", indent)
	err := enc.Encode(v)
	return b.Bytes(), err
}
