package catalog

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// AppendListItem appends the event as JSON for the list: with status, and producer null.
func (e *Event) AppendListItem(dst []byte) []byte { return e.appendJSON(dst, true) }

// AppendDetail appends the event as JSON for the detail endpoint: with producer, and status null.
func (e *Event) AppendDetail(dst []byte) []byte { return e.appendJSON(dst, false) }

// appendJSON writes the members in the order of the struct. The code is written by hand instead of
// using encoding/json, because it runs twice per event in every build. A test compares it with
// encoding/json.
func (e *Event) appendJSON(dst []byte, list bool) []byte {
	dst = append(dst, `{"id":`...)
	dst = strconv.AppendInt(dst, e.ID, 10)
	dst = appendMember(dst, `,"slug":`, &e.Slug)
	dst = appendMember(dst, `,"name":`, &e.Name)
	dst = appendMember(dst, `,"description":`, e.Description)
	status, producer := e.Status, e.Producer
	if list {
		producer = nil
	} else {
		status = nil
	}
	dst = appendMember(dst, `,"status":`, status)
	dst = appendMember(dst, `,"starts_at":`, e.StartsAt)
	dst = appendMember(dst, `,"ends_at":`, e.EndsAt)
	dst = appendMember(dst, `,"timezone":`, e.Timezone)
	dst = strconv.AppendBool(append(dst, `,"is_online":`...), e.IsOnline)
	dst = strconv.AppendBool(append(dst, `,"is_closed":`...), e.IsClosed)
	dst = appendMember(dst, `,"url":`, &e.URL)
	dst = appendMember(dst, `,"images":{"banner":`, e.Images.Banner)
	dst = appendMember(dst, `,"thumbnail":`, e.Images.Thumbnail)
	dst = append(dst, `},"location":`...)
	if l := e.Location; l == nil {
		dst = append(dst, "null"...)
	} else {
		dst = appendMember(dst, `{"name":`, l.Name)
		dst = appendMember(dst, `,"city":`, l.City)
		dst = appendMember(dst, `,"state":`, l.State)
		dst = appendMember(dst, `,"state_abbr":`, l.StateAbbr)
		dst = appendMember(dst, `,"formatted_address":`, l.FormattedAddress)
		dst = appendMember(dst, `,"latitude":`, l.Latitude)
		dst = appendMember(dst, `,"longitude":`, l.Longitude)
		dst = append(dst, '}')
	}
	dst = append(dst, `,"producer":`...)
	if producer == nil {
		return append(dst, "null}"...)
	}
	dst = appendMember(dst, `{"name":`, &producer.Name)
	dst = appendMember(dst, `,"slug":`, &producer.Slug)
	return append(dst, "}}"...)
}

func appendMember(dst []byte, key string, value *string) []byte {
	dst = append(dst, key...)
	if value == nil {
		return append(dst, "null"...)
	}
	return AppendString(dst, *value)
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
