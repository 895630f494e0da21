package check

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// robots is a robots.txt (RFC 9309).
type robots struct {
	groups   []robotsGroup
	sitemaps []string
}

type robotsGroup struct {
	agents []string // product tokens in lower case, "*" for everybody
	rules  []robotsRule
}

type robotsRule struct {
	allow   bool
	pattern string
}

// parseRobots reads a robots.txt. Lines that are unknown, or stand outside a
// group though they belong into one, say nothing.
func parseRobots(body string) *robots {
	r := &robots{}
	body = strings.TrimPrefix(body, "\ufeff")
	naming := false // the last line named an agent, so another one joins its group
	for _, line := range strings.FieldsFunc(body,
		func(c rune) bool { return c == '\r' || c == '\n' }) {
		line, _, _ = strings.Cut(line, "#")
		key, value, ok := strings.Cut(line, ":")
		if !ok {
			continue
		}
		key, value = strings.ToLower(strings.TrimSpace(key)), strings.TrimSpace(value)
		if key == "sitemap" {
			r.sitemaps = append(r.sitemaps, value)
			continue
		}
		if key == "user-agent" {
			if !naming {
				r.groups = append(r.groups, robotsGroup{})
			}
			g := &r.groups[len(r.groups)-1]
			g.agents = append(g.agents, strings.ToLower(value))
			naming = true
			continue
		}
		if len(r.groups) == 0 {
			continue
		}
		g := &r.groups[len(r.groups)-1]
		switch key {
		case "allow", "disallow":
			if value != "" {
				g.rules = append(g.rules, robotsRule{key == "allow", value})
			}
		default:
			continue
		}
		naming = false
	}
	return r
}

// group is the rules for an agent: of the groups that name it, joined, else of
// those for everybody (section 2.2.1).
func (r *robots) group(agent string) robotsGroup {
	for _, name := range []string{strings.ToLower(agent), "*"} {
		var joined robotsGroup
		for _, g := range r.groups {
			if slices.Contains(g.agents, name) {
				joined.agents = []string{name}
				joined.rules = append(joined.rules, g.rules...)
			}
		}
		if joined.agents != nil {
			return joined
		}
	}
	return robotsGroup{}
}

// allowed says whether a target may be asked for: the longest pattern decides,
// and Allow at equal length (section 2.2.2).
func (g robotsGroup) allowed(target string) bool {
	length, allow := -1, true
	for _, rule := range g.rules {
		if !matches(rule.pattern, target) {
			continue
		}
		if n := len(rule.pattern); n > length || n == length && rule.allow {
			length, allow = n, rule.allow
		}
	}
	return allow
}

// matches compares a pattern with "*" and a "$" at its end from the start of the
// target.
func matches(pattern, target string) bool {
	pattern, anchored := strings.CutSuffix(pattern, "$")
	parts := strings.Split(pattern, "*")
	rest, ok := strings.CutPrefix(target, parts[0])
	if !ok {
		return false
	}
	for i, part := range parts[1:] {
		if anchored && i == len(parts)-2 {
			return strings.HasSuffix(rest, part)
		}
		at := strings.Index(rest, part)
		if at < 0 {
			return false
		}
		rest = rest[at+len(part):]
	}
	return !anchored || rest == ""
}

// loadRobots is the site's robots.txt, nil when there is none to read.
func (s *site) loadRobots() *robots {
	if s.facts.robots == nil {
		if a, err := s.get("/robots.txt"); err == nil && a.status == 200 &&
			a.mediaType() == "text/plain" {
			s.facts.robots = parseRobots(string(a.body))
		}
	}
	return s.facts.robots
}

// robotsFile: there is a robots.txt, and a crawler can read it.
func robotsFile(s *site) (string, error) {
	a, err := s.get("/robots.txt")
	if err != nil {
		return "", err
	}
	switch {
	case a.status >= 500:
		return "", fmt.Errorf("/robots.txt answers %d: crawlers take that as a ban on everything",
			a.status)
	case a.status != 200:
		return "", fmt.Errorf("/robots.txt answers %d", a.status)
	case len(a.body) > 500<<10:
		return "", fmt.Errorf("/robots.txt has %d bytes; crawlers need not read more than 500 KiB",
			len(a.body))
	case !utf8.Valid(a.body):
		return "", fmt.Errorf("/robots.txt is not UTF-8")
	}
	if err := a.wantType("text/plain"); err != nil {
		return "", err
	}
	r := s.loadRobots()
	if len(r.groups) == 0 {
		return "", fmt.Errorf("/robots.txt has no User-agent line")
	}
	if len(r.group("*").agents) == 0 {
		return "", fmt.Errorf("/robots.txt has no group for everybody (User-agent: *)")
	}
	return fmt.Sprintf("%d group(s), %d sitemap(s)", len(r.groups), len(r.sitemaps)), nil
}

// robotsOpen: what the site publishes for agents may also be fetched by them.
func robotsOpen(s *site) (string, error) {
	r := s.loadRobots()
	if r == nil {
		return "", skipped("there is no robots.txt to read")
	}
	paths := []string{"/", "/robots.txt"}
	if m, err := s.loadSitemap(); err == nil {
		paths = append(paths, m.target)
		paths = append(paths, m.sample(3)...)
	}
	for _, path := range []string{"/llms.txt", "/auth.md", pathCatalog, pathResource, pathServer,
		pathSkills, pathMCPCard, pathAgentCard, pathAICatalog} {
		if a, err := s.optional(path); err == nil {
			paths = append(paths, a.target)
		}
	}
	for _, l := range parseLinks(s.home().header.Values("Link")) {
		if target, ok := s.local(l.href); ok && l.has("service-desc") {
			paths = append(paths, target)
		}
	}
	g := r.group("cartaz-check")
	for _, path := range paths {
		if !g.allowed(path) {
			return "", fmt.Errorf("%s is published, and robots.txt forbids to fetch it", path)
		}
	}
	return fmt.Sprintf("%d published addresses are open to every agent", len(paths)), nil
}

// home is the home page as GET / brings it; Run has made sure that it answers.
func (s *site) home() *answer {
	a, err := s.get("/")
	if err != nil {
		return &answer{target: "/"}
	}
	return a
}
