package keep

import (
	"maps"
	"slices"
	"strings"

	"cartaz/brands"
	"cartaz/builder/text"
)

// maxOrigins limits the length of the header field. With more origins the policy allows whole
// schemes instead.
const maxOrigins = 24

// pagePolicy returns the Content-Security-Policy (W3C CSP Level 3) of every page of a brand except
// the lists of [embedPolicy]: which origins it may load from, where its forms lead, who may show it
// in a frame. origins are the results of [ingest.Origin] for the event images.
func pagePolicy(b *brands.Brand, origins []string) string {
	var scripts [][]string
	if b.Scripts {
		scripts = [][]string{{"script-src", "'self'"}}
	}
	return policy(b, origins, "'self'", "'none'", scripts...)
}

// embedPolicy returns the policy of the lists that pages of other sites show in a frame: the only
// pages that may be in a frame.
func embedPolicy(b *brands.Brand, origins []string) string {
	return policy(b, origins, "'none'", "*")
}

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

// widened returns a Content-Security-Policy with the additions of the brand: its own fonts, and the
// origins of theme.csp. Each directive is its name and its sources.
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
	for name, sources := range text.InOrder(more) {
		directives = append(directives, append([]string{name + "-src"}, sources...))
	}
	all := make([]string, len(directives))
	for i, d := range directives {
		all[i] = strings.Join(d, " ")
	}
	return strings.Join(all, "; ")
}
