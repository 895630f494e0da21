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
	for _, target := range []string{nowhere, nowhere + ".md", "/.well-known/cartaz-check.json"} {
		a,
			err := s.do(request{method: "GET", target: target,
			fields: []string{"Accept", acceptBrowser}})
		if err != nil {
			return "", err
		}
		if a.status != 404 && a.status != 410 {
			return "", fmt.Errorf("%s does not exist and answers %d", target, a.status)
		}
	}
	head, err := s.head(nowhere)
	if err != nil {
		return "", err
	}
	if head.status != 404 && head.status != 410 {
		return "", fmt.Errorf("HEAD %s answers %d", nowhere, head.status)
	}
	return "404 for pages, Markdown and documents that do not exist", nil
}

// cacheHeaders: caches know what they may keep, and how to ask again.
func cacheHeaders(s *site) (string, error) {
	targets := []string{"/", "/robots.txt"}
	if m, err := s.loadSitemap(); err == nil {
		targets = append(targets, m.target)
	}
	for _, target := range targets {
		a, err := s.get(target)
		if err != nil {
			return "", err
		}
		if a.header.Get("Cache-Control") == "" && a.header.Get("Expires") == "" {
			return "", fmt.Errorf("%s has no Cache-Control", target)
		}
		if a.header.Get("ETag") == "" && a.header.Get("Last-Modified") == "" {
			return "", fmt.Errorf("%s has neither ETag nor Last-Modified", target)
		}
	}
	return "Cache-Control: " + s.home().header.Get("Cache-Control"), nil
}

// conditional: whoever has the current copy is told so, and nothing more.
func conditional(s *site) (string, error) {
	page, err := s.get("/", "Accept", acceptBrowser)
	if err != nil {
		return "", err
	}
	tag := page.header.Get("ETag")
	if tag == "" {
		return "", skipped("the home page has no ETag")
	}
	a, err := s.do(request{method: "GET", target: "/",
		fields: []string{"Accept", acceptBrowser, "If-None-Match", tag}})
	if err != nil {
		return "", err
	}
	switch {
	case a.status != 304:
		return "", fmt.Errorf("/ with its own ETag answers %d", a.status)
	case strings.TrimPrefix(a.header.Get("ETag"), "W/") != strings.TrimPrefix(tag, "W/"):
		return "", fmt.Errorf("the 304 of / has ETag %q, the 200 %q", a.header.Get("ETag"), tag)
	case a.joined("Cache-Control") != page.joined("Cache-Control"):
		return "", fmt.Errorf("the 304 of / has Cache-Control %q, the 200 %q",
			a.joined("Cache-Control"), page.joined("Cache-Control"))
	}
	if a, err = s.do(request{method: "GET", target: "/",
		fields: []string{"Accept", acceptBrowser, "If-None-Match", `"cartaz-check"`}}); err != nil {
		return "", err
	}
	if a.status != 200 {
		return "", fmt.Errorf("/ with a foreign ETag answers %d", a.status)
	}
	return "304 to " + tag, nil
}

// coding: compression, where there is some, is announced and whole.
func coding(s *site) (string, error) {
	plain, err := s.get("/", "Accept", acceptBrowser)
	if err != nil {
		return "", err
	}
	coded, err := s.get("/", "Accept", acceptBrowser, "Accept-Encoding", "gzip")
	if err != nil {
		return "", err
	}
	if coded.coding == "" {
		return "", notOffered("the home page is sent without gzip (%d bytes)", len(plain.body))
	}
	switch tag := plain.header.Get("ETag"); {
	case !bytes.Equal(plain.body, coded.body):
		return "", fmt.Errorf("/ with and without gzip are not the same")
	case !coded.vary("Accept-Encoding") || !plain.vary("Accept-Encoding"):
		return "", fmt.Errorf("/ comes with gzip and Vary %q, without Accept-Encoding",
			coded.joined("Vary"))
	case tag != "" && !strings.HasPrefix(tag, "W/") && tag == coded.header.Get("ETag"):
		return "", fmt.Errorf("/ with and without gzip share the strong ETag %s", tag)
	}
	return "gzip", nil
}

// headMethod: HEAD says what GET would say.
func headMethod(s *site) (string, error) {
	targets := []string{"/", "/robots.txt"}
	if m, err := s.loadSitemap(); err == nil {
		targets = append(targets, m.target)
	}
	for _, target := range targets {
		get, err := s.get(target)
		if err != nil {
			return "", err
		}
		head, err := s.head(get.target)
		if err != nil {
			return "", err
		}
		if head.status != get.status {
			return "", fmt.Errorf("%s answers %d to GET and %d to HEAD", target, get.status,
				head.status)
		}
		for _, name := range []string{"Content-Type", "ETag", "Vary", "Cache-Control"} {
			if g, h := get.joined(name), head.joined(name); g != h {
				return "", fmt.Errorf("%s has %s %q on GET and %q on HEAD", target, name, g, h)
			}
		}
	}
	return strings.Join(targets, ", "), nil
}

// crossOrigin: documents for programs can be read by programs in a browser.
func crossOrigin(s *site) (string, error) {
	read := 0
	for _, target := range []string{pathCatalog, pathResource, pathServer, pathSkills, pathMCPCard,
		pathAICatalog} {
		a, err := s.optional(target, "Origin", "https://cartaz-check.example")
		if err != nil {
			continue // absent, or faulted where it belongs
		}
		read++
		if a.header.Get("Access-Control-Allow-Origin") != "*" {
			return "", fmt.Errorf("%s has Access-Control-Allow-Origin %q", target,
				a.header.Get("Access-Control-Allow-Origin"))
		}
	}
	if read == 0 {
		return "", notOffered("there are no documents for programs")
	}
	return fmt.Sprintf("%d documents allow every origin", read), nil
}
