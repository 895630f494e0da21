package keep

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/page"
	"cartaz/builder/internal/page/assets"
	"cartaz/builder/release"
)

// Store puts bodies and resources into a release. It is not safe for concurrent use.
type Store struct {
	Profiles Profiles
	Sums     *Sums
	// Linked are paths that own pages link to, and whether they have been added.
	Linked map[string]bool

	w     *release.Writer
	base  release.Finder
	carry *CarryOver
	codec *Codec
	tight *Codec // of assets
	now   int64
	count int

	brandFiles map[string]bool // addresses of the brand's own files
}

// Options are the inputs of a Store.
type Options struct {
	Writer   *release.Writer
	Base     *release.Release // that times are taken from, or nil
	Carry    *CarryOver       // that bytes are taken from
	Profiles Profiles
	Now      int64           // Unix seconds: Last-Modified of new resources
	Own      map[string]bool // addresses of the brand's own files, which win over others
}

// New returns an empty store.
func New(o Options) (*Store, error) {
	codec, err := NewCodec()
	if err != nil {
		return nil, err
	}
	tight, err := newCodec(assetLevel)
	if err != nil {
		return nil, err
	}
	s := &Store{Profiles: o.Profiles, Linked: map[string]bool{}, w: o.Writer,
		base:  release.Finder{Release: o.Base},
		carry: o.Carry, codec: codec, tight: tight, now: o.Now,
		brandFiles: o.Own}
	s.Sums, err = openSums(o.Carry.Release)
	return s, err
}

// Resources returns how many resources have been added.
func (s *Store) Resources() int { return s.count }

// variants stores a body with its codings and returns the rows for one profile.
func (s *Store) variants(b *Coded, profile release.Profile) ([]release.Variant, error) {
	sum := digest(b[release.Identity])
	var tokens uint32
	if isMarkdown(profile.Fields[0].Value) {
		tokens = release.Tokens(len(b[release.Identity]))
	}
	var list []release.Variant
	for coding, body := range b {
		if body == nil && release.Coding(coding) != release.Identity {
			continue
		}
		at, err := s.w.AppendBody(body)
		if err != nil {
			return nil, err
		}
		list = append(list, release.Variant{
			Profile: profile, Coding: release.Coding(coding), Digest: sum, Tokens: tokens,
			Body: at})
	}
	return list, nil
}

// under returns the same stored variants with other fixed fields: a Markdown twin has the bytes of
// the negotiated page and a cache policy of its own.
func under(variants []release.Variant, profile release.Profile) []release.Variant {
	list := make([]release.Variant, len(variants))
	for i, v := range variants {
		v.Profile = profile
		list[i] = v
	}
	return list
}

