package text

import (
	"bytes"
	"encoding/json"
)

// JSON writes a value as a document that people open, too: no character is escaped that HTML alone
// would want so, each level has one indent more, "" for one line, and a newline ends it.
func JSON(v any, indent string) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", indent)
	err := enc.Encode(v)
	return b.Bytes(), err
}
