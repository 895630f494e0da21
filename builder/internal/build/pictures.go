package build

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"cartaz/builder/internal/build/keep"
	"cartaz/builder/internal/ingest"
	"cartaz/builder/internal/pictures"
	"cartaz/builder/text"
)

// copyPictures updates the copies of the brand's own pictures and, with images.copy, of remote
// ones. It names heavy fonts and art.
func (r *run) copyPictures(ctx context.Context, plan *ingest.Plan) (pictures.Set, error) {
	for _, f := range r.brand.Theme.Fonts {
		r.weigh(f.File, f.Body, 60)
	}
	for _, art := range text.InOrder(r.brand.Theme.Art.Pictures) {
		r.weigh(art.File, art.Body, 40)
	}
	if !r.brand.Images.Copy && len(r.brand.Static) == 0 {
		if r.options.Forget { // copies of a time with images.copy
			return nil, os.RemoveAll(filepath.Join(r.dir, pictures.Dir))
		}
		return nil, nil
	}
	s := &pictures.Store{Brand: r.brand, Dir: r.dir, Work: r.work, Now: r.options.Now,
		Tight: r.options.Forget,
		Fetch: r.options.Upstream.Options,
		Has: func(path string) bool {
			return !r.fresh && r.had(path)
		},
		Read: func(path string) ([]byte, error) { return keep.Body(r.prev.base, path) }}
	set, err := s.Gather(ctx, plan.Images)
	if s.Log != nil {
		r.pictures = s
		if s.Damage() != nil {
			r.warn("no memory of pictures: all are fetched anew: " + s.Damage().Error())
		}
	}
	if s.Failed > 0 {
		r.warn(fmt.Sprintf("pictures without a new copy: %d, the first is %s", s.Failed, s.Why))
	}
	if s.Waiting > 0 {
		r.warn(fmt.Sprintf("pictures that wait for a later build: %d; images.time is %s",
			s.Waiting, r.brand.Images.Time))
	}
	return set, err
}

// weigh warns if a file is larger than most KB.
func (r *run) weigh(file string, body []byte, most int) {
	if is := len(body) / 1000; is > most {
		r.warn(fmt.Sprintf("%s: has %d KB, which every visitor loads: %d KB are enough", file, is,
			most))
	}
}
