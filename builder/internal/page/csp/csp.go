// Package csp writes the Content-Security-Policy of pages (W3C CSP Level 3): which origins a page
// may load from, where its forms lead, who may show it in a frame.
package csp

import (
	"maps"
	"net/url"
	"slices"
	"strings"

	"cartaz/brands"
)

// maxOrigins limits the length of the header field. With more origins the policy allows whole
// schemes instead.
const maxOrigins = 24

// Pages returns the policy of every page of a brand but [Embeds]. origins are the results of
// [Origin] for the event images.
func Pages(b *brands.Brand, origins []string) string {
	var scripts [][]string
	if b.Scripts {
		scripts = [][]string{{"script-src", "'self'"}}
	}
	return policy(b, origins, "'self'", "'none'", scripts...)
}

// Embeds returns the policy of the lists that pages of other sites show in a frame: the only pages
// that may stand in one.
func Embeds(b *brands.Brand, origins []string) string { return policy(b, origins, "'none'", "*") }

// policy writes a policy from the sources of form-action and frame-ancestors, and more directives.
func policy(b *brands.Brand, origins []string, forms, frames string, more ...[]string) string {
	images := slices.Clone(origins)
	slices.Sort(images)
	images = slices.Compact(images)
	images = slices.DeleteFunc(images, func(o string) bool { return o == "" })
	if len(images) > maxOrigins {
		plain := func(o string) bool { return strings.HasPrefix(o, "http:") }
		secure := !slices.ContainsFunc(images, plain)
		images = []string{"https:"}
		if !secure {
			images = append(images, "http:")
		}
	}
	return widened(b, append([][]string{
		{"default-src", "'none'"}, {"style-src", "'self'"},
		append([]string{"img-src", "'self'"}, images...),
		{"connect-src", "'self'"}, {"manifest-src", "'self'"}, {"form-action", forms},
		{"base-uri", "'none'"}, {"frame-ancestors", frames},
	}, more...))
}

// Origin returns the origin of an image address, "scheme://host[:port]", for [Pages]; ""
// when address is not http(s), or when its host has characters that a header field cannot contain.
func Origin(address string) string {
	u, err := url.Parse(address)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return ""
	}
	host := strings.ToLower(u.Host)
	for _, c := range []byte(host) {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && strings.IndexByte("-._:[]", c) < 0 {
			return ""
		}
	}
	return u.Scheme + "://" + host
}

// widened is a Content-Security-Policy with what the brand adds: its own fonts, and the origins of
// theme.csp. Each directive is its name and its sources.
func widened(b *brands.Brand, directives [][]string) string {
	more := maps.Clone(b.Theme.CSP)
	if more == nil {
		more = map[string][]string{}
	}
	if len(b.Theme.Fonts) > 0 || slices.ContainsFunc(b.Static,
		func(f brands.StaticFile) bool { return f.MediaType == "font/woff2" }) {
		more["font"] = append([]string{"'self'"}, more["font"]...)
	}
	for i, d := range directives {
		name := strings.TrimSuffix(d[0], "-src")
		directives[i] = append(d, more[name]...)
		delete(more, name)
	}
	for _, name := range slices.Sorted(maps.Keys(more)) {
		directives = append(directives, append([]string{name + "-src"}, more[name]...))
	}
	all := make([]string, len(directives))
	for i, d := range directives {
		all[i] = strings.Join(d, " ")
	}
	return strings.Join(all, "; ")
}
