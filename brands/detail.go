package brands

import (
	"errors"
	"net/url"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Detail is how an HTTP source is asked for more about each item of its list.
type Detail struct {
	// URL is the address of one event's detail, absolute or relative to that of
	// the source, on the same host; "" for no such requests. {name} is a member of
	// the item, and anything else in braces a jq filter of it: see [Detail.Parts].
	URL   string
	Items string // jq filter of the detail in the answer; "" for all of the answer
	Merge string // member of the item under which the program finds it; default detail
	// Key is a jq filter of the item that gives what changes when the detail does,
	// as an updated time. While it stays the same the detail is not asked for
	// again. "" when the list says nothing of the kind.
	Key         string
	Concurrency int // requests at once; default 4
}

// maxConcurrency is as many requests at once as a backend may be sent.
const maxConcurrency = 16

// Part is a piece of a template: fixed text, or a jq filter in its place.
type Part struct {
	Text string
	JQ   bool
}

var memberName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// Parts takes the template apart. {slug} is short for {.slug}; a brace inside a
// string or an object of the filter does not end it.
func (d Detail) Parts() ([]Part, error) {
	var parts []Part
	rest := d.URL
	for rest != "" {
		open := strings.IndexAny(rest, "{}")
		if open < 0 {
			return append(parts, Part{Text: rest}), nil
		}
		if rest[open] == '}' {
			return nil, errors.New("has a } without its {")
		}
		if open > 0 {
			parts = append(parts, Part{Text: rest[:open]})
		}
		end := closing(rest[open:])
		if end < 0 {
			return nil, errors.New("has a { without its }")
		}
		filter := strings.TrimSpace(rest[open+1 : open+end])
		switch {
		case filter == "":
			return nil, errors.New("has nothing between { and }")
		case memberName.MatchString(filter):
			filter = "." + filter
		}
		parts = append(parts, Part{Text: filter, JQ: true})
		rest = rest[open+end+1:]
	}
	return parts, nil
}

// closing is where the brace that text begins with is closed; -1 for nowhere.
func closing(text string) int {
	depth, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{':
			depth++
		case c == '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// detail reads source.detail. The word none takes back that of a preset.
func (r *reader) detail(s *Source, o object) {
	if n := o.nodes["detail"]; n != nil && n.Kind == yaml.ScalarNode && n.Value == "none" {
		return
	}
	d := o.child("detail", "url", "items", "merge", "key", "concurrency")
	if n := o.nodes["detail"]; n == nil || n.Kind != yaml.MappingNode {
		return
	}
	if v := d.required("url", "write the address of one event, as in /api/events/{id}"); v.ok {
		s.Detail.URL = r.detailURL(s, v)
	}
	s.Detail.Items, s.Detail.Key = d.filter("items"), d.filter("key")
	s.Detail.Merge = "detail"
	if v := d.str("merge"); v.ok {
		if s.Detail.Merge = v.text; !memberName.MatchString(v.text) {
			v.fault("%q is not the name of a member: use letters, digits and _", v.text)
		}
	}
	s.Detail.Concurrency = d.integer("concurrency", 4, 1, maxConcurrency)
}

// detailURL checks the template as far as it is fixed.
func (r *reader) detailURL(s *Source, v value) string {
	text, ok := r.expand(v)
	if !ok {
		return ""
	}
	written := variable.ReplaceAllString(v.text, "")
	if strings.Count(text, "{") != strings.Count(written, "{") || strings.Count(text, "}") != strings.Count(written, "}") {
		v.fault("holds { or } after its variables were filled in, which would be taken for a placeholder: escape it in the variable")
		return ""
	}
	parts, err := Detail{URL: text}.Parts()
	if err != nil {
		v.fault("%q %v: write {slug}, {id} or a jq filter in braces", v.text, err)
		return ""
	}
	var plain strings.Builder
	placeholders := 0
	for _, p := range parts {
		if p.JQ {
			placeholders++
			plain.WriteString("x")
		} else {
			plain.WriteString(p.Text)
		}
	}
	base, err := url.Parse(s.URL)
	if err != nil || s.URL == "" {
		return text // source.url is at fault, and has been told
	}
	ref, err := url.Parse(plain.String())
	switch {
	case err != nil:
		v.fault("%q is not an address: write it as in /api/events/{id}", v.text)
	case placeholders == 0:
		v.fault("%q is the same for every event: write {slug}, {id} or a jq filter in braces where they differ", v.text)
	case parts[0].JQ, !fixedHost(parts[0].Text):
		v.fault("%q begins with a placeholder, or has one in its host: write the host, or begin with / or ./", v.text)
	case ref.Fragment != "":
		v.fault("%q has a fragment, which is never sent: leave it out", v.text)
	case base.ResolveReference(ref).User != nil, base.ResolveReference(ref).Host != base.Host, base.ResolveReference(ref).Scheme != base.Scheme:
		v.fault("%q leads to another host than source.url: only that one is asked", v.text)
	default:
		return text
	}
	return ""
}

var hostBegins = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9+.-]*:)?//`)

// fixedHost says whether the host of a template is whole in its first piece: an
// item must not have a say in it.
func fixedHost(first string) bool {
	at := hostBegins.FindString(first)
	return at == "" || strings.Contains(first[len(at):], "/")
}