// add adds a resource. If r has no Last-Modified, it is taken from the base release if the content
// is the same there, else it is the time of this build. If the clock was turned back, it is one
// second after the old Last-Modified: a client that only compares dates must see that the content
// is new.
func (s *Store) add(r release.Resource) (modified int64, err error) {
	if _, ok := s.Linked[r.Path]; ok {
		s.Linked[r.Path] = true
	}
	old, ok := s.base.Find(r.Path)
	r.Place = old
	switch {
	case r.Modified != 0 || r.Path[0] == ':': // it was carried over, or no client sees it
	case ok && sameContent(old, r.Variants):
		r.Modified = old.Modified()
	case ok && old.Modified() > s.now:
		r.Modified = old.Modified() + 1
	default:
		r.Modified = s.now
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

// Page adds a page and its Markdown twin.
func (s *Store) Page(path string, html, md *Coded) (modified int64, err error) {
	variants, err := s.variants(html, s.Profiles.HTML)
	if err != nil {
		return 0, err
	}
	markdown, err := s.variants(md, s.Profiles.Markdown)
	if err != nil {
		return 0, err
	}
	return s.addPage(release.Resource{Path: path, Variants: append(variants, markdown...)})
}

// addPage adds a page and its twin.
func (s *Store) addPage(r release.Resource) (modified int64, err error) {
	r.Canonical, r.Alternate = r.Path, catalog.TwinPath(r.Path)
	twin := release.Resource{Path: r.Alternate, Canonical: r.Path}
	for _, v := range r.Variants {
		if isMarkdown(v.Profile.Fields[0].Value) {
			v.Profile = s.Profiles.Twin
			twin.Variants = append(twin.Variants, v)
		}
	}
	if _, err := s.add(twin); err != nil {
		return 0, err
	}
	return s.add(r)
}

// taken returns the resource that the base release has at a path, its Markdown under the profile of
// negotiated Markdown, all else under html; ok is false if it has none.
func (s *Store) taken(path string, html release.Profile) (r release.Resource, ok bool, err error) {
	ref, ok := s.base.Find(path)
	if !ok {
		return r, false, nil
	}
	r = release.Resource{Path: path, Modified: ref.Modified(),
		Variants: make([]release.Variant, ref.NumVariants())}
	for i := range r.Variants {
		v, profile := ref.Variant(i), html
		if isMarkdown(v.ContentType()) {
			profile = s.Profiles.Markdown
		}
		if r.Variants[i], err = s.carry.variant(s.w, v, profile); err != nil {
			return r, true, fmt.Errorf("%s: %w", path, err)
		}
	}
	return r, true, nil
}

// TakePage adds a page and its twin with the bytes of the release before.
func (s *Store) TakePage(path string) (modified int64, err error) {
	r, ok, err := s.taken(path, s.Profiles.HTML)
	if err == nil && !ok {
		err = fmt.Errorf("release %s: %w: no resource %s", s.carry.Release.ID(),
			release.ErrCorrupt, path)
	}
	if err != nil {
		return 0, err
	}
	return s.addPage(r)
}

// TakeSingle adds a resource with one representation with the bytes of the release before, and
// returns false if that has none. A file of the brand's own at the same address wins over it.
func (s *Store) TakeSingle(path string, profile release.Profile) (bool, error) {
	if s.brandFiles[path] {
		return true, nil
	}
	r, ok, err := s.taken(path, profile)
	if ok && err == nil {
		_, err = s.add(r)
	}
	return ok && err == nil, err
}

// reused returns the stored variants of a body that the base release has at the same path, or nil.
// So a page that every build draws is compressed and stored only if it has changed.
func (s *Store) reused(path string, sum release.Digest,
	profile release.Profile) ([]release.Variant, error) {
	if s.carry.Release == nil {
		return nil, nil
	}
	ref, ok := s.base.Find(path)
	if !ok {
		return nil, nil
	}
	var list []release.Variant
	for i := range ref.NumVariants() {
		v := ref.Variant(i)
		// A body under two media types is stored once.
		if v.Digest() != sum || slices.ContainsFunc(list,
			func(o release.Variant) bool { return o.Coding == v.Coding() }) {
			continue
		}
		taken, err := s.carry.variant(s.w, v, profile)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		list = append(list, taken)
	}
	return list, nil
}

// represent returns the variants of one body: reused, or compressed and stored.
func (s *Store) represent(path string, body []byte,
	profile release.Profile) ([]release.Variant, error) {
	if list, err := s.reused(path, digest(body), profile); err != nil || list != nil {
		return list, err
	}
	b, codec := Coded{body}, s.codec
	if strings.HasPrefix(path, catalog.AssetsPath+"/") {
		codec = s.tight
	}
	if !strings.HasSuffix(path, ".jpg") && !strings.HasSuffix(path, ".png") {
		if err := codec.Encode([]*Coded{&b}); err != nil {
			return nil, err
		}
	}
	return s.variants(&b, profile)
}

// Drawn adds a page that is not an event. Its list for frames on other sites is a form of the page:
// the Markdown of the list is the page's Markdown.
func (s *Store) Drawn(p *page.Page) (modified int64, err error) {
	html, err := s.represent(p.Path, p.HTML, s.Profiles.HTML)
	if err != nil {
		return 0, err
	}
	md, err := s.represent(p.Path, p.Markdown, s.Profiles.Markdown)
	if err != nil {
		return 0, err
	}
	if p.Embed != nil {
		path := catalog.EmbedPath(p.Path)
		embed, err := s.represent(path, p.Embed, s.Profiles.Embed)
		if err != nil {
			return 0, err
		}
		if err := s.addEmbed(p.Path, release.Resource{Path: path,
			Variants: append(embed, md...)}); err != nil {
			return 0, err
		}
	}
	if err := s.Picture(p.Path, p.Picture); err != nil {
		return 0, err
	}
	return s.addPage(release.Resource{Path: p.Path, Variants: append(html, md...)})
}

// addEmbed adds the list of a page for frames on other sites.
func (s *Store) addEmbed(page string, r release.Resource) error {
	r.Canonical, r.Alternate = page, catalog.TwinPath(page)
	_, err := s.add(r)
	return err
}

// TakeDrawn adds the resources that Drawn added to the base release for a page.
func (s *Store) TakeDrawn(path string) (modified int64, err error) {
	r, ok, err := s.taken(catalog.EmbedPath(path), s.Profiles.Embed)
	if ok && err == nil {
		err = s.addEmbed(path, r)
	}
	if err == nil {
		err = s.TakePicture(path)
	}
	if err != nil {
		return 0, err
	}
	return s.TakePage(path)
}

func isMarkdown(contentType string) bool { return strings.HasPrefix(contentType, "text/markdown") }

// minCollection is the size below which calendars and feeds are not compressed: each event has one,
// each group of events three, and so few bytes arrive with the first flight of packets anyway (ten
// of them, RFC 6928).
const minCollection = 8 << 10

// Picture adds the picture of a page, a PNG or JPEG file, unless it is nil.
func (s *Store) Picture(page string, body []byte) error {
	if body == nil {
		return nil
	}
	photo := bytes.HasPrefix(body, []byte("\xff\xd8"))
	return s.Single(catalog.PicturePath(page, photo), body, s.Profiles.Picture[photo])
}

// TakePicture adds the picture that the base release has of a page, if any.
func (s *Store) TakePicture(page string) (err error) {
	for photo, profile := range s.Profiles.Picture {
		if err == nil {
			_, err = s.TakeSingle(catalog.PicturePath(page, photo), profile)
		}
	}
	return err
}

// Collection adds a calendar or a feed.
func (s *Store) Collection(path string, body []byte, profile release.Profile) error {
	if len(body) >= minCollection || s.brandFiles[path] {
		return s.Single(path, body, profile)
	}
	variants, err := s.reused(path, digest(body), profile)
	if err == nil && variants == nil {
		variants, err = s.variants(&Coded{body}, profile)
	}
	return s.put(path, variants, err)
}

// Single adds a resource with one representation. A file of the brand's own at the same address
// wins over it.
func (s *Store) Single(path string, body []byte, profile release.Profile) error {
	if s.brandFiles[path] {
		return nil
	}
	variants, err := s.represent(path, body, profile)
	return s.put(path, variants, err)
}

// put adds a resource unless its variants could not be made.
func (s *Store) put(path string, variants []release.Variant, err error) error {
	if err == nil {
		_, err = s.add(release.Resource{Path: path, Variants: variants})
	}
	return err
}

// Asset adds a file that pages use. A picture that the base release has is not drawn again.
func (s *Store) Asset(a assets.Asset) error {
	profile := s.Profiles.asset(a)
	if a.Drawn() && s.carry.Release != nil {
		if taken, err := s.TakeSingle(a.Path, profile); taken || err != nil {
			return err
		}
	}
	body, err := a.Body()
	if err != nil {
		return err
	}
	return s.Single(a.Path, body, profile)
}

// Private adds a resource that only the edge itself reads.
func (s *Store) Private(path string, body []byte, profile release.Profile) error {
	variants, err := s.variants(&Coded{body}, profile)
	return s.put(path, variants, err)
}
