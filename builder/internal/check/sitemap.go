package check

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
)

// sitemap is the pages that a site lists, and where the list was.
type sitemap struct {
	target string
	locs   []string // targets on this site
	parts  int      // further files, when it is an index
	index  bool
}

// maxSitemap is the most that one file may list (sitemaps.org).
const maxSitemap = 50_000

const sitemapSpace = "http://www.sitemaps.org/schemas/sitemap/0.9"

// loadSitemap finds and reads the site's list of pages; of an index, its first
// part.
func (s *site) loadSitemap() (*sitemap, error) {
	if s.facts.sitemap != nil {
		return s.facts.sitemap, nil
	}
	candidates := []string{"/sitemap.xml", "/sitemap-index.xml", "/sitemap_index.xml"}
	if r := s.loadRobots(); r != nil && len(r.Maps) > 0 {
		candidates = nil
		for _, address := range r.Maps {
			if !strings.Contains(address, "://") {
				return nil, fmt.Errorf("robots.txt: Sitemap %q is not a whole address", address)
			}
			if target, ok := s.local(address); ok {
				candidates = append(candidates, target)
			}
		}
		if len(candidates) == 0 {
			return nil, skipped("the sitemap is on another host")
		}
	}
	var problem error
	for _, target := range candidates {
		m, err := s.readSitemap(target)
		if err == nil && m.index {
			if len(m.locs) == 0 {
				return nil, fmt.Errorf("%s is an index of nothing on this site", target)
			}
			part, err := s.readSitemap(m.locs[0])
			if err != nil {
				return nil, err
			}
			if part.index {
				return nil, fmt.Errorf("%s is an index inside an index", m.locs[0])
			}
			m.parts, m.locs = len(m.locs), part.locs
		}
		if err == nil {
			s.facts.sitemap = m
			return m, nil
		}
		problem = errors.Join(problem, err)
	}
	return nil, problem
}

// readSitemap reads one file and holds it against the protocol.
func (c *client) readSitemap(target string) (*sitemap, error) {
	a, err := c.get(target)
	if err != nil {
		return nil, err
	}
	if a.status != 200 {
		return nil, fmt.Errorf("%s answers %d", target, a.status)
	}
	if a.cut {
		return nil, skipped("%s has more than %d bytes, which this tool does not read", target,
			MaxBody)
	}
	if bytes.HasPrefix(a.body, []byte{0x1F, 0x8B}) {
		return nil, skipped("%s is a compressed file, which this tool does not unfold", target)
	}
	if err := a.wantType("application/xml", "text/xml"); err != nil {
		return nil, err
	}
	m := &sitemap{target: target}
	d := xml.NewDecoder(bytes.NewReader(a.body))
	var path []string
	var text strings.Builder
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("%s is not XML: %v", target, err)
		}
		switch t := token.(type) {
		case xml.StartElement:
			if len(path) == 0 {
				if t.Name.Space != sitemapSpace || t.Name.Local != "urlset" &&
					t.Name.Local != "sitemapindex" {
					return nil,
						fmt.Errorf("%s starts with <%s> of %q, not with urlset or "+
							"sitemapindex of %s", target, t.Name.Local, t.Name.Space, sitemapSpace)
				}
				m.index = t.Name.Local == "sitemapindex"
			}
			path = append(path, t.Name.Local)
			text.Reset()
		case xml.CharData:
			text.Write(t)
		case xml.EndElement:
			if err := c.sitemapValue(m, strings.Join(path, "/"),
				strings.TrimSpace(text.String())); err != nil {
				return nil, fmt.Errorf("%s: %w", target, err)
			}
			path = path[:len(path)-1]
			text.Reset()
		}
	}
	if len(path) > 0 || len(m.locs) == 0 {
		return nil, fmt.Errorf("%s lists nothing", target)
	}
	if len(m.locs) > maxSitemap {
		return nil, fmt.Errorf("%s lists %d addresses; %d are allowed", target, len(m.locs),
			maxSitemap)
	}
	return m, nil
}

func (c *client) sitemapValue(m *sitemap, path, text string) error {
	switch path {
	case "urlset/url/loc", "sitemapindex/sitemap/loc":
		target, ok := c.local(text)
		if !strings.Contains(text, "://") || !ok {
			return fmt.Errorf("loc %q is not a whole address on this site", text)
		}
		if len(text) >= 2048 {
			return fmt.Errorf("a loc has %d characters; fewer than 2,048 are allowed", len(text))
		}
		m.locs = append(m.locs, target)
	case "urlset/url/lastmod", "sitemapindex/sitemap/lastmod":
		for _, layout := range []string{time.RFC3339, "2006-01-02T15:04Z07:00", "2006-01-02",
			"2006-01", "2006"} {
			if _, err := time.Parse(layout, text); err == nil {
				return nil
			}
		}
		return fmt.Errorf("lastmod %q is not a W3C date", text)
	}
	return nil
}

// sample is up to n pages from all over the list.
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

// sitemapFile: there is a sitemap, and it follows the protocol.
func sitemapFile(s *site) (string, error) {
	m, err := s.loadSitemap()
	if err != nil {
		return "", err
	}
	if m.index {
		return fmt.Sprintf("%s: an index of %d parts, %d pages in the first", m.target, m.parts,
			len(m.locs)), nil
	}
	return fmt.Sprintf("%s: %d pages", m.target, len(m.locs)), nil
}

// sitemapPages: what the sitemap lists is there, is a page, and wants to be
// found.
func sitemapPages(s *site) (string, error) {
	m, err := s.loadSitemap()
	if err != nil {
		return "", skipped("there is no sitemap to read")
	}
	sample := m.sample(5)
	for _, target := range sample {
		a,
			err := s.do(request{method: "GET", target: target,
			fields: []string{"Accept", acceptBrowser}})
		if err != nil {
			return "", err
		}
		if a.status != 200 {
			return "", fmt.Errorf("%s is in the sitemap and answers %d", target, a.status)
		}
		if a.mediaType() == "text/html" &&
			strings.Contains(strings.ToLower(a.joined("X-Robots-Tag")), "noindex") {
			return "", fmt.Errorf("%s is in the sitemap and says noindex", target)
		}
	}
	return fmt.Sprintf("%d of %d pages tried", len(sample), len(m.locs)), nil
}
