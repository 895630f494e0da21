package check

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

const typeMarkdown = "text/markdown"

// markdown is the home page in Markdown, which most checks below need. A site
// that has none fails one check, not all of them.
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

// negotiation: a page comes in Markdown to whoever asks for that alone.
func negotiation(s *site) (string, error) {
	targets := []string{"/"}
	if p := s.findEvent(); p != nil {
		targets = append(targets, p.answer.target)
	}
	for _, target := range targets {
		a, err := s.get(target, "Accept", typeMarkdown)
		if err != nil {
			return "", err
		}
		if a.status != 200 {
			return "", fmt.Errorf("%s asked for Markdown answers %d", target, a.status)
		}
		if a.mediaType() != typeMarkdown {
			return "", fmt.Errorf("%s asked for Markdown sends %q", target,
				a.header.Get("Content-Type"))
		}
		if trimmed := bytes.TrimSpace(bytes.ToLower(a.body)); bytes.HasPrefix(trimmed,
			[]byte("<!doctype")) || bytes.HasPrefix(trimmed, []byte("<html")) {
			return "", fmt.Errorf("%s asked for Markdown sends HTML that calls itself Markdown",
				target)
		}
	}
	return strings.Join(targets, " and "), nil
}

// charset: RFC 7763 requires the parameter.
func charset(s *site) (string, error) {
	a, err := s.markdown()
	if err != nil {
		return "", err
	}
	if c := a.parameter("charset"); !strings.EqualFold(c, "utf-8") {
		return "", fmt.Errorf("/ in Markdown has type %q", a.header.Get("Content-Type"))
	}
	return a.header.Get("Content-Type"), nil
}

// tokens: the estimate, where it is sent, is a number that can be true.
func tokens(s *site) (string, error) {
	a, err := s.markdown()
	if err != nil {
		return "", err
	}
	value := a.header.Get("X-Markdown-Tokens")
	if value == "" {
		return "", notOffered("no X-Markdown-Tokens")
	}
	n, err := strconv.ParseUint(value, 10, 32)
	if err != nil || n == 0 {
		return "", fmt.Errorf("X-Markdown-Tokens is %q, not a number of tokens", value)
	}
	// A token of text has one to ten bytes in every tokeniser and language.
	if size := uint64(len(a.body)); n > size || n*12 < size {
		return "", fmt.Errorf("X-Markdown-Tokens is %d for %d bytes", n, size)
	}
	head, err := s.head("/", "Accept", typeMarkdown)
	if err != nil {
		return "", err
	}
	if other := head.header.Get("X-Markdown-Tokens"); other != value {
		return "", fmt.Errorf("X-Markdown-Tokens is %q on GET and %q on HEAD", value, other)
	}
	return fmt.Sprintf("%d tokens for %d bytes", n, len(a.body)), nil
}

// vary: every answer of a negotiated address names Accept, or a cache hands one
// variant to whoever asked for the other.
func vary(s *site) (string, error) {
	md, err := s.markdown()
	if err != nil {
		return "", err
	}
	page, err := s.get("/", "Accept", acceptBrowser)
	if err != nil {
		return "", err
	}
	head, err := s.head("/", "Accept", acceptBrowser)
	if err != nil {
		return "", err
	}
	names := []string{"Markdown", "HTML", "HEAD"}
	for i, a := range []*answer{md, page, head} {
		if !a.vary("Accept") {
			return "", fmt.Errorf("/ as %s has Vary %q, without Accept", names[i], a.joined("Vary"))
		}
	}
	if tag := page.header.Get("ETag"); tag != "" {
		a,
			err := s.do(request{method: "GET", target: "/",
			fields: []string{"Accept", acceptBrowser, "If-None-Match", tag}})
		if err != nil {
			return "", err
		}
		if a.status == 304 && !a.vary("Accept") {
			return "", fmt.Errorf("/ as 304 has Vary %q, without Accept", a.joined("Vary"))
		}
	}
	return "Vary: " + md.joined("Vary"), nil
}

// wants asks for the home page with an Accept field and says when the wrong
// variant comes.
func (c *client) wants(accept, variant, why string) error {
	fields := []string{"Accept", accept}
	if accept == "" {
		fields = nil
	}
	a, err := c.get("/", fields...)
	if err != nil {
		return err
	}
	if got := a.mediaType(); got != variant {
		return fmt.Errorf("asking for %q brings %s: %s", accept, got, why)
	}
	return nil
}

// ties: equal weights go to Markdown, which agents mean when they list it first.
func ties(s *site) (string, error) {
	if _, err := s.markdown(); err != nil {
		return "", err
	}
	for _, accept := range []string{acceptAgent, "text/markdown, */*"} {
		if err := s.wants(accept, typeMarkdown, "agents send this and mean Markdown"); err != nil {
			return "", err
		}
	}
	return acceptAgent + " brings Markdown", nil
}

