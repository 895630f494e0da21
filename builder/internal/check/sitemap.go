package check

import (
	"encoding/xml"
	"fmt"
	"strings"
)

// sitemap is the pages that a site lists, and where the list was.
type sitemap struct {
	target string
	locs   []string // targets on this site
	parts  int      // further files, when it is an index
}

// loadSitemap finds and reads the site's list of pages; of an index, its first
// part.
func (s *site) loadSitemap() (*sitemap, error) {
	if s.sitemap != nil {
		return s.sitemap, nil
	}
	target := "/sitemap.xml"
	if named := s.sitemaps(); len(named) > 0 {
		var here bool
		target, here = s.local(named[0])
		if !strings.Contains(named[0], "://") {
			return nil, fmt.Errorf("robots.txt: Sitemap %q is not a whole address", named[0])
		} else if !here {
			return nil, skipped("the sitemap is on another host")
		}
	}
	pages, parts, err := s.readSitemap(target)
	if err == nil && len(parts) > 0 {
		pages, _, err = s.readSitemap(parts[0])
	}
	if err != nil {
		return nil, err
	}
	s.sitemap = &sitemap{target, pages, len(parts)}
	return s.sitemap, nil
}

// readSitemap reads one file: the pages that it lists, or the parts of an index.
func (c *client) readSitemap(target string) (pages, parts []string, err error) {
	a, err := c.get(target)
	switch {
	case err != nil:
		return nil, nil, err
	case a.status != 200:
		return nil, nil, fmt.Errorf("%s answers %d", target, a.status)
	case a.cut:
		return nil, nil, skipped("%s has more than %d bytes, which this tool does not read",
			target, MaxBody)
	}
	if err := a.wantType("application/xml", "text/xml"); err != nil {
		return nil, nil, err
	}
	var file struct {
		Pages []string `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 url>loc"`
		Parts []string `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 sitemap>loc"`
	}
	if err := xml.Unmarshal(a.body, &file); err != nil {
		return nil, nil, fmt.Errorf("%s is not XML: %w", target, err)
	}
	for from, to := range map[*[]string]*[]string{&file.Pages: &pages, &file.Parts: &parts} {
		for _, loc := range *from {
			at, ok := c.local(strings.TrimSpace(loc))
			if !strings.Contains(loc, "://") || !ok {
				return nil, nil, fmt.Errorf("%s: loc %q is not a whole address on this site",
					target, loc)
			}
			*to = append(*to, at)
		}
	}
	if len(pages)+len(parts) == 0 {
		return nil, nil, fmt.Errorf("%s lists nothing", target)
	}
	return pages, parts, nil
}

// sample returns up to n pages from all over the list.
func (m *sitemap) sample(n int) []string {
	if len(m.locs) <= n {
		return m.locs
	}
	picked := make([]string, n)
	for i := range picked {
		picked[i] = m.locs[i*(len(m.locs)-1)/max(n-1, 1)]
	}
	return picked
}

// sitemapFile checks that the site has a sitemap of absolute addresses.
func sitemapFile(s *site) (string, error) {
	m, err := s.loadSitemap()
	if err != nil {
		return "", err
	}
	if m.parts > 0 {
		return fmt.Sprintf("%s: an index of %d parts, %d pages in the first", m.target, m.parts,
			len(m.locs)), nil
	}
	return fmt.Sprintf("%s: %d pages", m.target, len(m.locs)), nil
}
