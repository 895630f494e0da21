package upstream

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"strings"
)

// request is what the source is asked for.
type request struct {
	url  *url.URL
	body []byte // JSON; nil asks with GET
	// where names the request in messages and positions: the address without what may be secret in
	// it.
	where string
	limit int64 // bytes of the answer, as sent; 0 for the limit of the pull
}

func (q *request) method() string {
	if q.body != nil {
		return http.MethodPost
	}
	return http.MethodGet
}

// assemble makes the request for one page: that for the first, with members set in its query, or in
// its body when it has one.
func (w *walker) assemble(set map[string]any) (*request, error) {
	u := *w.first
	if w.src.Body == nil {
		if len(set) > 0 {
			q := u.Query()
			for name, v := range set {
				q.Set(name, fmt.Sprint(v))
			}
			u.RawQuery = q.Encode()
		}
		return &request{url: &u}, nil
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
	return &request{url: &u, body: b.Bytes()}, nil
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
