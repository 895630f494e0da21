package catalog

import (
	"bytes"
	"encoding/json"
)

// AppendListItem appends the event as JSON for the list: with status, and producer null.
func (e Event) AppendListItem(dst []byte) []byte {
	e.Producer = nil
	return appendJSON(dst, &e)
}

// AppendDetail appends the event as JSON for the detail endpoint: with producer, and status null.
func (e Event) AppendDetail(dst []byte) []byte {
	e.Status = nil
	return appendJSON(dst, &e)
}

// AppendMeta appends m as a JSON object.
func (m Meta) AppendMeta(dst []byte) []byte { return appendJSON(dst, &m) }

// AppendString appends s as a JSON string. Bytes that are not UTF-8 become U+FFFD.
func AppendString(dst []byte, s string) []byte { return appendJSON(dst, s) }

// appendJSON appends a value of texts and numbers, in which <, > and & have no escapes.
func appendJSON(dst []byte, v any) []byte {
	w := bytes.NewBuffer(dst)
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(v) // it cannot fail
	return bytes.TrimSuffix(w.Bytes(), []byte("\n"))
}

// OrEmpty returns a text of an [Event], "" for null.
func OrEmpty(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
