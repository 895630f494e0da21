package webtest

import (
	"encoding/json"
	"strconv"
	"strings"
)

// cutPath takes the path off the front of s. It ends at the first space outside
// brackets.
func cutPath(s string) (path, rest string, ok bool) {
	end, quoted := 0, false
	for ; end < len(s) && (quoted || s[end] != ' '); end++ {
		if s[end] == '"' {
			quoted = !quoted
		}
	}
	path, rest = s[:end], strings.TrimLeft(s[end:], " ")
	_, ok = splitPath(path)
	return path, rest, ok
}

// splitPath splits a path into member names and, in brackets, indices.
func splitPath(path string) (parts []string, ok bool) {
	if path == "." {
		return nil, true
	}
	for path != "" {
		switch {
		case strings.HasPrefix(path, `["`):
			end := strings.Index(path, `"]`)
			if end < 0 {
				return nil, false
			}
			parts = append(parts, "."+path[2:end])
			path = path[end+2:]
		case path[0] == '[':
			end := strings.IndexByte(path, ']')
			if end < 0 {
				return nil, false
			}
			if _, err := strconv.Atoi(path[1:end]); err != nil {
				return nil, false
			}
			parts = append(parts, path[:end])
			path = path[end+1:]
		case path[0] == '.':
			end := strings.IndexAny(path[1:], ".[") + 1
			if end == 0 {
				end = len(path)
			}
			if end == 1 && !strings.HasPrefix(path, ".[") {
				return nil, false
			}
			if end > 1 {
				parts = append(parts, path[:end])
			}
			path = path[end:]
		default:
			return nil, false
		}
	}
	return parts, len(parts) > 0
}

// lookup finds the value at a path. found is false when there is none.
func lookup(doc any, path string) (value any, found bool) {
	parts, _ := splitPath(path)
	for _, p := range parts {
		switch v := doc.(type) {
		case map[string]any:
			if p == ".#" {
				doc = float64(len(v))
				continue
			}
			next, ok := v[p[1:]]
			if !ok || p[0] == '[' {
				return nil, false
			}
			doc = next
		case []any:
			if p == ".#" {
				doc = float64(len(v))
				continue
			}
			i, err := strconv.Atoi(p[1:])
			if i < 0 {
				i += len(v)
			}
			if err != nil || p[0] != '[' || i < 0 || i >= len(v) {
				return nil, false
			}
			doc = v[i]
		default:
			return nil, false
		}
	}
	return doc, true
}

// jsonText writes a value as a message or a variable shows it: strings without
// their quotes.
func jsonText(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	text, _ := json.Marshal(v) // it came from a document, so it goes into one
	return string(text)
}
