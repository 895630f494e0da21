package check

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"cartaz/builder/internal/upstream/fetch"
)

// loadRobots is the site's robots.txt, nil when there is none to read.
func (s *site) loadRobots() *fetch.Robots {
	if s.facts.robots == nil {
		if a, err := s.get("/robots.txt"); err == nil && a.status == 200 &&
			a.mediaType() == "text/plain" {
			rules := fetch.ParseRobots(string(a.body), "cartaz-check")
			s.facts.robots = &rules
		}
	}
	return s.facts.robots
}

// robotsFile: there is a robots.txt, and a crawler can read it.
func robotsFile(s *site) (string, error) {
	a := s.follow("/robots.txt")
	switch {
	case a.status >= 500:
		return fail("/robots.txt answers %d: crawlers take that as a ban on everything",
			a.status)
	case a.status != 200:
		return fail("/robots.txt answers %d", a.status)
	case len(a.body) > 500<<10:
		return fail("/robots.txt has %d bytes; crawlers need not read more than 500 KiB",
			len(a.body))
	case !utf8.Valid(a.body):
		return fail("/robots.txt is not UTF-8")
	}
	if err := a.wantType("text/plain"); err != nil {
		return "", err
	}
	r := s.loadRobots()
	if len(r.Agents) == 0 {
		return fail("/robots.txt has no User-agent line")
	}
	if !slices.Contains(r.Agents, "*") {
		return fail("/robots.txt has no group for everybody (User-agent: *)")
	}
	return fmt.Sprintf("rules for %d agent(s), %d sitemap(s)", len(r.Agents), len(r.Maps)), nil
}
