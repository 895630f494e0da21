package check

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// samplePages returns the home page and some from all over the sitemap, if there is one.
func (s *site) samplePages() []string {
	targets := []string{"/"}
	if m, err := s.loadSitemap(); err == nil {
		for _, target := range m.sample(4) {
			if target != "/" {
				targets = append(targets, target)
			}
		}
	}
	return targets
}

// canonicals returns the canonical links in a page of HTML; the parser reads it as browsers do.
func canonicals(a *answer) (links []string, err error) {
	root, err := html.Parse(bytes.NewReader(a.body))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", a.target, err)
	}
	for n := range root.Descendants() {
		if n.DataAtom != atom.Link {
			continue
		}
		fields := map[string]string{}
		for _, f := range n.Attr {
			fields[f.Key] = strings.TrimSpace(f.Val)
		}
		for rel := range strings.FieldsSeq(fields["rel"]) {
			if strings.EqualFold(rel, "canonical") {
				links = append(links, fields["href"])
			}
		}
	}
	return links, nil
}

// canonical: pages name their own address, once, and the same in the header.
func canonical(s *site) (string, error) {
	pages := s.samplePages()
	for _, target := range pages {
		a := s.follow(target, "Accept", acceptBrowser)
		if a.status != 200 {
			return fail("%s answers %d", target, a.status)
		}
		links, err := canonicals(a)
		if err != nil {
			return "", err
		}
		if len(links) != 1 {
			return fail("%s has %d canonical links", target, len(links))
		}
		named := links[0]
		if !strings.Contains(named, "://") {
			return fail("%s: canonical %q is not a whole address", target, named)
		}
		if at, ok := s.local(named); !ok || at != target {
			return fail("%s says that its address is %s", target, named)
		}
		for _, l := range parseLinks(a.header) {
			if at, ok := s.local(l.Target); slices.Contains(l.Rels, "canonical") &&
				(!ok || at != target) {
				return fail("%s: canonical is %s in the header and %s in the page",
					target, l.Target, named)
			}
		}
	}
	return fmt.Sprintf("%d pages name their own address", len(pages)), nil
}
