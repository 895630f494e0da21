package build

import (
	"cartaz/builder/internal/tokens"
	"cartaz/builder/release"
)

// store puts bodies and resources into a release.
type store struct {
	w     *release.Writer
	prev  *release.Release // nil for the first release
	codec *codec
	prof  profiles
	now   int64
	bytes int64 // stored bytes of bodies
	count int   // resources
}

// variants stores a body with its codings and returns the rows for one profile.
func (s *store) variants(b *coded, profile release.Profile, tokens uint32) ([]release.Variant, error) {
	sum := digest(b[release.Identity])
	var list []release.Variant
	for coding, body := range b {
		if body == nil && release.Coding(coding) != release.Identity {
			continue
		}
		at, err := s.w.AppendBody(body)
		if err != nil {
			return nil, err
		}
		s.bytes += int64(len(body))
		list = append(list, release.Variant{Profile: profile, Coding: release.Coding(coding), Digest: sum, Tokens: tokens, Body: at})
	}
	return list, nil
}

// under is the same stored variants with other fixed fields: a Markdown twin
// has the bytes of the negotiated page and a cache policy of its own.
func under(variants []release.Variant, profile release.Profile) []release.Variant {
	list := make([]release.Variant, len(variants))
	for i, v := range variants {
		v.Profile = profile
		list[i] = v
	}
	return list
}

// add adds a resource. Its Last-Modified is that of the release before when the
// content is the same there, else the time of this build.
func (s *store) add(r release.Resource) (modified int64, err error) {
	r.Modified = s.now
	if s.prev != nil {
		if old, ok := s.prev.Lookup(r.Path); ok && sameContent(old, r.Variants) {
			r.Modified = old.Modified()
		}
	}
	s.count++
	return r.Modified, s.w.Add(r)
}

// sameContent compares the digests of the uncompressed bodies.
func sameContent(old release.Ref, variants []release.Variant) bool {
	if old.NumVariants() != len(variants) {
		return false
	}
	for i, v := range variants {
		if old.Variant(i).Digest() != v.Digest {
			return false
		}
	}
	return true
}

// page adds a page and its Markdown twin.
func (s *store) page(path string, html, md *coded, mdTokens uint32) (modified int64, err error) {
	htmlVariants, err := s.variants(html, s.prof.html, 0)
	if err != nil {
		return 0, err
	}
	mdVariants, err := s.variants(md, s.prof.markdown, mdTokens)
	if err != nil {
		return 0, err
	}
	twin := twinPath(path)
	if _, err := s.add(release.Resource{Path: twin, Canonical: path, Variants: under(mdVariants, s.prof.twin)}); err != nil {
		return 0, err
	}
	return s.add(release.Resource{Path: path, Canonical: path, Alternate: twin, Variants: append(htmlVariants, mdVariants...)})
}

// twinPath is the address of a page's Markdown.
func twinPath(path string) string {
	if path == "/" {
		return "/index.md"
	}
	return path + ".md"
}

// drawnPage compresses and adds a page that is not an event.
func (s *store) drawnPage(path string, html, md []byte) (modified int64, err error) {
	h, m := coded{html}, coded{md}
	if err := s.codec.encode([]*coded{&h, &m}); err != nil {
		return 0, err
	}
	return s.page(path, &h, &m, tokens.Estimate(md))
}

// single compresses and adds a resource with one representation.
func (s *store) single(path string, body []byte, profile release.Profile, tokens uint32) error {
	b := coded{body}
	if err := s.codec.encode([]*coded{&b}); err != nil {
		return err
	}
	variants, err := s.variants(&b, profile, tokens)
	if err != nil {
		return err
	}
	_, err = s.add(release.Resource{Path: path, Variants: variants})
	return err
}

// private adds a resource that only the edge itself reads.
func (s *store) private(path string, body []byte, profile release.Profile, tokens uint32) error {
	at, err := s.w.AppendBody(body)
	if err != nil {
		return err
	}
	s.count++
	return s.w.Add(release.Resource{Path: path, Variants: []release.Variant{
		{Profile: profile, Coding: release.Identity, Digest: digest(body), Tokens: tokens, Body: at}}})
}
