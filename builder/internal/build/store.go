package build

import (
	"fmt"
	"slices"
	"strings"

	"cartaz/builder/internal/tokens"
	"cartaz/builder/release"
)

// store puts bodies and resources into a release.
type store struct {
	w       *release.Writer
	prev    *release.Release // nil for the first release
	earlier earlier
	codec   *codec
	prof    profiles
	now     int64
	bytes   int64 // stored bytes of bodies
	count   int   // resources
	taken   int   // events whose bytes come from the release before
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
// content is the same there, else the time of this build. When the clock was
// turned back, it is a second after that of the content before: a client that has
// nothing but the date would be told that it has the new one.
func (s *store) add(r release.Resource) (modified int64, err error) {
	r.Modified = s.now
	if s.prev != nil {
		if old, ok := s.prev.Lookup(r.Path); ok && sameContent(old, r.Variants) {
			r.Modified = old.Modified()
		} else if ok && old.Modified() > s.now {
			r.Modified = old.Modified() + 1
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
	return s.addPage(path, htmlVariants, mdVariants)
}

func (s *store) addPage(path string, html, markdown []release.Variant) (modified int64, err error) {
	twin := twinPath(path)
	if _, err := s.add(release.Resource{Path: twin, Canonical: path, Variants: under(markdown, s.prof.twin)}); err != nil {
		return 0, err
	}
	return s.add(release.Resource{Path: path, Canonical: path, Alternate: twin, Variants: append(html, markdown...)})
}

// takePage adds a page and its twin with the bytes that the release before has.
func (s *store) takePage(path string) (modified int64, err error) {
	ref, ok := s.earlier.rel.Lookup(path)
	if !ok {
		return 0, fmt.Errorf("release %s: %w: no resource %s", s.earlier.rel.ID(), release.ErrCorrupt, path)
	}
	var html, markdown []release.Variant
	for i := range ref.NumVariants() {
		v := ref.Variant(i)
		list, profile := &html, s.prof.html
		if strings.HasPrefix(v.ContentType(), "text/markdown") {
			list, profile = &markdown, s.prof.markdown
		}
		taken, err := s.earlier.take(s.w, v, profile, v.Tokens())
		if err != nil {
			return 0, fmt.Errorf("%s: %w", path, err)
		}
		*list = append(*list, taken)
	}
	return s.addPage(path, html, markdown)
}

// takeSingle adds a resource with one representation with the bytes that the
// release before has, and says false when it has none.
func (s *store) takeSingle(path string, profile release.Profile) (bool, error) {
	ref, ok := s.earlier.rel.Lookup(path)
	if !ok {
		return false, nil
	}
	variants := make([]release.Variant, ref.NumVariants())
	for i := range variants {
		var err error
		v := ref.Variant(i)
		if variants[i], err = s.earlier.take(s.w, v, profile, v.Tokens()); err != nil {
			return false, fmt.Errorf("%s: %w", path, err)
		}
	}
	_, err := s.add(release.Resource{Path: path, Variants: variants})
	return err == nil, err
}

// kept is the stored variants of a body that the release before has at the same
// path, nil when it has not: pages that are drawn at every build are compressed
// and stored only when they say something new.
func (s *store) kept(path string, sum release.Digest, profile release.Profile, tokens uint32) ([]release.Variant, error) {
	if s.earlier.rel == nil {
		return nil, nil
	}
	ref, ok := s.earlier.rel.Lookup(path)
	if !ok {
		return nil, nil
	}
	var list []release.Variant
	for i := range ref.NumVariants() {
		v := ref.Variant(i)
		// A body under two media types is stored once.
		if v.Digest() != sum || slices.ContainsFunc(list, func(o release.Variant) bool { return o.Coding == v.Coding() }) {
			continue
		}
		taken, err := s.earlier.take(s.w, v, profile, tokens)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		list = append(list, taken)
	}
	return list, nil
}

// represent is the variants of one body: kept ones, or compressed and stored.
func (s *store) represent(path string, body []byte, profile release.Profile, tokens uint32) ([]release.Variant, error) {
	if list, err := s.kept(path, digest(body), profile, tokens); err != nil || list != nil {
		return list, err
	}
	b := coded{body}
	if err := s.codec.encode([]*coded{&b}); err != nil {
		return nil, err
	}
	return s.variants(&b, profile, tokens)
}

// twinPath is the address of a page's Markdown.
func twinPath(path string) string {
	if path == "/" {
		return "/index.md"
	}
	return path + ".md"
}

// drawnPage adds a page that is not an event.
func (s *store) drawnPage(path string, html, md []byte) (modified int64, err error) {
	htmlVariants, err := s.represent(path, html, s.prof.html, 0)
	if err != nil {
		return 0, err
	}
	mdVariants, err := s.represent(path, md, s.prof.markdown, tokens.Estimate(md))
	if err != nil {
		return 0, err
	}
	return s.addPage(path, htmlVariants, mdVariants)
}

// single adds a resource with one representation.
func (s *store) single(path string, body []byte, profile release.Profile, tokens uint32) error {
	variants, err := s.represent(path, body, profile, tokens)
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
