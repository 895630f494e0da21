package adapt

import (
	"cmp"
	"fmt"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"cartaz/builder/internal/times"
	"cartaz/builder/text"
)

// Scalar returns a value as it is written: a text, a number, true or false, or "" for any other.
func Scalar(v any) string {
	switch v := v.(type) {
	case string:
		return strings.TrimSpace(v)
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case nil, []any, map[string]any:
		return ""
	}
	return fmt.Sprint(v) // bool, int, *big.Int, json.Number
}

// First returns the first of several values, also of lists in lists, else the value.
func First(v any) any {
	for {
		list, ok := v.([]any)
		if !ok {
			return v
		}
		v = nil
		if len(list) > 0 {
			v = list[0]
		}
	}
}

// Said returns the first of several values as it is written.
func Said(v any) string { return Scalar(First(v)) }

// List returns a value as a list.
func List(v any) []any {
	switch v := v.(type) {
	case nil:
		return nil
	case []any:
		return v
	}
	return []any{v}
}

// member returns the first text among some members of an object.
func member(o map[string]any, names ...string) string {
	for _, name := range names {
		if text := Scalar(o[name]); text != "" {
			return text
		}
	}
	return ""
}

// named returns a name that is given as a text, or as an object that has one.
func named(v any) string {
	if o, ok := First(v).(map[string]any); ok {
		names := strings.Fields("name title label")
		for name := range text.InOrder(o) {
			if f := meaning(name).field; f == Name || f == Venue {
				names = append(names, name)
			}
		}
		return Plain(member(o, append(names, "code", "#text")...))
	}
	text, _ := First(v).(string)
	return Plain(text)
}

// textual returns a text, or the text of an object that holds it.
func textual(v any) string {
	if o, ok := First(v).(map[string]any); ok {
		return member(o, "rendered", "html", "processed", "value", "content", "text", "plain")
	}
	return Scalar(v)
}

// labels returns labels in any of the usual forms: "jazz, blues", ["jazz", "blues"], {"name":
// "jazz"}, [{"tags": ["jazz"]}].
func labels(v any) (tags []any) {
	list := List(v)
	if said := Scalar(v); said != "" {
		list = nil
		for s := range strings.FieldsFuncSeq(said, func(c rune) bool {
			return strings.ContainsRune(",;|\n", c)
		}) {
			list = append(list, s)
		}
	}
	for _, v := range list[:min(len(list), maxTags)] {
		if name := named(v); name != "" {
			tags = append(tags, name)
			continue
		}
		object, _ := v.(map[string]any)
		// A label without a name may hold labels.
		for name, v := range text.InOrder(object) {
			if _, isList := v.([]any); isList || meaning(name).field == Tags {
				tags = append(tags, labels(v)...)
			}
		}
	}
	return tags
}

// linkLike matches an address, with or without a scheme or a host. Several events may have another
// text in its place: "free".
var linkLike = regexp.MustCompile(`^(/|\S*(//|\pL\.\pL))\S*$`)

// isLink reports whether a value is a web address, or an object that has one.
func isLink(v any) bool {
	if o, ok := v.(map[string]any); ok {
		v = member(o, "url", "href", "joinUrl", "uri")
		return v != "" || o["entryPoints"] != nil // Google Calendar
	}
	text := strings.ToLower(Scalar(v))
	return strings.HasPrefix(text, "https://") || strings.HasPrefix(text, "http://")
}

// address returns a web address, or the address of an object. A path without a host may be a file
// of the brand.
func address(v any, base *url.URL) string {
	v = First(v)
	if o, ok := v.(map[string]any); ok {
		v = cmp.Or(Said(o["contentUrl"]), Said(o["url"]),
			member(o, "src", "original", "href", "@id"))
		for name, part := range text.InOrder(o) {
			if v == "" && meaning(name).field == Image {
				return address(part, base)
			}
		}
	}
	return Resolve(base, Scalar(v))
}

// mediaType matches a type of files that are not pictures.
var mediaType = regexp.MustCompile(
	`^(?i:(application|audio|font|text|video)/[\w.+-]+|audio|video)$`)

// isFile reports whether an object says at any depth that it is of such a type.
func isFile(v any) bool {
	object, _ := v.(map[string]any)
	for _, v := range object {
		if mediaType.MatchString(Scalar(v)) || isFile(v) {
			return true
		}
	}
	return false
}

// LooksHTML reports whether a text without a format is HTML: it has an element of HTML.
func LooksHTML(s string) bool { return strings.Contains(s, "<") && htmlSign.MatchString(s) }

var htmlSign = regexp.MustCompile(`(?i)</(p|a|b|i|u|li|ul|ol|strong|div|em|span|h[1-6]|td|table|` +
	`font|blockquote|script|style)>|<(br|p|hr|img|div)\b[^<>]*>`)

// isClock reports whether a text is a time of day, or two, and can be nothing else.
func isClock(s string) bool {
	_, ok := times.Clock(s)
	_, _, span := times.Span(s, false)
	return ok && strings.Trim(s, "0123456789") != "" || span && strings.ContainsAny(s, ":hHpPuU")
}
