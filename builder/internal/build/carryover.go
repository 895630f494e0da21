package build

import (
	"cartaz/builder/internal/ingest"
	"cartaz/builder/release"
	"cartaz/builder/search"
)

// carryOver is the base release (see previous), as far as this build may take bytes over from it.
// The zero value takes nothing over.
//
// An event is carried over when its record, its slug and the renderer are the same: the release has
// a hash of record and slug for each event, and the fingerprint of its renderer. Then its pages are
// not drawn. Its stored bytes stay where they lie in a segment, and the new resource table points
// there. Its document of the search index is carried over too when its part of the fingerprint is
// the same; when only synonyms or languages differ, the document is made again from its stored fragments. What
// the clock decides (see calendar) has no part in this.
//
// Segments are shared by releases, and what no release names in them is dead. When less than half
// of the bytes are live, the build copies them into a new segment instead of sharing them.
//
// Example: of 1,000 events one has a new price. One event is drawn: 4 resources. The other 999 are
// taken over with the place of their bytes; the home page, its city and the sitemap are drawn again
// and stored where they differ.
type carryOver struct {
	rel     *release.Release
	index   *search.Index
	keep    bool // documents of its search index are carried over as they are
	compact bool // too much of its segments is dead: bytes are copied, not shared
}

// compactBelow is the share of live bytes under which segments are rewritten. At one half, a byte
// is copied once for each byte that was newly written.
const compactBelow = 0.5

// openCarryOver decides what can be taken over from a release. The zero value is right for none.
// compact copies bytes where they would be shared: the segments of the live release are not in the
// folder of a dry run.
func openCarryOver(base *release.Release, fingerprint string, compact bool) (carryOver, error) {
	if base == nil || fingerprint == "" || !samePages(base.Manifest().Renderer, fingerprint) {
		return carryOver{}, nil
	}
	index, err := search.Open(base.SearchIndex())
	if err != nil {
		return carryOver{}, err
	}
	c := carryOver{rel: base, index: index, keep: sameIndex(base.Manifest().Renderer, fingerprint)}
	var stored, live int64
	for _, s := range base.Manifest().Segments {
		stored += s.Size
	}
	for ref := range base.Resources() {
		if isTwin(ref) {
			continue // shares the bytes of its page
		}
		for i := range ref.NumVariants() {
			live += int64(ref.Variant(i).Len())
		}
	}
	c.compact = float64(live) < compactBelow*float64(stored) || compact
	return c, nil
}

// isTwin says whether a resource is the Markdown twin of a page.
func isTwin(ref release.Ref) bool {
	canonical := ref.Canonical()
	return len(canonical) > 0 && string(canonical) != string(ref.Path())
}

// event finds the row of an event whose record has not changed.
func (c *carryOver) event(r *ingest.Row) (release.EventRow, bool) {
	if c.rel == nil {
		return release.EventRow{}, false
	}
	old, ok := c.rel.Event(r.ID)
	return old, ok && old.Hash == r.Hash && (old.Doc != release.NoDoc) == r.OnSale
}

// variant is the stored variant v under other fixed fields.
func (c *carryOver) variant(w *release.Writer, v release.VariantRef, profile release.Profile,
	tokens uint32) (release.Variant, error) {
	out := release.Variant{Profile: profile, Coding: v.Coding(), Digest: v.Digest(), Tokens: tokens,
		Body: v.Location()}
	if !c.compact {
		return out, nil
	}
	body, err := v.Body()
	if err != nil {
		return out, err
	}
	out.Body, err = w.AppendBody(body)
	return out, err
}
