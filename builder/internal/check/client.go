package check

import (
	"cmp"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// agent names this tool to the sites that it visits.
const agent = "Cartaz-Check/1"

// acceptBrowser is the Accept field of a browser that opens a page.
const acceptBrowser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"

// client asks one site over HTTP. Answers are remembered, so that checks may
// ask for the same thing without asking the site again.
type client struct {
	ctx      context.Context
	origin   *url.URL
	http     *http.Client
	requests int
	seen     map[string]*answer
	failed   error // of ask or follow, since the check began: the check fails with it
}

// answer is a response with its whole body.
type answer struct {
	target string // where it came from, after redirects
	status int
	header http.Header
	body   []byte // without content coding
	cut    bool   // the body was longer than MaxBody
	coding string // content coding that was undone
}

var errBudget = absence{Skipped, fmt.Sprintf("not asked: the limit of %d requests was reached",
	maxRequests)}

// get asks for a target and follows redirects within the site. An error is a failed connection, or
// ErrElsewhere.
func (c *client) get(target string, fields ...string) (*answer, error) {
	for range 4 {
		a, err := c.do("GET", target, "", fields...)
		if err != nil {
			return nil, err
		}
		if a.status != 301 && a.status != 302 && a.status != 303 && a.status != 307 &&
			a.status != 308 {
			return a, nil
		}
		location := a.header.Get("Location")
		next, ok := c.local(location)
		if !ok {
			return nil, fmt.Errorf("%s redirects: %w: %s", target, ErrElsewhere, location)
		}
		target = next
	}
	return nil, fmt.Errorf("%s redirects more than three times", target)
}

// follow is like get, for a check that needs the answer: an error becomes the error of the check,
// and the answer is empty.
func (c *client) follow(target string, fields ...string) *answer {
	return c.kept(c.get(target, fields...))
}

// ask is like follow with any method, and takes a redirect as the answer.
func (c *client) ask(method, target string, fields ...string) *answer {
	return c.kept(c.do(method, target, "", fields...))
}

func (c *client) kept(a *answer, err error) *answer {
	if err != nil {
		c.failed = cmp.Or(c.failed, err)
		a = &answer{header: http.Header{}}
	}
	return a
}

// do sends one request, or remembers its answer; fields come in pairs.
func (c *client) do(method, target, body string, fields ...string) (*answer, error) {
	key := strings.Join(append([]string{method, target, body}, fields...), "\x00")
	if a := c.seen[key]; a != nil {
		return a, nil
	}
	if c.requests >= maxRequests {
		return nil, errBudget
	}
	c.requests++
	req, err := http.NewRequestWithContext(c.ctx, method, c.origin.String()+target,
		strings.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", target, err)
	}
	req.Header.Set("User-Agent", agent)
	for i := 0; i < len(fields); i += 2 {
		req.Header.Set(fields[i], fields[i+1])
	}
	res, err := c.http.Do(req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	a := &answer{target: target, status: res.StatusCode, header: res.Header}
	if method != http.MethodHead {
		if err := a.read(res); err != nil {
			return nil, fmt.Errorf("%s: %w", target, err)
		}
	}
	c.seen[key] = a
	return a, nil
}

// read reads the body and decodes it. The limit is on decoded bytes, so that a small body cannot
// unfold into a large one.
func (a *answer) read(res *http.Response) error {
	body := io.Reader(res.Body)
	a.coding = strings.ToLower(strings.TrimSpace(res.Header.Get("Content-Encoding")))
	switch a.coding {
	case "", "identity":
	case "gzip", "x-gzip":
		z, err := gzip.NewReader(res.Body)
		if errors.Is(err, io.EOF) {
			return nil // 304 and 204 have no body to unfold
		}
		if err != nil {
			return fmt.Errorf("body is not gzip: %w", err)
		}
		body = z
	default:
		return fmt.Errorf("content coding %q was not asked for", a.coding)
	}
	var err error
	if a.body, err = io.ReadAll(io.LimitReader(body, MaxBody+1)); err != nil {
		return fmt.Errorf("body: %w", err)
	}
	if len(a.body) > MaxBody {
		a.body, a.cut = a.body[:MaxBody], true
	}
	return nil
}

// local returns the target of an address on this site. It is false for an address on another
// origin, which is never asked.
func (c *client) local(ref string) (string, bool) {
	u, err := c.origin.Parse(ref)
	if err != nil || u.Scheme != c.origin.Scheme || !strings.EqualFold(u.Host, c.origin.Host) ||
		u.User != nil {
		return "", false
	}
	return u.RequestURI(), true
}

// optional asks for something that a site may leave out: a 404 or 410, or a page
// of HTML where a document should be, means that it is not offered.
func (c *client) optional(target string, fields ...string) (*answer, error) {
	a, err := c.get(target, fields...)
	switch {
	case err != nil:
		return nil, err
	case a.status == 404 || a.status == 410:
		return nil, notOffered("%s answers %d", target, a.status)
	case a.status != 200:
		return nil, fmt.Errorf("%s answers %d", target, a.status)
	case a.cut:
		return nil, fmt.Errorf("%s is larger than %d bytes", target, MaxBody)
	case a.mediaType() == "text/html":
		// Many sites answer every path with their start page.
		return nil, notOffered("%s is a page of HTML", target)
	}
	return a, nil
}

// document returns an optional JSON document as an object.
func (c *client) document(target string, into any, fields ...string) (*answer, error) {
	a, err := c.optional(target, fields...)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(a.body, into); err != nil {
		return nil, fmt.Errorf("%s: not the JSON it should be: %w", target, err)
	}
	return a, nil
}

// mediaType returns the type without parameters, in lower case.
func (a *answer) mediaType() string {
	t, _, err := mime.ParseMediaType(a.header.Get("Content-Type"))
	if err != nil {
		t, _, _ = strings.Cut(a.header.Get("Content-Type"), ";")
		t = strings.ToLower(strings.TrimSpace(t))
	}
	return t
}

// wantType returns an error if an answer has none of the media types.
func (a *answer) wantType(types ...string) error {
	if slices.Contains(types, a.mediaType()) {
		return nil
	}
	return fmt.Errorf("%s has type %q, not %s", a.target, a.header.Get("Content-Type"),
		strings.Join(types, " or "))
}

// vary reports whether an answer names a request field in Vary.
func (a *answer) vary(field string) bool {
	for _, value := range a.header.Values("Vary") {
		for name := range strings.SplitSeq(value, ",") {
			if name = strings.TrimSpace(name); strings.EqualFold(name, field) || name == "*" {
				return true
			}
		}
	}
	return false
}

// joined returns a field with its repetitions.
func (a *answer) joined(name string) string { return strings.Join(a.header.Values(name), ", ") }
