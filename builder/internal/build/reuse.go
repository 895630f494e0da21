package build

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"strings"
	"sync"

	"cartaz/brands"
	"cartaz/builder/internal/page"
	"cartaz/builder/release"
	"cartaz/builder/search"
)

// earlier is the release before, as far as this build may take bytes over from
// it. The zero value has nothing.
type earlier struct {
	rel     *release.Release
	index   *search.Index
	keep    bool // documents of its index can be kept as they are
	compact bool // too much of its segments is dead: bytes are copied, not shared
}

// compactBelow is the share of live bytes under which segments are rewritten.
// At one half, a byte is copied once for each byte that was newly written.
const compactBelow = 0.5

// programHash names this very program: whatever code draws pages, a new builder
// draws them anew. "" when the program cannot read itself; nothing is taken
// over then.
var programHash = sync.OnceValue(func() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return ""
	}
	return hex.EncodeToString(h.Sum(nil))
})

// fingerprint names everything but records that the bytes of a release depend on:
// what draws pages, "-", what else goes into the search index. Synonyms do not
// reach pages, so another one draws none anew.
func (r *run) fingerprint(renderer *page.Renderer) string {
	program := programHash()
	if program == "" {
		return ""
	}
	drawn := *r.brand
	drawn.Search = brands.Search{}
	brand, whole := drawn.Hash(), r.brand.Hash()
	pages := sha256.Sum256([]byte(program + "\n" + renderer.Fingerprint() + "\n" + string(brand[:])))
	return hex.EncodeToString(pages[:16]) + "-" + hex.EncodeToString(whole[:8])
}

// samePages says whether two fingerprints are of renderers that draw the same pages.
func samePages(a, b string) bool {
	a, _, _ = strings.Cut(a, "-")
	b, _, _ = strings.Cut(b, "-")
	return a == b
}

// openEarlier decides what can be taken over from the release before.
func (r *run) openEarlier() earlier {
	if r.prev == nil || r.fresh || r.renderer == "" || !samePages(r.prev.Manifest().Renderer, r.renderer) {
		return earlier{}
	}
	index, err := search.Open(r.prev.SearchIndex())
	if err != nil {
		r.options.Log.Warn("search index of the live release unreadable, drawing all anew", "brand", r.brand.Key, "err", err)
		return earlier{}
	}
	e := earlier{rel: r.prev, index: index, keep: r.prev.Manifest().Renderer == r.renderer}
	var stored, live int64
	for _, s := range r.prev.Manifest().Segments {
		stored += s.Size
	}
	for ref := range r.prev.Resources() {
		if isTwin(ref) {
			continue // shares the bytes of its page
		}
		for i := range ref.NumVariants() {
			live += int64(ref.Variant(i).Len())
		}
	}
	// The segments of the live release are not in the folder of a dry run.
	e.compact = float64(live) < compactBelow*float64(stored) || r.options.DryRun
	return e
}

// isTwin says whether a resource is the Markdown twin of a page.
func isTwin(ref release.Ref) bool {
	canonical := ref.Canonical()
	return len(canonical) > 0 && string(canonical) != string(ref.Path())
}

// event finds the row of an event whose record has not changed.
func (e *earlier) event(r *row) (release.EventRow, bool) {
	if e.rel == nil {
		return release.EventRow{}, false
	}
	old, ok := e.rel.Event(r.id)
	return old, ok && old.Hash == r.hash && (old.Doc != release.NoDoc) == r.onSale
}

// take is the stored variant v under other fixed fields.
func (e *earlier) take(w *release.Writer, v release.VariantRef, profile release.Profile, tokens uint32) (release.Variant, error) {
	out := release.Variant{Profile: profile, Coding: v.Coding(), Digest: v.Digest(), Tokens: tokens, Body: v.Location()}
	if !e.compact {
		return out, nil
	}
	body, err := v.Body()
	if err != nil {
		return out, err
	}
	out.Body, err = w.AppendBody(body)
	return out, err
}
