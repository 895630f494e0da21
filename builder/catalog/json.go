package catalog

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// AppendListItem appends the event as JSON for the list: with status, and producer null.
func (e Event) AppendListItem(dst []byte) []byte {
	e.Producer = nil
	return e.appendJSON(dst)
}

// AppendDetail appends the event as JSON for the detail endpoint: with producer, and status null.
func (e Event) AppendDetail(dst []byte) []byte {
	e.Status = nil
	return e.appendJSON(dst)
}

func (e *Event) appendJSON(dst []byte) []byte {
	w := bytes.NewBuffer(dst)
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(e) // texts and a number
	return bytes.TrimSuffix(w.Bytes(), []byte("\n"))
}

// AppendMeta appends m as a JSON object.
func (m Meta) AppendMeta(dst []byte) []byte {
	dst = strconv.AppendInt(append(dst, `{"total":`...), int64(m.Total), 10)
	dst = strconv.AppendInt(append(dst, `,"per_page":`...), int64(m.PerPage), 10)
	dst = strconv.AppendInt(append(dst, `,"current_page":`...), int64(m.CurrentPage), 10)
	dst = strconv.AppendInt(append(dst, `,"last_page":`...), int64(m.LastPage), 10)
	return append(dst, '}')
}

// unescaped are the ASCII bytes that a string contains without an escape.
var unescaped = func() (t [256]bool) {
	for c := byte(' '); c < utf8.RuneSelf; c++ {
		t[c] = c != '"' && c != '\\'
	}
	return t
}()

// OrEmpty is a text of an [Event], "" for null.
func OrEmpty(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// AppendString appends s as a JSON string (RFC 8259, section 7), as encoding/json writes it with
// SetEscapeHTML(false). Bytes that are not UTF-8 become U+FFFD. U+2028 and U+2029 are escaped,
// because some readers parse JSON as JavaScript.
func AppendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if unescaped[c] {
			i++
			continue
		}
		if c < utf8.RuneSelf {
			dst = append(dst, s[start:i]...)
			if at := strings.IndexByte("\"\\\b\f\n\r\t", c); at >= 0 {
				dst = append(dst, '\\', `"\bfnrt`[at])
			} else {
				dst = fmt.Appendf(dst, `\u%04x`, c)
			}
			i++
			start = i
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			dst = append(append(dst, s[start:i]...), `\ufffd`...)
			start = i + n
		case r == '\u2028' || r == '\u2029':
			dst = fmt.Appendf(append(dst, s[start:i]...), `\u%04x`, r)
			start = i + n
		}
		i += n
	}
	return append(append(dst, s[start:]...), '"')
}
