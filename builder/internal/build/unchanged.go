package build

import (
	"cartaz/builder/internal/page"
	"cartaz/builder/release"
)

// ready makes what draws, and its fingerprint.
func (r *run) ready() error {
	renderer, err := page.New(r.brand, r.options.Templates)
	if err != nil {
		return err
	}
	r.drawer, err = renderer.WithSections(len(r.cities.ranked()) > 0, len(r.orgs.ranked()) > 0)
	if err != nil {
		return err
	}
	for _, why := range r.drawer.Standard() {
		r.options.Log.Info("page template drawn slowly", "brand", r.brand.Key, "why", why)
	}
	r.renderer = r.fingerprint(r.drawer)
	return nil
}

// unchanged says whether the live release is what this build would make: the
// same records, in the same places of the list, drawn by the same renderer for
// the same brand. Everything in a release follows from those, so nothing has to
// be written to find that out.
func (r *run) unchanged() bool {
	if r.fresh || r.live == nil || r.prev != r.live || len(r.pins) > 0 || r.renderer == "" {
		return false
	}
	m := r.live.Manifest()
	if m.Renderer != r.renderer || m.Events != len(r.rows) || m.OnSale != r.out.Report.OnSale {
		return false
	}
	docs := uint32(0)
	for i := range r.rows {
		row := &r.rows[i]
		doc := uint32(release.NoDoc)
		if row.onSale {
			doc = docs
			docs++
		}
		if old, ok := r.live.Event(row.id); !ok || old.Hash != row.hash || old.Doc != doc {
			return false
		}
	}
	return true
}
