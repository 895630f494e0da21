package build

import (
	"slices"

	"cartaz/builder/internal/build/keep"
	"cartaz/builder/internal/build/site"
	"cartaz/builder/internal/ingest"
	"cartaz/builder/internal/page"
	"cartaz/builder/internal/pictures"
)

// renderer draws the pages of a brand.
type renderer struct {
	*page.Renderer
	print       keep.Print
	days        *site.Days
	own, groups []*page.OwnPage // the brand's own texts: pages, and texts of groups
}

// newRenderer returns the renderer of the pages of a plan.
func (r *run) newRenderer(plan *ingest.Plan, copies pictures.Set) (*renderer, error) {
	plain, err := page.New(r.brand, r.options.Templates)
	if err != nil {
		return nil, err
	}
	sections := site.SectionsOf(plan)
	drawing, err := plain.WithSections(sections, copies, r.pictures.Open)
	if err != nil {
		return nil, err
	}
	for _, why := range drawing.Standard() {
		r.options.Log.Info("page template drawn slowly", "brand", r.brand.Key, "why", why)
	}
	own, groups, err := drawing.OwnPages()
	if err != nil {
		return nil, err
	}
	groups = slices.DeleteFunc(groups, func(p *page.OwnPage) bool {
		why, ok := site.HasGroup(plan, p.Path())
		if !ok {
			r.warn(p.File() + ": " + why)
		}
		return !ok
	})
	r.out.Report.Warnings = r.warnings
	print := keep.PrintOf(r.brand, r.options.Templates, sections, r.brand.Pins(r.now), copies)
	print.Days = r.days.Fingerprint()
	if print.Languages, err = r.languages(plan, print); err != nil {
		return nil, err
	}
	r.out.Report.Languages = print.Languages.Codes()
	return &renderer{Renderer: drawing, print: print, days: r.days, own: own, groups: groups}, nil
}
