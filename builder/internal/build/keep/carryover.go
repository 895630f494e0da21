package keep

import (
	"cartaz/builder/internal/ingest"
	"cartaz/builder/release"
	"cartaz/builder/search"
)

// CarryOver is the base release, from which this build may take bytes over. The zero value takes
// nothing over.
//
// An event is carried over if its record, its slug, the renderer and its links to other events are
// the same: the release has a hash of record and slug for each event, and the [Print] of its
// renderer; [Sums] cover the links. Then its pages are not drawn. Its stored bytes stay in place in
// a segment, and the new resource table points there. Its document of the search index is carried
// over too if its part of the print is the same; if only synonyms or languages differ, the document
// is made again from its stored fragments. The clock does not matter here.
//
// The pages, calendars and feeds of a group of events are carried over if by [Sums] their inputs
// are the same.
//
// Releases share segments. Bytes that no release names are dead. If less than half of the bytes are
// live, the build copies them into a new segment instead of sharing them.
//
// Example: of 1,000 events one has a new price. One event is drawn: 4 resources. The other 999 are
// taken over with the place of their bytes; the home page, its city and the sitemap are drawn again
// and stored where they differ.
type CarryOver struct {
	Release *release.Release // nil if there is none to take over from
	Index   *search.Index    // of the base, even if nothing is taken over, or nil
	Keep    bool             // documents of its search index are carried over as they are
	compact bool             // too many dead bytes in its segments: bytes are copied, not shared
	read    int              // bytes since its pages were forgotten
}

// forgetAfter is how many bytes of the base release are read before they are dropped from resident
// memory; up to twice as many may be resident. Without it, 20 GB were resident for 1,000,000
// events.
const forgetAfter = 32 << 20

// Read notes that bytes of the base release were read.
func (c *CarryOver) Read(n int) {
	if c.read += n; c.read > forgetAfter && c.Release != nil {
		c.read = 0
		c.Release.ForgetPages()
	}
}

// compactBelow is the share of live bytes below which segments are rewritten. At one half, a byte
// is copied once for each newly written byte.
const compactBelow = 0.5

// Open decides what can be taken over from a release, which may be nil. compact copies bytes
// instead of sharing them: the segments of the live release are not in the folder of a dry run.
func Open(base *release.Release, print Print, compact bool) (*CarryOver, error) {
	c := &CarryOver{}
	if base == nil {
		return c, nil
	}
	var err error
	old := ReadPrint(base.Manifest().Renderer)
	c.Index, err = search.Open(base.SearchIndex())
	if err != nil || print.Pages == "" || old.Pages != print.Pages {
		return c, err
	}
	c.Release, c.Keep = base, old.SameIndex(print)
	var stored, live int64
	for _, s := range base.Manifest().Segments {
		stored += s.Size
	}
	for ref := range base.Resources() {
		if IsTwin(ref) {
			continue // shares the bytes of its page
		}
		for i := range ref.NumVariants() {
			live += int64(ref.Variant(i).Len())
		}
	}
	c.compact = float64(live) < compactBelow*float64(stored) || compact
	return c, nil
}

// IsTwin reports whether a resource is the Markdown twin of a page.
func IsTwin(ref release.Ref) bool {
	canonical := ref.Canonical()
	return len(canonical) > 0 && string(canonical) != string(ref.Path())
}

// Event returns the row of an event whose record has not changed.
func (c *CarryOver) Event(r *ingest.Row) (release.EventRow, bool) {
	if c.Release == nil {
		return release.EventRow{}, false
	}
	old, ok := c.Release.Event(r.ID)
	return old, ok && old.Hash == r.Hash && (old.Doc != release.NoDoc) == r.OnSale
}

// variant returns the stored variant v with other fixed fields.
func (c *CarryOver) variant(w *release.Writer, v release.VariantRef, profile release.Profile) (
	release.Variant, error) {
	out := release.Variant{Profile: profile, Coding: v.Coding(), Digest: v.Digest(),
		Tokens: v.Tokens(), Body: v.Location()}
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
