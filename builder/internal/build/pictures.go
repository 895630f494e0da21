package build

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"cartaz/builder/internal/build/store"
	"cartaz/builder/internal/ingest"
	"cartaz/builder/internal/pictures"
	"cartaz/builder/internal/upstream/fetch"
)

// copyPictures brings the copies of the brand's own pictures up to date, and of those elsewhere
// where the brand wants that.
func (r *run) copyPictures(ctx context.Context, plan *ingest.Plan) (pictures.Set, error) {
	for _, f := range r.brand.Theme.Fonts {
		r.weigh(f.File, f.Body, 60)
	}
	art := r.brand.Theme.Art.Pictures
	for _, topic := range slices.Sorted(maps.Keys(art)) {
		r.weigh(art[topic].File, art[topic].Body, 40)
	}
	if !r.brand.Images.Copy && len(r.brand.Static) == 0 {
		return nil, nil
	}
	s := &pictures.Store{Brand: r.brand, Dir: r.dir, Work: r.work, Now: r.options.Now,
		Fetch: fetch.Options{Sleep: r.options.Upstream.Sleep,
			Transport: r.options.Upstream.Transport},
		Has: func(path string) bool {
			return !r.fresh && store.Size(r.prev.base, path) > 0
		},
		Read: func(path string) ([]byte, error) { return store.Body(r.prev.base, path) }}
	set, err := s.Gather(ctx, plan.Images)
	if s.Log != nil {
		r.pictures = s
	}
	if s.Why != "" {
		r.warn("a picture has no new copy: " + s.Why)
	}
	return set, err
}

// weigh warns of a file of more KB than one of its kind needs.
func (r *run) weigh(file string, body []byte, most int) {
	if is := len(body) / 1000; is > most {
		r.warn(fmt.Sprintf("%s: has %d KB, which every visitor loads: %d KB are enough", file, is,
			most))
	}
}
