package brands

import (
	"errors"
	"net/url"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Detail describes the extra request that an HTTP source is sent for each item of its list.
type Detail struct {
	// URL is a template of the address of one event's detail: absolute, or relative to the source's
	// address, on the same host. "" sends no such requests. {name} is replaced by that member of
	// the item, and any other text in braces is a jq filter of the item: see [Detail.Parts].
	URL   string
	Items string // jq filter of the detail in the answer; "" for the whole answer
	Merge string // member of the item under which source.map finds the detail; default detail
	// Key is a jq filter of the item whose result changes when the detail changes, such as an
	// updated time. While the result stays the same, the detail is not requested again. "" when the
	// list has no such member.
	Key         string
	Concurrency int // requests at once; default 4
}

// maxConcurrency is the largest number of simultaneous requests to a backend.
const maxConcurrency = 16

// Part is one piece of the template in [Detail.URL]: fixed text, or a jq filter.
type Part struct {
	Text string
	JQ   bool
}

var memberName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// Parts splits the template into fixed text and jq filters. {slug} is short for {.slug}. A brace
// inside a string or an object of a filter does not end the filter.
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
		end := closingBrace(rest[open:])
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

// closingBrace is the index of the brace that closes the brace at text[0]; -1 for none.
func closingBrace(text string) int {
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

// detail reads source.detail. The word none removes the detail of a preset.
func (r sourceReader) detail(s *Source, m mapping) {
	if n := m.nodes["detail"]; n != nil && n.Kind == yaml.ScalarNode && n.Value == "none" {
		return
	}
	d := m.child("detail", "url", "items", "merge", "key", "concurrency")
	if n := m.nodes["detail"]; n == nil || n.Kind != yaml.MappingNode {
		return
	}
	if v := d.required("url", "write the address of one event, as in /api/events/{id}"); v.ok {
		s.Detail.URL = r.detailURL(s, v)
	}
	s.Detail.Items, s.Detail.Key = r.filter(d, "items"), r.filter(d, "key")
	s.Detail.Merge = "detail"
	if v := d.str("merge"); v.ok {
		if s.Detail.Merge = v.text; !memberName.MatchString(v.text) {
			v.fault("%q is not the name of a member: use letters, digits and _", v.text)
		}
	}
	s.Detail.Concurrency = d.integer("concurrency", 4, 1, maxConcurrency)
}

// detailURL checks the fixed parts of the template.
func (r sourceReader) detailURL(s *Source, v value) string {
	text, ok := r.expand(v)
	if !ok {
		return ""
	}
	written := variable.ReplaceAllString(v.text, "")
	if strings.Count(text, "{") != strings.Count(written, "{") ||
		strings.Count(text, "}") != strings.Count(written, "}") {
		v.fault("holds { or } after its variables were filled in, which would be taken for a " +
			"placeholder: escape it in the variable")
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
		return text // the fault is in source.url and is reported there
	}
	ref, err := url.Parse(plain.String())
	switch {
	case err != nil:
		v.fault("%q is not an address: write it as in /api/events/{id}", v.text)
	case placeholders == 0:
		v.fault("%q is the same for every event: write {slug}, {id} or a jq filter in braces "+
			"where they differ", v.text)
	case parts[0].JQ, !hasFixedHost(parts[0].Text):
		v.fault("%q begins with a placeholder, or has one in its host: write the host, or begin "+
			"with / or ./", v.text)
	case ref.Fragment != "":
		v.fault("%q has a fragment, which is never sent: leave it out", v.text)
	case base.ResolveReference(ref).User != nil, base.ResolveReference(ref).Host != base.Host,
		base.ResolveReference(ref).Scheme != base.Scheme:
		v.fault("%q leads to another host than source.url: only that one is asked", v.text)
	default:
		return text
	}
	return ""
}

var schemeAndSlashes = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9+.-]*:)?//`)

// hasFixedHost reports whether the first part of a template holds the whole host. An item must not
// be able to choose the host.
func hasFixedHost(first string) bool {
	at := schemeAndSlashes.FindString(first)
	return at == "" || strings.Contains(first[len(at):], "/")
}