// weights: a lower weight, or zero, is honoured.
func weights(s *site) (string, error) {
	if _, err := s.markdown(); err != nil {
		return "", err
	}
	for _, accept := range []string{"text/html, text/markdown;q=0.5",
		"text/markdown;q=0, text/html", "text/markdown;q=0"} {
		if err := s.wants(accept, "text/html",
			"the weights ask for HTML, or refuse Markdown"); err != nil {
			return "", err
		}
	}
	if err := s.wants("text/html;q=0.3, text/markdown;q=0.8", typeMarkdown,
		"the weights ask for Markdown"); err != nil {
		return "", err
	}
	return "q is honoured", nil
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
		if err := s.wants(accept, "text/html",
			"whoever sends this wants a page to look at"); err != nil {
			return "", err
		}
	}
	return "browsers, crawlers and plain tools get HTML", nil
}

// variantTags: one tag never stands for two variants.
func variantTags(s *site) (string, error) {
	md, err := s.markdown()
	if err != nil {
		return "", err
	}
	page, err := s.get("/", "Accept", acceptBrowser)
	if err != nil {
		return "", err
	}
	a, b := md.header.Get("ETag"), page.header.Get("ETag")
	if a == "" && b == "" {
		return "", skipped("the home page has no ETag")
	}
	if strings.TrimPrefix(a, "W/") == strings.TrimPrefix(b, "W/") {
		return "", fmt.Errorf("HTML and Markdown of / share the ETag %s", a)
	}
	if a != "" {
		crossed,
			err := s.do(request{method: "GET", target: "/",
			fields: []string{"Accept", acceptBrowser, "If-None-Match", a}})
		if err != nil {
			return "", err
		}
		if crossed.status == 304 {
			return "", fmt.Errorf("/ as HTML answers 304 to the ETag of its Markdown")
		}
	}
	return a + " and " + b, nil
}

// twins: a page's Markdown has an address of its own that always answers
// Markdown.
func twins(s *site) (string, error) {
	p, err := s.page("/")
	if err != nil {
		return "", err
	}
	pages := []*page{p}
	if p := s.findEvent(); p != nil {
		pages = append(pages, p)
	}
	var found []string
	for _, p := range pages {
		target, announced := s.twin(p)
		if target == "" {
			continue
		}
		a, err := s.get(target, "Accept", acceptBrowser)
		if err != nil {
			return "", err
		}
		if !announced && a.mediaType() != typeMarkdown {
			continue // only a guess, and a wrong one
		}
		if a.status != 200 || a.mediaType() != typeMarkdown {
			return "", fmt.Errorf("%s answers %d and %q, also to a browser it should be Markdown",
				target, a.status, a.header.Get("Content-Type"))
		}
		for _, l := range parseLinks(a.header.Values("Link")) {
			if at, ok := s.local(l.href); l.has("canonical") && (!ok || at != p.answer.target) {
				return "", fmt.Errorf("%s names %s as its page, not %s", target, l.href,
					p.answer.target)
			}
		}
		found = append(found, target)
	}
	if len(found) == 0 {
		return "", notOffered("pages have no Markdown address of their own")
	}
	return strings.Join(found, ", "), nil
}

// twin is where the Markdown of a page lies: where its header says, else at the
// path with .md, which is what scanners try. It is "" when the header names the
// page itself or another host.
func (c *client) twin(p *page) (target string, announced bool) {
	for _, l := range parseLinks(p.answer.header.Values("Link")) {
		if l.has("alternate") && l.typ == typeMarkdown {
			if target, ok := c.localAt(p.answer.target, l.href); ok && target != p.answer.target {
				return target, true
			}
			return "", true
		}
	}
	path, _, _ := strings.Cut(p.answer.target, "?")
	if path == "/" {
		return "/index.md", false
	}
	return strings.TrimSuffix(path, "/") + ".md", false
}

// parity: both variants are about the same thing.
func parity(s *site) (string, error) {
	pages, err := s.samplePages()
	if err != nil {
		return "", err
	}
	compared := 0
	for _, p := range pages {
		md, err := s.get(p.answer.target, "Accept", typeMarkdown)
		if err != nil {
			return "", err
		}
		if md.mediaType() != typeMarkdown || len(p.headings) == 0 {
			continue
		}
		compared++
		if !strings.Contains(letters(string(md.body)), letters(p.headings[0])) {
			return "", fmt.Errorf("%s: the heading %q of its HTML is not in its Markdown",
				p.answer.target, p.headings[0])
		}
	}
	if compared == 0 {
		return "", skipped("no page of the sample comes in Markdown")
	}
	return fmt.Sprintf("%d pages have the same heading in both", compared), nil
}

// letters is a text without everything that Markdown may escape or mark up.
func letters(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool {
		return r <= ' ' || r < 0x7F && strings.ContainsRune("\\*_`[]()#<>!|-&;:.,\"'~", r) ||
			r == 0xA0
	}), "")
}

var markdownLink = regexp.MustCompile(`\]\(\s*<?([^)\s>]+)`)

// absoluteLinks: whoever reads the Markdown elsewhere can still follow it.
func absoluteLinks(s *site) (string, error) {
	a, err := s.markdown()
	if err != nil {
		return "", err
	}
	links := markdownLink.FindAllStringSubmatch(string(a.body), -1)
	for _, l := range links {
		if !strings.Contains(l[1], "://") && !strings.HasPrefix(l[1], "mailto:") &&
			!strings.HasPrefix(l[1], "#") {
			return "", fmt.Errorf("/ in Markdown links to %q", l[1])
		}
	}
	return fmt.Sprintf("%d links, all of them whole addresses", len(links)), nil
}
