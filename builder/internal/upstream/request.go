package upstream

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"strings"

	"cartaz/builder/internal/upstream/fetch"
)

// assemble makes the request for one page: that for the first, with members set in its query, or in
// its body when it has one.
func (w *walker) assemble(set map[string]any) (*fetch.Request, error) {
	u := *w.first
	if w.src.Body == nil {
		if len(set) > 0 {
			q := u.Query()
			for name, v := range set {
				q.Set(name, fmt.Sprint(v))
			}
			u.RawQuery = q.Encode()
		}
		return &fetch.Request{URL: &u}, nil
	}
	body := w.src.Body
	for name, v := range set {
		body = within(body, strings.Split(name, "."), v)
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(body); err != nil {
		return nil, fmt.Errorf("%w: source.body: %w", ErrUnavailable, err)
	}
	return &fetch.Request{URL: &u, Body: b.Bytes()}, nil
}

// within sets a member of a JSON object; the object itself stays as it is.
func within(object map[string]any, path []string, v any) map[string]any {
	out := maps.Clone(object)
	if out == nil {
		out = map[string]any{}
	}
	if len(path) > 1 {
		child, _ := out[path[0]].(map[string]any)
		v = within(child, path[1:], v)
	}
	out[path[0]] = v
	return out
}
