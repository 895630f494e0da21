package check

import (
	"bytes"
	"strings"
)

const typeMarkdown = "text/markdown"

// markdown returns the home page in Markdown, which most checks below need. A site that has none
// fails one check, not all of them.
func (s *site) markdown() (*answer, error) {
	a, err := s.get("/", "Accept", typeMarkdown)
	if err != nil {
		return nil, err
	}
	if a.status != 200 || a.mediaType() != typeMarkdown {
		return nil, skipped("the home page does not come in Markdown")
	}
	return a, nil
}

// negotiation: a client that accepts only Markdown gets a page in Markdown.
func negotiation(s *site) (string, error) {
	targets := s.samplePages()
	for _, target := range targets {
		a := s.follow(target, "Accept", typeMarkdown)
		if a.status != 200 {
			return fail("%s asked for Markdown answers %d", target, a.status)
		}
		if a.mediaType() != typeMarkdown {
			return fail("%s asked for Markdown sends %q", target,
				a.header.Get("Content-Type"))
		}
		if trimmed := bytes.TrimSpace(bytes.ToLower(a.body)); bytes.HasPrefix(trimmed,
			[]byte("<!doctype")) || bytes.HasPrefix(trimmed, []byte("<html")) {
			return fail("%s asked for Markdown sends HTML that calls itself Markdown",
				target)
		}
	}
	return strings.Join(targets, ", "), nil
}

// vary: every answer of a negotiated address names Accept, or a cache may answer with the wrong
// variant.
func vary(s *site) (string, error) {
	md, err := s.markdown()
	if err != nil {
		return "", err
	}
	page := s.follow("/", "Accept", acceptBrowser)
	head := s.ask("HEAD", "/", "Accept", acceptBrowser)
	names := []string{"Markdown", "HTML", "HEAD"}
	for i, a := range []*answer{md, page, head} {
		if !a.vary("Accept") {
			return fail("/ as %s has Vary %q, without Accept", names[i], a.joined("Vary"))
		}
	}
	if tag := page.header.Get("ETag"); tag != "" {
		a := s.ask("GET", "/", "Accept", acceptBrowser, "If-None-Match", tag)
		if a.status == 304 && !a.vary("Accept") {
			return fail("/ as 304 has Vary %q, without Accept", a.joined("Vary"))
		}
	}
	return "Vary: " + md.joined("Vary"), nil
}

// browsers: people and plain tools get HTML.
func browsers(s *site) (string, error) {
	if _, err := s.markdown(); err != nil {
		return "", err
	}
	for _, accept := range []string{
		acceptBrowser,
		"text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng," +
			"*/*;q=0.8,application/signed-exchange;v=b3;q=0.7",
		"*/*", "text/*", "",
	} {
		fields := []string{"Accept", accept}
		if accept == "" {
			fields = nil
		}
		if got := s.follow("/", fields...).mediaType(); got != "text/html" {
			return fail("asking for %q brings %s: whoever sends this wants a page to look at",
				accept, got)
		}
	}
	return "browsers, crawlers and plain tools get HTML", nil
}
