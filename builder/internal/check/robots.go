package check

import (
	"fmt"

	"cartaz/builder/internal/upstream/fetch"
)

// sitemaps returns the sitemaps that robots.txt names, as it writes them.
func (s *site) sitemaps() []string {
	a, err := s.get("/robots.txt")
	if err != nil || a.status != 200 {
		return nil
	}
	return fetch.ParseRobots(string(a.body), "cartaz-check").Maps
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
	}
	return fmt.Sprintf("%d sitemap(s)", len(s.sitemaps())), a.wantType("text/plain")
}
