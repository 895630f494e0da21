package check

import (
	"bytes"
	"fmt"
	"strings"
)

// nowhere is a path that no site has.
const nowhere = "/cartaz-check/there-is-nothing-here"

// notFound: what does not exist says so, in every form.
func notFound(s *site) (string, error) {
	for _, q := range [][2]string{{"GET", nowhere}, {"GET", nowhere + ".md"},
		{"GET", "/.well-known/cartaz-check.json"}, {"HEAD", nowhere}} {
		a := s.ask(q[0], q[1], "Accept", acceptBrowser)
		if a.status != 404 && a.status != 410 {
			return fail("%s %s does not exist and answers %d", q[0], q[1], a.status)
		}
	}
	return "404 for pages, Markdown and documents that do not exist", nil
}

// wellKnown are addresses of three kinds that most sites have.
func (s *site) wellKnown() []string {
	targets := []string{"/", "/robots.txt"}
	if m, err := s.loadSitemap(); err == nil {
		targets = append(targets, m.target)
	}
	return targets
}

// cacheHeaders: caches know what they may keep, and how to ask again.
func cacheHeaders(s *site) (string, error) {
	for _, target := range s.wellKnown() {
		a := s.follow(target)
		if a.header.Get("Cache-Control") == "" && a.header.Get("Expires") == "" {
			return fail("%s has no Cache-Control", target)
		}
		if a.header.Get("ETag") == "" && a.header.Get("Last-Modified") == "" {
			return fail("%s has neither ETag nor Last-Modified", target)
		}
	}
	return "Cache-Control: " + s.follow("/").header.Get("Cache-Control"), nil
}

// conditional: a client with the current copy gets 304 without a body.
func conditional(s *site) (string, error) {
	page := s.follow("/", "Accept", acceptBrowser)
	tag := page.header.Get("ETag")
	if tag == "" {
		return "", skipped("the home page has no ETag")
	}
	a := s.ask("GET", "/", "Accept", acceptBrowser, "If-None-Match", tag)
	switch {
	case a.status != 304:
		return fail("/ with its own ETag answers %d", a.status)
	case strings.TrimPrefix(a.header.Get("ETag"), "W/") != strings.TrimPrefix(tag, "W/"):
		return fail("the 304 of / has ETag %q, the 200 %q", a.header.Get("ETag"), tag)
	case a.joined("Cache-Control") != page.joined("Cache-Control"):
		return fail("the 304 of / has Cache-Control %q, the 200 %q",
			a.joined("Cache-Control"), page.joined("Cache-Control"))
	}
	a = s.ask("GET", "/", "Accept", acceptBrowser, "If-None-Match", `"cartaz-check"`)
	if a.status != 200 {
		return fail("/ with a foreign ETag answers %d", a.status)
	}
	return "304 to " + tag, nil
}

// coding: compression, where there is some, is announced and whole.
func coding(s *site) (string, error) {
	plain := s.follow("/", "Accept", acceptBrowser)
	coded := s.follow("/", "Accept", acceptBrowser, "Accept-Encoding", "gzip")
	if coded.coding == "" {
		return "", notOffered("the home page is sent without gzip (%d bytes)", len(plain.body))
	}
	switch tag := plain.header.Get("ETag"); {
	case !bytes.Equal(plain.body, coded.body):
		return fail("/ with and without gzip are not the same")
	case !coded.vary("Accept-Encoding") || !plain.vary("Accept-Encoding"):
		return fail("/ comes with gzip and Vary %q, without Accept-Encoding", coded.joined("Vary"))
	case tag != "" && !strings.HasPrefix(tag, "W/") && tag == coded.header.Get("ETag"):
		return fail("/ with and without gzip share the strong ETag %s", tag)
	}
	return "gzip", nil
}

// headMethod: HEAD says what GET would say.
func headMethod(s *site) (string, error) {
	targets := s.wellKnown()
	for _, target := range targets {
		get := s.follow(target)
		head := s.ask("HEAD", get.target)
		if head.status != get.status {
			return fail("%s answers %d to GET and %d to HEAD", target, get.status, head.status)
		}
		for name := range strings.FieldsSeq("Content-Type ETag Vary Cache-Control") {
			if g, h := get.joined(name), head.joined(name); g != h {
				return fail("%s has %s %q on GET and %q on HEAD", target, name, g, h)
			}
		}
	}
	return strings.Join(targets, ", "), nil
}

// crossOrigin: documents for programs can be read by programs in a browser.
func crossOrigin(s *site) (string, error) {
	read := 0
	for _, target := range []string{pathCatalog, pathResource, pathSkills, pathMCPCard,
		pathAICatalog} {
		a, err := s.optional(target, "Origin", "https://cartaz-check.example")
		if err != nil {
			continue // absent, or faulted where it belongs
		}
		read++
		if origin := a.header.Get("Access-Control-Allow-Origin"); origin != "*" {
			return fail("%s has Access-Control-Allow-Origin %q", target, origin)
		}
	}
	if read == 0 {
		return "", notOffered("there are no documents for programs")
	}
	return fmt.Sprintf("%d documents allow every origin", read), nil
}
